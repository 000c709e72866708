// The only writer of balances and lines. Every write keeps what `tables.ts` promises: booked = opening
// + booked lines, pending = pending lines, and per currency everything booked sums to zero.

import { addDays, type PlainDate } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { Money } from '../../kernel/money.ts';
import { after, type Soon } from '../../kernel/soon.ts';
import type { Tx } from '../../storage/store.ts';
import { clearingId, clearingRow, lineOrder, sumsOf, withPending } from './balance.ts';
import { type BalanceRow, balances, type LineRow, lines } from './tables.ts';

/** What the ledger needs of a bank's transaction; a `BankTx` is one. */
export interface LedgerTx {
  readonly tx: Tx;
  /** The bank's clock in ms. */
  readonly now: number;
}

/** What is on it from the start is its opening amount. */
type NewBalance = Pick<BalanceRow, 'id' | 'currency' | 'creditLine' | 'opening'>;

/** A pending line to write; `lineId` is the transactionId that TPPs see, `amount` is signed. */
type NewPending = Omit<LineRow, 'id' | 'status' | 'order' | 'valueDate'> & {
  readonly lineId: string;
};

/** A booked line to write. */
export type BookedLine = Omit<LineRow, 'status' | 'order' | 'date'> & {
  readonly bookingDate: PlainDate;
};

/** Lines and the money that clears them: per currency all amounts together are zero. */
interface Posting {
  readonly lines: readonly BookedLine[];
  /**
   * Signed movements of the bank's clearing accounts. 10 NOK paid out of the bank: line −10, clearing
   * +10. 10 EUR bought for 115 NOK inside it: lines −115 NOK and +10 EUR, clearing +115 NOK, −10 EUR.
   */
  readonly clearing?: readonly Money[];
}

/** The balance of an account, card or clearing account. */
export const balanceOf = (l: LedgerTx, id: string): Soon<BalanceRow | undefined> =>
  l.tx.get(balances, id);

/** The same where there must be one: every account and card has a balance. */
export const needBalance = (l: LedgerTx, id: string): Soon<BalanceRow> =>
  after(balanceOf(l, id), (balance) => {
    if (balance === undefined) throw new Error(`no balance ${id}`);
    return balance;
  });

/** Opens a balance; its opening amount comes out of clearing. Throws when there is one already. */
export async function openBalance(l: LedgerTx, fresh: NewBalance): Promise<BalanceRow> {
  if ((await balanceOf(l, fresh.id)) !== undefined) throw new Error(`balance ${fresh.id} exists`);
  await clear(l, { amount: -fresh.opening, currency: fresh.currency });
  return put(l, {
    ...fresh,
    booked: fresh.opening,
    pending: 0n,
    held: 0n,
    lastLine: 0,
    changedAt: l.now,
  });
}

/**
 * Sets what is booked without a line: the opening balance takes the difference up, clearing pays it.
 */
export async function setBooked(l: LedgerTx, id: string, booked: bigint): Promise<BalanceRow> {
  const balance = await needBalance(l, id);
  const difference = booked - balance.booked;
  await clear(l, { amount: -difference, currency: balance.currency });
  return put(l, { ...balance, booked, opening: balance.opening + difference });
}

/** Sets how far an account may be overdrawn. Minor units. */
export async function setCreditLine(l: LedgerTx, id: string, creditLine: bigint): Promise<void> {
  put(l, { ...(await needBalance(l, id)), creditLine });
}

/** Writes a pending line, incoming or outgoing. Nothing is booked by it. */
export async function addPending(l: LedgerTx, fresh: NewPending): Promise<LineRow> {
  const { lineId: id, ...rest } = fresh;
  await assertNew(l, id);
  const balance = await needBalance(l, rest.accountId);
  const number = balance.lastLine + 1;
  const order = lineOrder(rest.date, number);
  const line: LineRow = { id, ...rest, status: 'pending', order, valueDate: rest.date };
  l.tx.put(lines, line);
  put(l, { ...withPending(balance, fresh.amount, 1n), lastLine: number });
  return line;
}

/** Holds a positive amount on an account: a pending debit, which `available` counts at once. */
export async function placeHold(l: LedgerTx, hold: NewPending): Promise<LineRow> {
  if (hold.amount <= 0n) throw new Error('a hold is a positive amount');
  return addPending(l, { ...hold, amount: -hold.amount });
}

/** Takes a pending line away again. False, and nothing done, when there is no such pending line. */
export async function releaseHold(l: LedgerTx, lineId: string): Promise<boolean> {
  const line = await l.tx.get(lines, lineId);
  if (line?.status !== 'pending') return false;
  const balance = await needBalance(l, line.accountId);
  l.tx.remove(lines, lineId);
  put(l, withPending(balance, line.amount, -1n));
  return true;
}

/**
 * Writes booked lines and moves their balances and clearing. Throws, having put nothing, when the
 * posting doesn't sum to zero per currency, an account has no balance, or a line id is taken.
 */
export async function book(l: LedgerTx, posting: Posting): Promise<readonly LineRow[]> {
  const touched = await loadBalances(l, posting.lines);
  assertSumsToZero(posting, touched);
  await assertAllNew(l, posting.lines);
  const written = posting.lines.map((fresh) => {
    const balance = touched.get(fresh.accountId) as BalanceRow;
    const number = balance.lastLine + 1;
    touched.set(fresh.accountId, {
      ...balance,
      booked: balance.booked + fresh.amount,
      lastLine: number,
    });
    return bookedRow(fresh, number);
  });
  for (const line of written) l.tx.put(lines, line);
  for (const balance of touched.values()) put(l, balance);
  for (const money of posting.clearing ?? []) await clear(l, money);
  return written;
}

/** Deletes a balance with all its lines; what was on it goes back to clearing. */
export async function closeBalance(l: LedgerTx, id: string): Promise<void> {
  const balance = await balanceOf(l, id);
  if (balance === undefined) return;
  for (const status of ['pending', 'booked'] as const) {
    for (const line of await linesOf(l, id, { status })) l.tx.remove(lines, line.id);
  }
  await clear(l, { amount: balance.booked, currency: balance.currency });
  l.tx.remove(balances, id);
}

/**
 * Deletes the lines of an account. What was booked stays on it (the opening balance takes it up);
 * holds of payments stay too, since their payments still run (SBX-05).
 */
export async function forgetLines(l: LedgerTx, id: string): Promise<void> {
  let balance = await needBalance(l, id);
  for (const line of await linesOf(l, id, { status: 'booked' })) l.tx.remove(lines, line.id);
  for (const line of await linesOf(l, id, { status: 'pending' })) {
    if (line.paymentId !== undefined) continue;
    l.tx.remove(lines, line.id);
    balance = withPending(balance, line.amount, -1n);
  }
  put(l, { ...balance, opening: balance.booked });
}

export interface LineRange {
  readonly status: LineRow['status'];
  /** First and last date, both included. */
  readonly from?: PlainDate;
  readonly to?: PlainDate;
  readonly offset?: number;
  readonly limit?: number;
}

/** Lines of one status, newest date first, of one date the last written first (ACC-03). */
export function linesOf(l: LedgerTx, id: string, range: LineRange): Soon<readonly LineRow[]> {
  return l.tx.listBy(lines, 'byAccount', `${id}|${range.status}`, {
    reverse: true,
    ...defined({
      from: range.from,
      // '~' sorts after '#', so the whole last day is in.
      to: range.to && `${range.to}~`,
      offset: range.offset,
      limit: range.limit,
    }),
  });
}

/** What was booked on each day of a range that ends today, the last written first, and at its end. */
export async function endsOfDays(
  l: LedgerTx,
  id: string,
  { from, until }: { readonly from: PlainDate; readonly until: PlainDate },
) {
  const linesOn = new Map<string, LineRow[]>();
  for (const line of await linesOf(l, id, { status: 'booked', from })) {
    getOrSet(linesOn, line.date, () => []).push(line);
  }
  // From the balance of now back: what a day's lines added is what it had not before.
  let { booked } = await needBalance(l, id);
  const ends: { date: PlainDate; booked: bigint; lines: readonly LineRow[] }[] = [];
  for (let date = until; date >= from; date = addDays(date, -1)) {
    const onDay = linesOn.get(date) ?? [];
    ends.unshift({ date, booked, lines: onDay });
    booked -= onDay.reduce((sum, { amount }) => sum + amount, 0n);
  }
  return ends;
}

function put(l: LedgerTx, balance: BalanceRow): BalanceRow {
  const row = { ...balance, changedAt: l.now };
  l.tx.put(balances, row);
  return row;
}

/** Moves a clearing account, which is made on first use. */
async function clear(l: LedgerTx, { amount, currency }: Money): Promise<void> {
  if (amount === 0n) return;
  const id = clearingId(currency);
  const before = (await balanceOf(l, id))?.booked ?? 0n;
  put(l, clearingRow(currency, before + amount, l.now));
}

/** Of every account that the lines name. */
async function loadBalances(l: LedgerTx, fresh: readonly BookedLine[]) {
  const found = new Map<string, BalanceRow>();
  for (const { accountId } of fresh) {
    if (!found.has(accountId)) found.set(accountId, await needBalance(l, accountId));
  }
  return found;
}

function assertSumsToZero(
  { lines: booked, clearing = [] }: Posting,
  found: ReadonlyMap<string, BalanceRow>,
): void {
  const moved = booked.map(({ accountId, amount }): Money => {
    return { amount, currency: (found.get(accountId) as BalanceRow).currency };
  });
  for (const [currency, sum] of sumsOf([...moved, ...clearing])) {
    if (sum !== 0n) throw new Error(`posting is off by ${sum} minor units of ${currency}`);
  }
}

async function assertNew(l: LedgerTx, lineId: string): Promise<void> {
  if ((await l.tx.get(lines, lineId)) !== undefined) throw new Error(`line ${lineId} exists`);
}

async function assertAllNew(l: LedgerTx, fresh: readonly BookedLine[]): Promise<void> {
  if (new Set(fresh.map((line) => line.id)).size !== fresh.length) {
    throw new Error('two lines of a posting have one id');
  }
  for (const line of fresh) await assertNew(l, line.id);
}

/** Member by member: to copy objects would take half the time of a posting of 10,000 lines. */
function bookedRow(line: BookedLine, number: number): LineRow {
  const { id, accountId, bookingDate: date, valueDate, amount, paymentId, details } = line;
  const order = lineOrder(date, number);
  const row = { id, accountId, status: 'booked', order, date, valueDate, amount } as const;
  return paymentId === undefined ? { ...row, details } : { ...row, paymentId, details };
}
