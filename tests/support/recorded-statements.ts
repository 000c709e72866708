// A course of two stores that share a PostgreSQL database, for a record of what they ask it.
import { SILENT } from '../../server/kernel/log.ts';
import { openPostgresStore } from '../../server/storage/postgres/postgres-store.ts';
import type { Store } from '../../server/storage/store.ts';
import { notes, SAMPLE_TABLES, startingRows, thing, things } from '../contracts/sample-tables.ts';
import { logTo } from './failing-folders.ts';
import type { RecordedDatabase } from './recorded-database.ts';
import { ended } from './recorded-folder.ts';

interface Pair {
  readonly one: Store;
  readonly other: Store;
}
type Step = (pair: Pair) => unknown;

export const put = (store: Store, bank: string, ...ids: readonly string[]) =>
  store.transact(bank, async (tx) => {
    for (const id of ids) tx.put(things, thing(id));
  });
export const idsIn = (store: Store, bank: string) =>
  store.transact(bank, async (tx) => {
    const rows = await tx.listBy(things, 'all', 'all');
    return rows.map(({ id }) => id).join(' ');
  });

export const COURSE: Readonly<Record<string, Step>> = {
  'rows of no bank': ({ one }) => idsIn(one, 'acme'),
  'begin from a set': ({ one }) =>
    one.transact('acme', async (tx) => {
      tx.restart(startingRows('set', 2));
      tx.put(notes, { id: '"ø"\\\u0000', text: 'one' });
    }),
  rows: ({ one }) => idsIn(one, 'acme'),
  'rows for the other': ({ other }) => idsIn(other, 'acme'),
  'the other puts': ({ other }) => put(other, 'acme', 'a', 'b'),
  'one puts, and is behind': ({ one }) => put(one, 'acme', 'c'),
  'three together, of which one throws': ({ one }) =>
    Promise.allSettled([
      put(one, 'acme', 'd'),
      one.transact('acme', async (tx) => {
        tx.put(things, thing('lost'));
        throw new RangeError('no');
      }),
      one.transact('acme', async (tx) => {
        tx.remove(things, 'start-0');
        tx.remove(things, 'a');
        tx.report([{ event: 'first' }, { event: 'second' }]);
        tx.wakeAt(1_800_000_000_000);
      }),
    ]).then((all) => all.map(({ status }) => status)),
  'what was reported': ({ other }) => other.reported?.('acme', 0, 5),
  'what wakes': ({ other }) => other.wakes(1_800_000_000_000),
  'keep a snapshot': async ({ one }) => {
    const start = await one.transact('acme', (tx) => tx.snapshot());
    await one.transact('acme@kept', async (tx) => tx.restart(start));
  },
  'restart without rows': ({ other }) =>
    other.transact('acme', async (tx) => {
      tx.restart({ key: 'none', rows: new Map() });
      tx.wakeAt(null);
    }),
  'rows after that': ({ one }) => idsIn(one, 'acme'),
  banks: ({ one }) => one.banks(),
  check: ({ one }) => one.check(),
  drop: ({ other }) => other.drop('acme'),
  'rows after the drop': ({ one }) => idsIn(one, 'acme'),
  'begin anew': ({ one }) => put(one, 'acme', 'new'),
};

type Options = Parameters<typeof openPostgresStore>[0];

/** With commits that are counted. */
export function openOn(database: RecordedDatabase, more: Partial<Options> = {}): Promise<Store> {
  let commits = 0;
  return openPostgresStore({
    ...{ url: 'postgres://recorded@database/sandbank', tables: SAMPLE_TABLES, log: SILENT },
    newSocket: database.newSocket,
    randomBytes: (size) => Buffer.alloc(size, ++commits),
    ...more,
  });
}

/** What is said after each step. */
export async function played(
  database: RecordedDatabase,
  said: string[],
  note: (title: string, text: string) => void,
): Promise<void> {
  const log = logTo(said);
  const stores: Store[] = [];
  const step = async (title: string, work: () => unknown) => {
    const text = await ended(work);
    // What is asked without waiting for it.
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    note(title, text);
  };
  for (const name of ['one', 'the other'])
    await step(`open ${name}`, async () => void stores.push(await openOn(database, { log })));
  const [one, other] = stores;
  if (one !== undefined && other !== undefined)
    for (const [title, work] of Object.entries(COURSE))
      await step(title, () => work({ one, other }));
  for (const store of stores) await store.close();
}

/** What is then in the database. */
export async function left(database: RecordedDatabase): Promise<readonly string[]> {
  const store = await openOn(database);
  const lines: string[] = [];
  for (const bank of await store.banks()) lines.push(`${bank}: ${await idsIn(store, bank)};`);
  await store.close();
  return lines;
}
