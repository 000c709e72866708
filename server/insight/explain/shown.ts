// Values in a sentence: short, in quotes, and with nothing in them that cannot be seen.
import { readable } from '../../kernel/utf8.ts';

const LONGEST = 50;

/** Controls, marks that turn or join text, line ends of Unicode, halves of characters, and private ones. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;

/** `?` for each character that cannot be seen; a space is one that can. */
export function visible(text: string): string {
  return text.replace(UNSEEN, '?');
}

/** A text, cut at 50 characters. */
export function shownText(text: string): string {
  const cut = text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
  return `"${visible(cut)}"`;
}

/** Bytes of a header as latin1 text: read as UTF-8 where they are that, else as ISO-8859-1. */
export function shown(bytes: string): string {
  return shownText(readable(bytes));
}

/** Two texts of which the beginning would look the same, from shortly before where they part. */
export function whereTheyDiffer(a: string, b: string): readonly [string, string] {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (at < LONGEST - 10) return [shownText(a), shownText(b)];
  const from = (text: string) => shownText(`…${text.slice(at - 10)}`);
  return [from(a), from(b)];
}
