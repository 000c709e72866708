// Builds what the SCA pages show from the state of a flow.

import type { Language } from '../../protocol/psu-headers.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { agreements, type CustomerRow, customers } from '../customers/tables.ts';
import { allowedContexts } from './contexts.ts';
import { isIdentified, MAX_UNKNOWN } from './flow.ts';
import { personHints } from './hints.ts';
import type { NationalIdError, ScaPage } from './page-model.ts';
import type { IdentifiedFlow } from './purpose.ts';
import { purposeOf, type ScaDeps } from './purpose.ts';
import type { FlowRow } from './tables.ts';

export interface PageFrame {
  readonly language: Language;
  readonly bankName: string;
  /** Address of the flow's page, without query. */
  readonly address: string;
}

type Common = Pick<
  ScaPage,
  'language' | 'bankName' | 'tppName' | 'tppHost' | 'action' | 'token' | 'otherLanguageHref'
>;

/** The page of the flow's current step. */
export async function pageOf(
  bank: BankTx,
  flow: FlowRow,
  frame: PageFrame,
  deps: ScaDeps,
): Promise<ScaPage> {
  const common = commonOf(flow, frame);
  const customer = flow.customerId && (await bank.tx.get(customers, flow.customerId));
  if (!customer) return identifyPage(bank, flow, { common, deps });
  if (isIdentified(flow)) return approvePage(bank, flow, { common, customer, deps });
  const choices = await allowedContexts(bank, flow, customer);
  const fixed = flow.fixedContext !== undefined;
  return { ...common, step: 'context', personName: customer.name, choices, fixed };
}

/** SCA-09: the person is known, and approves elsewhere. */
export async function waitingPage(bank: BankTx, flow: FlowRow, frame: PageFrame): Promise<ScaPage> {
  const customer = flow.customerId && (await bank.tx.get(customers, flow.customerId));
  return {
    ...commonOf(flow, frame),
    step: 'waiting',
    personName: customer ? customer.name : '',
    appHref: `${frame.address}/app?lang=${frame.language}`,
  };
}

/** The first page again, with what was wrong about the id that was typed. */
export async function identifyAgain(
  { bank, frame, deps }: { bank: BankTx; frame: PageFrame; deps: ScaDeps },
  flow: FlowRow,
  wrong: { readonly typed: string; readonly error: NationalIdError },
): Promise<ScaPage> {
  const page = await identifyPage(bank, flow, { common: commonOf(flow, frame), deps });
  return { ...page, ...wrong, triesLeft: MAX_UNKNOWN - flow.unknownTries };
}

type IdentifyPage = Extract<ScaPage, { step: 'identify' }>;

async function identifyPage(
  bank: BankTx,
  flow: FlowRow,
  { common, deps }: { common: Common; deps: ScaDeps },
): Promise<IdentifyPage> {
  const fixed = flow.fixedCustomerId && (await bank.tx.get(customers, flow.fixedCustomerId));
  if (fixed) {
    const fixedNationalId = `*********${fixed.number.slice(-2)}`;
    return { ...common, step: 'identify', fixedNationalId, hints: [] };
  }
  return { ...common, step: 'identify', hints: await personHints(bank, common.language, deps) };
}

async function approvePage(
  bank: BankTx,
  flow: IdentifiedFlow,
  { common, customer, deps }: { common: Common; customer: CustomerRow; deps: ScaDeps },
): Promise<ScaPage> {
  const agreement = flow.agreementId && (await bank.tx.get(agreements, flow.agreementId));
  return {
    ...common,
    step: 'approve',
    personName: customer.name,
    context: flow.context,
    ...(agreement ? { agreementName: agreement.name } : {}),
    approval: await purposeOf(deps, flow).view(bank, flow),
  };
}

function commonOf(flow: FlowRow, frame: PageFrame): Common {
  const other: Language = frame.language === 'en' ? 'nb' : 'en';
  return {
    language: frame.language,
    bankName: frame.bankName,
    tppName: flow.tppName,
    tppHost: hostOf(flow.tppRedirectUri),
    action: `${frame.address}?lang=${frame.language}`,
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
