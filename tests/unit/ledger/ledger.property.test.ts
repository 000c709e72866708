// Any sequence of ledger operations keeps the sums that tables.ts promises.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addPending,
  balanceOf,
  book,
  closeBalance,
  forgetLines,
  type LedgerTx,
  openBalance,
  placeHold,
  releaseHold,
  setBooked,
} from '../../../server/bank/ledger/ledger.ts';
import { balances, lines } from '../../../server/bank/ledger/tables.ts';
import { runs } from '../../support/corpus.ts';
import { type MapTx, mapTx } from '../../support/map-tx.ts';

const CURRENCY: Record<string, string> = { a: 'NOK', b: 'NOK', c: 'EUR', d: 'JPY' };
const ACCOUNTS = Object.keys(CURRENCY);

const account = fc.constantFrom(...ACCOUNTS);
const amount = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 18n });
const date = fc.constantFrom('2026-11-20', '2026-11-21', '2026-11-22');
const step = fc.oneof(
  fc.record({ do: fc.constant('book' as const), from: account, to: account, amount, date }),
  fc.record({ do: fc.constant('hold' as const), account, amount: positive, date }),
  fc.record({ do: fc.constant('incoming' as const), account, amount, date }),
  fc.record({ do: fc.constant('release' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('set' as const), account, amount }),
  fc.record({ do: fc.constant('forget' as const), account }),
  fc.record({ do: fc.constant('reopen' as const), account, amount }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function carryOut(l: LedgerTx, tx: MapTx, s: Step, id: string): Promise<void> {
  const details = {};
  switch (s.do) {
    case 'book':
      return void (await book(l, transfer(s, id)));
    case 'hold':
      return void (await placeHold(l, {
        ...s,
        lineId: id,
        accountId: s.account,
        details,
        paymentId: id,
      }));
    case 'incoming':
      return void (await addPending(l, { ...s, lineId: id, accountId: s.account, details }));
    case 'release': {
      const pending = tx.all(lines).filter((line) => line.status === 'pending');
      const line = pending[s.which % pending.length];
      return line === undefined ? undefined : void (await releaseHold(l, line.id));
    }
    case 'set':
      return void (await setBooked(l, s.account, s.amount));
    case 'forget':
      return forgetLines(l, s.account);
    case 'reopen':
      await closeBalance(l, s.account);
      return void (await openBalance(l, opened(s.account, s.amount)));
  }
}

const opened = (id: string, opening: bigint) => ({
  id,
  currency: CURRENCY[id] as string,
  creditLine: 0n,
  opening,
});

function transfer(s: Extract<Step, { do: 'book' }>, id: string) {
  const side = (accountId: string, signed: bigint, suffix: string) => ({
    id: id + suffix,
    accountId,
    amount: signed,
    bookingDate: s.date,
    valueDate: s.date,
    details: {},
  });
  return {
    lines: [side(s.from, -s.amount, '-'), side(s.to, s.amount, '+')],
    clearing: [
      { amount: s.amount, currency: CURRENCY[s.from] as string },
      { amount: -s.amount, currency: CURRENCY[s.to] as string },
    ],
  };
}

function checkSums(tx: MapTx): void {
  const total = new Map<string, bigint>();
  for (const balance of tx.all(balances)) {
    total.set(balance.currency, (total.get(balance.currency) ?? 0n) + balance.booked);
    const own = tx.all(lines).filter((line) => line.accountId === balance.id);
    const sum = (of: typeof own) => of.reduce((so, line) => so + line.amount, 0n);
    const pending = own.filter((line) => line.status === 'pending');
    expect(balance.booked - balance.opening).toBe(sum(own.filter((x) => x.status === 'booked')));
    expect(balance.pending).toBe(sum(pending));
    expect(balance.held).toBe(sum(pending.filter((line) => line.amount < 0n)));
    expect(new Set(own.map((line) => line.order)).size).toBe(own.length);
  }
  expect([...total.values()].every((sum) => sum === 0n)).toBe(true);
}

test('any sequence: booked = opening + lines, pending = its lines, currencies sum to zero', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const tx = mapTx();
      const l = { tx, now: 0 };
      for (const id of ACCOUNTS) await openBalance(l, opened(id, 1_000n));
      for (const [i, s] of steps.entries()) {
        await carryOut(l, tx, s, `line-${i}`);
        checkSums(tx);
      }
    }),
    runs(500),
  );
});

test('a posting that is off by anything, in any currency, is refused and changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(account, amount, amount, async (id, moved, cleared) => {
      fc.pre(moved + cleared !== 0n);
      const tx = mapTx();
      const l = { tx, now: 0 };
      await openBalance(l, opened(id, 0n));
      const side = { id: 'x', accountId: id, amount: moved, details: {} };
      const posted = { ...side, bookingDate: '2026-11-21', valueDate: '2026-11-21' };
      const clearing = [{ amount: cleared, currency: CURRENCY[id] as string }];
      await expect(book(l, { lines: [posted], clearing })).rejects.toThrow('off by');
      expect(await balanceOf(l, id)).toMatchObject({ booked: 0n, lastLine: 0 });
    }),
    runs(500),
  );
});
