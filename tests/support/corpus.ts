// Generated and recorded cases: `npm test` takes a twentieth of them, another with each commit. CI and `npm run test:all`
// take all (CORPUS=whole).
import { createHash } from 'node:crypto';

const PART = 20;
/** From scripts/test.mjs, which prints it; CORPUS_SEED=… repeats a run. */
const seed = Number(process.env['CORPUS_SEED'] ?? 0);
const isWhole = process.env['CORPUS'] === 'whole';
/** The same in every run, so that a tree is green or red whoever runs it; another looks for what nobody thought of. */
const propertySeed = Number(process.env['PROPERTY_SEED'] ?? 20_261_103);

/** How fast-check runs a property: with that many cases, or a twentieth of them. */
export const runs = (whole: number) => ({
  numRuns: isWhole ? whole : Math.ceil(whole / PART),
  seed: propertySeed,
});

/** All of them, or those whose turn it is: at least one, since `test.each` takes no empty list. */
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
