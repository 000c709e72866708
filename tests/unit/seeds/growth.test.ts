// What a seed costs grows with its length and no faster, whatever it says (CTRL-11). Where work can be counted it is;
// else the processor time of one size is compared with that of a smaller one.
import { expect, test } from '@jest/globals';
import { parseSeedText } from '../../../server/bank/seeds/seed-text.ts';
import { slicesOf } from '../../../server/kernel/slices.ts';
import { placesOf } from '../../../server/kernel/text-places.ts';
import { createValidator } from '../../../server/validation/schemas.ts';

const validator = createValidator();
/** How many entries of that list the validator reads before it refuses. */
const read = (wrap: (entries: readonly object[]) => object, count: number): number => {
  const seen = new Set<number>();
  const entries = Array.from({ length: count }, (_, at) => {
    const get = (_target: object, name: string | symbol) => {
      if (name === 'transactionAmount' || name === 'customerNumber') seen.add(at);
      return undefined;
    };
    return new Proxy({}, { get });
  });
  expect(validator.violations('control/seed.json', wrap(entries))).toHaveLength(20);
  return seen.size;
};
const account = { customerNumber: '15479801026', accountName: 'Konto', currency: 'NOK' };

test.each([
  ['customers', (customers: readonly object[]) => ({ customers })],
  [
    'transactions',
    (transactions: readonly object[]) => ({ accounts: [{ ...account, transactions }] }),
  ],
] as const)('CTRL-11: of many %s that are wrong, some hundred are read', (_, wrap) => {
  expect(read(wrap, 500)).toBe(read(wrap, 50_000));
  expect(read(wrap, 500)).toBeLessThan(300);
});

test('CTRL-11: one wrong entry behind many right ones is found', () => {
  const transactions = [...Array(50_000).fill({ transactionAmount: -1 }), {}];
  const [first] = validator.violations('control/seed.json', {
    accounts: [{ ...account, transactions }],
  });
  expect(first?.message.path).toBe('/accounts/0/transactions/50000/transactionAmount');
});

test('CTRL-11: positions are read in one pass, lines of any ending', () => {
  const text = 'a\nbø\r\n😀c\rd';
  expect(placesOf(text, [9, 0, 3, 6, 8, 10])).toEqual([
    { line: 3, column: 3 },
    { line: 1, column: 1 },
    { line: 2, column: 2 },
    { line: 3, column: 1 },
    { line: 3, column: 2 },
    { line: 4, column: 1 },
  ]);
});

const lines = (line: (i: number) => string) => (count: number) =>
  Array.from({ length: count }, (_, i) => line(i)).join('');
/** The least of three, in ms: what else the process does only adds. */
const cost = async (text: string): Promise<number> => {
  const costs: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    const before = process.cpuUsage();
    await parseSeedText(text).catch(() => undefined);
    costs.push(process.cpuUsage(before).user / 1000);
  }
  return Math.min(...costs);
};

// Eight times as long: eight times the time if it is linear, sixty-four times if it is quadratic.
test.each([
  ['many names', lines((i) => `k${i}: 1\n`)],
  ['many names in one line', (count: number) => `{${lines((i) => `k${i}: 1, `)(count)}}`],
  ['many mistakes', (count: number) => `[${','.repeat(count)}]`],
])('CTRL-11: YAML: %s take as long as they are many', async (_, make) => {
  await cost(make(2000));
  const [few, many] = [await cost(make(2000)), await cost(make(16_000))];
  // Some systems count processor time in steps of 10 ms.
  expect(many / Math.max(few, 10)).toBeLessThan(30);
});

test('CTRL-11: rows: others have a turn between slices', async () => {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  let slices = 0;
  const seen: number[] = [];
  for await (const slice of slicesOf(Array.from({ length: 5001 }, (_, i) => i))) {
    slices += 1;
    seen.push(...slice);
  }
  clearImmediate(next);
  expect(seen).toHaveLength(5001);
  expect(slices).toBeGreaterThan(5);
  expect(turns).toBeGreaterThanOrEqual(slices - 1);
});

test.each([
  ['[,,]', 'Line 1, column 3: This is not YAML: Unexpected , in flow sequence.'],
  ['a: *b', 'Line 1, column 4: There is no anchor &b before the alias *b.'],
  ['__proto__: 1', 'Line 1, column 1: A member must not be named __proto__.'],
  [
    `a: 1\n---\nb: 1\n---\n${'['.repeat(99)}`,
    'Line 2, column 1: A seed is one document; remove the line --- and what is before or after it.',
  ],
  ['a: &x 1\nb: { c: *x, c: 2 }', 'Line 2, column 13: "c" is there twice in this object'],
])('CTRL-11: the first mistake of a YAML text: %s is named', async (text, says) => {
  await expect(parseSeedText(text)).rejects.toThrow(says);
});
