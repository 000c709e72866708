// Builds what the SCA pages show from the state of a flow.

import { defined } from '../../kernel/defined.ts';
import { derivedToken } from '../../kernel/ids.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { agreements, type CustomerRow, customers } from '../customers/tables.ts';
import { allowedContexts, contextsOf } from './contexts.ts';
import { isIdentified, MAX_UNKNOWN } from './flow.ts';
import type {
  AboutView,
  ApprovalView,
  NationalIdError,
  PersonHint,
  ScaPage,
} from './page-model.ts';
import {
  type Holdings,
  type IdentifiedFlow,
  purposeOf,
  type ScaDeps,
  type ScaWork,
} from './purpose.ts';
import { secondApprovalAfter } from './sca-policy.ts';
import type { FlowRow } from './tables.ts';

interface PageFrame {
  readonly language: Language;
  readonly bankName: string;
  /** Address of the flow's page, without query. */
  readonly address: string;
}

/** The work in which a page is shown. */
export interface Shown extends ScaWork {
  readonly frame: PageFrame;
}

/** The page of the flow's current step. */
export async function pageOf(shown: Shown, flow: FlowRow): Promise<ScaPage> {
  const { bank, frame } = shown;
  const customer = flow.customerId && (await bank.tx.get(customers, flow.customerId));
  if (!customer) return identifyPage(shown, flow);
  if (isIdentified(flow)) return approvePage(shown, flow, customer);
  const choices = await allowedContexts(bank, flow, customer);
  const fixed = flow.fixedContext !== undefined;
  const common = { ...commonOf(flow, frame), choosesContext: true };
  return { ...common, step: 'context', personName: customer.name, choices, fixed };
}

/** SCA-09: the person is known, and approves elsewhere. */
export function waitingPage({ frame }: Shown, flow: FlowRow, { name }: CustomerRow): ScaPage {
  return {
    ...commonOf(flow, frame),
    step: 'waiting',
    personName: name,
    appHref: `${frame.address}/app?lang=${frame.language}`,
  };
}

/** The first page again, with what was wrong about the id that was typed. */
export async function identifyAgain(
  shown: Shown,
  flow: FlowRow,
  wrong: { readonly typed: string; readonly error: NationalIdError },
): Promise<ScaPage> {
  const page = await identifyPage(shown, flow);
  return { ...page, ...wrong, triesLeft: MAX_UNKNOWN - flow.unknownTries };
}

async function identifyPage({ bank, frame, deps }: Shown, flow: FlowRow) {
  const about = aboutView(await purposeOf(deps, flow).about?.(bank, flow));
  const page = { ...commonOf(flow, frame), step: 'identify', ...defined({ about }) } as const;
  const fixed = flow.fixedCustomerId && (await bank.tx.get(customers, flow.fixedCustomerId));
  if (fixed) {
    const fixedNationalId = `*********${fixed.number.slice(-2)}`;
    return { ...page, fixedNationalId, hints: [], mishaps: [] };
  }
  const { language } = frame;
  const hints = await personHints(bank, language, deps);
  return { ...page, hints, mishaps: deps.magic.mishaps(language) };
}

const FIRST_SHOWN = 3;

function aboutView(approval: ApprovalView | undefined): AboutView | undefined {
  if (approval === undefined || !('payments' in approval)) return undefined;
  const { kind, payments } = approval;
  const first = payments.slice(0, FIRST_SHOWN).map(({ amount, currency, creditorName }) => ({
    amount: `${amount} ${currency}`,
    creditorName,
  }));
  return { kind, first, more: payments.length - first.length };
}

async function approvePage(
  { bank, frame, deps }: Shown,
  flow: IdentifiedFlow,
  customer: CustomerRow,
): Promise<ScaPage> {
  const agreement = flow.agreementId && (await bank.tx.get(agreements, flow.agreementId));
  const choices = await allowedContexts(bank, flow, customer);
  const purpose = purposeOf(deps, flow);
  const approval = await purpose.view(bank, flow);
  return {
    ...commonOf(flow, frame),
    token: tokenShowing(flow, approval),
    choosesContext: choices.length > 1,
    step: 'approve',
    personName: customer.name,
    context: flow.context,
    ...(agreement ? { agreementName: agreement.name } : {}),
    approval,
    ...((await secondApprovalAfter(bank, purpose)) === undefined ? {} : { needsSecond: true }),
  };
}

const SEPARATOR = '.';

/**
 * SES-06: the form's token, and what the page shows to be approved. So whoever sends the form says what was seen, also
 * if the same page is open twice.
 */
function tokenShowing({ formToken }: FlowRow, approval: ApprovalView): string {
  if (!('payments' in approval)) return formToken;
  return `${formToken}${SEPARATOR}${derivedToken([JSON.stringify(approval)])}`;
}

/** SCA-05: whether the form is the newest of its flow, whatever its page showed. */
export function isNewest({ formToken }: FlowRow, form: URLSearchParams): boolean {
  return form.get('token')?.split(SEPARATOR, 1)[0] === formToken;
}

/** What all pages of a flow show. */
function commonOf(flow: FlowRow, frame: PageFrame) {
  const other: Language = frame.language === 'en' ? 'nb' : 'en';
  return {
    language: frame.language,
    bankName: frame.bankName,
    tppName: flow.tppName,
    tppHost: hostOf(flow.tppRedirectUri),
    action: `${frame.address}?lang=${frame.language}`,
    choosesContext: false,
    token: flow.formToken,
    otherLanguageHref: `${frame.address}?lang=${other}`,
  };
}

function hostOf(uri: string): string {
  try {
    const url = new URL(uri);
    return url.host === '' ? url.protocol : url.host;
  } catch {
    return uri;
  }
}

/** The page is not a register: enough for the starting set and a few persons made by hand. */
const MAX_HINTS = 8;

/**
 * Persons to log in as, who they are and what they have here: at most eight, by national id. Test users with whom
 * something goes wrong are none of them, also once they are customers: they keep their own place and note.
 */
export async function personHints(
  bank: BankTx,
  language: Language,
  deps: ScaDeps,
): Promise<readonly PersonHint[]> {
  const hints: PersonHint[] = [];
  const magic = new Set(deps.magic.mishaps(language).map(({ nationalId }) => nationalId));
  const limit = MAX_HINTS + magic.size;
  const known = await bank.tx.listBy(customers, 'all', 'all', { limit });
  for (const person of known.filter(({ number }) => !magic.has(number)).slice(0, MAX_HINTS)) {
    const note = await noteOf(bank, person, { words: WORDS[language], deps });
    hints.push({ nationalId: person.number, name: person.name, note });
  }
  return hints;
}

const WORDS = {
  en: {
    PRIVATE: 'Private',
    CORPORATE: 'Corporate',
    both: 'Private or corporate',
    accounts: ['no accounts', '1 account', '{n} accounts'],
    cards: ['no cards', '1 card', '{n} cards'],
  },
  nb: {
    PRIVATE: 'Privat',
    CORPORATE: 'Bedrift',
    both: 'Privat eller bedrift',
    accounts: ['ingen kontoer', '1 konto', '{n} kontoer'],
    cards: ['ingen kort', '1 kort', '{n} kort'],
  },
} as const;

/** A line ends with the dot rather than beginning with it. */
const DOT = '\u00a0· ';

type Words = (typeof WORDS)[Language];

/** `Private or corporate · 2 accounts, 1 card · Nordlys Snekkerverksted AS` */
async function noteOf(
  bank: BankTx,
  person: CustomerRow,
  { words, deps }: { words: Words; deps: ScaDeps },
): Promise<string> {
  const choices = await contextsOf(bank, person);
  const companies = choices.flatMap(({ context, name }) => (context === 'CORPORATE' ? [name] : []));
  if (companies.length === choices.length) return [words.CORPORATE, ...companies].join(DOT);
  const role = companies.length === 0 ? words.PRIVATE : words.both;
  const held = heldText(await deps.holdings(bank, person.id), words);
  return [role, held, ...companies].join(DOT);
}

function heldText({ accounts, cards }: Holdings, words: Words): string {
  const count = (n: number, [none, one, many]: readonly [string, string, string]): string =>
    n === 0 ? none : n === 1 ? one : many.replace('{n}', String(n));
  const texts = [count(accounts, words.accounts)];
  if (cards > 0) texts.push(count(cards, words.cards));
  return texts.join(', ');
}
