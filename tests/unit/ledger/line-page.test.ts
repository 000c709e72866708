// A window over pending lines followed by booked ones, beside the same cut out of one list; and what a day ends with.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addPending, book, endsOfDays, openBalance } from '../../../server/bank/ledger/ledger.ts';
import { checkDates, linePage, pageLinks } from '../../../server/bank/ledger/line-page.ts';
import { runs } from '../../support/corpus.ts';
import { mapTx } from '../../support/map-tx.ts';

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'] as const;
const day = fc.constantFrom(...DAYS);
const amount = fc.bigInt({ min: -500n, max: 500n });

async function bankWith(
  booked: readonly (readonly [string, bigint])[],
  pending: readonly string[],
) {
  const l = { tx: mapTx(), now: 0 };
  await openBalance(l, { id: 'a', currency: 'NOK', creditLine: 0n, opening: 100n });
  const details = {};
  for (const [i, [date, moved]] of booked.entries()) {
    const line = { id: `b${i}`, accountId: 'a', amount: moved, bookingDate: date, valueDate: date };
    const clearing = [{ amount: -moved, currency: 'NOK' }];
    await book(l, { lines: [{ ...line, details }], clearing });
  }
  for (const [i, date] of pending.entries()) {
    await addPending(l, { lineId: `p${i}`, accountId: 'a', amount: -1n, date, details });
  }
  return l;
}

test('ACC-03: a page is a cut of the pending lines followed by the booked ones', async () => {
  const window = fc.record({
    statuses: fc.subarray(['pending', 'booked'] as const),
    offset: fc.nat(9),
    limit: fc.integer({ min: 1, max: 9 }),
    dates: fc.record({ from: day, to: day }, { requiredKeys: [] }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(day, amount), { maxLength: 6 }),
      fc.array(day, { maxLength: 6 }),
      window,
      async (booked, pending, { statuses, offset, limit, dates }) => {
        const l = await bankWith(booked, pending);
        const { from = '', to = '~' } = dates;
        const cutOf = (list: readonly string[], prefix: string) =>
          list
            .map((date, i) => ({ id: prefix + i, date, i }))
            .filter(({ date }) => date >= from && date <= to)
            .sort((one, other) =>
              one.date === other.date ? other.i - one.i : one.date < other.date ? 1 : -1,
            )
            .map(({ id }) => id);
        const all = [
          ...(statuses.includes('pending') ? cutOf(pending, 'p') : []),
          ...(statuses.includes('booked')
            ? cutOf(
                booked.map(([date]) => date),
                'b',
              )
            : []),
        ];
        const page = await linePage(l, 'a', { statuses, offset, limit, dates: dates as object });
        const seen = [...page.pending, ...page.booked].map(({ id }) => id);
        expect(seen).toEqual(all.slice(offset, offset + limit));
        expect(page.hasMore).toBe(all.length > offset + limit);
        expect(page.pending.every(({ status }) => status === 'pending')).toBe(true);
      },
    ),
    runs(300),
  );
});

test('SBX-05: pages link to themselves, and to those before and after where there are such', () => {
  const query = { fromDate: '2026-11-18', toDate: undefined, limit: 5 };
  const at = (offset: number) => ({
    href: `/x?fromDate=2026-11-18&limit=5&offset=${offset}`,
    verbs: ['GET'],
  });
  const linksAt = (offset: number, hasMore: boolean) =>
    pageLinks('/x', { ...query, offset }, hasMore);
  expect(linksAt(0, false)).toEqual({ self: at(0) });
  expect(linksAt(0, true)).toEqual({ self: at(0), next: at(5) });
  expect(linksAt(3, true)).toEqual({ self: at(3), next: at(8), previous: at(0) });
  expect(linksAt(10, false)).toEqual({ self: at(10), previous: at(5) });
});

test('SBX-05: a first date after the last is refused under its name', () => {
  const check = checkDates('SBX-05', 'since', 'until');
  for (const fits of [{}, { since: '2026-11-20' }, { until: '2026-11-20' }]) check(fits as never);
  check({ since: '2026-11-20', until: '2026-11-20' });
  expect(() => check({ since: '2026-11-21', until: '2026-11-20' })).toThrow(
    'since (2026-11-21) is after until (2026-11-20).',
  );
});

test('each day ends with what was booked until then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(day, amount), { maxLength: 9 }), async (booked) => {
      const l = await bankWith(booked, ['2026-11-20']);
      const [from, until] = ['2026-11-19', '2026-11-21'];
      const ends = await endsOfDays(l, 'a', { from, until });
      expect(ends.map(({ date }) => date)).toEqual(DAYS.slice(1));
      for (const { date, booked: end, lines } of ends) {
        const before = booked.filter(([one]) => one <= date);
        expect(end).toBe(before.reduce((sum, [, moved]) => sum + moved, 100n));
        const own = booked.flatMap(([one], i) => (one === date ? [`b${i}`] : []));
        expect(lines.map(({ id }) => id)).toEqual(own.reverse());
      }
    }),
    runs(200),
  );
});
