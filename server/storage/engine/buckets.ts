// An index as buckets, one for each value.
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { Index, Row } from '../table.ts';
import { Entry, SortedEntries } from './sorted-entries.ts';
import { type StoredRow, UnreadRow } from './unread-row.ts';

export type Buckets = Map<string, SortedEntries>;

export function bucketsOf(index: Index<Row>, rows: Iterable<StoredRow>): Buckets {
  const buckets: Buckets = new Map();
  for (const row of rows) addEntry(buckets, index, row);
  return buckets;
}

export function addEntry(buckets: Buckets, index: Index<Row>, row: StoredRow): void {
  const seen = row instanceof UnreadRow ? row.glimpse() : row;
  const key = index.key(seen);
  if (key === undefined) return;
  getOrSet(buckets, key, () => new SortedEntries()).add(new Entry(orderOf(index, seen), row));
}

export function removeEntry(buckets: Buckets, index: Index<Row>, row: StoredRow): void {
  const seen = row instanceof UnreadRow ? row.glimpse() : row;
  const key = index.key(seen);
  const bucket = key === undefined ? undefined : buckets.get(key);
  if (key === undefined || bucket === undefined) return;
  bucket.remove(new Entry(orderOf(index, seen), row));
  if (bucket.isEmpty) buckets.delete(key);
}

const orderOf = (index: Index<Row>, row: Row): string =>
  index.order === undefined ? row.id : index.order(row);
