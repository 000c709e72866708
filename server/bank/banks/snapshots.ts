// Snapshots (CTRL-04): every row of a bank, under a name. Each is a part of the bank in the store, which no
// restart of the bank touches. Rows are immutable: a snapshot and the banks that were restored from it share them.
import { ApiError } from '../../protocol/errors.ts';
import { partOf } from '../../storage/bank-names.ts';
import type { StartingRows, Store } from '../../storage/store.ts';
import { type Banks, isBankName, NAME_FORM } from './banks.ts';
import { readSaved, writeSaved } from './saved.ts';

/** WEB-05 */
const MOST = 100;

/** In an address, this name stands for the comparison of two snapshots. */
const RESERVED = 'diff';

export interface Snapshot {
  readonly name: string;
  /** Bank time in ms. */
  readonly takenAt: number;
  readonly rows: StartingRows;
}

export interface Snapshots {
  /** By name. */
  list(bank: string): Promise<readonly Snapshot[]>;
  find(bank: string, name: string): Promise<Snapshot | undefined>;
  /**
   * Saves the bank as it is, or these rows instead, in the place of an older snapshot of that name. ApiError WEB-05
   * for a name that no snapshot can have, and for one too many.
   */
  save(bank: string, name: string, rows?: StartingRows): Promise<'new' | 'replaced'>;
  remove(bank: string, name: string): Promise<void>;
}

export function createSnapshots(store: Store, banks: Pick<Banks, 'transact'>): Snapshots {
  const find: Snapshots['find'] = async (bank, name) => {
    if (!isBankName(name)) return undefined;
    return store.transact(partOf(bank, name), async (tx) => {
      const { at } = await readSaved(tx);
      return at === undefined ? undefined : { name, takenAt: at, rows: await tx.snapshot() };
    });
  };

  async function names(bank: string): Promise<readonly string[]> {
    const prefix = partOf(bank, '');
    const parts = (await store.banks()).filter((part) => part.startsWith(prefix));
    return parts.map((part) => part.slice(prefix.length)).filter(isBankName);
  }

  /** The bank's rows. From now on they say when they were saved. */
  const rowsOf = (bank: string): Promise<StartingRows> =>
    banks.transact(bank, async ({ tx, now, idScope }) => {
      writeSaved(tx, { ...(await readSaved(tx)), at: now, idScope });
      return tx.snapshot();
    });

  const remove: Snapshots['remove'] = (bank, name) => store.drop(partOf(bank, name));

  return {
    async list(bank) {
      const found = (await names(bank)).map((name) => find(bank, name));
      return (await Promise.all(found)).filter((snapshot) => snapshot !== undefined);
    },
    find,
    async save(bank, name, rows) {
      checkName(name);
      const before = await find(bank, name);
      const saved = rows ?? (await rowsOf(bank));
      await store.transact(partOf(bank, name), async (tx) => {
        tx.restart(saved);
        tx.wakeAt(null);
      });
      if (before !== undefined) return 'replaced';
      // Counted last, so that several that are saved at once do not get past the bound.
      if ((await names(bank)).length <= MOST) return 'new';
      await remove(bank, name);
      const text = `A bank has at most ${MOST} snapshots; delete one first.`;
      throw new ApiError('WEB-05', 'CONFLICT', text, { path: 'name' });
    },
    remove,
  };
}

function checkName(name: string): void {
  if (isBankName(name) && name !== RESERVED) return;
  const text =
    name === RESERVED
      ? `No snapshot can be called ${RESERVED}: GET /_sandbox/snapshots/${RESERVED} compares two snapshots.`
      : `The name of a snapshot ${NAME_FORM}`;
  throw new ApiError('WEB-05', 'FORMAT_ERROR', text, { path: 'name' });
}
