import { expect, test } from '@jest/globals';
import { available, expected } from '../../../server/bank/ledger/balance.ts';
import {
  addPending,
  balanceOf,
  book,
  closeBalance,
  forgetLines,
  linesOf,
  openBalance,
  placeHold,
  releaseHold,
  setCreditLine,
} from '../../../server/bank/ledger/ledger.ts';
import { lineRemittance } from '../../../server/bank/ledger/remittance.ts';
import { balances, lines } from '../../../server/bank/ledger/tables.ts';
import { mapTx } from '../../support/map-tx.ts';

const NOW = 1_790_000_000_000;
const DAY = '2026-11-21';

async function bankWith(opening: bigint, creditLine = 0n) {
  const tx = mapTx();
  const l = { tx, now: NOW };
  await openBalance(l, { id: 'a', currency: 'NOK', creditLine, opening });
  return { l, tx };
}

const line = (id: string, accountId: string, amount: bigint, bookingDate = DAY) => ({
  id,
  accountId,
  amount,
  bookingDate,
  valueDate: bookingDate,
  details: { remittanceInformationUnstructured: id },
});

test('ledger: a balance is not opened twice', async () => {
  const { l, tx } = await bankWith(500n);
  const before = tx.dump();
  const again = { id: 'a', currency: 'NOK', creditLine: 0n, opening: 1n };
  await expect(openBalance(l, again)).rejects.toThrow('exists');
  expect(tx.dump()).toBe(before);
});

test('ledger: a hold lowers expected and available at once, and nothing when released', async () => {
  const { l, tx } = await bankWith(500n, 100n);
  const hold = { lineId: 'h', accountId: 'a', amount: 30n, date: DAY, details: {} };
  const placed = await placeHold(l, { ...hold, paymentId: 'p' });
  expect(placed).toMatchObject({ amount: -30n, status: 'pending', paymentId: 'p', date: DAY });
  const held = tx.all(balances).find((row) => row.id === 'a');
  if (held === undefined) throw new Error('no balance');
  expect([held.booked, expected(held), available(held)]).toEqual([500n, 470n, 570n]);
  expect(await releaseHold(l, 'h')).toBe(true);
  const freed = tx.all(balances).find((row) => row.id === 'a');
  expect(freed).toMatchObject({ booked: 500n, pending: 0n, held: 0n });
  expect(tx.all(lines)).toEqual([]);
  expect(await releaseHold(l, 'h')).toBe(false);
});

test('ledger: an incoming pending line is expected but not available', async () => {
  const { l } = await bankWith(500n);
  await addPending(l, { lineId: 'i', accountId: 'a', amount: 40n, date: DAY, details: {} });
  const balance = await balanceOf(l, 'a');
  if (balance === undefined) throw new Error('no balance');
  expect([expected(balance), available(balance)]).toEqual([540n, 500n]);
});

test('ledger: a credit line is available, and nothing else is moved by it', async () => {
  const { l } = await bankWith(500n);
  const before = await balanceOf(l, 'a');
  await setCreditLine(l, 'a', 70n);
  const after = await balanceOf(l, 'a');
  expect(after).toEqual({ ...before, creditLine: 70n });
  if (after !== undefined) expect(available(after)).toBe(570n);
});

test('ledger: a hold of nothing, or of less, is refused', async () => {
  const { l, tx } = await bankWith(500n);
  const before = tx.dump();
  for (const amount of [0n, -1n]) {
    const hold = { lineId: 'h', accountId: 'a', amount, date: DAY, details: {} };
    await expect(placeHold(l, hold)).rejects.toThrow('positive');
  }
  expect(tx.dump()).toBe(before);
});

test('ledger: a pending line has an id of its own, and names its account', async () => {
  const { l, tx } = await bankWith(500n);
  const pending = { lineId: 'i', accountId: 'a', amount: 40n, date: DAY, details: {} };
  await addPending(l, pending);
  const before = tx.dump();
  await expect(addPending(l, pending)).rejects.toThrow('line i exists');
  const elsewhere = { ...pending, lineId: 'j', accountId: 'q' };
  await expect(addPending(l, elsewhere)).rejects.toThrow('no balance q');
  expect(tx.dump()).toBe(before);
});

test('ledger: the smallest hold, and an account that is closed twice', async () => {
  const { l, tx } = await bankWith(500n);
  await placeHold(l, { lineId: 'h', accountId: 'a', amount: 1n, date: DAY, details: {} });
  expect(await balanceOf(l, 'a')).toMatchObject({ pending: -1n, held: -1n });
  await closeBalance(l, 'a');
  const before = tx.dump();
  await closeBalance(l, 'a');
  expect(tx.dump()).toBe(before);
});

test.each([
  [-1n, {}, 'BELASTNING'],
  [-1n, { proprietaryBankTransactionCode: 'VISA VARE' }, 'VISA VARE'],
  [0n, {}, 'INNBETALING'],
  [0n, { debtorName: 'Ola', creditorName: 'Kari' }, 'Fra: Ola'],
  [-1n, { debtorName: 'Ola', creditorName: 'Kari' }, 'Til: Kari'],
])('ACC-04: a line of %s without a text says what it is', (amount, details, text) => {
  expect(lineRemittance({ amount, details })).toEqual({
    remittanceInformationUnstructured: text,
    remittanceInformationUnstructuredArray: [text],
  });
});

test('ledger: what moves nothing makes no clearing account', async () => {
  const { tx } = await bankWith(0n);
  expect(tx.all(balances).map(({ id }) => id)).toEqual(['a']);
});

test('ledger: a booked line names its payment, where it has one', async () => {
  const { l } = await bankWith(0n);
  const posted = [{ ...line('x', 'a', 0n), paymentId: 'p' }, line('y', 'a', 0n)];
  const [ofPayment, other] = await book(l, { lines: posted });
  const { bookingDate: date, ...rest } = line('y', 'a', 0n);
  const row = { ...rest, status: 'booked', date };
  expect(other).toStrictEqual({ ...row, order: `${DAY}#000000002` });
  expect(ofPayment).toMatchObject({ id: 'x', paymentId: 'p', order: `${DAY}#000000001` });
});

test('ledger: a posting moves the accounts and clearing, and numbers its lines', async () => {
  const { l } = await bankWith(500n);
  await openBalance(l, { id: 'b', currency: 'EUR', creditLine: 0n, opening: 0n });
  await book(l, {
    lines: [line('x', 'a', -115n), line('y', 'b', 10n), line('z', 'a', -1n)],
    clearing: [
      { amount: 116n, currency: 'NOK' },
      { amount: -10n, currency: 'EUR' },
    ],
  });
  expect(await balanceOf(l, 'a')).toMatchObject({ booked: 384n, opening: 500n, lastLine: 2 });
  expect(await balanceOf(l, 'b')).toMatchObject({ booked: 10n });
  expect((await balanceOf(l, 'clearing:NOK'))?.booked).toBe(-384n);
  expect((await balanceOf(l, 'clearing:EUR'))?.booked).toBe(-10n);
  const newest = await linesOf(l, 'a', { status: 'booked' });
  expect(newest.map((row) => row.order)).toEqual([`${DAY}#000000002`, `${DAY}#000000001`]);
});

test.each([
  ['sums in another currency', [line('x', 'a', 9n)], [{ amount: -9n, currency: 'SEK' }], 'off by'],
  ['is on an unknown account', [line('x', 'q', 0n)], [], 'no balance'],
  ['uses an id twice', [line('x', 'a', 5n), line('x', 'a', -5n)], [], 'one id'],
  ['uses an id that is taken', [line('old', 'a', 0n)], [], 'exists'],
])('ledger: a posting that %s throws and puts nothing', async (_, posted, clearing, text) => {
  const { l, tx } = await bankWith(500n);
  await book(l, { lines: [line('old', 'a', 0n)] });
  const before = tx.dump();
  await expect(book(l, { lines: posted, clearing })).rejects.toThrow(text);
  expect(tx.dump()).toBe(before);
});

test('ACC-03: lines are read newest first, the last posted of a day first, in a window', async () => {
  const { l } = await bankWith(0n);
  const days = ['2026-11-02', '2026-11-03', '2026-11-01', '2026-11-03'];
  for (const [i, day] of days.entries()) {
    await book(l, { lines: [line(`${i}`, 'a', 0n, day)] });
  }
  const ids = async (range: object) =>
    (await linesOf(l, 'a', { status: 'booked', ...range })).map((row) => row.id).join('');
  expect(await ids({})).toBe('3102');
  expect(await ids({ from: '2026-11-02' })).toBe('310');
  expect(await ids({ to: '2026-11-02' })).toBe('02');
  expect(await ids({ from: '2026-11-03', to: '2026-11-03' })).toBe('31');
  expect(await ids({ offset: 1, limit: 2 })).toBe('10');
  expect(await linesOf(l, 'a', { status: 'pending' })).toEqual([]);
});

test('SBX-05: forgotten lines leave the balance as it was; payments keep their holds', async () => {
  const { l } = await bankWith(500n);
  await book(l, { lines: [line('x', 'a', -20n)], clearing: [{ amount: 20n, currency: 'NOK' }] });
  await addPending(l, { lineId: 'i', accountId: 'a', amount: 40n, date: DAY, details: {} });
  const hold = { lineId: 'h', accountId: 'a', amount: 7n, date: DAY, details: {} };
  await placeHold(l, { ...hold, paymentId: 'p' });
  await forgetLines(l, 'a');
  const now = { booked: 480n, opening: 480n, pending: -7n, held: -7n };
  expect(await balanceOf(l, 'a')).toMatchObject(now);
  expect(await linesOf(l, 'a', { status: 'booked' })).toEqual([]);
  expect((await linesOf(l, 'a', { status: 'pending' })).map((row) => row.id)).toEqual(['h']);
});
