// A process that opens a data folder and keeps it: `node hold-folder.js FOLDER`.
import { SILENT } from '../../../server/kernel/log.ts';
import { openFileStore } from '../../../server/storage/lowdb/file-store.ts';
import { SAMPLE_TABLES } from '../../contracts/sample-tables.ts';

await openFileStore({ folder: process.argv[2] as string, tables: SAMPLE_TABLES, log: SILENT });
process.send?.('open');
setInterval(() => undefined, 1_000);
