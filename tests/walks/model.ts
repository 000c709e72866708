// What must hold of a bank's rows after each step of a walk, and between the rows before it and after it. It is written
// from the interface and knows nothing of how the bank does it.
import { isDeepStrictEqual } from 'node:util';

// biome-ignore lint/suspicious/noExplicitAny: rows of every table, as a snapshot has them
export type Row = any;

/** By table, then by id. */
export type Tables = ReadonlyMap<string, ReadonlyMap<string, Row>>;

/** Settings about the snapshot itself, and the number of the last fault. */
const OWN: ReadonlySet<string> = new Set(['saved', 'lastFault']);

const NONE: ReadonlyMap<string, Row> = new Map();

/** @param tables of a snapshot */
export function tablesOf(tables: Readonly<Record<string, readonly Row[]>>): Tables {
  const byId = (rows: readonly Row[]) =>
    new Map(rows.filter(({ id }) => !OWN.has(id)).map((row): [string, Row] => [row.id, row]));
  return new Map(Object.entries(tables).map(([name, rows]) => [name, byId(rows)]));
}

/** How rows differ from those of a snapshot, as the bank says it. */
type Differences = Readonly<Record<'added' | 'removed' | 'changed', readonly Row[]>>;

/** The rows of now. Those that are as they were before are the same objects. */
export function changedBy(differences: Differences, from: Tables, before: Tables): Tables {
  const { added, changed, removed } = differences;
  const tables = new Map(from);
  const touched = new Map<string, Map<string, Row>>();
  const change = (table: string, id: string, row?: Row): void => {
    if (OWN.has(id)) return;
    const rows = touched.get(table) ?? new Map(rowsIn(from, table));
    touched.set(table, rows);
    tables.set(table, rows);
    const old = rowsIn(before, table).get(id);
    if (row === undefined) rows.delete(id);
    else rows.set(id, isDeepStrictEqual(old, row) ? old : row);
  };
  for (const { table, id } of removed) change(table, id);
  for (const { table, id, row } of added) change(table, id, row);
  for (const { table, id, members } of changed) {
    const row = { ...rowsIn(from, table).get(id) };
    for (const { name, to } of members) row[name] = to;
    for (const { name, to } of members) if (to === null) delete row[name];
    change(table, id, row);
  }
  return tables;
}

export const rowsIn = (tables: Tables, name: string) => tables.get(name) ?? NONE;
export const allIn = (tables: Tables, name: string): readonly Row[] => [
  ...rowsIn(tables, name).values(),
];

/** What one step may do besides what each may. */
export interface Leave {
  /** Another bank than before: reset, restored. */
  readonly isOther?: boolean;
  /** What is on accounts without bookings is set: the sandbox operations. */
  readonly setsBalances?: boolean;
  /** It was refused, or it only looked. */
  readonly isIdle?: boolean;
}

/** What a status can become; final ones nothing (MOVE-01). */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  RCVD: ['PDNG', 'ACTC', 'ACWC', 'RJCT', 'CANC'],
  ACTC: ['CANC', 'PDNG', 'RJCT', 'ACSC'],
  ACWC: ['CANC', 'PDNG', 'RJCT'],
  PDNG: ['ACSC', 'ACSP', 'ACWP', 'PART', 'ACCP', 'RJCT'],
  ACSP: ['ACSC'],
  ACWP: ['ACSC'],
};
const isFinal = (status: string): boolean => MOVES[status] === undefined;

/** A run of a periodic payment is settled, also when that is cancelled meanwhile. */
const isRunning = ({ executions }: Row): boolean =>
  executions.some(({ status }: Row) => status === 'PDNG');

function isReachable(from: string, to: string): boolean {
  if (from === to) return true;
  return (MOVES[from] ?? []).some((next) => isReachable(next, to));
}

/** What is never changed of a payment. */
const FIXED = ['tppId', 'amount', 'currency', 'request', 'product', 'createdAt'] as const;
/** Whose ids are given by chance, and so never twice. */
const GIVEN = ['payments', 'baskets', 'scaFlows', 'transactions', 'redirects', 'faults'] as const;

const sum = (rows: readonly Row[], member: string): bigint =>
  rows.reduce((total, row) => total + BigInt(row[member]), 0n);

/** Version 8 (RFC 9562): derived, so that a payment which was restored is booked again under the same id. */
const isDerived = (id: string): boolean => /^[\da-f]{8}-[\da-f]{4}-8/.test(id);

/** @param given what a bank has ever given, over all that it was; gets what is new in `after` */
export function givenAgain(given: Set<string>, before: Tables, after: Tables): readonly string[] {
  const again: string[] = [];
  for (const table of GIVEN) {
    for (const id of rowsIn(after, table).keys()) {
      if (rowsIn(before, table).has(id) || isDerived(id)) continue;
      if (given.has(`${table} ${id}`)) again.push(`${table} ${id} is given twice`);
      given.add(`${table} ${id}`);
    }
  }
  return again;
}

/** Faults in the rows themselves, and in how they came from those before. */
export function faultsBetween(before: Tables, after: Tables, leave: Leave): readonly string[] {
  const faults = [...sumFaults(after), ...holdFaults(after)];
  if (leave.isIdle === true) faults.push(...idleFaults(before, after));
  if (leave.isOther === true) return faults;
  for (const [id, payment] of rowsIn(before, 'payments')) {
    const now = rowsIn(after, 'payments').get(id);
    if (now !== undefined) faults.push(...paymentFaults(payment, now, after));
  }
  if (leave.setsBalances === true) return faults;
  for (const [id, { opening }] of rowsIn(before, 'balances')) {
    const now = rowsIn(after, 'balances').get(id);
    if (now === undefined) faults.push(`the balance ${id} is gone`);
    else if (!id.startsWith('clearing:') && now.opening !== opening)
      faults.push(`${id} began with ${opening}, and now with ${now.opening}`);
  }
  return faults;
}

/** The sum of bookings is the balance, and all money is somewhere. */
function sumFaults(tables: Tables): readonly string[] {
  const faults: string[] = [];
  const lines = allIn(tables, 'transactions');
  const total = new Map<string, bigint>();
  for (const { id, currency, opening, booked, pending, held } of allIn(tables, 'balances')) {
    total.set(currency, (total.get(currency) ?? 0n) + BigInt(booked));
    if (id.startsWith('clearing:')) continue;
    const of = (status: string) =>
      lines.filter((line) => line.accountId === id && line.status === status);
    const waiting = of('pending');
    const debits = waiting.filter(({ amount }) => amount.startsWith('-'));
    const wanted = [BigInt(opening) + sum(of('booked'), 'amount'), sum(waiting, 'amount')];
    wanted.push(sum(debits, 'amount'));
    const there = [booked, pending, held].map(BigInt);
    if (!isDeepStrictEqual(there, wanted))
      faults.push(`${id}: booked, pending, held are ${there}, and its lines make ${wanted}`);
  }
  for (const [currency, left] of total)
    if (left !== 0n) faults.push(`${left} ${currency} too much`);
  return faults;
}

/** What waits to leave accounts for that payment; it is negative. */
export function holdOf(tables: Tables, id: string): bigint {
  const waits = ({ paymentId, status }: Row) => paymentId === id && status === 'pending';
  return sum(allIn(tables, 'transactions').filter(waits), 'amount');
}

/** What is held is what payments are open; what is final holds nothing. */
function holdFaults(tables: Tables): readonly string[] {
  const faults: string[] = [];
  const payments = rowsIn(tables, 'payments');
  const holds = new Map<string, bigint>();
  for (const { id, status, paymentId, amount } of allIn(tables, 'transactions')) {
    const payment = paymentId === undefined ? undefined : payments.get(paymentId);
    if (payment === undefined) continue;
    const isHold = status === 'pending' && amount.startsWith('-');
    if (isHold) holds.set(paymentId, (holds.get(paymentId) ?? 0n) - BigInt(amount));
    if (status === 'pending' && isFinal(payment.status) && !isRunning(payment))
      faults.push(`the line ${id} waits for ${paymentId}, which is ${payment.status}`);
    const isUntouched = ['RCVD', 'CANC', 'ACCP'].includes(payment.status);
    if (isUntouched && payment.executions.length === 0)
      faults.push(`${paymentId} is ${payment.status} and has the line ${id}`);
  }
  for (const [id, held] of holds) {
    const { debit, fee, product } = payments.get(id);
    const most = BigInt(debit) + BigInt(fee);
    // The debit of a periodic payment is that of a run, by the course of that day.
    if (held > most && !product.startsWith('periodic'))
      faults.push(`${id} holds ${held} of ${most}`);
  }
  return faults;
}

function paymentFaults(old: Row, now: Row, after: Tables): readonly string[] {
  const { id, status } = old;
  const faults = FIXED.filter((name) => !isDeepStrictEqual(old[name], now[name])).map(
    (name) => `${name} of ${id} was ${JSON.stringify(old[name])}`,
  );
  if (!isReachable(status, now.status)) faults.push(`${id} moved from ${status} to ${now.status}`);
  if (status !== now.status && now.status === 'ACSC' && !now.product.startsWith('periodic')) {
    const lines = allIn(after, 'transactions').filter((line) => line.paymentId === id);
    const paid = lines.filter(({ accountId }) => accountId === now.debtorAccountId);
    const wanted = -(BigInt(now.debit) + BigInt(now.fee));
    if (sum(paid, 'amount') !== wanted)
      faults.push(`${id} is settled, and booked ${sum(paid, 'amount')} of ${wanted}`);
  }
  return faults;
}

/** What counts requests, and what is swept on the way, is no change. */
const COUNTED: ReadonlySet<string> = new Set(['quota', 'faults', 'scaFlows', 'tpps']);
/** Due work that ends those. */
const COUNTS = /^(?:quotaEnds|scaLinkExpires|faultEnds):/;

export const idleFaults = (before: Tables, after: Tables): readonly string[] =>
  differences(before, after, (table, id) => COUNTED.has(table) || COUNTS.test(id));

/** Of the rows that are not left out. */
export function differences(
  before: Tables,
  after: Tables,
  isLeftOut: (table: string, id: string) => boolean = () => false,
): readonly string[] {
  const faults: string[] = [];
  for (const table of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [rowsIn(before, table), rowsIn(after, table)];
    for (const id of new Set([...old.keys(), ...now.keys()])) {
      const [was, is] = [old.get(id), now.get(id)];
      if (was === is || isLeftOut(table, id) || isDeepStrictEqual(was, is)) continue;
      const shown = [was, is].map((row) => JSON.stringify(row)).join(' became ');
      faults.push(`nothing was to change, but in ${table} ${shown}`);
    }
  }
  return faults;
}
