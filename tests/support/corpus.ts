// Generated cases: an ordinary run takes a sample, always the same one; `CORPUS=whole` runs them all.
const WHOLE = process.env['CORPUS'] === 'whole';

/** How fast-check runs a property: with that many cases, or a tenth of them. */
export const runs = (whole: number) => ({
  numRuns: WHOLE ? whole : Math.ceil(whole / 10),
  seed: 20_261_103,
});
