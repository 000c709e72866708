// Saves what is readable of a damaged data folder into a new folder. The damaged one stays as it is: sound banks
// are copied byte for byte, damaged ones are written anew from the rows that can be read.
import { SILENT } from '../../kernel/log.ts';
import { allRowsOf, type CheckRows, faultText } from '../check-rows.ts';
import { tablesByName } from '../engine/bank.ts';
import type { BankRows } from '../engine/bank-rows.ts';
import { readRow } from '../engine/unread-row.ts';
import { codeOf, DamagedStoreError } from '../errors.ts';
import type { AnyTable, Row } from '../table.ts';
import { filesOf, findBank, sortNames } from './bank-files.ts';
import { type CheckedFile, placeOfFault } from './check-read.ts';
import { type Disk, readExisting, readWhole, withFile } from './disk.ts';
import { openFileStore } from './file-store.ts';
import { type Lock, lockFolder, ownIdentity } from './lock.ts';
import { nodeDisk } from './node-disk.ts';
import { type Loss, readableRows } from './readable-rows.ts';
import { layoutOf } from './snapshot-format.ts';
import { StartingSets, setFile } from './starting-sets.ts';

interface RecoverOptions {
  readonly from: string;
  /** Must not exist, or be empty. */
  readonly to: string;
  readonly tables: readonly AnyTable[];
  readonly check: CheckRows;
  /** A row without which a bank would begin anew; put into a damaged bank that lacks it. */
  readonly needed: NeededRow;
  readonly disk?: Disk;
}

interface NeededRow {
  readonly table: AnyTable;
  readonly row: Row;
}

/** If no bank is damaged, nothing was written. */
export interface Recovery {
  /** Banks that were copied as they are. */
  readonly sound: readonly string[];
  /** Banks of which something was damaged, with the number of rows that were saved. */
  readonly damaged: ReadonlyMap<string, number>;
  readonly losses: readonly Loss[];
}

/** @throws Error for folders that cannot be used; LockedStoreError while a bank runs on the damaged one */
export async function recoverFolder(options: RecoverOptions): Promise<Recovery> {
  const { disk = nodeDisk } = options;
  if ((await disk.sizeOf(options.from)) === undefined) {
    throw new Error(`There is no folder ${options.from}.`);
  }
  const from = await disk.folder(options.from);
  const lock = await lockIfWritable(from, disk);
  try {
    const { to } = options;
    if ((await disk.sizeOf(to)) !== undefined && (await disk.list(to)).length > 0) {
      throw new Error(`${to} is not empty; name a folder that does not exist yet.`);
    }
    return await recover(from, to, { ...options, disk });
  } finally {
    await lock?.release();
  }
}

/** Nothing can change a folder that takes no writes. */
async function lockIfWritable(folder: string, disk: Disk): Promise<Lock | undefined> {
  try {
    return await lockFolder({ disk, folder, self: ownIdentity(), beat: 1_000 });
  } catch (error) {
    if (['EROFS', 'EACCES', 'ENOSPC'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

interface Means {
  readonly disk: Disk;
  readonly tables: readonly AnyTable[];
  readonly check: CheckRows;
  readonly needed: NeededRow;
}

async function recover(from: string, to: string, means: Means): Promise<Recovery> {
  const { disk, tables, check } = means;
  const byName = tablesByName(tables);
  const files = { disk, folder: from, tables: byName, layout: layoutOf(tables), check };
  const losses = new Map<string, Loss>();
  const keyOf = ({ place }: Loss) => `${place.file}:${place.line}`;
  const onLoss = (loss: Loss) => void losses.set(keyOf(loss), loss);
  const starts = new StartingSets(files);
  const content = sortNames(await disk.list(from));
  const sound: string[] = [];
  const damaged = new Map<string, BankRows>();
  for (const bank of content.banks) {
    const fault = await faultOf(findBank(bank, { ...files, starts }));
    if (fault === undefined) sound.push(bank);
    else {
      const rows = await readableRows(bank, { ...files, onLoss });
      const file = filesOf(from, bank).snapshot;
      for await (const loss of withoutMisfits(rows, { ...files, file })) {
        // Several may have no line of their own.
        losses.set(loss.place.line === 1 ? loss.reason : keyOf(loss), loss);
      }
      damaged.set(bank, rows);
      const isKnown = [...losses.values()].some((loss) => keyOf(loss) === keyOf(fault));
      if (!isKnown) onLoss(fault);
    }
  }
  if (damaged.size === 0) return { sound, damaged: new Map(), losses: [] };
  const folder = await disk.folder(to);
  const copied = [
    ...content.starts.map((hash) => setFile(from, hash)),
    ...sound.flatMap((bank) => [filesOf(from, bank).snapshot, filesOf(from, bank).journal]),
  ];
  for (const path of copied) await copy(path, `${folder}${path.slice(from.length)}`, disk);
  const saved = await write(folder, damaged, means);
  return { sound, damaged: saved, losses: [...losses.values()] };
}

/** Takes out the rows that do not fit, or puts them right where that loses nothing. */
async function* withoutMisfits(rows: BankRows, reading: CheckedFile): AsyncIterable<Loss> {
  for (;;) {
    const fault = reading.check(allRowsOf(rows, reading.tables));
    if (fault === undefined) return;
    const table = reading.tables.get(fault.table) as AnyTable;
    const mended = fault.mend?.();
    rows.set(table, mended?.id ?? fault.id, mended ?? null);
    const done = mended === undefined ? '' : ' It was put right.';
    yield { place: await placeOfFault(fault, reading), reason: faultText(fault) + done };
  }
}

async function faultOf(finding: Promise<unknown>): Promise<DamagedStoreError | undefined> {
  try {
    await finding;
    return undefined;
  } catch (error) {
    if (error instanceof DamagedStoreError) return error;
    throw error;
  }
}

async function copy(from: string, to: string, disk: Disk): Promise<void> {
  const bytes = await readExisting(disk, from, readWhole);
  if (bytes === undefined) return;
  await withFile(disk.open(to, 'fresh'), async (file) => {
    await file.write(bytes, 0);
    await file.sync();
  });
}

/** Opens the new folder, which looks through all that was copied. Returns how many rows each bank has. */
async function write(
  folder: string,
  banks: ReadonlyMap<string, BankRows>,
  { disk, tables, needed }: Means,
): Promise<ReadonlyMap<string, number>> {
  const store = await openFileStore({ folder, tables, disk, log: SILENT });
  const saved = new Map<string, number>();
  for (const [bank, rows] of banks) {
    const { table, row } = needed;
    if (rows.get(table, row.id) === undefined) rows.set(table, row.id, row);
    const all = rows.asBase();
    const count = await store.transact(bank, async (tx) => {
      const found = tables.flatMap((of) =>
        [...all.rows(of.name).values()].map((one) => ({ of, one: readRow(one) })),
      );
      for (const { of, one } of found) tx.put(of, one);
      return found.length;
    });
    saved.set(bank, count);
  }
  await store.close();
  return saved;
}
