// What a store says when it cannot open or cannot write. Each message is a sentence for the operator.

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

/** The data folder is in use (DUR-03). */
export class LockedStoreError extends Error {
  override readonly name = 'LockedStoreError';
}

/** A write did not reach the disk (DUR-04); everything it was part of has been undone. */
export class StoreWriteError extends Error {
  override readonly name = 'StoreWriteError';
}

/** The database has a row that no bank has (DUR-06). */
export class MisfitRowError extends Error {
  override readonly name = 'MisfitRowError';

  constructor(bank: string, reason: string, options?: ErrorOptions) {
    const remedy = 'Correct or delete it in the table sandbank_rows, or drop the bank.';
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
