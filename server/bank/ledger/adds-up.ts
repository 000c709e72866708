// What `tables.ts` promises of balances, checked on rows that come from outside.
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { AllRows, RowFault } from '../../storage/check-rows.ts';
import { clearingId, clearingRow, sumsOf } from './balance.ts';
import { type BalanceRow, balances, lines } from './tables.ts';

interface Sums {
  booked: bigint;
  pending: bigint;
  held: bigint;
  lastLine: number;
}

/** The first balance that is not what its lines and the others make of it. */
export function ledgerFault(rows: AllRows): RowFault | undefined {
  const lineSums = lineSumsOf(rows);
  const all = [...rows.of(balances)];
  for (const balance of all) {
    const fault = balanceFault(balance, lineSums.get(balance.id) ?? none());
    if (fault !== undefined) return fault;
  }
  const sums = sumsOf(all.map(({ booked: amount, currency }) => ({ amount, currency })));
  const [off] = [...sums].filter(([, sum]) => sum !== 0n);
  if (off === undefined) return undefined;
  const [currency, sum] = off;
  const inCurrency = all.filter((balance) => balance.currency === currency);
  const clearing = inCurrency.find(({ id }) => id === clearingId(currency));
  const { id } = clearing ?? (inCurrency[0] as BalanceRow);
  const text = `booked of all balances in ${currency}, ${clearingId(currency)} among them, must together be 0, and is ${sum}.`;
  const mend = () =>
    clearingRow(currency, (clearing?.booked ?? 0n) - sum, clearing?.changedAt ?? 0);
  return { table: balances.name, id, path: ['booked'], text, mend };
}

const none = (): Sums => ({ booked: 0n, pending: 0n, held: 0n, lastLine: 0 });

function lineSumsOf(rows: AllRows): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const { accountId, status, amount, order } of rows.of(lines)) {
    const sum = getOrSet(sums, accountId, none);
    sum.lastLine = Math.max(sum.lastLine, Number(order.slice(11)));
    if (status === 'booked') sum.booked += amount;
    else {
      sum.pending += amount;
      if (amount < 0n) sum.held += amount;
    }
  }
  return sums;
}

function balanceFault(balance: BalanceRow, sum: Sums): RowFault | undefined {
  // What is on the account stays.
  const mend = (): BalanceRow => ({
    ...balance,
    opening: balance.booked - sum.booked,
    pending: sum.pending,
    held: sum.held,
    lastLine: Math.max(balance.lastLine, sum.lastLine),
  });
  const wrong = (member: keyof BalanceRow, why: string, wanted: bigint): RowFault => ({
    table: balances.name,
    id: balance.id,
    path: [member],
    text: `${member} must be ${why}, "${wanted}": got "${balance[member]}".`,
    mend,
  });
  const booked = balance.opening + sum.booked;
  if (balance.booked !== booked) {
    return wrong('booked', 'opening and the booked transactions of the account together', booked);
  }
  if (balance.pending !== sum.pending) {
    return wrong('pending', 'the pending transactions of the account together', sum.pending);
  }
  if (balance.held !== sum.held) {
    return wrong('held', 'the negative pending transactions of the account together', sum.held);
  }
  if (balance.lastLine >= sum.lastLine) return undefined;
  const text = `lastLine must be at least ${sum.lastLine}, the highest number of a transaction of the account; it is ${balance.lastLine}.`;
  return { table: balances.name, id: balance.id, path: ['lastLine'], text, mend };
}
