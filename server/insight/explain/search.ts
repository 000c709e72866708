// The one search. Whatever a client does to a body, a digest, a line or the whole string is a row: a small
// change of what the client had, with the name of the mistake, a sentence, and how rare it is. Rows compose.
// A field is a draft to start from (the body, or the signing string with the body that its digest is of) and
// its rows in the order in which a client does such things. The search makes every combination, the likeliest
// first, each from the draft before its last row, so that nothing is done twice, and tests its text: is it what
// was hashed or signed? The work is limited (SIG-15).
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { Reading } from './explanation.ts';
import type { MistakeName } from './mistake-names.ts';
import type { Slices } from './slices.ts';

/** What a client had; both one character for each byte. */
export interface Draft {
  /** What is hashed or signed. Until the rows that join them, lines are `name: value` with LF between. */
  readonly text: string;
  /** Of a signing string the body that its digest is of. */
  readonly body: string;
}

export interface MistakeRow {
  /** The mistake's name, and those of further mistakes that it includes. */
  readonly mistakes: readonly MistakeName[];
  /** What it changes. Two rows of the same slot exclude each other. */
  readonly slot: string;
  /** 1 is very usual; each more is some times rarer. */
  readonly cost: number;
  /** What was done and what is right, with a full stop. @param signed the text with all mistakes */
  readonly says: (signed: string) => string;
  /** `undefined` if it cannot be done, or does nothing. */
  readonly change: (draft: Draft) => Draft | undefined;
}

export interface Field {
  readonly start: Draft;
  readonly rows: readonly MistakeRow[];
  /** One of the rows, so usual that every text is tested with it as well: it puts a newline behind the text. */
  readonly newline: MistakeRow;
}

/** A draft with what was done to it. */
interface Reached {
  readonly draft: Draft;
  /** In the order of the field. */
  readonly rows: readonly MistakeRow[];
  /** Of the last row in the field. */
  readonly place: number;
  /** What all rows are about, the first word of their slots; `undefined` if it is not one thing. */
  readonly thing: string | undefined;
}

/** Several mistakes together are so much rarer than one that costs as much; about one thing they are less so. */
const SEVERAL = 2;
const ALIKE = 1;
/** Costs of all together, and of what is followed by another row. */
const COSTS = [1, 2, 3, 4, 5, 6, 7, 8];
const FOLLOWED = [1, 2, 3, 4];

/** What is added to what, the likeliest first: one that is usual to a rare one before two that are neither. */
const STEPS = COSTS.flatMap((all) => [
  { before: 0, last: all, isAlike: true },
  ...[ALIKE, SEVERAL].flatMap((rarer) => {
    const both = all - rarer;
    const usual = (cost: number) => Math.min(cost, both - cost);
    const costs = FOLLOWED.toSorted((a, b) => usual(a) - usual(b));
    return costs.map((before) => ({ before, last: both - before, isAlike: rarer === ALIKE }));
  }),
]);

const isFree = ({ slot }: MistakeRow, rows: readonly MistakeRow[]): boolean =>
  rows.every((row) => row.slot !== slot);

/** Every text that the rows make of the start, the likeliest first; `undefined` for a row that does nothing. */
function* reach({ start, rows, newline }: Field) {
  const placed = rows.map((row, place) => ({ row, place, thing: row.slot.split(' ', 1)[0] }));
  const first: Reached = { draft: start, rows: [], place: -1, thing: undefined };
  /** By cost. */
  const reached: Reached[][] = [[first], ...FOLLOWED.map(() => [])];
  // Rows that alone do what no likelier one does; others only go with rows about the same.
  const useful = new Set<MistakeRow>();
  const seen = new Set([start.text]);
  for (const { before: cost, last, isAlike } of STEPS) {
    const lasts = placed.filter(({ row }) => row.cost === last && (isAlike || useful.has(row)));
    const byThing = new Map<string | undefined, (typeof placed)[number][]>();
    for (const one of lasts) getOrSet(byThing, one.thing, () => []).push(one);
    for (const before of reached[cost] ?? []) {
      const isFirst = before === first;
      const fitting = isAlike && !isFirst ? byThing.get(before.thing) : lasts;
      for (const { row, place, thing } of fitting ?? []) {
        if (place <= before.place || (!isAlike && thing === before.thing)) continue;
        if (!isFirst && (row === newline || !isFree(row, before.rows))) continue;
        const draft = row.change(before.draft);
        if (draft === undefined || (isFirst && seen.has(draft.text))) {
          yield undefined;
          continue;
        }
        const all = [...before.rows, row];
        yield { text: draft.text, rows: all };
        const about = isAlike ? thing : undefined;
        reached[cost + last]?.push({ draft, rows: all, place, thing: about });
        if (!isFirst) continue;
        seen.add(draft.text);
        useful.add(row);
      }
    }
  }
}

interface Found {
  /** What was done; several if different rows give the same text. Empty if nothing does. */
  readonly found: readonly (readonly Reading[])[];
  /** What was hashed or signed. */
  readonly text?: string;
  readonly tried: number;
}

/** Work, in bytes that are tested: what a text costs beside its own, and how much there is between two pauses. */
const EACH = 600;
const SLICE = 20 * 1024;

/** Yields now and then; receives `true` when time is up. */
export function* search(
  field: Field,
  test: (text: string) => boolean,
  mostWork: number,
): Slices<Found> {
  const { start, newline } = field;
  const right = start.text;
  if (test(right)) return { found: [[]], text: right, tried: 1 };
  let tried = 1;
  let work = 0;
  let pause = SLICE;
  for (const one of reach(field)) {
    const ends = one !== undefined && isFree(newline, one.rows) ? ['', '\n'] : [''];
    work += ends.length * (EACH + (one?.text ?? right).length);
    if (work > mostWork) break;
    if (work > pause) {
      if (yield) break;
      pause = work + SLICE;
    }
    if (one === undefined) continue;
    const end = ends.find((some) => test(one.text + some));
    tried += ends.length;
    if (end === undefined) continue;
    const rows = end === '' ? one.rows : [...one.rows, newline];
    const text = one.text + end;
    return { found: readingsFor(rows, text, field), text, tried };
  }
  return { found: [], tried };
}

/** What the rows say, and what others say that do the same with a row about as usual in place of one. */
function readingsFor(
  found: readonly MistakeRow[],
  text: string,
  { start, rows }: Field,
): readonly (readonly Reading[])[] {
  const rivals = found.flatMap((old, at) => {
    const others = found.toSpliced(at, 1);
    return rows
      .filter((row) => row !== old && (row.cost === old.cost || row.cost === old.cost + 1))
      .filter((row) => isFree(row, others))
      .map((row) => [...others, row].sort((a, b) => rows.indexOf(a) - rows.indexOf(b)));
  });
  const fitting = rivals.filter((some) => {
    const done = some.reduce<Draft | undefined>((draft, row) => draft && row.change(draft), start);
    return done?.text === text;
  });
  return [found, ...fitting].map((some) =>
    some
      .toSorted((a, b) => a.cost - b.cost)
      .map(({ mistakes, says }) => ({ mistakes, sentence: says(text) })),
  );
}

const COUNTS = ['', '', 'Two', 'Three', 'Four'];

/** One mistake is a sentence, several are a list. */
function together(parts: readonly Reading[]): Reading {
  const sentences = [...new Set(parts.map(({ sentence }) => sentence))].filter((one) => one !== '');
  const count = COUNTS[sentences.length] ?? 'Several';
  const list = sentences.map((one, at) => `${at + 1}. ${one}`).join(' ');
  return {
    mistakes: [...new Set(parts.flatMap(({ mistakes }) => mistakes))],
    sentence: sentences.length < 2 ? sentences.join() : `${count} mistakes: ${list}`,
  };
}

/** What was done as one reading, each set of mistakes once; more mistakes than need be are dropped. */
export function readingsOf(found: readonly (readonly Reading[])[]): readonly Reading[] {
  const all = found.map(together);
  const fewest = Math.min(...all.map(({ mistakes }) => mistakes.length));
  const fitting = all.filter(({ mistakes }) => mistakes.length === fewest && fewest > 0);
  const bySet = new Map(fitting.reverse().map((one) => [one.mistakes.toSorted().join(' '), one]));
  return [...bySet.values()].reverse();
}
