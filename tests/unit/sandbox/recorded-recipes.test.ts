// The transactions that recipes make: on which days, how much, with whom and in which words, for a table of recipes, as it is
// written in tests/fixtures/seeds/recipes.txt. `npm run examples` records it again.
import { expect, test } from '@jest/globals';
import { daysUpTo, monthlyDays } from '../../../server/bank/sandbox/calendar.ts';
import { type Recipe, readFixtures } from '../../../server/bank/sandbox/fixtures.ts';
import {
  accountOf,
  amountsOf,
  daysOf,
  entriesOf,
  type Holder,
  minor,
} from '../../../server/bank/sandbox/recipes.ts';
import { invoiced, transactionsUpTo } from '../../../server/bank/sandbox/starting-transactions.ts';
import type { PlainDate } from '../../../server/kernel/dates.ts';
import { expectRecorded, saidBy, shown } from '../../support/recorded.ts';

const TODAY = '2031-03-05' as PlainDate;
const fixtures = readFixtures();
const span = { booked: daysUpTo('2031-03-04' as PlainDate, 80), today: daysUpTo(TODAY, 7) };

const ACCOUNT: Holder = {
  ...{ key: 'kari', currency: 'NOK', ownerName: 'Kari' },
  account: accountOf('99997649326'),
};
const EURO: Holder = { ...ACCOUNT, key: 'euro', currency: 'EUR' };
const CARD: Holder = { key: 'card', currency: 'NOK', ownerName: 'Kari', maskedPan: '4925*1' };

const recipe = (more: object): Recipe => ({ key: 'r', kind: 'out', ...more }) as never;

const TIMES: readonly object[] = [
  ...[0, 1, 6, 7, 20].map((daysAgo) => ({ daysAgo })),
  ...[1, 15, 28, 29, 30, 31].flatMap((monthly) =>
    [undefined, 'forward', 'back', 'none'].map((shift) => ({ monthly, ...(shift && { shift }) })),
  ),
  ...[0, 1, 2, 6, 7, 8].map((perWeek) => ({ perWeek })),
  ...[
    {},
    { chance: 0 },
    { chance: 0.2 },
    { chance: 1 },
    { chance: 1, days: [6, 7] },
    { days: [1] },
  ],
  ...[
    { chance: 0.3, days: [1, 2, 3, 4, 5] },
    { chance: 1, days: [] },
    { daysAgo: 1, monthly: 1 },
  ],
];

const times = (): readonly string[] =>
  TIMES.flatMap((when) =>
    [ACCOUNT, EURO].map((holder) => {
      const days = daysOf(holder, recipe(when), span);
      return `${holder.key} ${shown(when)}: ${days.map(({ date }) => date.slice(5)).join(' ')}`;
    }),
  );

const AMOUNTS: readonly (readonly [object, string])[] = [
  [{}, 'NOK'],
  [{ amount: ['5'] }, 'NOK'],
  [{ amount: ['5', '5'] }, 'NOK'],
  [{ amount: ['1', '2'] }, 'NOK'],
  [{ amount: ['1', '2'], step: '0.25' }, 'NOK'],
  [{ amount: ['1', '2'], step: '0.30' }, 'NOK'],
  [{ amount: ['10', '500'], step: '10' }, 'JPY'],
  [{ amount: ['1.5'] }, 'JPY'],
  [{ amount: ['x'] }, 'NOK'],
];

const amounts = (): readonly string[] => [
  ...AMOUNTS.map(([what, currency]) => {
    const said = saidBy(() => {
      const amountAt = amountsOf(recipe(what), currency);
      return [0, 0.1, 0.25, 0.5, 0.75, 0.99, 0.999999].map(amountAt);
    });
    return `${shown(what)} ${currency}: ${said}`;
  }),
  ...['1', '1.00', '-1', '', '1,0'].map((one) => `${one}: ${saidBy(() => minor(one, 'NOK'))}`),
  ...['99997649326', 'NO0699997649326', 'DE89370400440532013000'].map((one) =>
    shown(accountOf(one)),
  ),
];

const amount = ['10', '90'];
const once = { monthly: 3, amount };
const KINDS: readonly object[] = [
  {
    ...once,
    kind: 'in',
    name: 'Arbeidsgiver',
    text: 'Lønn {month} {number}',
    account: '99990000022',
  },
  { ...once, kind: 'out', name: 'Utleier', account: 'DE89370400440532013000', code: 'FAST' },
  { ...once, kind: 'out', name: 'Strøm', kid: '1234', text: 'ikke {month} {month}' },
  { ...once, kind: 'in', kid: '77' },
  { ...once, kind: 'own', text: '' },
  { ...once, kind: 'out' },
  { kind: 'out', daysAgo: 2, amount },
  ...['groceries', 'none', undefined].map((merchants) => ({ ...once, kind: 'card', merchants })),
  ...['SEK', 'EUR', 'NOK', 'USD', 'XXX'].map((currency) => ({
    ...once,
    ...{ kind: 'card', merchants: Object.keys(fixtures.merchants)[0], currency, step: '10' },
  })),
];

const kinds = (): readonly string[] =>
  KINDS.flatMap((what) =>
    [ACCOUNT, EURO, CARD].flatMap((holder) => [
      `# ${holder.key} ${shown(what)}`,
      ...[saidBy(() => entriesOf(holder, recipe(what), { fixtures, span }).map(whole))],
    ]),
  );

const whole = ({ id, day, pending, amount: of, details }: ReturnType<typeof entriesOf>[number]) => {
  const said = saidBy(details);
  return `${day.date} ${pending} ${of} ${id()} ${said}`;
};

test('CTRL-11: recipes of every kind: make the transactions that they make now', () => {
  expectRecorded('seeds/recipes.txt', [...times(), ...amounts(), ...kinds()]);
});

test('CTRL-11: days, and those on which something of a month happens: are what they are now', () => {
  const lines = ['2031-03-05', '2032-03-01', '2031-01-01'].flatMap((last) =>
    [0, 1, 8, 40].map((count) => {
      const days = daysUpTo(last as PlainDate, count);
      const own = days.map((one) => [one.date, one.number, one.weekday, one.day].join(' '));
      const ends = days.filter(({ isLastOfMonth }) => isLastOfMonth).map(({ date }) => date);
      return `${last} ${count}: ${own.slice(0, 2)} … ${own.slice(-1)}, ends ${ends}`;
    }),
  );
  const year = daysUpTo('2031-12-31' as PlainDate, 365);
  for (const shift of ['forward', 'back', 'none'] as const)
    for (const monthly of [1, 15, 29, 30, 31]) {
      const found = monthlyDays(year, monthly, shift).map(({ date }) => date.slice(5));
      lines.push(`${shift} ${monthly}: ${found.join(' ')}`);
    }
  expectRecorded('seeds/days.txt', lines);
});

test('CTRL-11: the transactions of the starting set: are those of each day that there were', () => {
  const lines: string[] = [];
  for (const today of ['2031-03-05', '2031-03-01', '2032-02-29']) {
    for (const [key, entries] of transactionsUpTo(fixtures, today as PlainDate)) {
      const sum = entries.reduce((so, one) => so + one.amount, 0n);
      const pending = entries.filter((one) => one.pending).length;
      lines.push(`${today} ${key}: ${entries.length}, ${pending} pending, ${sum}`);
      lines.push(...[...entries.slice(0, 1), ...entries.slice(-2)].map((one) => `  ${whole(one)}`));
      const bills = entries.filter((one) => shown(one.details()).includes('Innbetaling'));
      if (bills.length > 0) lines.push(`  bills ${bills.map((one) => one.amount).join(' ')}`);
    }
  }
  const [entry] = entriesOf(
    CARD,
    recipe({ kind: 'card', daysAgo: 0, amount, merchants: 'groceries' }),
    { fixtures, span },
  );
  expect(entry).toBeDefined();
  for (const today of ['2031-03-05', '2031-04-01', '2031-02-28'])
    for (const pending of [true, false]) {
      const [one] = invoiced(
        entry === undefined ? [] : [{ ...entry, pending }],
        today as PlainDate,
      );
      lines.push(`${today} ${pending}: ${shown(one?.details()['invoiced'])}`);
    }
  expectRecorded('seeds/starting-transactions.txt', lines);
});
