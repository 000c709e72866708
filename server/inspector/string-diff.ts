// The difference between the string that a client signed and the one that the bank built, character by
// character. Bounded: a hostile pair of strings costs a tenth of a second at most.
import { visible } from './visible-text.ts';

export interface DiffPiece {
  /** `removed` is only in the client's string, `added` only in the bank's. */
  readonly op: 'same' | 'removed' | 'added';
  /** Part of one line, with escapes for what would not be seen. */
  readonly text: string;
  /** The piece goes to the end of its line. */
  readonly end?: 'LF';
}

interface Change {
  readonly op: DiffPiece['op'];
  readonly text: string;
}

/** CTRL-05: so many characters of each string are compared. */
export const MOST_COMPARED = 4000;
const MOST_EDITS = 600;
const MOST_MILLIS = 100;
/** So few equal characters between two changes are chance, and read better as part of them. */
const CHANCE = 2;

/** @returns what to take out of `signed` and put in to get `wanted`, line by line */
export async function differenceOf(signed: string, wanted: string): Promise<readonly DiffPiece[]> {
  const [from, to] = [clip(signed), clip(wanted)];
  // Loaded for the first who looks: a bank that nobody looks into starts without it.
  const { diffChars } = await import('diff');
  const found = diffChars(from, to, { maxEditLength: MOST_EDITS, timeout: MOST_MILLIS });
  const changes: readonly Change[] =
    found?.map(({ value, added, removed }) => ({
      op: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })) ?? middleOf(from, to);
  return tidied(changes).flatMap(piecesOf);
}

function clip(text: string): string {
  return text.slice(0, MOST_COMPARED).replace(/[\uD800-\uDBFF]$/, '');
}

/** Two strings that have little in common: equal beginning, all of the rest, equal end. */
function middleOf(from: string, to: string): readonly Change[] {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return [
    { op: 'same', text: from.slice(0, start) },
    { op: 'removed', text: from.slice(start, from.length - end) },
    { op: 'added', text: to.slice(start, to.length - end) },
    { op: 'same', text: from.slice(from.length - end) },
  ];
}

/** Joins neighbours of one kind, and changes with nothing but chance between them. */
function tidied(changes: readonly Change[]): readonly Change[] {
  const tidy: Change[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    tidy.push({ op: 'removed', text: removed }, { op: 'added', text: added });
    removed = '';
    added = '';
  };
  changes.forEach(({ op, text }, at) => {
    const between = at > 0 && at < changes.length - 1;
    if (op === 'removed') removed += text;
    else if (op === 'added') added += text;
    else if (between && text.length <= CHANCE && !text.includes('\n')) {
      removed += text;
      added += text;
    } else {
      flush();
      tidy.push({ op, text });
    }
  });
  flush();
  return tidy.filter(({ text }) => text !== '');
}

function piecesOf({ op, text }: Change): readonly DiffPiece[] {
  const lines = text.split('\n');
  return lines
    .map((line, at): DiffPiece => {
      const last = at === lines.length - 1;
      return { op, text: visible(line), ...(last ? {} : { end: 'LF' as const }) };
    })
    .filter((piece) => piece.text !== '' || piece.end !== undefined);
}
