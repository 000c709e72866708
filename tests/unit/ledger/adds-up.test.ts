// DUR-06: rows from outside must add up: each member of a balance that does not is named, and put right without
// moving what is on an account.
import { expect, test } from '@jest/globals';
import { ledgerFault } from '../../../server/bank/ledger/adds-up.ts';
import { addPending, book, openBalance } from '../../../server/bank/ledger/ledger.ts';
import {
  type BalanceRow,
  balances,
  type LineRow,
  lines,
} from '../../../server/bank/ledger/tables.ts';
import { rowsByTable } from '../../../server/storage/check-rows.ts';
import { mapTx } from '../../support/map-tx.ts';

type State = { readonly balances: readonly BalanceRow[]; readonly lines: readonly LineRow[] };

/** Two accounts in NOK, one of them without lines, one in EUR; lines that are booked, held and expected. */
async function scene(): Promise<State> {
  const tx = mapTx();
  const l = { tx, now: 1_790_000_000_000 };
  for (const [id, currency] of ['a NOK', 'b NOK', 'c EUR'].map((one) => one.split(' '))) {
    await openBalance(l, { id: `${id}`, currency: `${currency}`, creditLine: 0n, opening: 500n });
  }
  const details = {};
  const dates = { bookingDate: '2026-11-21', valueDate: '2026-11-21' };
  for (const [accountId, currency] of [
    ['a', 'NOK'],
    ['c', 'EUR'],
  ] as const) {
    const clearing = [{ amount: 60n, currency }];
    const posted = [{ id: `${accountId}1`, accountId, amount: -60n, ...dates, details }];
    await book(l, { lines: posted, clearing });
    const pending = { accountId, date: '2026-11-22', details };
    await addPending(l, { ...pending, lineId: `${accountId}2`, amount: -70n });
    await addPending(l, { ...pending, lineId: `${accountId}3`, amount: 11n });
  }
  return { balances: tx.all(balances), lines: tx.all(lines) };
}

const faultOf = (state: State) =>
  ledgerFault(
    rowsByTable(
      new Map<typeof balances | typeof lines, never>([
        [balances, state.balances as never],
        [lines, state.lines as never],
      ]),
    ),
  );

const changed = (state: State, id: string, change: (row: BalanceRow) => Partial<BalanceRow>) => ({
  ...state,
  balances: state.balances.map((row) => (row.id === id ? { ...row, ...change(row) } : row)),
});

/** Puts right what is found, again and again. */
function mended(state: State): State {
  let now = state;
  for (let times = 0; times < 20; times += 1) {
    const fault = faultOf(now);
    if (fault === undefined) return now;
    const row = fault.mend?.() as BalanceRow;
    const isThere = now.balances.some(({ id }) => id === row.id);
    const others = now.balances.map((one) => (one.id === row.id ? row : one));
    now = { ...now, balances: isThere ? others : [...others, row] };
  }
  throw new Error('it is never right');
}

const bookedOf = ({ balances: all }: State, ids: readonly string[]) =>
  all.filter(({ id }) => ids.includes(id)).map(({ id, booked }) => [id, booked]);
const OWN = ['a', 'b', 'c'];

test('DUR-06: what the ledger wrote adds up', async () => {
  expect(faultOf(await scene())).toBeUndefined();
  expect(faultOf({ balances: [], lines: [] })).toBeUndefined();
});

const OPENING = 'opening and the booked transactions of the account together';
const WRONG: readonly (readonly [
  string,
  string,
  (row: BalanceRow) => Partial<BalanceRow>,
  string,
])[] = ['a', 'b', 'c'].flatMap((id) => [
  [id, 'booked', ({ booked }) => ({ booked: booked + 1n }), OPENING],
  [id, 'booked', ({ opening }) => ({ opening: opening - 1n }), OPENING],
  [
    id,
    'pending',
    ({ pending }) => ({ pending: pending - 1n }),
    'the pending transactions of the account together',
  ],
  [
    id,
    'held',
    ({ held }) => ({ held: held + 1n }),
    'the negative pending transactions of the account together',
  ],
]);

test.each(WRONG)(
  'DUR-06: %s: %s that is off is named, and put right',
  async (id, member, change, why) => {
    const state = await scene();
    const off = changed(state, id, change);
    const fault = faultOf(off);
    expect(fault).toMatchObject({ table: 'balances', id, path: [member] });
    expect(fault?.text).toMatch(new RegExp(`^${member} must be .*${why}.*: got "-?\\d+"\\.$`));
    expect(fault?.text.includes(why)).toBe(true);
    const right = mended(off);
    expect(bookedOf(right, OWN)).toEqual(bookedOf(off, OWN));
  },
);

test('DUR-06: the highest number of a transaction is known to its balance', async () => {
  const state = await scene();
  expect(faultOf(changed(state, 'a', () => ({ lastLine: 4 })))).toBeUndefined();
  const off = changed(state, 'a', () => ({ lastLine: 2 }));
  expect(faultOf(off)).toMatchObject({ table: 'balances', id: 'a', path: ['lastLine'] });
  expect(faultOf(off)?.text).toBe(
    'lastLine must be at least 3, the highest number of a transaction of the account; it is 2.',
  );
  expect(mended(off)).toEqual(state);
  // Whatever else is put right, a number that was given is not given again.
  const late = changed(state, 'a', () => ({ lastLine: 9, held: 0n }));
  expect(mended(late).balances.find(({ id }) => id === 'a')).toMatchObject({
    lastLine: 9,
    held: -70n,
  });
});

test('DUR-06: money that appears is taken out of clearing, of its currency alone', async () => {
  const state = await scene();
  const off = changed(state, 'b', ({ booked, opening }) => ({
    booked: booked + 7n,
    opening: opening + 7n,
  }));
  const fault = faultOf(off);
  expect(fault).toMatchObject({ table: 'balances', id: 'clearing:NOK', path: ['booked'] });
  expect(fault?.text).toBe(
    'booked of all balances in NOK, clearing:NOK among them, must together be 0, and is 7.',
  );
  const [before, after] = [state, mended(off)].map(({ balances: all }) =>
    all.find(({ id }) => id === 'clearing:NOK'),
  );
  expect(after?.booked).toBe((before?.booked ?? 0n) - 7n);
  expect(after).toEqual({ ...before, booked: after?.booked, opening: after?.booked });
  expect(bookedOf(mended(off), ['clearing:EUR'])).toEqual(bookedOf(state, ['clearing:EUR']));
});

test('DUR-06: clearing that is missing is made again, at an account of its currency', async () => {
  const state = await scene();
  const off = { ...state, balances: state.balances.filter(({ id }) => id !== 'clearing:EUR') };
  expect(faultOf(off)).toMatchObject({ id: 'c', path: ['booked'] });
  expect(faultOf(off)?.mend?.()).toMatchObject({ booked: -440n, opening: -440n, changedAt: 0 });
});
