// The difference between the string that a client signed and the bank's string, character by character.
// Limited in edits and not in time, so that what is shown does not depend on what else the machine does: a hostile pair
// of strings costs some 50 ms.
import type { ChangeObject } from 'diff';
import { visibleExactly } from './visible-text.ts';

export interface DiffPiece {
  /** `removed` is only in the client's string, `added` only in the bank's. */
  readonly op: 'same' | 'removed' | 'added';
  /** Part of one line, with escapes for invisible characters. */
  readonly text: string;
  /** The piece goes to the end of its line. */
  readonly end?: 'LF';
}

interface DiffStep {
  readonly op: DiffPiece['op'];
  readonly text: string;
}

/** CTRL-05: this many characters of each string are compared. */
export const MOST_COMPARED = 4000;
/** The cost grows with their square. */
const MOST_EDITS = 600;
/** Up to this many equal characters between two changes are chance, and are shown as part of the change. */
const CHANCE = 2;

/** @returns what to remove from `signed` and add to get `wanted`, line by line */
export async function differenceOf(signed: string, wanted: string): Promise<readonly DiffPiece[]> {
  const [from, to] = [clip(signed), clip(wanted)];
  // Loaded with the first viewed request, so that a bank starts faster.
  const { diffChars, diffLines } = await import('diff');
  // First whole lines, so that an added line is one change and not mixed with its neighbours.
  const lines = changesOf(diffLines(from, to, { maxEditLength: MOST_EDITS })) ?? middleOf(from, to);
  const places = lines.filter(({ op }) => op === 'removed').length;
  const share = { maxEditLength: Math.ceil(MOST_EDITS / Math.sqrt(Math.max(places, 1))) };
  const letters = (removed: string, added: string) =>
    changesOf(diffChars(removed, added, share)) ?? middleOf(removed, added);
  return tidied(eachWithin(lines, letters)).flatMap(piecesOf);
}

function changesOf(found: readonly ChangeObject<string>[] | undefined) {
  return found?.map(
    ({ value, added, removed }): DiffStep => ({
      op: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    }),
  );
}

/** Compares more closely what was removed and added in one place. */
function eachWithin(
  changes: readonly DiffStep[],
  compare: (removed: string, added: string) => readonly DiffStep[],
): readonly DiffStep[] {
  return changes.flatMap((change, at) => {
    const [before, after] = [changes[at - 1], changes[at + 1]];
    if (change.op === 'removed' && after?.op === 'added') return compare(change.text, after.text);
    return change.op === 'added' && before?.op === 'removed' ? [] : [change];
  });
}

function clip(text: string): string {
  return text.slice(0, MOST_COMPARED).replace(/[\uD800-\uDBFF]$/, '');
}

/** Equal start, different middle, equal end: for two strings with little in common. */
function middleOf(from: string, to: string): readonly DiffStep[] {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  // Does not cut a surrogate pair in two.
  if (/[\uD800-\uDBFF]/.test(from.charAt(start - 1))) start -= 1;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  if (/[\uDC00-\uDFFF]/.test(from.charAt(from.length - end))) end -= 1;
  return [
    { op: 'same', text: from.slice(0, start) },
    { op: 'removed', text: from.slice(start, from.length - end) },
    { op: 'added', text: to.slice(start, to.length - end) },
    { op: 'same', text: from.slice(from.length - end) },
  ];
}

/** Joins adjacent changes of one kind, and changes with only chance matches between them. */
function tidied(changes: readonly DiffStep[]): readonly DiffStep[] {
  const tidy: DiffStep[] = [];
  let removed = '';
  let added = '';
  const push = (op: DiffStep['op'], text: string) => {
    const before = tidy.at(-1);
    if (before?.op === op) tidy[tidy.length - 1] = { op, text: before.text + text };
    else if (text !== '') tidy.push({ op, text });
  };
  const flush = () => {
    // Joined changes may have an equal start or end.
    for (const { op, text } of middleOf(removed, added)) push(op, text);
    removed = '';
    added = '';
  };
  for (const { op, text } of changes) {
    if (op === 'removed') removed += text;
    else if (op === 'added') added += text;
    else if (text.length <= CHANCE && !text.includes('\n')) {
      // At the very start or end it comes off again when the change is flushed.
      removed += text;
      added += text;
    } else {
      flush();
      push(op, text);
    }
  }
  flush();
  return tidy;
}

function piecesOf({ op, text }: DiffStep): readonly DiffPiece[] {
  const lines = text.split('\n');
  return lines
    .map((line, at): DiffPiece => {
      const last = at === lines.length - 1;
      return { op, text: visibleExactly(line), ...(last ? {} : { end: 'LF' as const }) };
    })
    .filter((piece) => piece.text !== '' || piece.end !== undefined);
}
