// The one search. Whatever a client does to a body, a digest, a line or the whole string is a row: a small
// change of what the client had, with the name of the mistake, a sentence, and how rare it is. Rows compose.
// A field is a draft to start from (the body, or the signing string with the body that its digest is of) and
// its rows in the order in which a client does such things. The search makes every combination, the likeliest
// first, each from the draft before its last row, so that nothing is done twice, and tests its text: is it what
// was hashed or signed? The work is limited (SIG-15).
import { getOrSet } from '../../kernel/get-or-set.ts';
import { memoize } from '../../kernel/memoize.ts';
import { proven, type Reading } from './explanation.ts';
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
  /** What it is about, and with its part what it changes: two rows of the same slot exclude each other. */
  readonly thing: string;
  readonly slot: string;
  /** 1 is very usual; each more is some times rarer. */
  readonly cost: number;
  /** What was done and what is right, with a full stop. @param signed the text with all mistakes */
  readonly says: (signed: string, right: string) => string;
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
  readonly last: { readonly row: MistakeRow; readonly place: number };
  /** What all rows are about; `undefined` if it is not one thing. */
  readonly thing: string | undefined;
}

/** Several mistakes together are so much rarer than one that costs as much; about one thing they are less so. */
const SEVERAL = 2;
const ALIKE = 1;
/** Costs of all together, and of what is followed by another row. */
const COSTS = [1, 2, 3, 4, 5, 6, 7, 8];
const FOLLOWED = [1, 2, 3, 4];

/** What is added to what at that cost of all: one that is usual to a rare one before two that are neither. */
const pairsOf = (all: number) =>
  [ALIKE, SEVERAL].flatMap((rarer) => {
    const both = all - rarer;
    const usual = (cost: number) => Math.min(cost, both - cost);
    const costs = FOLLOWED.toSorted((a, b) => usual(a) - usual(b));
    return costs.map((before) => ({ before, added: both - before, isAlike: rarer === ALIKE }));
  });
const PAIRS = COSTS.map((all) => ({ all, pairs: pairsOf(all) }));

const isFree = ({ slot }: MistakeRow, rows: readonly MistakeRow[]): boolean =>
  rows.every((row) => row.slot !== slot);

const PLAIN = [''];
const NEWLINE = ['\n'];
const BOTH = ['', '\n'];

/** A text that may be it, or is with one of the ends; `undefined` for a row that does nothing. */
type Tested =
  | {
      readonly text: string;
      readonly rows: readonly MistakeRow[];
      readonly ends: readonly string[];
    }
  | undefined;

/** Every text that the rows make of the start, the likeliest first. */
function* reach({ start, rows, newline }: Field): Generator<Tested, void> {
  const seen = new Set([start.text]);
  /** What rows alone make that no likelier one makes. */
  const alone: Reached[] = [];
  const byCost: Reached['last'][][] = COSTS.map(() => []);
  rows.forEach((row, place) => void byCost[row.cost - 1]?.push({ row, place }));
  for (const last of byCost.flat()) {
    const { row } = last;
    const draft = row.change(start);
    const isNew = draft !== undefined && !seen.has(draft.text);
    yield isNew ? { text: draft.text, rows: [row], ends: PLAIN } : undefined;
    if (!isNew) continue;
    seen.add(draft.text);
    alone.push({ draft, rows: [row], last, thing: row.thing });
  }
  yield* several(alone, rows, newline);
}

function* several(
  alone: readonly Reached[],
  rows: readonly MistakeRow[],
  newline: MistakeRow,
): Generator<Tested, void> {
  const alike = new Map<string, Reached['last'][]>();
  for (const [place, row] of rows.entries()) {
    if (row !== newline) getOrSet(alike, `${row.cost} ${row.thing}`, () => []).push({ row, place });
  }
  const useful = alone.map(({ last }) => last).filter(({ row }) => row !== newline);
  const others = COSTS.map((cost) => useful.filter(({ row }) => row.cost === cost));
  const reached = FOLLOWED.map((cost) => alone.filter(({ last }) => last.row.cost === cost));
  for (const { all, pairs } of PAIRS) {
    for (const { draft, rows, last } of alone) {
      const isOpen = last.row.cost === all && isFree(newline, rows);
      if (isOpen) yield { text: draft.text, rows, ends: NEWLINE };
    }
    for (const { before, added, isAlike } of pairs) {
      for (const one of reached[before - 1] ?? []) {
        // Rows that alone do nothing new only go with rows about the same.
        const fitting = isAlike ? alike.get(`${added} ${one.thing}`) : others[added - 1];
        for (const last of fitting ?? []) {
          const isNext = last.place > one.last.place && (isAlike || last.row.thing !== one.thing);
          if (!isNext || !isFree(last.row, one.rows)) continue;
          const draft = last.row.change(one.draft);
          const rows = [...one.rows, last.row];
          yield draft && { text: draft.text, rows, ends: isFree(newline, rows) ? BOTH : PLAIN };
          const thing = isAlike ? one.thing : undefined;
          if (draft !== undefined) reached[before + added - 1]?.push({ draft, rows, last, thing });
        }
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
    const ends = one?.ends ?? [''];
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
  const lines = `\n${text}\n`;
  const untouched = start.text.split('\n').filter((line) => lines.includes(`\n${line}\n`));
  const isTouched = memoize(
    (thing: string) => !untouched.some((one) => one.startsWith(`${thing}: `)),
  );
  const rivals = found.flatMap((old, at) => {
    const others = found.toSpliced(at, 1);
    return rows
      .filter((row) => row !== old && (row.cost === old.cost || row.cost === old.cost + 1))
      .filter((row) => isTouched(row.thing) && isFree(row, others))
      .map((row) => [...others, row].sort((a, b) => rows.indexOf(a) - rows.indexOf(b)));
  });
  const fitting = rivals.filter((some) => {
    const done = some.reduce<Draft | undefined>((draft, row) => draft && row.change(draft), start);
    return done?.text === text;
  });
  return [found, ...fitting].map((some) =>
    some
      .toSorted((a, b) => a.cost - b.cost)
      .map(({ mistakes, says }) => proven(mistakes, says(text, start.text))),
  );
}

const COUNTS = ['', '', 'Two', 'Three', 'Four'];

/** One mistake is a sentence, several are a list. */
function together(parts: readonly Reading[]): Reading {
  const sentences = [...new Set(parts.map(({ sentence }) => sentence))].filter((one) => one !== '');
  const count = COUNTS[sentences.length] ?? 'Several';
  const list = sentences.map((one, at) => `${at + 1}. ${one}`).join(' ');
  // Each is a claim.
  const text = sentences.length < 2 ? sentences.join() : `${count} mistakes: ${list}`;
  return proven([...new Set(parts.flatMap(({ mistakes }) => mistakes))], text);
}

/** What was done as one reading, each set of mistakes once; more mistakes than need be are dropped. */
export function readingsOf(found: readonly (readonly Reading[])[]): readonly Reading[] {
  const all = found.map(together);
  const fewest = Math.min(...all.map(({ mistakes }) => mistakes.length));
  const fitting = all.filter(({ mistakes }) => mistakes.length === fewest && fewest > 0);
  const bySet = new Map(fitting.reverse().map((one) => [one.mistakes.toSorted().join(' '), one]));
  return [...bySet.values()].reverse();
}
