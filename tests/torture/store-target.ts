// The file store by itself as a target of torture.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SILENT } from '../../server/kernel/log.ts';
import { openFileStore } from '../../server/storage/files/file-store.ts';
import type { TortureTarget } from './torture.ts';
import { BANKS, findingsIn, TORTURE_TABLES } from './transfers.ts';

const WRITER = fileURLToPath(new URL('store-writer.js', import.meta.url));

export const storeTarget: TortureTarget = {
  start: (folder, round) =>
    spawn(process.execPath, [WRITER, folder, String(round)], { stdio: ['ignore', 'pipe', 'pipe'] }),

  async inspect(folder) {
    const store = await openFileStore({ folder, tables: TORTURE_TABLES, log: SILENT });
    const found = await Promise.all(
      BANKS.map((bank) => store.transact(bank, (tx) => findingsIn(tx, bank))),
    );
    await store.close();
    return {
      written: new Map(found.flatMap(({ written }) => [...written])),
      faults: found.flatMap(({ faults }) => faults),
    };
  },
};
