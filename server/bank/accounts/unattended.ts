// What a call may read while the PSU is absent (HDR-09): nothing old (ACC-07), and not often (ACC-06): four
// times in any 24 hours of bank time, per TPP, PSU, account and kind of read. Rows, not counters in memory:
// the transaction that reads them puts concurrent requests in line, so a fifth never gets through.

import { DAY, HOUR, SECOND } from '../../kernel/clock.ts';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import { derivedToken } from '../../kernel/ids.ts';
import { ApiError } from '../../protocol/errors.ts';
import { numberOrder } from '../../storage/table.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type DueHandlers, scheduleDue } from '../banks/due.ts';
import type { Call } from '../banks/operation.ts';
import { ScaNeeded } from '../sca/start-flow.ts';
import { fixedTo } from './access.ts';
import type { Actor } from './consent-store.ts';
import { type QuotaRow, quota } from './tables.ts';

/** ACC-07: how far back a TPP sees by itself; the default of dateFrom too (ACC-03). */
const DAYS_BACK = 90;

/** The oldest date that is still within reach. */
export function oldestDay(call: Call): PlainDate {
  return addDays(call.today, -DAYS_BACK);
}

/** What is read, and for whom. */
export interface Reading {
  readonly actor: Actor;
  /** Internal id of the account or card. */
  readonly accountId: string;
  /** `balances`, `transactions`, or `transaction` with its id. */
  readonly what: readonly ['balances' | 'transactions'] | readonly ['transaction', string];
  /** The oldest date that is asked for. */
  readonly from?: PlainDate;
}

/**
 * Lets the call pass and counts it. Throws ScaNeeded (ACC-07) and ApiError 429 (ACC-06). The next page of a
 * list that was let in is not asked again, nor counted.
 */
export async function checkUnattended(call: Call, reading: Reading): Promise<void> {
  if (await followsNext(call, reading)) return;
  const { actor, what, from } = reading;
  if (from !== undefined && from < oldestDay(call)) {
    const text = `Without the PSU nothing older than ${DAYS_BACK} days is shown.`;
    // The parameter that was sent: without dateFrom the window begins at dateTo.
    const parameter = call.query['dateFrom'] === undefined ? 'dateTo' : 'dateFrom';
    const at = what[0] === 'transactions' ? { path: parameter } : {};
    const fixed = await fixedTo(call, actor);
    throw new ScaNeeded('ACC-07', 'CONSENT_INVALID', text, { ...at, fixed });
  }
  if (from !== undefined) call.exercises('ACC-07');
  await countRead(call, reading);
}

const LIMIT = 4;
/** How long a row counts: a read in its window, a `next` link until it is a request like any other. */
const LIFETIME: Readonly<Record<QuotaRow['kind'], number>> = { read: DAY, next: HOUR };

/** Counts this call. Throws ApiError 429 ACCESS_EXCEEDED, with Retry-After, for the fifth in the window. */
export async function countRead(call: Call, reading: Reading): Promise<void> {
  const { bank } = call;
  call.exercises('ACC-06');
  const subject = subjectOf(call.tpp.id, reading);
  const { used, nextAt } = await readsOf(bank, subject);
  if (nextAt !== undefined && used >= LIMIT) {
    const seconds = Math.ceil((nextAt - bank.now) / SECOND);
    const text = `Without the PSU this may be read ${LIMIT} times in 24 hours. Try again in ${seconds} seconds, or with the PSU present (PSU-IP-Address).`;
    const headers = { 'Retry-After': String(seconds) };
    throw new ApiError('ACC-06', 'ACCESS_EXCEEDED', text, { headers });
  }
  const [kind, transactionId] = reading.what;
  const ofOne =
    kind === 'transaction' ? { transactionId, reader: readerOf(call.tpp.id, reading) } : {};
  remember(bank, { id: bank.ids.uuid(), subject, kind: 'read', at: bank.now, ...ofOne });
}

interface Reads {
  readonly used: number;
  /** When the oldest of them leaves its window; absent without one. */
  readonly nextAt?: number;
}

/** What counts at the bank's time. */
async function readsOf(bank: BankTx, subject: string): Promise<Reads> {
  const reads = await bank.tx.listBy(quota, 'readsOf', subject, windowOf(bank));
  const [oldest] = reads;
  return { used: reads.length, ...(oldest === undefined ? {} : { nextAt: oldest.at + DAY }) };
}

interface Used extends Required<Reads> {
  readonly what: Reading['what'][0];
  readonly transactionId?: string;
}

/** Of single transactions of an account, those that were read last. */
const MOST_LISTED = 100;

/** How much of which limits of an account a TPP has used: only those of which something is. */
export async function limitsOf(bank: BankTx, tppId: string, whose: Omit<Reading, 'what'>) {
  const found: Used[] = [];
  for (const what of ['balances', 'transactions'] as const) {
    const { used, nextAt } = await readsOf(bank, subjectOf(tppId, { ...whose, what: [what] }));
    if (nextAt !== undefined) found.push({ what, used, nextAt });
  }
  const singles = await readsOfTransactions(bank, readerOf(tppId, whose));
  for (const [transactionId, { used, nextAt }] of singles.slice(-MOST_LISTED)) {
    found.push({ what: 'transaction', transactionId, used, nextAt });
  }
  return found.map((one) => ({ ...one, most: LIMIT }));
}

async function readsOfTransactions(bank: BankTx, reader: string) {
  const reads = new Map<string, Required<Reads>>();
  const window = windowOf(bank);
  for (const row of await bank.tx.listBy(quota, 'readsOfTransactions', reader, window)) {
    const { transactionId = '', at } = row;
    const { used, nextAt } = reads.get(transactionId) ?? { used: 0, nextAt: at + DAY };
    reads.set(transactionId, { used: used + 1, nextAt });
  }
  return [...reads];
}

const windowOf = ({ now }: BankTx) => ({ from: numberOrder(now - DAY + 1), to: numberOrder(now) });

/** Whether this call's query is, to the letter, that of a `next` link of the last hour. */
export async function followsNext(call: Call, reading: Reading): Promise<boolean> {
  const row = await call.bank.tx.get(quota, nextId(call, reading, call.target));
  return row !== undefined && row.at <= call.bank.now && call.bank.now < row.at + LIFETIME.next;
}

/** Remembers a `next` link that is being handed out. */
export function rememberNext(call: Call, reading: Reading, href: string): void {
  const subject = subjectOf(call.tpp.id, reading);
  const id = nextId(call, reading, href);
  remember(call.bank, { id, subject, kind: 'next', at: call.bank.now });
}

/** Rows go when they have left their window; a link handed out again has a later end of its own. */
export const quotaDueHandlers: DueHandlers = {
  async quotaEnds(bank, id) {
    const row = await bank.tx.get(quota, id);
    if (row !== undefined && row.at + LIFETIME[row.kind] <= bank.now) bank.tx.remove(quota, id);
    return [];
  },
};

function remember(bank: BankTx, row: QuotaRow): void {
  bank.tx.put(quota, row);
  scheduleDue(bank, row.at + LIFETIME[row.kind], 'quotaEnds', row.id);
}

const readerOf = (tppId: string, { actor, accountId }: Omit<Reading, 'what'>): string =>
  derivedToken(['quota reader', tppId, actor.customerId, accountId]);

function subjectOf(tppId: string, { actor, accountId, what }: Reading): string {
  return derivedToken(['quota', tppId, actor.customerId, accountId, ...what]);
}

/** The path is left out: the account is in the subject, and its id may come raw or percent-encoded. */
function nextId(call: Call, reading: Reading, target: string): string {
  const query = target.slice(target.indexOf('?') + 1);
  return derivedToken(['next', subjectOf(call.tpp.id, reading), query]);
}
