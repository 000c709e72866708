// Consents: one row per TPP, person, context and agreement, written by SCA flows only; and which accounts and
// cards a person can act on in a context.

import { DAY } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import { derivedUuid } from '../../kernel/ids.ts';
import { rememberParts } from '../../kernel/recent.ts';
import type { Soon } from '../../kernel/soon.ts';
import type { PsuContext } from '../../protocol/psu-headers.ts';
import type { BankEvent, BankTx } from '../banks/bank-tx.ts';
import { type DueHandlers, forgetDue, scheduleDue } from '../banks/due.ts';
import { customers, engagements } from '../customers/tables.ts';
import type { Holdings } from '../sca/purpose.ts';
import {
  type AccountRow,
  accounts,
  type CardAccountRow,
  type ConsentRow,
  cardAccounts,
  consents,
} from './tables.ts';

export const consentIdOf = (tppId: string, { customerId, context, agreementId }: Actor): string =>
  consentId(tppId, customerId, context, agreementId ?? '');

const consentId = rememberParts((...whose: readonly [string, string, string, string]) =>
  derivedUuid('consent', ...whose),
);

export function findConsent(
  bank: BankTx,
  tppId: string,
  actor: Actor,
): Soon<ConsentRow | undefined> {
  return bank.tx.get(consents, consentIdOf(tppId, actor));
}

/** CONS-07: without the PSU, an SCA opens an account for so long. */
const RENEWAL_PERIOD = 180 * DAY;

/** `expired`: no account can be read without the PSU. `empty`: there is no account in it. */
export type ConsentStatus = 'valid' | 'expired' | 'empty' | 'revoked';

/** What a consent, or the part of it for some accounts, is at a time. Checks and pages both ask here. */
export function consentAt({ status, accounts: shared }: Given, now: number): ConsentState {
  let lastScaAt: number | undefined;
  for (const account of shared) lastScaAt = Math.max(lastScaAt ?? 0, account.lastScaAt);
  const validUntil = lastScaAt === undefined ? undefined : lastScaAt + RENEWAL_PERIOD;
  const isExpired = lastScaAt !== undefined && !isFresh(lastScaAt, now);
  const given = validUntil === undefined ? 'empty' : isExpired ? 'expired' : 'valid';
  return { status: status === 'revoked' ? status : given, isExpired, lastScaAt, validUntil };
}

/** Those of the accounts that can be read without the PSU. */
export const freshAt = (shared: Given['accounts'], now: number): Given['accounts'] =>
  shared.filter(({ lastScaAt }) => isFresh(lastScaAt, now));

const isFresh = (lastScaAt: number, now: number): boolean => now <= lastScaAt + RENEWAL_PERIOD;

type Given = Pick<ConsentRow, 'status' | 'accounts'>;

interface ConsentState {
  readonly status: ConsentStatus;
  /** Whether its last SCA is too long ago, also if it has been revoked. */
  readonly isExpired: boolean;
  readonly lastScaAt: number | undefined;
  readonly validUntil: number | undefined;
}

/** All that a person has given a TPP, revoked ones too: one for each context and agreement. */
export function consentsOf({ tx }: BankTx, { tppId, customerId }: TppAndPsu) {
  return tx.listBy(consents, 'byPsu', `${tppId}|${customerId}`);
}

export type TppAndPsu = Pick<ConsentRow, 'tppId' | 'customerId'>;

/** Writes a consent, whose end is due work: it is an event, as the end of a session is. */
export function putConsent(
  bank: Pick<BankTx, 'tx' | 'now'>,
  before: ConsentRow | undefined,
  row: ConsentRow,
): void {
  bank.tx.put(consents, row);
  const [was, is] = [before && endOf(before), endOf(row)];
  if (was === is) return;
  if (was !== undefined) forgetDue(bank, was, 'consentExpires', row.id);
  if (is !== undefined && is > bank.now) scheduleDue(bank, is, 'consentExpires', row.id);
}

/** The row stays, so that the TPP's next call gets the right refusal (CONS-08). */
export function revokeConsent(bank: Pick<BankTx, 'tx' | 'now'>, row: ConsentRow): void {
  putConsent(bank, row, { ...row, status: 'revoked' });
}

/** The first moment at which it is expired, unless it is revoked or empty. */
function endOf(row: ConsentRow): number | undefined {
  const { validUntil } = consentAt(row, 0);
  return row.status === 'revoked' || validUntil === undefined ? undefined : validUntil + 1;
}

export const consentDueHandlers: DueHandlers = {
  async consentExpires(bank, id): Promise<readonly BankEvent[]> {
    const consent = await bank.tx.get(consents, id);
    if (consent === undefined || endOf(consent) !== bank.now) return [];
    const person = await bank.tx.get(customers, consent.customerId);
    const { tppId } = consent;
    return [
      {
        at: bank.now,
        type: 'consentExpired',
        consent: id,
        tpp: tppId,
        ...defined({ person: person?.name }),
      },
    ];
  },
};

/** CONS-09: what the PSU ticked replaces what was consented before in this context. */
export async function grantConsent(
  bank: BankTx,
  tppId: string,
  { actor, accountIds, at = bank.now }: Granted,
): Promise<void> {
  const before = await findConsent(bank, tppId, actor);
  putConsent(bank, before, {
    id: consentIdOf(tppId, actor),
    tppId,
    customerId: actor.customerId,
    context: actor.context,
    ...defined({ agreementId: actor.agreementId }),
    status: 'valid',
    accounts: accountIds.map((accountId) => ({ accountId, lastScaAt: at })),
    createdAt: before?.createdAt ?? at,
  });
}

interface Granted {
  readonly actor: Actor;
  readonly accountIds: readonly string[];
  /** When the SCA was; by default now. */
  readonly at?: number;
}

/** CONS-07: any SCA of the person for the TPP renews every account that is consented at that time. */
export async function renewConsents(bank: BankTx, whose: TppAndPsu): Promise<void> {
  for (const row of await consentsOf(bank, whose)) {
    if (row.status !== 'valid') continue;
    const renewed = row.accounts.map((account) => ({ ...account, lastScaAt: bank.now }));
    putConsent(bank, row, { ...row, accounts: renewed });
  }
}

export interface Actor {
  readonly customerId: string;
  readonly context: PsuContext;
  readonly agreementId?: string;
}

/** PRIVATE: the person's own. CORPORATE: those of the agreement with both VIEW and REGISTER (SBX-06). */
export async function accountsOf(bank: BankTx, actor: Actor): Promise<readonly AccountRow[]> {
  if (actor.context === 'PRIVATE') {
    const own = await bank.tx.listBy(accounts, 'byCustomer', actor.customerId);
    return own.filter((account) => account.agreementId === undefined);
  }
  const engaged = await bank.tx.listBy(engagements, 'byCustomer', actor.customerId);
  const found: AccountRow[] = [];
  for (const row of engaged) {
    const full = row.roles.includes('VIEW') && row.roles.includes('REGISTER');
    if (row.agreementId !== actor.agreementId || !full) continue;
    const account = await bank.tx.get(accounts, row.accountId);
    if (account !== undefined) found.push(account);
  }
  return found.sort((a, b) => (a.bban < b.bban ? -1 : 1));
}

/** Cards are private. */
export async function cardsOf(bank: BankTx, actor: Actor): Promise<readonly CardAccountRow[]> {
  if (actor.context !== 'PRIVATE') return [];
  return bank.tx.listBy(cardAccounts, 'byCustomer', actor.customerId);
}

/** Whether there is nothing that an SCA could share. */
export async function hasNothing(bank: BankTx, actor: Actor): Promise<boolean> {
  const [held, cards] = [await accountsOf(bank, actor), await cardsOf(bank, actor)];
  return held.length + cards.length === 0;
}

/** How many of each a person owns in PRIVATE context. */
export async function holdingsOf(bank: BankTx, customerId: string): Promise<Holdings> {
  const actor: Actor = { customerId, context: 'PRIVATE' };
  const [owned, cards] = [await accountsOf(bank, actor), await cardsOf(bank, actor)];
  return { accounts: owned.length, cards: cards.length };
}
