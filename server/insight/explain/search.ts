// The one search. Whatever a client does to a body, a digest, a line or the whole string is a row: a small
// change of what the client had, with the name of the mistake, a sentence, and how rare it is. Rows compose.
// A field is a state to start from (the body; the signing string in parts, with the body that its digest is
// of), its rows in the order in which a client does such things, and the text that a state means. The search
// makes every combination, the likeliest first, each from the state before its last row, so that nothing is
// done twice, and tests its text: is it what was hashed or signed? Texts and bytes are limited (SIG-15).
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

/** A state with what was done to it. */
interface Reached<State> {
  readonly state: State;
  readonly text: string;
  /** In the order of the field. */
  readonly rows: readonly Row<State>[];
  /** Of the last row in the field. */
  readonly place: number;
  /** Of all rows. */
  readonly cost: number;
  /** What all rows are about, the first word of their slots; `undefined` if it is not one thing. */
  readonly thing: string | undefined;
}

const COSTS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Several mistakes together are so much rarer than one that costs as much; about one thing they are less so. */
const SEVERAL = 2;
const ALIKE = 1;
/** Costs of what is followed by others. */
const FOLLOWED = [1, 2, 3, 4];

const isFree = <State>({ slot }: Row<State>, rows: readonly Row<State>[]): boolean =>
  rows.every((row) => row.slot !== slot);

/** Every state that the rows make of the start, the likeliest first; `undefined` for a row that does nothing. */
function* reach<State>({
  start,
  rows,
  textOf,
  newline,
}: Field<State>): Generator<Reached<State> | undefined> {
  const placed = rows.map((row, place) => ({ row, place, thing: row.slot.split(' ', 1)[0] }));
  type Placed = (typeof placed)[number];
  const followed: Reached<State>[] = [];
  // Rows that do something by themselves which no likelier one does; others only go with rows about the same.
  const single: Placed[] = [];
  const seen = new Set([textOf(start)]);

  function add({ row, place, thing }: Placed, before?: Reached<State>): Reached<State> | undefined {
    const state = row.change(before === undefined ? start : before.state);
    if (state === undefined) return undefined;
    return {
      state,
      text: textOf(state),
      rows: [...(before?.rows ?? []), row],
      place,
      cost: (before?.cost ?? 0) + row.cost,
      thing: before === undefined || before.thing === thing ? thing : undefined,
    };
  }

  for (const level of COSTS) {
    for (const last of placed.filter(({ row }) => row.cost === level)) {
      const one = add(last);
      const isNew = one !== undefined && !seen.has(one.text);
      yield isNew ? one : undefined;
      if (!isNew) continue;
      seen.add(one.text);
      single.push(last);
      followed.push(one);
    }
    for (const isAlike of [true, false]) {
      const both = level - (isAlike ? ALIKE : SEVERAL);
      // One that is usual with a rare one comes before two that are neither.
      const usual = (cost: number) => Math.min(cost, both - cost);
      for (const cost of FOLLOWED.toSorted((a, b) => usual(a) - usual(b))) {
        const lasts = (isAlike ? placed : single).filter(({ row }) => row.cost === both - cost);
        for (const before of followed.filter((one) => one.cost === cost)) {
          const fitting = lasts.filter(
            ({ row, place, thing }) =>
              place > before.place &&
              isAlike === (thing === before.thing) &&
              row !== newline &&
              isFree(row, before.rows),
          );
          for (const last of fitting) {
            const one = add(last, before);
            yield one;
            if (one !== undefined && level <= FOLLOWED.length + 1) followed.push(one);
          }
        }
      }
    }
  }
}

/** One thing that was done. */
export type Part = Reading;

export interface Found {
  /** What was done; several if different rows give the same text. Empty if nothing does. */
  readonly found: readonly (readonly Part[])[];
  /** What was hashed or signed. */
  readonly text?: string;
  readonly tried: number;
}

/** Bytes that are tested between two pauses: a fraction of a millisecond. */
const SLICE = 20 * 1024;
/** What a text costs beside its bytes. */
const EACH = 600;

/** Yields now and then; is told `true` if the time is up. */
export function* search<State>(
  field: Field<State>,
  test: (text: string) => boolean,
  { texts, bytes }: { readonly texts: number; readonly bytes: number },
): Slices<Found> {
  const { newline } = field;
  const right = field.textOf(field.start);
  if (test(right)) return { found: [[]], text: right, tried: 1 };
  let tried = 1;
  let size = right.length;
  let work = 0;
  for (const one of reach(field)) {
    work += EACH + (one?.text ?? right).length;
    if (tried + 1 >= texts || size >= bytes) break;
    if (work > SLICE) {
      if (yield) break;
      work = 0;
    }
    if (one === undefined) continue;
    const ends = isFree(newline, one.rows) ? ['', '\n'] : [''];
    const end = ends.find((some) => test(one.text + some));
    tried += ends.length;
    size += ends.length * one.text.length;
    if (end === undefined) continue;
    const text = one.text + end;
    const rows = end === '' ? one.rows : [...one.rows, newline];
    const found = [rows, ...rivalsOf(text, rows, field)].map((some) => partsOf(some, field));
    return { found, text, tried };
  }
  return { found: [], tried };
}

/** The same with another row, about as usual, in place of one or of all, if that gives the same text. */
function rivalsOf<State>(
  text: string,
  found: readonly Row<State>[],
  field: Field<State>,
): readonly (readonly Row<State>[])[] {
  const each = found.map((row) => [row]);
  return (found.length > 1 ? [...each, found] : each).flatMap((old) => {
    const kept = found.filter((row) => !old.includes(row));
    const cost = Math.max(...old.map((row) => row.cost));
    return field.rows
      .filter((row) => row.cost === cost || row.cost === cost + 1)
      .filter((row) => !found.includes(row) && isFree(row, kept))
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
  const inOrder = some.toSorted((a, b) => rows.indexOf(a) - rows.indexOf(b));
  return inOrder.reduce<State | undefined>((state, row) => state && row.change(state), start);
}

/** The likeliest first. */
function partsOf<State>(some: readonly Row<State>[], field: Field<State>): readonly Part[] {
  const wrong = done(some, field) ?? field.start;
  return some
    .toSorted((a, b) => a.cost - b.cost)
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
  const bySet = new Map(
    readings
      .filter(({ mistakes }) => mistakes.length === fewest)
      .reverse()
      .map((reading) => [[...reading.mistakes].sort().join(' '), reading]),
  );
  return [...bySet.values()].reverse();
}
