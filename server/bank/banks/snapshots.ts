// Snapshots (CTRL-04): every row of a bank, under a name. Each is a part of the bank in the store, which no
// restart of the bank touches. Rows are immutable: a snapshot and the banks that were restored from it share them.

import type { Clock } from '../../kernel/clock.ts';
import { ApiError } from '../../protocol/errors.ts';
import { quote } from '../../protocol/shown-text.ts';
import { belongsTo, partOf } from '../../storage/bank-names.ts';
import type { StartingRows, Store } from '../../storage/store.ts';
import { type Banks, isBankName, NAME_FORM } from './banks.ts';
import { readSaved, writeSaved } from './saved.ts';
import { snapshotPlacesIn } from './snapshot-places.ts';

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

interface SavedSnapshot extends Omit<Snapshot, 'rows'> {
  /** There was none of that name. */
  readonly isNew: boolean;
}

export interface Snapshots {
  /** By name. */
  list(bank: string): Promise<readonly Snapshot[]>;
  find(bank: string, name: string): Promise<Snapshot | undefined>;
  /**
   * Saves the bank as it is, or these rows instead, in the place of an older snapshot of that name. ApiError WEB-05
   * for a name that no snapshot can have, and for one too many.
   */
  save(bank: string, name: string, rows?: StartingRows): Promise<SavedSnapshot>;
  remove(bank: string, name: string): Promise<void>;
}

export function createSnapshots(
  store: Store,
  banks: Pick<Banks, 'transact'>,
  wallClock: Clock,
): Snapshots {
  const places = snapshotPlacesIn(store, wallClock);
  const find: Snapshots['find'] = async (bank, name) => {
    if (!isBankName(name)) return undefined;
    return store.transact(partOf(bank, name), async (tx) => {
      const { at } = await readSaved(tx);
      return at === undefined ? undefined : { name, takenAt: at, rows: await tx.snapshot() };
    });
  };

  /** The parts of the bank that are snapshots. */
  const parts = async (bank: string): Promise<readonly string[]> =>
    (await store.banks()).filter(
      (part) => belongsTo(part, bank) && isBankName(part.slice(bank.length + 1)),
    );

  /** The bank's rows. From now on they say when they were saved. */
  const rowsOf = async (bank: string): Promise<StartingRows> =>
    banks.transact(bank, async ({ tx, now, idScope }) => {
      writeSaved(tx, { ...(await readSaved(tx)), at: now, idScope });
      return tx.snapshot();
    });

  const remove: Snapshots['remove'] = (bank, name) => store.drop(partOf(bank, name));

  return {
    async list(bank) {
      const names = (await parts(bank)).map((part) => part.slice(bank.length + 1));
      const found = names.map((name) => find(bank, name));
      return (await Promise.all(found)).filter((snapshot) => snapshot !== undefined);
    },
    find,
    async save(bank, name, rows) {
      checkName(name);
      const write = async (isNew: boolean): Promise<SavedSnapshot> => {
        const saved = rows ?? (await rowsOf(bank));
        return store.transact(partOf(bank, name), async (tx) => {
          tx.restart(saved);
          tx.wakeAt(null);
          const { at: takenAt = 0 } = await readSaved(tx);
          return { name, takenAt, isNew };
        });
      };
      if ((await find(bank, name)) !== undefined) return write(false);
      const saving = await places.take(bank, name);
      try {
        const others = new Set([...(await parts(bank)), ...saving]);
        others.delete(partOf(bank, name));
        if (others.size >= MOST) throw tooMany();
        return await write(true);
      } finally {
        // A place that stays ends by itself. What the client hears is what has become of the snapshot (DUR-08).
        await places.leave(bank, name).catch(() => undefined);
      }
    },
    remove,
  };
}

const tooMany = () => {
  const text = `A bank has at most ${MOST} snapshots; delete one first.`;
  return new ApiError('WEB-05', 'CONFLICT', text, { path: 'name' });
};

function checkName(name: string): void {
  if (isBankName(name) && name !== RESERVED) return;
  const text =
    name === RESERVED
      ? `No snapshot can be called ${RESERVED}: GET /_sandbox/snapshots/${RESERVED} compares two snapshots.`
      : `${quote(name)} is not a name for a snapshot: ${NAME_FORM}`;
  throw new ApiError('WEB-05', 'FORMAT_ERROR', text, { path: 'name' });
}
