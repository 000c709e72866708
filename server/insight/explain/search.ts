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
}

/** A state with what was done to it. */
interface Reached<State> {
  readonly state: State;
  readonly rows: readonly Row<State>[];
  readonly cost: number;
  /** The place of the last row in the field. */
  readonly place: number;
}

const MOST_TOGETHER = 4;
const MOST_COST = 8;
/** Rows that cost more together are not followed by others. */
const MOST_FOLLOWED = 3;
/** Combinations that cost more come after everything that is rare but alone. */
const CHEAP = 2;

/** Costs in turn, what the rows before the last one cost, and whether one of several is very usual. */
const TURNS: readonly (readonly [total: number, from: number, to: number, usual?: boolean])[] = [
  ...costs(1, CHEAP).map((total) => [total, 0, total] as const),
  ...costs(CHEAP + 1, MOST_COST).map((total) => [total, 0, 1] as const),
  ...costs(CHEAP + 1, MOST_COST).flatMap((total) =>
    [true, false].map((usual) => [total, 1, total, usual] as const),
  ),
];

function costs(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** What a row does to the start; remembered, as it is asked for again when rivals are looked for. */
type Alone<State> = (
  row: Row<State>,
) => { readonly state: State; readonly text: string } | undefined;

/** Every state that the rows make of the start; `undefined` for a row that does nothing. */
function* reach<State>(
  { start, rows, textOf }: Field<State>,
  alone: Alone<State>,
): Generator<Reached<State> | undefined> {
  const known: Reached<State>[][] = costs(0, MOST_COST).map(() => []);
  known[0]?.push({ state: start, rows: [], cost: 0, place: -1 });
  // Of single rows, which several others follow, none is kept that does what another one does.
  const seen = new Set([textOf(start)]);
  const priced = known.map((_, price) =>
    [...rows.entries()].filter(([, row]) => row.cost === price),
  );
  for (const [total, from, to, usual] of TURNS) {
    for (const before of known.slice(from, to).flat()) {
      const last = total - before.cost;
      const isUsual = last === 1 || before.rows.some(({ cost }) => cost === 1);
      if (usual !== undefined && usual !== isUsual) continue;
      for (const [place, row] of priced[last] ?? []) {
        if (place <= before.place || !isFree(row, before.rows)) continue;
        const single = before.cost === 0 ? alone(row) : undefined;
        const state = before.cost === 0 ? single?.state : row.change(before.state);
        if (state === undefined || (single !== undefined && seen.has(single.text))) {
          yield undefined;
          continue;
        }
        if (single !== undefined) seen.add(single.text);
        const one = { state, rows: [...before.rows, row], cost: total, place };
        if (single !== undefined || total <= MOST_FOLLOWED) known[total]?.push(one);
        yield one;
      }
    }
  }
}

const isFree = <State>({ slot }: Row<State>, rows: readonly Row<State>[]): boolean =>
  rows.length < MOST_TOGETHER && rows.every((row) => row.slot !== slot);

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
const SLICE = 32 * 1024;
/** What a text costs beside its bytes. */
const EACH = 600;

/** Yields now and then; is told `true` if the time is up. */
export function* search<State>(
  field: Field<State>,
  test: (text: string) => boolean,
  { texts, bytes }: Limits,
): Slices<Found> {
  const right = field.textOf(field.start);
  const alone: Alone<State> = memoize((row: Row<State>) => {
    const state = row.change(field.start);
    return state && { state, text: field.textOf(state) };
  });
  let tried = 1;
  if (test(right)) return { found: [[]], text: right, tried };
  let size = right.length;
  let work = 0;
  for (const one of reach(field, alone)) {
    const text = one === undefined ? undefined : field.textOf(one.state);
    work += EACH + (text ?? right).length;
    if (tried >= texts || size >= bytes) return { found: [], tried };
    if (work > SLICE) {
      if (yield) return { found: [], tried };
      work = 0;
    }
    if (one === undefined || text === undefined) continue;
    tried += 1;
    size += text.length;
    if (!test(text)) continue;
    const found = [one.rows, ...rivalsOf(text, one, { ...field, alone })].map((rows) =>
      partsOf(rows, field),
    );
    return { found, text, tried };
  }
  return { found: [], tried };
}

/**
 * Other combinations that give the same text and are about as usual: some of the found rows exchanged for a
 * single other one, so that none has more members.
 */
function rivalsOf<State>(
  text: string,
  { rows: found, cost }: Reached<State>,
  field: Field<State> & { readonly alone: Alone<State> },
): readonly (readonly Row<State>[])[] {
  return subsets(found)
    .filter(({ length }) => length < found.length)
    .flatMap((kept) => {
      const room = cost + 1 - kept.reduce((sum, row) => sum + row.cost, 0);
      return field.rows
        .filter((row) => row.cost <= room && isFree(row, kept) && !found.includes(row))
        .map((row) => [...kept, row]);
    })
    .filter((rival) => {
      const [only] = rival;
      if (rival.length === 1 && only !== undefined) return field.alone(only)?.text === text;
      const state = done(rival, field);
      return state !== undefined && field.textOf(state) === text;
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

/** Every choice of some, the empty one first. */
export function subsets<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: 2 ** items.length }, (_, bits) =>
    items.filter((_item, at) => (bits >> at) % 2 === 1),
  );
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
