// Listing: a range of the base and of the overlay on it, merged in (order, id) order. Only the rows
// that are skipped or returned are looked at, and the ends of the range are found by binary search.
import type { Range } from '../store.ts';
import type { Row } from '../table.ts';
import { compareEntries, type Entry } from './entries.ts';
import type { Cursor, SortedEntries } from './sorted-entries.ts';

const NOWHERE: Cursor = { current: () => undefined, step: () => undefined };

/** `isHidden` says of a base entry that the overlay has replaced or removed its row. */
export function mergeRange(
  based: SortedEntries | undefined,
  own: SortedEntries | undefined,
  range: Range,
  isHidden: (entry: Entry) => boolean,
): Row[] {
  const walk = based?.walk(range) ?? NOWHERE;
  const ownWalk = own?.walk(range) ?? NOWHERE;
  const next = merged(walk, ownWalk, range.reverse === true, isHidden);
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
