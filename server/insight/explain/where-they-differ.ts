// Shows two long values at the place where they differ.
import { quote } from '../../protocol/shown-text.ts';

const LONGEST = 50;

/** Cuts texts with a long common start, so that they begin shortly before the difference. */
export function whereTheyDiffer(a: string, b: string): readonly [string, string] {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (at < LONGEST - 10) return [quote(a, LONGEST), quote(b, LONGEST)];
  const from = (text: string) => quote(`…${text.slice(at - 10)}`, LONGEST);
  return [from(a), from(b)];
}
