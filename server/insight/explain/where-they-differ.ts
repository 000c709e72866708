// Two long values that differ: what the developer has to see is the place.
import { quote } from '../../protocol/shown-text.ts';

const LONGEST = 50;

/** Two texts of which the beginning would look the same, from shortly before where they part. */
export function whereTheyDiffer(a: string, b: string): readonly [string, string] {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (at < LONGEST - 10) return [quote(a, LONGEST), quote(b, LONGEST)];
  const from = (text: string) => quote(`…${text.slice(at - 10)}`, LONGEST);
  return [from(a), from(b)];
}
