// The contract, held by the store that processes share; and what is of this store alone.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SILENT } from '../../server/kernel/log.ts';
import type { CheckRows } from '../../server/storage/check-rows.ts';
import { openPostgresStore } from '../../server/storage/postgres/postgres-store.ts';
import { encodeRow } from '../../server/storage/row-json.ts';
import type { Store } from '../../server/storage/store.ts';
import { eventually } from '../support/control-bank.ts';
import { runs } from '../support/corpus.ts';
import { deferred } from '../support/deferred.ts';
import { describeOnPostgres } from '../support/on-postgres.ts';
import { inDatabase, type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { SAMPLE_TABLES, startingRows, type ThingRow, thing, things } from './sample-tables.ts';
import { describeStore } from './store-contract.ts';
import { testAgainstModel } from './store-model.ts';
import type { StoreHarness } from './subject.ts';

let server: PostgresServer;

const open = (url: string) =>
  openPostgresStore({ url, tables: SAMPLE_TABLES, log: SILENT, randomBytes });

const fresh = async (): Promise<StoreHarness> => {
  const url = await server.freshUrl();
  let store = await open(url);
  const others: Store[] = [];
  return {
    store,
    async reopen() {
      await store.close();
      store = await open(url);
      return store;
    },
    async another() {
      const other = await open(url);
      others.push(other);
      return other;
    },
    async dispose() {
      for (const other of others) await other.close();
    },
  };
};

describeOnPostgres('PostgreSQL', () => {
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  describeStore('PostgreSQL', fresh);
  testAgainstModel('PostgreSQL', fresh, runs(60));

  describe('of this store alone', () => {
    let url: string;
    let opened: Store[];
    const another = async (): Promise<Store> => {
      const store = await open(url);
      opened.push(store);
      return store;
    };
    const put = (store: Store, ...rows: ThingRow[]) =>
      store.transact('one', async (tx) => {
        for (const row of rows) tx.put(things, row);
      });
    const get = (store: Store, id: string) => store.transact('one', (tx) => tx.get(things, id));
    beforeEach(async () => {
      url = await server.freshUrl();
      opened = [];
    });
    afterEach(() => Promise.all(opened.map((store) => store.close())));

    test('DUR-05: a database that is read-only is not ready, and nothing is done', async () => {
      const said: string[] = [];
      const note = (_: object, text: string) => void said.push(text);
      const log = { ...SILENT, error: note, info: note };
      const store = await openPostgresStore({ url, tables: SAMPLE_TABLES, log, randomBytes });
      opened.push(store);
      await put(store, thing('before'));
      /** For connections made from then on. Resolves when the store has noticed that it has lost those before. */
      const setReadOnly = async (value: 'on' | 'off', wanted: RegExp) => {
        const set = `ALTER ROLE CURRENT_USER SET default_transaction_read_only = '${value}'`;
        await inDatabase(url, `SET TRANSACTION READ WRITE; ${set}`);
        const before = "FROM pg_stat_activity WHERE application_name = 'sandbank'";
        await inDatabase(url, `SELECT pg_terminate_backend(pid) ${before}`);
        await eventually(
          () => inDatabase(url, `SELECT pid ${before}`),
          ({ length }) => length === 0,
        );
        const look = () => store.check().then(() => 'ready', String);
        expect(await eventually(look, (seen) => wanted.test(seen))).toMatch(wanted);
      };
      await setReadOnly('on', /The database cannot be used: it is read-only/);
      expect(said[0]).toBe('the database does not answer as it should');
      said.length = 0;
      const refused = { outcome: 'not done', message: expect.stringContaining('read-only') };
      await expect(put(store, thing('never'))).rejects.toMatchObject(refused);
      expect(await get(store, 'before')).toEqual(thing('before'));
      await expect(put(store, thing('never'))).rejects.toMatchObject(refused);
      // It was said, and reads that are answered change nothing of it.
      expect(said).toEqual([]);
      await setReadOnly('off', /^ready$/);
      await put(store, thing('after'));
      expect(said.at(-1)).toBe('the database answers again');
    });

    test('DUR-06: an event that somebody has edited is refused with its place', async () => {
      const store = await another();
      const event = { at: 0, type: 'sessionEnded' };
      await store.transact('one', async (tx) => {
        tx.put(things, thing('x'));
        tx.report([event]);
      });
      expect(await store.reported?.('one', 0, 9)).toMatchObject([event]);
      for (const edited of ['{', '7', 'null']) {
        await inDatabase(url, `UPDATE sandbank_events SET event = '${edited}'`);
        await expect(store.reported?.('one', 0, 9)).rejects.toThrow(
          /a row of sandbank_events \(bank one, number \d+\) that is no event; delete it/,
        );
      }
    });

    test('BANK-02: of twenty banks two are in memory, and all have what was written, alone and by turns', async () => {
      const store = await openPostgresStore({
        ...{ url, tables: SAMPLE_TABLES, log: SILENT, randomBytes },
        inMemory: { banks: 2 },
      });
      opened.push(store);
      const banks = Array.from({ length: 20 }, (_, n) => `bank-${n}`);
      await store.transact('bank-0', async (tx) => tx.restart(startingRows('set', 20)));
      const saved = await store.transact('bank-0', (tx) => tx.snapshot());
      for (const bank of banks) {
        await store.transact(bank, async (tx) => {
          tx.restart(saved);
          tx.put(things, thing(bank));
        });
      }
      expect(store.figures?.().banksInMemory).toBe(2);
      for (const bank of banks) {
        const both = ['start-7', bank].map((id) =>
          store.transact(bank, async (tx) => (await tx.get(things, id))?.id),
        );
        expect(await Promise.all(both)).toEqual(['start-7', bank]);
      }
      expect(store.figures?.().banksInMemory).toBe(2);
    });

    test('BANK-02: a bank stays while a transaction runs: the next one waits for it', async () => {
      const store = await openPostgresStore({
        ...{ url, tables: SAMPLE_TABLES, log: SILENT, randomBytes },
        inMemory: { banks: 1 },
      });
      opened.push(store);
      await put(store, thing('x'));
      const [reached, go] = [deferred(), deferred()];
      const slow = store.transact('one', async () => {
        reached.resolve();
        await go.promise;
      });
      await reached.promise;
      const putInOther = () => store.transact('other', async (tx) => tx.put(things, thing('x')));
      await putInOther();
      let isRun = false;
      const next = store.transact('one', async () => {
        isRun = true;
      });
      for (let i = 0; i < 10; i++) await putInOther();
      const isRunBefore = isRun;
      go.resolve();
      await Promise.all([slow, next]);
      expect([isRunBefore, isRun]).toEqual([false, true]);
    });

    test('many that open an empty database at once make its tables together', async () => {
      const stores = await Promise.all(Array.from({ length: 6 }, another));
      await put(stores[0] as Store, thing('x'));
      for (const store of stores) expect(await get(store, 'x')).toEqual(thing('x'));
    });

    test('a database that a newer program has changed is refused', async () => {
      await another();
      await inDatabase(url, 'UPDATE sandbank_schema SET version = 99');
      await expect(another()).rejects.toThrow('start the newer program');
    });

    test('ids and texts that no database text can hold come back as they were', async () => {
      const [here, there] = [await another(), await another()];
      const odd = thing('nul\0 half\ud800 "quoted" \\ å', {
        group: '\0',
        data: { of: '\0\udc00' },
      });
      await put(here, odd);
      expect(await get(there, odd.id)).toEqual(odd);
      await there.transact('one', async (tx) => tx.remove(things, odd.id));
      expect(await get(here, odd.id)).toBeUndefined();
    });

    test('a starting set is stored once, however many banks restart from it', async () => {
      const [here, there] = [await another(), await another()];
      for (const [i, store] of [here, there, here, there].entries()) {
        const restart = store.transact(`bank-${i}`, async (tx) =>
          tx.restart(startingRows('set', 20)),
        );
        await restart;
      }
      const [count] = await inDatabase(url, 'SELECT count(*)::int AS rows FROM sandbank_rows');
      expect(count).toEqual({ rows: 21 });
    });

    test('sets to which nothing refers any more are removed after a day, and stored again when needed', async () => {
      const here = await another();
      const restart = (key: string, count: number) =>
        here.transact('one', async (tx) => tx.restart(startingRows(key, count)));
      await restart('first', 4);
      await put(here, thing('own'));
      const saved = await here.transact('one', (tx) => tx.snapshot());
      const restarts = [
        () => restart('first', 4),
        () => here.transact('one', (tx) => tx.restart(saved)),
      ];
      for (const again of restarts) {
        await restart('second', 6);
        await inDatabase(url, "UPDATE sandbank_starts SET used_at = now() - interval '2 days'");
        const there = await another();
        await there.close();
        expect(await inDatabase(url, 'SELECT start FROM sandbank_starts')).toHaveLength(1);
        await again();
        expect(await get(await another(), 'start-3')).toEqual(
          startingRows('first', 4).rows.get(things)?.()[3],
        );
      }
      expect(await get(await another(), 'own')).toEqual(thing('own'));
    });

    test('one that has been away longer than removed rows are remembered reads the bank anew', async () => {
      const [here, there] = [await another(), await another()];
      await put(here, thing('x'), thing('kept'));
      expect(await get(there, 'x')).toBeDefined();
      await here.transact('one', async (tx) => tx.remove(things, 'x'));
      for (let i = 0; i < 2_000; i++) await put(here, thing('kept', { rank: i }));
      await here.close();
      const gone = "SELECT id FROM sandbank_rows WHERE content = ''";
      expect(await inDatabase(url, gone)).toEqual([]);
      expect(await get(there, 'x')).toBeUndefined();
      expect(await get(there, 'kept')).toEqual(thing('kept', { rank: 1_999 }));
    });

    test('DUR-06: a row that a hand has written is refused with its table and id, and corrected it is read', async () => {
      await put(await another(), thing('x'));
      const write = (content: string) =>
        inDatabase(url, `UPDATE sandbank_rows SET content = '${content}' WHERE id = 'x'`);
      const check: CheckRows = (rows) => {
        if (rows.get(things, 'x')?.rank !== 7) return undefined;
        return { table: 'things', id: 'x', path: ['rank'], text: 'rank must not be 7.' };
      };
      const strict = await openPostgresStore({
        ...{ url, tables: SAMPLE_TABLES, log: SILENT, check },
        randomBytes,
      });
      opened.push(strict);
      const said = (text: string) =>
        expect(get(strict, 'x')).rejects.toThrow(
          `The database has a row of the bank one that does not fit: The row "x" of table "things" ${text} Correct or`,
        );
      await write('{');
      await said('is no JSON.');
      await write(encodeRow(things, thing('x', { rank: 7 })));
      await said('does not fit: rank must not be 7.');
      await write(encodeRow(things, thing('x', { rank: 8 })));
      expect(await get(strict, 'x')).toEqual(thing('x', { rank: 8 }));
      await inDatabase(url, `UPDATE sandbank_rows SET of_table = 'newer' WHERE id = 'x'`);
      await expect(get(await another(), 'x')).rejects.toThrow('newer, a table of a newer program');
    });

    test('DUR-04: a lost database refuses, and the store goes on by itself when it is back', async () => {
      const here = await another();
      await put(here, thing('before'));
      await server.kill();
      await expect(put(here, thing('lost'))).rejects.toThrow('The database cannot be used');
      await expect(get(here, 'before')).rejects.toThrow('The database cannot be used');
      await expect(here.check()).rejects.toThrow('The database cannot be used');
      await server.start();
      await here.check();
      expect(await get(here, 'lost')).toBeUndefined();
      await put(here, thing('after'));
      expect(await get(here, 'after')).toEqual(thing('after'));
    });
  });
});
