// What is asked of the database about one bank. A bank is read by one statement and changed by one statement, so
// each sees and leaves it whole, whatever level of isolation the database has.
import { StoreWriteError } from '../errors.ts';
import { MOST_REPORTED, type ReadReported } from '../store.ts';
import type { Query } from './database.ts';
import { arrayOf, columnsOf, type JoinedRow, type RowText, textsIn } from './row-texts.ts';

/** A bank as it is now, or what of it has changed. */
interface BankState {
  readonly version: number;
  readonly start: string | undefined;
  readonly wakeAt: number | null;
  /** The rows are all that the bank has, and not only those that have changed. */
  readonly isWhole: boolean;
  readonly rows: readonly RowText[];
}

/** What a commit changes, on top of the version that it was made from. */
export interface BankChange {
  /** 0 for a bank that was not there. */
  readonly version: number;
  /** All earlier rows are gone, and these are the rows that the bank starts from; `null` for none. */
  readonly restarted: { readonly start: string | null } | undefined;
  readonly wakeAt: number | null;
  readonly rows: readonly RowText[];
  /** What it reports, each as JSON. */
  readonly events: readonly string[];
  /** {@link COMMIT_LENGTH} characters that no other commit has. */
  readonly commit: string;
}

/** A bank remembers the commits that it has moved by, newest first: so many, without anything between them. */
export const REMEMBERED = 64;
export const COMMIT_LENGTH = 8;
export const remembering = (commit: string): string =>
  `left(${commit} || commits, ${REMEMBERED * COMMIT_LENGTH})`;

const READ = `
  SELECT b.version, b.known_from, b.start, b.wake_at, r.of_table, r.id, r.content
  FROM sandbank_banks b
  LEFT JOIN sandbank_rows r ON r.bank = b.bank AND r.version >= b.began
    AND r.version > CASE WHEN b.known_from > $2 THEN 0 ELSE $2 END
  WHERE b.bank = $1`;

interface ReadRow extends JoinedRow {
  readonly version: string;
  readonly known_from: string;
  readonly start: string | null;
  readonly wake_at: string | null;
}

/** @param known the version that the caller has, 0 for none. `undefined` when there is no such bank */
export async function readBank(
  query: Query,
  bank: string,
  known: number,
): Promise<BankState | undefined> {
  const found = await query<ReadRow>(READ, [bank, known]);
  const [first] = found;
  if (first === undefined) return undefined;
  return {
    version: Number(first.version),
    start: first.start ?? undefined,
    wakeAt: first.wake_at === null ? null : Number(first.wake_at),
    isWhole: Number(first.known_from) > known,
    rows: textsIn(found),
  };
}

/**
 * The first version of a bank is the time in µs: one that was dropped and begins again never has a version that it
 * had before.
 */
export const FIRST =
  '(SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint) AS version) first';
const BEGIN = `
  INSERT INTO sandbank_banks (bank, version, began, known_from, start, wake_at, commits)
  SELECT $1, first.version, first.version, first.version, $4, $3, $8
  FROM ${FIRST}`;
const MOVE = `UPDATE sandbank_banks SET version = version + 1, wake_at = $3, commits = ${remembering('$8::text')}`;
const RESTART = ', began = version + 1, known_from = version + 1, start = $4';

/** Says that the set is in use. Without it, nothing is written. */
const USED = 'UPDATE sandbank_starts SET used_at = now() WHERE start = $4 RETURNING start';

const WRITTEN = `
  INSERT INTO sandbank_rows (bank, of_table, id, version, content)
  SELECT moved.bank, c.of_table, c.id, moved.version, c.content
  FROM moved, unnest($5::text[], $6::text[], $7::text[]) AS c (of_table, id, content)
  ON CONFLICT (bank, of_table, id) DO UPDATE SET version = excluded.version, content = excluded.content`;

/**
 * Numbered on from the newest one, which this statement sees: whoever was before it has moved the bank to the version
 * that it names.
 */
const REPORTED = `
  newest AS (SELECT coalesce(max(number), 0) AS number FROM sandbank_events WHERE bank = $1),
  reported AS (
    INSERT INTO sandbank_events (bank, number, event)
    SELECT moved.bank, newest.number + e.place, e.event
    FROM moved, newest, unnest($9::text[]) WITH ORDINALITY AS e (event, place)
  ),
  forgotten AS (
    DELETE FROM sandbank_events e USING moved, newest
    WHERE e.bank = moved.bank AND e.number <= newest.number + cardinality($9::text[]) - ${MOST_REPORTED}
  ),`;

/** The change as one statement: it finds the bank as the change knows it, or does nothing. */
function changeStatement({ version, restarted, events }: BankChange): string {
  const needsSet = restarted !== undefined && restarted.start !== null;
  const is = needsSet ? 'EXISTS (SELECT start FROM used)' : '$4::text IS NULL';
  const moved =
    version === 0
      ? `${BEGIN} WHERE $2::bigint = 0 AND ${is} ON CONFLICT (bank) DO NOTHING`
      : `${MOVE}${restarted === undefined ? '' : RESTART} WHERE bank = $1 AND version = $2 AND ${is}`;
  return `
    WITH ${needsSet ? `used AS (${USED}), ` : ''}moved AS (${moved} RETURNING bank, version),${events.length > 0 ? REPORTED : ''}
    written AS (${WRITTEN})
    SELECT version FROM moved`;
}

/** The version that the bank has now; `undefined` when another transaction was first, or the set is gone. */
export async function writeBank(
  query: Query,
  bank: string,
  change: BankChange,
): Promise<number | undefined> {
  const { rows, restarted, version, wakeAt, commit, events } = change;
  const [moved] = await query<{ version: string }>(changeStatement(change), [
    bank,
    version,
    wakeAt,
    restarted?.start ?? null,
    ...columnsOf(rows),
    commit,
    ...(events.length > 0 ? [arrayOf(events)] : []),
  ]);
  return moved && Number(moved.version);
}

/** Until the end of the transaction no other connection changes the bank. */
export const LOCK = 'SELECT version FROM sandbank_banks WHERE bank = $1 FOR UPDATE';

/** Rows of the time before a restart are read no more. */
export const REMOVE_OLD = `
  DELETE FROM sandbank_rows WHERE bank = $1
    AND version < (SELECT began FROM sandbank_banks WHERE bank = $1)`;

/** Rows that are gone are remembered for those who know the bank as it was before; not for ever. */
export const REMOVE_GONE = `
  WITH known AS (
    UPDATE sandbank_banks SET known_from = $2 WHERE bank = $1 AND known_from < $2 RETURNING bank
  )
  DELETE FROM sandbank_rows WHERE bank IN (SELECT bank FROM known) AND version <= $2 AND content = ''`;

/** Newest first. */
const READ_REPORTED = `
  SELECT number, event FROM sandbank_events WHERE bank = $1 AND number > $2
  ORDER BY number DESC LIMIT $3`;

export async function readReported(
  query: Query,
  ...range: Parameters<ReadReported>
): ReturnType<ReadReported> {
  const found = await query<{ number: string; event: string }>(READ_REPORTED, range);
  return found.map(({ number, event }) => {
    const read = eventIn(event);
    if (read !== undefined) return { ...read, number: Number(number) };
    const row = `a row of sandbank_events (bank ${range[0]}, number ${number})`;
    throw new StoreWriteError(`The database has ${row} that is no event; delete it.`, 'not done');
  });
}

/** `undefined` if somebody has written something else there. */
function eventIn(text: string): object | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The bank, and those that belong to it. */
export const DROP = `
  WITH gone AS (
    DELETE FROM sandbank_banks WHERE bank = $1 OR split_part(bank, '@', 1) = $1 RETURNING bank
  )
  DELETE FROM sandbank_rows WHERE bank IN (SELECT bank FROM gone)`;

/**
 * Then, so that it sees what the last commit has reported: a statement sees what was there when it began. A bank that has
 * begun between the two keeps its own.
 */
export const DROP_REPORTED = `
  DELETE FROM sandbank_events WHERE bank = $1
    AND NOT EXISTS (SELECT bank FROM sandbank_banks WHERE bank = $1)`;
