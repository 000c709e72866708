// What a store says when it cannot open or cannot write. Each message is a sentence for the operator.
import { ApiError } from '../protocol/errors.ts';

/** The word of the system or of the database for what went wrong: `ENOENT`, `ENOSPC`, `42P07`, … */
export function codeOf(error: unknown): string | undefined {
  // Not instanceof: under a test runner, the system's errors are of another realm.
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** A place in a file of the data folder. Lines and columns count from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** A file of the data folder does not parse or fit (DUR-02, DUR-06). Nothing was changed on disk. */
export class DamagedStoreError extends Error {
  override readonly name = 'DamagedStoreError';
  readonly place: FilePlace;
  readonly reason: string;

  constructor(place: FilePlace, reason: string) {
    const column = place.column === undefined ? '' : `:${place.column}`;
    super(`${place.file}:${place.line}${column}: ${reason}`);
    this.place = place;
    this.reason = reason;
  }
}

/** Another process took the data folder while this one stood still (DUR-03); only a new start helps. */
export class LostStoreError extends ApiError {
  override readonly name = 'LostStoreError';

  /** @param wasWritten whether bytes went to the disk before it was noticed */
  constructor(wasWritten = false) {
    const text =
      'Another process has taken the data folder of this bank, which stood still for a while. Send requests to that process, or start this one again.';
    const write = wasWritten ? ' It is not known whether this write is stored: look there.' : '';
    super('ERR-01', 'SYSTEM_ERROR', text + write, { status: 503 });
  }
}

/** A store in memory, which nothing can leave, has as many banks as it takes (BANK-02). */
export class FullStoreError extends ApiError {
  override readonly name = 'FullStoreError';

  constructor(most: number) {
    const text = `This Sandbank stores nothing on disk, and has as many banks and snapshots in memory as it takes: ${most}. Use the name of a bank that is there, delete a snapshot, raise SANDBANK_BANKS_IN_MEMORY, or name a data folder in SANDBANK_DATA.`;
    super('BANK-02', 'SYSTEM_ERROR', text, { status: 503 });
  }
}

/** The data folder is in use (DUR-03). */
export class LockedStoreError extends Error {
  override readonly name = 'LockedStoreError';
}

/** What has become of a write. One that is not done will not be done later either (DUR-08). */
export type Outcome = 'done' | Failure;
export type Failure = 'not done' | 'not known';

/** A write was not acknowledged (DUR-04). If it is not done, everything it was part of has been undone. */
export class StoreWriteError extends Error {
  override readonly name = 'StoreWriteError';
  readonly outcome: Failure;

  constructor(message: string, outcome: Failure, options?: ErrorOptions) {
    super(message, options);
    this.outcome = outcome;
  }
}

/** It is not known whether the write was done. */
export const isUnknown = (error: unknown): error is StoreWriteError =>
  error instanceof StoreWriteError && error.outcome === 'not known';
/** The database has a row that no bank has (DUR-06). */
export class MisfitRowError extends Error {
  override readonly name = 'MisfitRowError';

  constructor(bank: string, reason: string, options?: ErrorOptions) {
    const remedy =
      'Correct or delete it in the table sandbank_rows, or delete the rows of the bank there and in sandbank_banks.';
    super(
      `The database has a row of the bank ${bank} that does not fit: ${reason} ${remedy}`,
      options,
    );
  }
}

/** The store was closed before the transaction began. */
export class ClosedStoreError extends Error {
  override readonly name = 'ClosedStoreError';

  constructor() {
    super('The store is closed.');
  }
}
