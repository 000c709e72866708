// Whether what is found can be what transactions left of which it is known, or not, what became of them.
import { isDeepStrictEqual } from 'node:util';
import type { Store } from '../../server/storage/store.ts';

export type Rows = ReadonlyMap<string, number>;

/** Of a bank. */
export interface Contents {
  readonly rows: Rows;
  /** Which transactions have reported, in their order. */
  readonly events: readonly number[];
}

/** A transaction, or the end of a bank. */
export interface Tried {
  readonly number: number;
  readonly text: string;
  readonly store: Store;
  effect?: (rows: Map<string, number>, at: number) => void;
  /** It reports its number. */
  reports?: true;
  /** The moment at which its client asked for it, and the one at which the client had the answer. */
  readonly asked: number;
  answered?: number;
  /** How many have changed the bank before, as its work has seen it; absent: it has not looked. */
  at?: number;
  /** It has found no bank, once at least. */
  mayBegin?: true;
  /** Done before, by somebody who has had no answer, and does it again. */
  isEarlier?: true;
  /** The rows that it has read, and left. */
  seen?: Rows;
  /** What has become of it, as its client knows. */
  known: 'waits' | 'done' | 'not done' | 'not known';
}

/** What may be there, for one way in which it all has happened. */
interface State extends Contents {
  /** What is read until the next start. */
  readonly shown: Rows;
  /** Of those that waited when their process died, one was not done. */
  readonly isCut: boolean;
}

export interface Found {
  readonly began: Contents;
  readonly tried: readonly Tried[];
  readonly found: Contents;
  /** Several processes have it, in no order of their own. */
  readonly isShared: boolean;
}

/** A row that each transaction counts up that changes something. */
export const COUNT = 'count';

/**
 * Whether the rows are what is left of the acknowledged ones, of none that was refused, and of some whose client does not
 * know: where one process does them in its order, of those that waited the first ones. What each has read must have been
 * there. What it reported must be there once, in the order of what is done, until the bank is dropped.
 */
export function isPossible({ began, tried, found, isShared }: Found): boolean {
  if (isShared) return isPossibleShared(began, tried, found);
  let states: readonly State[] = [{ ...began, shown: began.rows, isCut: false }];
  for (const one of tried) {
    const next = new Map<string, State>();
    for (const state of states.flatMap((before) => statesAfter(before, one))) {
      const { rows, shown, isCut } = state;
      if (one.seen === undefined || isDeepStrictEqual(one.seen, shown))
        next.set(JSON.stringify([sorted(rows), sorted(shown), isCut]), state);
    }
    states = [...next.values()];
  }
  return states.some(({ rows }) => isDeepStrictEqual(rows, found.rows));
}

const sorted = (rows: Rows) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Whether there is an order in which each is done at once, at a moment between its question and its answer. What has no
 * answer may be done at any later moment, also after others have begun anew, or never: the statement of a process that
 * is dead is still on its way. An end whose answer was lost is done again, and so is what began a bank that was ended
 * before it was looked for (docs/postgres.md).
 */
function isPossibleShared(began: Contents, tried: readonly Tried[], found: Contents): boolean {
  const failed = new Set<string>();
  const leads = (state: Contents, left: readonly Tried[]): boolean => {
    if (left.every(isOpen) && isDeepStrictEqual(state, found)) return true;
    const numbers = left.map(({ number, isEarlier }) => (isEarlier ? -number : number));
    const key = JSON.stringify([sorted(state.rows), state.events, numbers]);
    if (failed.has(key)) return false;
    failed.add(key);
    const first = Math.min(...left.map((one) => (isOpen(one) ? Infinity : (one.answered ?? 0))));
    for (const one of left) {
      const after = one.asked < first ? stateAfter(state, one) : undefined;
      if (after === undefined) continue;
      const isOther = ({ number }: Tried) => one.isEarlier || number !== one.number;
      const others = left.filter((other) => other !== one && isOther(other));
      if (leads(after, others)) return true;
      // What only looks stands in the way of none.
      if (one.effect === undefined) return false;
    }
    return false;
  };
  const counts = ({ known, effect }: Tried) =>
    known === 'done' || (effect !== undefined && known !== 'not done');
  const counted = tried.filter(counts);
  const isAgain = ({ effect, reports, mayBegin }: Tried) => effect && (mayBegin || !reports);
  const earlier = counted.filter(isAgain).map(({ at: _, seen: __, ...one }): Tried => {
    return { ...one, ...(one.reports && { at: 0 }), known: 'not known', isEarlier: true };
  });
  return leads(began, [...counted, ...earlier]);
}

/** It may be done later, or never. */
const isOpen = ({ known }: Tried): boolean => known !== 'done';

/** `undefined` if it has seen something else. */
function stateAfter(before: Contents, one: Tried): Contents | undefined {
  const { at, seen, effect, reports, number } = one;
  if (at !== undefined && at !== (before.rows.get(COUNT) ?? 0)) return undefined;
  const rows = changedBy(one, before.rows);
  if (seen !== undefined && !isDeepStrictEqual(seen, rows)) return undefined;
  if (effect === undefined) return before;
  // In the same bank it would be there twice.
  if (before.events.includes(number)) return undefined;
  return { rows, events: reports ? [...before.events, number] : [] };
}

function changedBy({ effect, at = 0 }: Tried, rows: Rows): Rows {
  const changed = new Map(rows);
  effect?.(changed, at);
  return changed;
}

/** Where one process does them in its order. */
function statesAfter(before: State, one: Tried): readonly State[] {
  const { known, effect } = one;
  if (effect === undefined || known === 'not done') return [before];
  const rows = changedBy(one, before.rows);
  const done = { ...before, rows, shown: changedBy(one, before.shown) };
  if (known === 'done') return [done];
  if (known === 'waits') return before.isCut ? [before] : [done, { ...before, isCut: true }];
  // Nothing, at once, or only with the next start.
  return [before, done, { ...done, shown: before.shown }];
}
