// Generated and recorded cases: `npm test` takes a tenth of them, CI and `npm run test:all` all (CORPUS=whole).
import { createHash } from 'node:crypto';

const PART = 10;
/** From scripts/test.mjs, which prints it; CORPUS_SEED=random takes others. */
const seed = Number(process.env['CORPUS_SEED'] ?? 0);
const isWhole = process.env['CORPUS'] === 'whole';

/** How fast-check runs a property: with that many cases, or a tenth of them. */
export const runs = (whole: number) => ({
  numRuns: isWhole ? whole : Math.ceil(whole / PART),
  seed,
});

/** All of them, or a tenth: at least one, since `test.each` takes no empty list. */
export function sampleOf<T>(
  cases: readonly T[],
  nameOf: (one: T) => string = String,
): readonly T[] {
  if (isWhole) return cases;
  const sample = cases.filter((one) => {
    const hash = createHash('sha256')
      .update(`${seed} ${nameOf(one)}`)
      .digest();
    return hash.readUInt16BE() % PART === 0;
  });
  return sample.length > 0 ? sample : cases.slice(0, 1);
}
