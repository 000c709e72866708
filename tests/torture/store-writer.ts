// The process that is killed: `node store-writer.js FOLDER ROUND`. Eight writers write as fast as they
// are acknowledged; journals are folded and banks leave memory all the time, so that kills meet every step of both.
import { writeSync } from 'node:fs';
import { SILENT } from '../../server/kernel/log.ts';
import { openFileStore } from '../../server/storage/files/file-store.ts';
import { BANKS, TORTURE_TABLES, transfer } from './transfers.ts';

const WRITERS = 8;
const [folder = '', round = ''] = process.argv.slice(2);
const store = await openFileStore({
  folder,
  tables: TORTURE_TABLES,
  log: SILENT,
  foldFloor: 4_000,
  // Of the banks that it writes to, most must leave memory again and again.
  inMemory: { banks: 2 },
});
// Written at once: what stands in a buffer when the kill comes was not acknowledged.
writeSync(1, 'ready\n');

async function write(writer: number): Promise<never> {
  for (let n = 1; ; n++) {
    const id = `${round}.${writer}.${n}`;
    const bank = BANKS[(writer + n) % BANKS.length] as string;
    await store.transact(bank, (tx) => transfer(tx, id, BigInt(n)));
    writeSync(1, `${id}\n`);
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
