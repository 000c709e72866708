// Snapshots of a bank from the outside (CTRL-04): taken, restored, compared, exported and imported.
import { isoTime } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { StartingRows } from '../../storage/store.ts';
import { type Banks, isBankName, prefixOfBank } from './banks.ts';
import { type ControlOperation, controlWithBody, type OutsideCall } from './control-operation.ts';
import { needFormat, ROW_FORMAT } from './row-format.ts';
import {
  changesIn,
  differencesJson,
  type RowChanges,
  type RowKinds,
  rowsOf,
  tablesJson,
} from './snapshot-json.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';

/** Bytes of a document: a company with 10,000 transactions has some 4 MB. */
const MAX_DOCUMENT = 24 * 1024 * 1024;

export interface SnapshotParts {
  readonly banks: Banks;
  readonly snapshots: Snapshots;
  readonly rowKinds: RowKinds;
  /** What happened between two states of a bank, for people. */
  readonly changeWords: (changes: RowChanges, between: Between) => readonly string[];
}

/** A bank at a moment of its time. */
interface BankState {
  /** Bank time in ms. */
  readonly at: number;
  readonly rows: StartingRows;
}

export interface Between {
  readonly from: BankState;
  readonly to: BankState;
}

// No row works inside a transaction on the bank: a snapshot is in another part of the store.
export function snapshotOperations(parts: SnapshotParts): readonly ControlOperation[] {
  const { snapshots } = parts;
  const need = (bank: string, name: string, path?: string) =>
    needSnapshot(snapshots, { bank, name, ...defined({ path }) });
  return [
    {
      id: 'getSnapshots',
      method: 'GET',
      path: '/_sandbox/snapshots',
      summary: 'The snapshots of the bank',
      rule: 'CTRL-04',
      success: { status: 200, schema: 'control/snapshot-list.json' },
      async outside({ bank }) {
        const list = await snapshots.list(bank);
        return { status: 200, body: { snapshots: list.map(summaryOf) } };
      },
    },
    differencesOperation(parts, need),
    {
      id: 'getSnapshot',
      method: 'GET',
      path: '/_sandbox/snapshots/{name}',
      summary: 'A snapshot as one JSON document',
      rule: 'CTRL-04',
      success: { status: 200, schema: 'control/snapshot.json' },
      async outside({ bank, params }) {
        const found = await need(bank, nameIn(params));
        const tables = tablesJson(found.rows);
        return { status: 200, body: { ...summaryOf(found), format: ROW_FORMAT, tables } };
      },
    },
    putOperation(parts),
    restoreOperation(parts),
    {
      id: 'deleteSnapshot',
      method: 'DELETE',
      path: '/_sandbox/snapshots/{name}',
      summary: 'Delete a snapshot',
      rule: 'CTRL-04',
      success: { status: 204 },
      async outside({ bank, params }) {
        const { name } = await need(bank, nameIn(params));
        await snapshots.remove(bank, name);
        return { status: 204 };
      },
    },
  ];
}

type Need = (bank: string, name: string, path?: string) => Promise<Snapshot>;

const differencesOperation = (
  { banks, changeWords }: SnapshotParts,
  need: Need,
): ControlOperation => ({
  id: 'getSnapshotDifferences',
  method: 'GET',
  path: '/_sandbox/snapshots/diff',
  summary: 'What differs between two snapshots, or between one and the bank, in words and as rows',
  rule: 'CTRL-04',
  success: { status: 200, schema: 'control/snapshot-differences.json' },
  query: ['from', 'to'],
  async outside({ bank, query: { from, to } }) {
    if (from === undefined) {
      const text = 'from must be the name of a snapshot.';
      throw new ApiError('CTRL-04', 'QUERY_PARAMETER_REQUIRED', text, { path: 'from' });
    }
    const before = savedState(await need(bank, from, 'from'));
    const after =
      to === undefined
        ? await banks.transactIfBegun(bank, async ({ tx, now }) => ({
            at: now,
            rows: await tx.snapshot(),
          }))
        : savedState(await need(bank, to, 'to'));
    const changes = changesIn(before.rows, after.rows);
    const words = changeWords(changes, { from: before, to: after });
    const rows = differencesJson(changes);
    return { status: 200, body: { from, ...defined({ to }), words, ...rows } };
  },
});

const putOperation = ({ banks, snapshots, rowKinds }: SnapshotParts): ControlOperation =>
  controlWithBody({
    id: 'putSnapshot',
    method: 'PUT',
    path: '/_sandbox/snapshots/{name}',
    summary: 'Save the bank as a snapshot, or import one',
    rule: 'CTRL-04',
    success: { status: 201, schema: 'control/snapshot-entry.json' },
    otherSuccess: { status: 200, schema: 'control/snapshot-entry.json' },
    body: { schema: 'control/snapshot.json', optional: true, most: MAX_DOCUMENT },
    async outside({ bank, params, body }) {
      const name = nameIn(params);
      needFormat(body?.format);
      const imported =
        body &&
        (await banks.transact(bank, async ({ now, idScope }) =>
          rowsOf(body.tables, { at: now, idScope }, rowKinds),
        ));
      const saved = await snapshots.save(bank, name, imported);
      return { status: saved.isNew ? 201 : 200, body: summaryOf(saved) };
    },
  });

const restoreOperation = ({ banks, snapshots }: SnapshotParts): ControlOperation => ({
  id: 'restoreSnapshot',
  method: 'POST',
  path: '/_sandbox/snapshots/{name}/restore',
  summary: 'Put the bank into the state of a snapshot, its own or that of another bank',
  rule: 'CTRL-04',
  success: { status: 200, schema: 'control/snapshot-entry.json' },
  query: ['bank'],
  async outside({ bank, params, query }) {
    const owner = query['bank'] ?? bank;
    if (!isBankName(owner)) {
      const text = 'bank must be the name of a bank.';
      throw new ApiError('CTRL-04', 'FORMAT_ERROR', text, { path: 'bank' });
    }
    const found = await needSnapshot(snapshots, { bank: owner, name: nameIn(params) });
    await banks.replace(bank, async ({ tx }) => tx.restart(found.rows));
    return { status: 200, body: summaryOf(found) };
  },
});

const nameIn = (params: OutsideCall['params']): string => params['name'] ?? '';

interface Wanted {
  readonly bank: string;
  readonly name: string;
  /** Where the request names it, if not in its path. */
  readonly path?: string;
}

async function needSnapshot(
  snapshots: Snapshots,
  { bank, name, ...place }: Wanted,
): Promise<Snapshot> {
  const found = await snapshots.find(bank, name);
  if (found !== undefined) return found;
  const text = `The bank ${bank} has no snapshot of that name; GET ${prefixOfBank(bank)}/_sandbox/snapshots lists those that it has.`;
  throw new ApiError('CTRL-04', 'RESOURCE_UNKNOWN', text, place);
}

const savedState = ({ takenAt, rows }: Snapshot): BankState => ({ at: takenAt, rows });

const summaryOf = ({ name, takenAt }: Pick<Snapshot, 'name' | 'takenAt'>): JsonObject => ({
  name,
  takenAt: isoTime(takenAt),
});
