// Texts that somebody else has written, damaged by fast-check, for everything that reads one: it is read, or refused in
// words. `npm run fuzz -- N` takes a tenth of N for each reader; `npm run test:all` takes some hundreds.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isRefusal, READERS, type Reader } from './texts.ts';

const setting = (name: string) => Number(process.env[name] ?? 0);
const SEED = setting('FUZZ_SEED') || setting('CORPUS_SEED');
const RUNS = Math.ceil(setting('FUZZ_CASES') / 10) || 1000;

const HOSTILE = '\0 \u202e \ud800 \uffff \u00ff \r\n \t % %00 \\ " \' = 0 -1 1e400 __proto__'.split(
  ' ',
);

interface Edit {
  /** 0 to 1: where in the text. */
  readonly at: number;
  /** Characters that go. */
  readonly cut: number;
  readonly put: string;
}

function textsFor({ examples, words }: Reader): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words.split(' ')) },
    { weight: 2, arbitrary: fc.constantFrom(...HOSTILE, ' ', '') },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...words.split(' ')), fc.constantFrom(2, 40, 700, 9000))
        .map(([word, times]) => word.repeat(times)),
    },
  );
  const edit = fc.record<Edit>({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.oneof(fc.nat(3), fc.nat(200), fc.constant(1e9)),
    put: piece,
  });
  const damaged = fc
    .tuple(fc.constantFrom(...examples), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([whole, edits]) => edits.reduce(changed, whole));
  return fc.oneof(
    { weight: 4, arbitrary: damaged },
    { weight: 1, arbitrary: fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')) },
  );
}

function changed(text: string, { at, cut, put }: Edit): string {
  const place = Math.floor(at * text.length);
  return text.slice(0, place) + put + text.slice(place + cut);
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
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
    const figures = [RUNS, RUNS - refused, refused].map((one) => String(one).padStart(10)).join('');
    process.stdout.write(`${reader.name.padEnd(12)}${figures}  texts, read, refused\n`);
    expect(refused).toBeLessThan(RUNS * 1.1);
  },
  86_400_000,
);
