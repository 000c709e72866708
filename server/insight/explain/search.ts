// The one search. Whatever a client does to a body, a digest, a line or the whole string is a row: a small
// change of what the client had, with the name of the mistake, a sentence, and how rare it is. Rows compose.
// A field is a text to start from (the body, or the signing string with the body that its digest is of) and
// its rows in the order in which a client does such things. The search makes every combination, the likeliest
// first, each from the text before its last row, so that nothing is done twice, and tests it: is it what was
// hashed or signed? The work is limited (SIG-15).
import { getOrSet } from '../../kernel/get-or-set.ts';
import { Find, listed, type Reading, together } from './explanation.ts';
import { type MistakeRow, RAREST, textAfter } from './rows/draft.ts';
import type { Slices } from './slices.ts';

export interface Field {
  /** One character for each byte. Until the rows that join them, lines are `name: value` with LF between. */
  readonly start: string;
  readonly rows: readonly MistakeRow[];
  /** One of the rows, so usual that every text is tested with it as well: it puts a newline behind the text. */
  readonly newline: MistakeRow;
}

/** A text with what was done to it, which may be it, as it is or with one of the ends behind. */
interface Reached {
  readonly text: string;
  /** In the order of the field. */
  readonly rows: readonly MistakeRow[];
  /** Of the last row. */
  readonly place: number;
  /** What all rows are about; `undefined` if it is not one thing. */
  readonly thing: string | undefined;
  /** Whether all are about values of single lines. */
  readonly isValue: boolean;
  readonly ends: readonly string[];
}

/**
 * Several mistakes together are so much rarer than one that costs as much; about one thing they are less so, and about
 * values.
 */
const SEVERAL = 2;
const ALIKE = 1;
/** So usual together that a newline behind may be a third mistake. */
const OPEN = 5;
/** Costs of all together, and of what is followed by another row. */
const COSTS = [1, 2, 3, 4, 5, 6, 7, 8];
const MOST_FOLLOWED = 4;
const FOLLOWED = COSTS.slice(0, MOST_FOLLOWED);

/** What is added to what at that cost of all: one that is usual to a rare one before two that are neither. */
const pairsOf = (all: number) =>
  [ALIKE, SEVERAL]
    .flatMap((rarer) => FOLLOWED.map((before) => ({ before, added: all - rarer - before, rarer })))
    .toSorted((a, b) => Math.min(a.before, a.added) - Math.min(b.before, b.added));
const PAIRS = COSTS.map((all) => ({ all, pairs: pairsOf(all) }));

const isFree = ({ thing, part }: MistakeRow, rows: readonly MistakeRow[]) =>
  !rows.some((row) => row.part === part && row.thing === thing);

const BARE = [''];
const NEWLINE = ['\n'];
const EITHER = ['', '\n'];

type Placed = readonly [place: number, row: MistakeRow];
type Reaching = Generator<Reached | undefined, void>;

/** What the row of that place makes of what was reached; `undefined` if it does nothing. */
function reachedBy(row: MistakeRow, place: number, before: Reached): Reached | undefined {
  const text = textAfter(row, before.text);
  if (text === undefined) return undefined;
  const isAlike = before.rows.length === 0 || row.thing === before.thing;
  const isValue = before.isValue && row.line !== undefined;
  const rows = [...before.rows, row];
  return { text, rows, place, thing: isAlike ? row.thing : undefined, isValue, ends: BARE };
}

function* ofCost(wanted: number, rows: readonly MistakeRow[]): Generator<Placed, void> {
  for (const [place, row] of rows.entries()) if (row.cost === wanted) yield [place, row];
}

/** Every text that the rows make of the start, the likeliest first. */
function* reach(field: Field): Reaching {
  const { start, rows, newline } = field;
  const nothing = { text: start, rows: [], place: -1, thing: undefined, isValue: true, ends: BARE };
  const texts = new Set<string>();
  // Filled on the way, as it takes long at once.
  const alone: Alone = {
    made: new Set(),
    added: COSTS.map(() => []),
    reached: COSTS.map(() => []),
  };
  for (const cost of COSTS) {
    for (const [place, row] of ofCost(cost, rows)) {
      const one = reachedBy(row, place, nothing);
      yield one;
      if (row !== newline) alone.added[cost - 1]?.push([place, row]);
      // Of rows that make the same text the likeliest stays.
      if (one === undefined || texts.has(one.text)) continue;
      texts.add(one.text);
      alone.made.add(row);
      alone.reached[cost - 1]?.push(one);
    }
  }
  const rarest = function* () {
    for (const [place, row] of ofCost(RAREST, rows)) yield reachedBy(row, place, nothing);
  };
  yield* several(alone, newline, rarest);
}

/** What rows do alone: those that do something, and by cost what can be added and what was reached. */
interface Alone {
  readonly made: Set<MistakeRow>;
  readonly added: readonly Placed[][];
  readonly reached: readonly Reached[][];
}

function* several(
  { made, added, reached }: Alone,
  newline: MistakeRow,
  rarest: () => Reaching,
): Reaching {
  const lists = new Map<string | undefined, (readonly Placed[])[]>();
  /** Of values those of other lines are alike as well. Rows that alone do nothing new only go with those of their thing. */
  const following = (cost: number, { thing, isValue }: Reached, isAlike: boolean) => {
    const isNext = ([, row]: Placed) =>
      row.thing === thing
        ? isAlike
        : made.has(row) && isAlike === (isValue && row.line !== undefined);
    const ofThing = getOrSet(lists, thing, () => []);
    const at = 4 * cost + 2 * Number(isAlike) + Number(isValue);
    const list = ofThing[at] ?? added[cost - 1]?.filter(isNext) ?? [];
    ofThing[at] = list;
    return list;
  };
  for (const { all, pairs } of PAIRS) {
    if (all === OPEN + 1) yield* rarest();
    // What several reach at that cost comes later.
    for (const one of reached[all - 1] ?? []) {
      if (isFree(newline, one.rows)) yield { ...one, ends: NEWLINE };
    }
    for (const { before, added, rarer } of pairs) {
      for (const one of reached[before - 1] ?? []) {
        for (const [place, row] of following(added, one, rarer === ALIKE)) {
          if (place <= one.place || !isFree(row, one.rows)) continue;
          const next = reachedBy(row, place, one);
          const isOpen = next !== undefined && all <= OPEN && isFree(newline, next.rows);
          yield isOpen ? { ...next, ends: EITHER } : next;
          if (next !== undefined && before + added <= MOST_FOLLOWED)
            reached[before + added - 1]?.push(next);
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
/** Of a row that does nothing. */
const NOTHING = 200;
const SLICE = 32 * 1024;

/** Yields now and then; receives `true` when time is up. */
export function* search(
  field: Field,
  test: (text: string) => boolean,
  mostWork: number,
): Slices<Found> {
  const { start, newline } = field;
  if (test(start)) return { found: [[]], text: start, tried: 1 };
  let tried = 1;
  let work = 0;
  let pause = SLICE;
  for (const one of reach(field)) {
    const ends = one?.ends ?? [];
    const each = one === undefined ? NOTHING : EACH * ends.length;
    work += each + Math.max(1, ends.length) * (one?.text ?? start).length;
    if (work > mostWork) break;
    if (work > pause) {
      if (yield) break;
      pause = work + SLICE;
    }
    if (one === undefined) continue;
    tried += ends.length;
    for (const end of ends) {
      const find = Find.of(one.text + end, test);
      if (find === undefined) continue;
      // Behind what is no longer lines it does not end the string.
      const last =
        one.place < field.rows.indexOf(newline) ? newline : { ...newline, says: behindAll };
      const rows = end === '' ? one.rows : [...one.rows, last];
      return { found: readingsFor(rows, find, field), text: find.text, tried };
    }
  }
  return { found: [], tried };
}

const behindAll = () => 'You ended what you signed with a newline (LF); leave it out.';

/** Of such a cost is nothing as usual as what costs less. */
const RARE = 5;

/** What the rows say; of one row also what others say that do the same and are about as usual. */
function readingsFor(
  found: readonly MistakeRow[],
  find: Find,
  { start, rows }: Field,
): readonly (readonly Reading[])[] {
  const [only] = found as [MistakeRow];
  const first = rows.indexOf(only);
  // All that are likelier were tried before.
  const isAlike = (row: MistakeRow, place: number) =>
    (row.cost === only.cost ? place >= first : row.cost === only.cost + 1 && row.cost < RARE) &&
    (row.line === undefined || only.line === undefined || row.line === only.line) &&
    textAfter(row, start) === find.text;
  const ways = found.length > 1 ? found : onePerName([only, ...rows.filter(isAlike)]);
  const readingOf = (row: MistakeRow): Reading => {
    // One sentence, if what is to be done is the same.
    const same = found.length > 1 ? [row] : ways.filter(({ says }) => says === row.says);
    const all = [...new Set(same.map(({ words }) => words))];
    const words = all.includes('') ? '' : listed(all, 'or');
    // What follows it, such as a joiner or a hash, is not its own.
    const until = [...found.slice(0, found.indexOf(row)), row];
    const signed = until.reduce((text, one) => textAfter(one, text) ?? text, start);
    return find.says([row.name].flat(), row.says({ ...row, words }, signed, start));
  };
  const readings = ways.toSorted((a, b) => a.cost - b.cost).map(readingOf);
  return found.length > 1 ? [readings] : readings.map((one) => [one]);
}

/** The first of each name: one sentence about a mistake is enough. */
function onePerName(rows: readonly MistakeRow[]): readonly MistakeRow[] {
  const byName = new Map([...rows].reverse().map((row) => [`${row.name}`, row]));
  return [...byName.values()].reverse();
}

/** What was done as one reading, each set of mistakes once; more mistakes than need be are dropped. */
export function readingsOf(found: readonly (readonly Reading[])[]): readonly Reading[] {
  const all = found.map(together);
  const fewest = Math.min(...all.map(({ mistakes }) => mistakes.length));
  const fitting = all.filter(({ mistakes }) => mistakes.length === fewest && fewest > 0);
  const bySet = new Map(fitting.reverse().map((one) => [one.mistakes.toSorted().join(' '), one]));
  return [...bySet.values()].reverse();
}
