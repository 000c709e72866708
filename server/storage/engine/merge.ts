// Listing: a range of the base and of the overlay on it, merged in (order, id) order. Only the rows
// that are skipped or returned are looked at, and the ends of the range are found by binary search.
import type { Range } from '../store.ts';
import type { Row } from '../table.ts';
import { compareEntries, countWhile, type Entry } from './entries.ts';

/** `isHidden` says of a base entry that the overlay has replaced or removed its row. */
export function mergeRange(
  based: readonly Entry[],
  own: readonly Entry[],
  range: Range,
  isHidden: (entry: Entry) => boolean,
): Row[] {
  const next = merged(cursor(based, range), cursor(own, range), range.reverse === true, isHidden);
  const limit = range.limit ?? Number.POSITIVE_INFINITY;
  const rows: Row[] = [];
  for (let skip = range.offset ?? 0; skip > 0; skip--) {
    if (next() === undefined) return rows;
  }
  while (rows.length < limit) {
    const entry = next();
    if (entry === undefined) break;
    rows.push(entry.row);
  }
  return rows;
}

/** A walk over the part of a sorted list that lies in the range: look at the current, step on. */
interface Cursor {
  current(): Entry | undefined;
  step(): void;
}

function cursor(entries: readonly Entry[], range: Range): Cursor {
  const { from, to } = range;
  const first = from === undefined ? 0 : countWhile(entries, (entry) => entry.order < from);
  const end = to === undefined ? entries.length : countWhile(entries, (entry) => entry.order <= to);
  let at = range.reverse === true ? end - 1 : first;
  const stride = range.reverse === true ? -1 : 1;
  return {
    current: () => (at >= first && at < end ? entries[at] : undefined),
    step: () => {
      at += stride;
    },
  };
}

function merged(
  based: Cursor,
  own: Cursor,
  reverse: boolean,
  isHidden: (entry: Entry) => boolean,
): () => Entry | undefined {
  return () => {
    let a = based.current();
    while (a !== undefined && isHidden(a)) {
      based.step();
      a = based.current();
    }
    const b = own.current();
    const takeBased = a !== undefined && (b === undefined || compareEntries(a, b) < 0 !== reverse);
    if (takeBased) {
      based.step();
      return a;
    }
    own.step();
    return b;
  };
}
