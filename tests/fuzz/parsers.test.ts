// Texts that somebody else has written, damaged by fast-check, for everything that reads one: it is read, or refused in
// words. `npm run fuzz -- N` takes a tenth of N for each reader; `npm run test:all` takes some hundreds.
import { afterAll, test } from '@jest/globals';
import fc from 'fast-check';
import { diceOf } from '../support/dice.ts';
import { A_DAY, FIRST, MOST, SEED, Table } from '../support/many-cases.ts';
import { textOf } from './hostile.ts';
import { isRefusal, READERS, type Reader } from './texts.ts';

const RUNS = Math.ceil(MOST / 10) || 1000;
const table = new Table();
afterAll(() => table.print('fuzz'));

function textsFor({ examples, words }: Reader): fc.Arbitrary<string> {
  const word = fc.constantFrom(...words.split(' '));
  const many = fc.tuple(word, fc.constantFrom(2, 40, 700, 9000));
  const piece = fc.oneof(
    { weight: 4, arbitrary: word },
    { weight: 2, arbitrary: fc.nat().map((seed) => textOf(diceOf(seed))) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    many.map(([repeated, times]) => repeated.repeat(times)),
  );
  // Not fc.double: nearly all of its numbers are as good as 0.
  const where = fc.nat(9999).map((part) => part / 1e4);
  const cut = fc.oneof(fc.nat(3), fc.nat(200), fc.constant(1e9));
  const edits = fc.array(fc.tuple(where, cut, piece), { minLength: 1, maxLength: 4 });
  const damaged = fc.tuple(fc.constantFrom(...examples), edits).map(([whole, all]) =>
    all.reduce((text, [at, count, put]) => {
      const place = Math.floor(at * text.length);
      return text.slice(0, place) + put + text.slice(place + count);
    }, whole),
  );
  const joined = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  return fc.oneof({ weight: 4, arbitrary: damaged }, joined);
}

test.each(READERS)(
  'ERR-01: $name that were damaged are read, or refused in words',
  async (reader) => {
    for (const example of reader.examples) await reader.read(example);
    let refused = 0;
    const property = fc.asyncProperty(textsFor(reader), async (text) => {
      try {
        if ((await reader.read(text)) === undefined) refused += 1;
      } catch (error) {
        if (!isRefusal(reader, error)) throw error;
        refused += 1;
      }
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED + FIRST });
    table.add(reader.name, { texts: RUNS, read: RUNS - refused, refused });
  },
  A_DAY,
);
