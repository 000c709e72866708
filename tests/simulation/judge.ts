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
  /** How often the bank was dropped before, and how many had changed it since, as its work has seen it. */
  readonly drops: number;
  at: number;
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
  /** Several processes have it: their transactions are in the order of what they have counted. */
  readonly isShared: boolean;
}

/**
 * Whether the rows are what is left of the acknowledged ones, of none that was refused, and of some whose client does not
 * know: where one process does them in its order, of those that waited the first ones. What each has read must have been
 * there. What it reported must be there once, in the order of what is done, until the bank is dropped.
 */
export function isPossible({ began, tried, found, isShared }: Found): boolean {
  const order = isShared ? [...tried].sort(byCount) : tried;
  let states: readonly State[] = [{ ...began, shown: began.rows, isCut: false }];
  for (const one of order) {
    const next = new Map<string, State>();
    for (const state of states.flatMap((before) => statesAfter(before, one, isShared))) {
      const { rows, shown, events, isCut } = state;
      if (one.seen === undefined || isDeepStrictEqual(one.seen, shown))
        next.set(JSON.stringify([sorted(rows), sorted(shown), events, isCut]), state);
    }
    states = [...next.values()];
  }
  return states.some(({ rows, events }) => isDeepStrictEqual({ rows, events }, found));
}

const sorted = (rows: Rows) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));

/** One that only looks has seen the changes before that one. */
const byCount = (a: Tried, b: Tried): number =>
  a.drops - b.drops ||
  a.at - b.at ||
  Number(a.effect !== undefined) - Number(b.effect !== undefined);

function statesAfter(
  before: State,
  { number, known, effect, reports, at }: Tried,
  isShared: boolean,
): readonly State[] {
  if (effect === undefined || known === 'not done') return [before];
  const after = (rows: Rows): Rows => {
    const changed = new Map(rows);
    effect(changed, at);
    return changed;
  };
  const events = reports ? [...before.events, number] : [];
  const rows = after(before.rows);
  const done = { ...before, rows, shown: after(before.shown), events: isShared ? events : [] };
  if (known === 'done') return [done];
  if (isShared) return [before, done];
  if (known === 'waits') return before.isCut ? [before] : [done, { ...before, isCut: true }];
  // Nothing, at once, or only with the next start.
  return [before, done, { ...done, shown: before.shown }];
}
