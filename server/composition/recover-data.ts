// Recovers a bank's data folder: the tables of all rooms, and the file store.
import { settings } from '../bank/banks/tables.ts';
import { type Recovery, recoverFolder } from '../storage/files/recover-folder.ts';
import { ALL_TABLES, createRowsCheck } from './rooms.ts';

/** A bank that lacks it begins anew. */
const BEGUN = { table: settings, row: { id: 'created', value: { at: 0 } } };

/** @throws Error if one of the folders cannot be used, and while a bank runs on the damaged one */
export const recoverData = (from: string, to: string): Promise<Recovery> =>
  recoverFolder({ from, to, tables: ALL_TABLES, check: createRowsCheck(), needed: BEGUN });
