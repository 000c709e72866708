// The one search. Whatever a client does to a body, a digest, a line or the whole string is a row: a small
// change of what the client had, with the name of the mistake, a sentence, and how rare it is. Rows compose.
// A field is a state to start from (the body; the signing string in parts, with the body that its digest is
// of), its rows in the order in which a client does such things, and the text that a state means. The search
// makes every combination, the likeliest first, each from the state before its last row, so that nothing is
// done twice, and tests its text: is it what was hashed or signed? Texts and bytes are limited (SIG-15).
import { memoize } from '../../kernel/memoize.ts';
import type { Reading } from './explanation.ts';
import type { MistakeName } from './mistake-names.ts';
import type { Slices } from './slices.ts';

export interface Row<State> {
  /** The mistake's name, and those of further mistakes that it includes. */
  readonly mistakes: readonly MistakeName[];
  /** What it changes. Two rows of the same slot exclude each other. */
  readonly slot: string;
  /** 1 is very usual; each more is some times rarer. */
  readonly cost: number;
  /** What was done and what is right, with a full stop. The state has all mistakes in it. */
  readonly says: string | ((state: State) => string);
  /** `undefined` if it cannot be done. */
  readonly change: (state: State) => State | undefined;
}

export interface Field<State> {
  readonly start: State;
  readonly rows: readonly Row<State>[];
  /** What is tested, one character for each byte. */
  readonly textOf: (state: State) => string;
  /** One of the rows, so usual that every text is tested with it as well: it puts a newline behind the text. */
  readonly newline: Row<State>;
}

/** A row at its place in the field, with the thing that it is about: the first word of its slot. */
interface Placed<State> {
  readonly row: Row<State>;
  readonly place: number;
  readonly thing: string;
}

/** A state with what was done to it: one row after what came before it. */
interface Reached<State> extends Placed<State> {
  readonly state: State;
  readonly text: string;
  readonly before: Reached<State> | undefined;
  /** Of all rows, and how many they are. */
  readonly cost: number;
  readonly count: number;
  /** Whether all rows are about one thing. */
  readonly isAlike: boolean;
}

const MOST_COST = 8;
const MOST_TOGETHER = 4;
/** Several mistakes together are so much rarer than one that costs as much; in one line they are less so. */
const SEVERAL = 2;
const ALIKE = 1;
/** What costs more is not followed by others; nor are several that cost so much, unless they are alike. */
const MOST_FOLLOWED = 4;

/** Every state that the rows make of the start, the likeliest first; `undefined` for a row that does nothing. */
function* reach<State>({
  start,
  rows,
  textOf,
  newline,
}: Field<State>): Generator<Reached<State> | undefined> {
  const costs = Array.from({ length: MOST_COST + 1 }, (_, cost) => cost);
  const placed = rows.map((row, place) => ({ row, place, thing: row.slot.split(' ', 1)[0] ?? '' }));
  const priced = costs.map((cost) => placed.filter(({ row }) => row.cost === cost));
  const alike = priced.map((some) =>
    memoize((about: string) => some.filter(({ thing }) => thing === about)),
  );
  const known: Reached<State>[][] = costs.map(() => []);
  // Rows that do something by themselves which no likelier one does; others only go with rows about the same.
  const single: Reached<State>[][] = costs.map(() => []);
  const seen = new Set([textOf(start)]);
  for (const level of costs) {
    for (const last of priced[level] ?? []) {
      const state = last.row.change(start);
      const text = state && textOf(state);
      const isNew = text !== undefined && !seen.has(text);
      if (isNew) seen.add(text);
      const one = isNew ? reached(undefined, last, state as State, text) : undefined;
      if (one !== undefined) single[level]?.push(one);
      yield one;
    }
    known[level]?.unshift(...(single[level] ?? []));
    for (const more of [ALIKE, SEVERAL]) {
      const both = level - more;
      const isAlike = more === ALIKE;
      // One that is usual with a rare one comes before two that are neither.
      const firsts = costs
        .slice(1, Math.max(1, Math.min(both, MOST_FOLLOWED + 1)))
        .sort((a, b) => Math.min(a, both - a) - Math.min(b, both - b));
      for (const before of firsts.flatMap((cost) => known[cost] ?? [])) {
        const cost = both - before.cost;
        for (const last of (isAlike ? alike[cost]?.(before.thing) : single[cost]) ?? []) {
          if (last.place <= before.place || !isFree(last.row, before)) continue;
          if (last.row === newline) continue;
          if (isAlike !== (before.isAlike && before.thing === last.thing)) continue;
          const state = last.row.change(before.state);
          const one = state && reached(before, last, state, textOf(state));
          const most = isAlike ? MOST_FOLLOWED : MOST_FOLLOWED - 1;
          if (one && one.cost <= most && one.count < MOST_TOGETHER) {
            known[one.cost]?.push(one);
          }
          yield one;
        }
      }
    }
  }
}

const reached = <State>(
  before: Reached<State> | undefined,
  { row, place, thing }: Placed<State>,
  state: State,
  text: string,
): Reached<State> => ({
  state,
  text,
  before,
  row,
  place,
  thing,
  cost: (before?.cost ?? 0) + row.cost,
  count: (before?.count ?? 0) + 1,
  isAlike: before === undefined || (before.isAlike && before.thing === thing),
});

function isFree<State>({ slot }: Row<State>, reached: Reached<State> | undefined): boolean {
  for (let one = reached; one !== undefined; one = one.before) {
    if (one.row.slot === slot) return false;
  }
  return true;
}

const rowsOf = <State>({ before, row }: Reached<State>): readonly Row<State>[] =>
  before === undefined ? [row] : [...rowsOf(before), row];

/** One thing that was done, and its sentence with the full stop. */
export interface Part {
  readonly mistakes: readonly MistakeName[];
  readonly sentence: string;
}

export interface Found {
  /** What was done; several if different rows give the same text. Empty if nothing does. */
  readonly found: readonly (readonly Part[])[];
  /** What was hashed or signed. */
  readonly text?: string;
  readonly tried: number;
}

export interface Limits {
  readonly texts: number;
  readonly bytes: number;
}

/** Bytes that are tested between two pauses: a fraction of a millisecond. */
const SLICE = 20 * 1024;
/** What a text costs beside its bytes. */
const EACH = 600;

/** Yields now and then; is told `true` if the time is up. */
export function* search<State>(
  field: Field<State>,
  test: (text: string) => boolean,
  { texts, bytes }: Limits,
): Slices<Found> {
  const { newline } = field;
  const right = field.textOf(field.start);
  if (test(right)) return { found: [[]], text: right, tried: 1 };
  let tried = 1;
  let size = right.length;
  let work = 0;
  for (const one of reach(field)) {
    work += EACH + (one?.text ?? right).length;
    if (tried + 1 >= texts || size >= bytes) return { found: [], tried };
    if (work > SLICE) {
      if (yield) return { found: [], tried };
      work = 0;
    }
    if (one === undefined) continue;
    const ends = isFree(newline, one) ? ['', '\n'] : [''];
    const end = ends.find((some) => test(one.text + some));
    tried += ends.length;
    size += ends.length * one.text.length;
    if (end === undefined) continue;
    const text = one.text + end;
    const rows = end === '' ? rowsOf(one) : endedRows(text, one, field);
    const found = [rows, ...rivalsOf(text, rows, field)].map((some) => partsOf(some, field));
    return { found, text, tried };
  }
  return { found: [], tried };
}

/** With the newline, or one other row alone that gives the same text and is as usual. */
function endedRows<State>(
  text: string,
  one: Reached<State>,
  { start, rows, textOf, newline }: Field<State>,
): readonly Row<State>[] {
  const alone = rows.find((row) => {
    const state = row.cost > one.cost + newline.cost ? undefined : row.change(start);
    return state !== undefined && textOf(state) === text;
  });
  return alone === undefined ? [...rowsOf(one), newline] : [alone];
}

/** The same with one row exchanged for another that is about as usual, if that gives the same text. */
function rivalsOf<State>(
  text: string,
  found: readonly Row<State>[],
  field: Field<State>,
): readonly (readonly Row<State>[])[] {
  return found.flatMap((old, at) => {
    const kept = found.toSpliced(at, 1);
    return field.rows
      .filter(({ cost }) => cost === old.cost || cost === old.cost + 1)
      .filter((row) => row !== old && kept.every(({ slot }) => slot !== row.slot))
      .map((row) => [...kept, row])
      .filter((rival) => {
        const state = done(rival, field);
        return state !== undefined && field.textOf(state) === text;
      });
  });
}

/** All changes, in the order of the field. */
function done<State>(
  some: readonly Row<State>[],
  { start, rows }: Field<State>,
): State | undefined {
  const inOrder =
    some.length < 2 ? some : [...some].sort((a, b) => rows.indexOf(a) - rows.indexOf(b));
  return inOrder.reduce<State | undefined>((state, row) => state && row.change(state), start);
}

/** The likeliest first. */
function partsOf<State>(some: readonly Row<State>[], field: Field<State>): readonly Part[] {
  const wrong = done(some, field) ?? field.start;
  return [...some]
    .sort((a, b) => a.cost - b.cost)
    .map(({ mistakes, says }) => ({
      mistakes,
      sentence: typeof says === 'string' ? says : says(wrong),
    }));
}

const COUNTS = ['', '', 'Two', 'Three', 'Four'];

/** One mistake is a sentence, several are a list. */
export function readingOf(parts: readonly Part[]): Reading {
  const sentences = [...new Set(parts.map(({ sentence }) => sentence))].filter((one) => one !== '');
  const count = COUNTS[sentences.length] ?? 'Several';
  const list = sentences.map((one, at) => `${at + 1}. ${one}`).join(' ');
  return {
    mistakes: [...new Set(parts.flatMap(({ mistakes }) => mistakes))],
    sentence: sentences.length < 2 ? sentences.join() : `${count} mistakes: ${list}`,
  };
}

/** One reading for each set of mistakes; those with more mistakes than the shortest are dropped. */
export function distinctReadings(found: readonly (readonly Part[])[]): readonly Reading[] {
  const readings = found.map(readingOf);
  const fewest = Math.min(...readings.map(({ mistakes }) => mistakes.length));
  const bySet = new Map<string, Reading>();
  for (const reading of readings.filter(({ mistakes }) => mistakes.length === fewest).reverse()) {
    bySet.set([...reading.mistakes].sort().join(' '), reading);
  }
  return [...bySet.values()].reverse();
}
