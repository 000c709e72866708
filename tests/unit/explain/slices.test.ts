// Explaining in turns: a share of the time for each bank, and an end to what waits.
import { expect, test } from '@jest/globals';
import { bodyField } from '../../../server/insight/explain/rows/digest-rows.ts';
import type { StringContext } from '../../../server/insight/explain/rows/draft.ts';
import { stringField } from '../../../server/insight/explain/rows/string-field.ts';
import { search } from '../../../server/insight/explain/search.ts';
import {
  atOnce,
  createTurns,
  MOST_OF_BANK,
  MOST_TIME,
  MOST_WAITING,
  type Slices,
} from '../../../server/insight/explain/slices.ts';
import { CONTEXTS } from './recorded-starts.ts';

/** A clock that goes on by a millisecond whenever it is read. */
function clock() {
  let now = 0;
  return () => now++;
}

/** Work of so many steps; it notes its name at each, and whether its time was up. */
function* work(name: string, steps: number, done: string[]): Slices<string> {
  for (let at = 0; at < steps; at += 1) {
    done.push(name);
    if (yield) return `${name} is stopped`;
  }
  return `${name} is whole`;
}

test('SIG-15: banks take turns, the work of one bank is done in its order', async () => {
  const turns = createTurns(clock());
  const done: string[] = [];
  const all = [
    turns.take('one', work('a', 2, done)),
    turns.take('one', work('b', 2, done)),
    turns.take('two', work('c', 2, done)),
  ];
  expect(await Promise.all(all)).toEqual(['a is whole', 'b is whole', 'c is whole']);
  expect(done.slice(0, 2).sort()).toEqual(['a', 'c']);
  expect(done.lastIndexOf('a')).toBeLessThan(done.indexOf('b'));
});

test('SIG-15: other things happen between two slices', async () => {
  let slices = 0;
  let seen = 0;
  const long = (function* (): Slices<void> {
    for (; slices < 5; slices += 1) yield;
  })();
  const timer = setInterval(() => {
    seen = Math.max(seen, slices);
  }, 0);
  await createTurns(clock()).take('one', long);
  clearInterval(timer);
  expect(seen).toBeGreaterThan(0);
});

test('SIG-15: what takes too much processor time is told to stop', async () => {
  const done: string[] = [];
  const result = await createTurns(clock()).take('one', work('a', 10_000, done));
  expect(result).toBe('a is stopped');
  expect(done.length).toBeLessThanOrEqual(MOST_TIME);
});

test('SIG-15: a fault is thrown to whoever asked, and the next one is served', async () => {
  const turns = createTurns(clock());
  const fault = new Error('no');
  const failing = (function* (): Slices<void> {
    yield;
    throw fault;
  })();
  const failed = turns.take('one', failing);
  const next = turns.take('one', work('a', 1, []));
  await expect(failed).rejects.toBe(fault);
  expect(await next).toBe('a is whole');
});

test('SIG-15: while one waits for a store, other banks have their turns; it fails as the store does', async () => {
  const turns = createTurns(clock());
  const done: string[] = [];
  let answer: () => void = () => undefined;
  const waiting = (function* (): Slices<void> {
    yield new Promise<void>((resolve) => {
      answer = resolve;
    });
    done.push('a');
  })();
  const first = turns.take('one', waiting);
  await turns.take('two', work('b', 2, done));
  expect(done).toEqual(['b', 'b']);
  answer();
  await first;
  expect(done).toEqual(['b', 'b', 'a']);
  const fault = new Error('no');
  const failing = (function* (): Slices<void> {
    yield Promise.reject(fault);
  })();
  await expect(turns.take('one', failing)).rejects.toBe(fault);
});

test('SIG-15: what a step waits for is there at the next one, also if the slice has time left', async () => {
  let isThere = false;
  const waiting = (function* (): Slices<boolean> {
    yield Promise.resolve().then(() => {
      isThere = true;
    });
    return isThere;
  })();
  expect(await createTurns(() => 0).take('one', waiting)).toBe(true);
});

test('SIG-15: beyond so many of a bank, and of all banks, nothing is done', async () => {
  const turns = createTurns(clock());
  const banks = Math.ceil(MOST_WAITING / MOST_OF_BANK) + 1;
  const all = Array.from({ length: banks }, (_, bank) =>
    Array.from({ length: MOST_OF_BANK + 5 }, () => turns.take(String(bank), work('a', 1, []))),
  );
  const served = async (some: readonly Promise<string | undefined>[]) =>
    (await Promise.all(some)).filter((result) => result !== undefined).length;
  expect(await served(all[0] ?? [])).toBe(MOST_OF_BANK);
  expect(await served(all.flat())).toBe(MOST_WAITING);
  expect(await turns.take('one', work('a', 1, []))).toBe('a is whole');
});

/** What comes of work whose time is up after its first slice, beside what comes of all of it. */
function firstAndWhole<T>(work: () => Slices<T>): readonly [T | undefined, T] {
  const stopped = work();
  stopped.next(false);
  const { done, value } = stopped.next(true);
  return [done === true ? value : undefined, atOnce(work())];
}

test('SIG-15: when time is up, no more rows are made, and no more texts are tried', () => {
  const [[, context] = []] = CONTEXTS;
  const [fewRows, rows] = firstAndWhole(() => stringField(context as StringContext));
  expect(fewRows?.rows.length).toBeGreaterThan(0);
  expect(fewRows?.rows.length).toBeLessThan(rows.rows.length);
  const body = bodyField(Buffer.from('{"a":1,"b":[2,3]}'));
  const [few, all] = firstAndWhole(() => search(body, () => false, 10_000_000));
  expect(few?.found).toEqual([]);
  expect(few?.tried).toBeGreaterThan(1);
  expect(few?.tried).toBeLessThan(all.tried);
});
