// What becomes of a transaction whose connection breaks, or which the database keeps waiting: done once, or not done,
// or, if nobody can know, refused with these words.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { SILENT } from '../../server/kernel/log.ts';
import { StoreWriteError } from '../../server/storage/errors.ts';
import { DROP, DROP_REPORTED, REMOVE_GONE } from '../../server/storage/postgres/bank-statements.ts';
import { openPostgresStore } from '../../server/storage/postgres/postgres-store.ts';
import type { Store } from '../../server/storage/store.ts';
import { eventually } from '../support/control-bank.ts';
import { describeOnPostgres } from '../support/on-postgres.ts';
import { type Moment, type PostgresProxy, startProxy } from '../support/postgres-proxy.ts';
import { inDatabase, type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { SAMPLE_TABLES, thing, things } from './sample-tables.ts';

describeOnPostgres('outcomes on PostgreSQL', () => {
  let server: PostgresServer;
  let url: string;
  let proxy: PostgresProxy;
  let opened: Store[];
  let holders: pg.Client[];
  let roles = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    url = await server.freshUrl();
    proxy = await startProxy(url);
    opened = [];
    holders = [];
  });
  afterEach(async () => {
    for (const holder of holders) await holder.end();
    await Promise.all(opened.map((store) => store.close()));
    await proxy.close();
  });

  const open = async (at: string, statementTimeout?: number): Promise<Store> => {
    const options = { url: at, tables: SAMPLE_TABLES, log: SILENT, randomBytes };
    const store = await openPostgresStore(
      statementTimeout === undefined ? options : { ...options, statementTimeout },
    );
    opened.push(store);
    return store;
  };
  /** What is done twice shows. */
  const count = (store: Store, bank = 'one') =>
    store.transact(bank, async (tx) => {
      const rank = ((await tx.get(things, 'counter'))?.rank ?? 0) + 1;
      tx.put(things, thing('counter', { rank }));
      return rank;
    });
  const read = async (store: Store, bank = 'one') =>
    (await store.transact(bank, (tx) => tx.get(things, 'counter')))?.rank;
  const failure = async (attempt: Promise<unknown>): Promise<StoreWriteError> => {
    const error = await attempt.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(StoreWriteError);
    return error as StoreWriteError;
  };
  /** Another one's transaction that has the bank's row; ends with `COMMIT`. */
  const hold = async (): Promise<pg.Client> => {
    const holder = new pg.Client({ connectionString: url });
    holders.push(holder);
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT bank FROM sandbank_banks FOR UPDATE');
    return holder;
  };
  /** Processes of the database that wait for a lock, first come first. */
  const waiting = async (): Promise<readonly number[]> => {
    const text = `SELECT pid FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND application_name = 'sandbank' ORDER BY query_start`;
    return (await inDatabase(url, text)).map((row) => (row as { pid: number }).pid);
  };

  const CHANGE = /UPDATE sandbank_banks SET version/;
  const STATEMENTS = [
    ['begins the bank', /INSERT INTO sandbank_banks/],
    ['changes it', CHANGE],
    ['waits its turn', /^COMMIT/],
  ] as const;
  const MOMENTS: readonly Moment[] = ['before', 'after'];
  test.each(MOMENTS.flatMap((when) => STATEMENTS.map((one) => [when, ...one] as const)))(
    'DUR-08: a connection that breaks %s the statement which %s: done once, and acknowledged',
    async (when, what, statement) => {
      const [here, there] = [await open(proxy.url), await open(url)];
      let expected = 1;
      if (what !== 'begins the bank') expected = (await count(here)) + 1;
      if (what === 'waits its turn') expected = (await count(there)) + 1;
      const cut = proxy.cut(when, statement);
      expect(await count(here)).toBe(expected);
      await cut;
      expect([await read(there), await read(here)]).toEqual([expected, expected]);
    },
  );

  test('DUR-08: a reader whose end is lost behind another one is not answered with what was written before it', async () => {
    const [here, there] = [await open(proxy.url), await open(url)];
    await count(here);
    await count(there);
    // Behind another one, so that the next one locks the bank too.
    expect(await count(here)).toBe(3);
    const cut = proxy.cut('after', /^COMMIT/);
    expect(await here.transact('one', async () => 'read')).toBe('read');
    await cut;
  });

  test.each([
    ['is done at last', false],
    ['is not done', true],
  ])('DUR-08: a connection breaks while its statement waits, and that %s', async (_, isEnded) => {
    const [here, there] = [await open(proxy.url), await open(url)];
    await count(here);
    const holder = await hold();
    const cut = proxy.cut('during', CHANGE);
    const counted = count(here);
    await cut;
    // The lost statement, and the one that looks for it behind it.
    const [lost] = await eventually(waiting, ({ length }) => length === 2);
    if (isEnded) await inDatabase(url, `SELECT pg_terminate_backend(${lost})`);
    await holder.query('COMMIT');
    expect(await counted).toBe(2);
    expect(await read(there)).toBe(2);
  });

  test('DUR-08: it is not known what the database has done that does not come back', async () => {
    const [here, there] = [await open(proxy.url, 1_500), await open(url)];
    await count(here);
    const cut = proxy.cut('after', CHANGE).then(() => {
      proxy.refuse(true);
      // The store may have another connection, and would look there.
      proxy.endAll();
    });
    const error = await failure(count(here));
    await cut;
    expect(error.outcome).toBe('not known');
    expect(await read(there)).toBe(2);
    // Nothing was sent, so this is known.
    expect((await failure(count(here))).outcome).toBe('not done');
    proxy.refuse(false);
    expect(await count(here)).toBe(3);
  });

  test.each([
    [20, 'acknowledged'],
    [70, 'not known'],
  ])('DUR-08: a commit that %i others have followed is %s', async (others, outcome) => {
    const [here, there] = [await open(proxy.url), await open(url)];
    await count(here);
    // A second connection, if there is one, could look the commit up at once.
    const cut = proxy.cut('after', CHANGE).then(() => proxy.endAll());
    proxy.refuse(true);
    const counted = count(here).catch(({ outcome }: StoreWriteError) => outcome);
    await cut;
    for (let i = 0; i < others; i++) await count(there);
    proxy.refuse(false);
    expect(await counted).toBe(outcome === 'acknowledged' ? 2 : outcome);
    expect(await read(there)).toBe(2 + others);
  });

  test.each([
    ['has begun anew', 1],
    ['is gone', undefined],
  ])(
    'DUR-08: a commit of a bank that was dropped since, and %s, is not known: one look tells',
    async (_, left) => {
      const [here, there] = [await open(proxy.url), await open(url)];
      await count(here);
      const cut = proxy.cut('after', CHANGE).then(() => proxy.endAll());
      proxy.refuse(true);
      const counted = failure(count(here));
      await cut;
      await there.drop('one');
      if (left !== undefined) expect(await count(there)).toBe(left);
      proxy.refuse(false);
      expect((await counted).outcome).toBe('not known');
      const looks = proxy.statements.filter((text) => text.startsWith('SELECT version, commits'));
      expect(looks).toHaveLength(1);
      expect(await read(here)).toBe(left);
    },
  );

  test('DUR-08: a commit that began a bank which was dropped since is done again, once', async () => {
    const [here, there] = [await open(proxy.url), await open(url)];
    const cut = proxy.cut('after', /INSERT INTO sandbank_banks/).then(() => proxy.endAll());
    proxy.refuse(true);
    const counted = count(here);
    await cut;
    expect(await read(there)).toBe(1);
    await there.drop('one');
    proxy.refuse(false);
    expect(await counted).toBe(1);
    expect([await read(there), await read(here)]).toEqual([1, 1]);
  });

  test('DUR-08: a statement that waits too long is cancelled: refused, and not done later', async () => {
    const here = await open(url, 500);
    await count(here);
    const holder = await hold();
    const error = await failure(count(here));
    expect(error.message).toContain('statement timeout');
    expect(error.outcome).toBe('not done');
    expect(await waiting()).toEqual([]);
    await holder.query('COMMIT');
    expect(await read(here)).toBe(1);
    expect(await count(here)).toBe(2);
  });

  test('DUR-08: it is cancelled too where a pooler has lost the setting', async () => {
    await proxy.close();
    proxy = await startProxy(url, true);
    const here = await open(proxy.url, 500);
    await count(here);
    const holder = await hold();
    const error = await failure(count(here));
    expect(error.message).toContain('user request');
    expect(error.outcome).toBe('not done');
    expect(proxy.cancelled()).toBe(1);
    await holder.query('COMMIT');
    expect(await read(here)).toBe(1);
  });

  test('DUR-08: a bank whose deletion loses its connection while it waits is not deleted later', async () => {
    const [here, there] = [await open(proxy.url), await open(url)];
    await count(here);
    const holder = await hold();
    const cut = proxy.cut('during', /DELETE FROM sandbank_banks/).then(() => {
      proxy.refuse(true);
      proxy.endAll();
    });
    expect((await failure(here.drop('one'))).outcome).toBe('not done');
    await cut;
    await holder.query('COMMIT');
    await eventually(waiting, ({ length }) => length === 0);
    expect(await count(there)).toBe(2);
  });

  test('CTRL-06: what a bank reports that begins while a deletion finds none is there', async () => {
    const there = await open(url);
    const deletes = new pg.Client({ connectionString: url });
    holders.push(deletes);
    await deletes.connect();
    await deletes.query('BEGIN');
    await deletes.query(DROP, ['one']);
    await there.transact('one', async (tx) => {
      tx.put(things, thing('counter', { rank: 1 }));
      tx.report([{ type: 'paymentSettled' }]);
    });
    await deletes.query(DROP_REPORTED, ['one']);
    await deletes.query('COMMIT');
    expect(await there.reported?.('one', 0, 10)).toEqual([{ type: 'paymentSettled', number: 1 }]);
    await there.drop('one');
    expect(await there.reported?.('one', 0, 10)).toEqual([]);
  });

  test('BANK-01: a bank is deleted though another transaction has its parts in the other order', async () => {
    const here = await open(url);
    for (const bank of ['one', 'one@part']) await count(here, bank);
    const holder = new pg.Client({ connectionString: url });
    holders.push(holder);
    await holder.connect();
    await holder.query(`BEGIN; SET LOCAL deadlock_timeout = '1min'`);
    const lock = (bank: string) =>
      holder.query('SELECT bank FROM sandbank_banks WHERE bank = $1 FOR UPDATE', [bank]);
    await lock('one@part');
    const dropped = here.drop('one');
    await eventually(waiting, ({ length }) => length === 1);
    await lock('one');
    await holder.query('COMMIT');
    await dropped;
    expect(await here.banks()).toEqual([]);
  });

  test('DUR-04: a database that hangs when a connection begins is waited for no longer than otherwise', async () => {
    const here = await open(proxy.url, 500);
    proxy.endAll();
    const lost = proxy.lose(/SET statement_timeout/);
    const error = await failure(count(here));
    expect(error.message).toContain('Query read timeout');
    expect(error.outcome).toBe('not done');
    await lost;
    expect(await count(here)).toBe(1);
  });

  test('DUR-04: a statement that hangs though it is cancelled is given up, with its connection', async () => {
    const here = await open(proxy.url, 100);
    await count(here);
    const lost = proxy.lose(/^SELECT bank FROM sandbank_banks$/);
    const error = await failure(here.banks());
    expect(error.outcome).toBe('not done');
    await lost;
    expect(proxy.cancelled()).toBe(1);
    expect(await here.banks()).toEqual(['one']);
  });

  test('DUR-08: nothing is asked besides as long as all goes well: one statement a transaction', async () => {
    const here = await open(proxy.url);
    await count(here);
    // One of a thousand versions, which begin at the time, has some tidying afterwards.
    const asked = () => proxy.statements.filter((text) => text !== REMOVE_GONE);
    proxy.statements.length = 0;
    for (let i = 0; i < 5; i++) await count(here);
    expect(asked()).toHaveLength(5);
    for (let i = 0; i < 5; i++) await read(here);
    expect(asked()).toHaveLength(10);
    // A deletion is two statements, and has a beginning and an end.
    for (let i = 0; i < 5; i++) await here.drop('one');
    expect(asked()).toHaveLength(30);
  });

  /** The address for somebody to whom the database gives three connections. */
  const asFew = async (): Promise<string> => {
    const store = await open(url);
    await store.close();
    const few = `few_${++roles}`;
    const schema = new URL(url).searchParams.get('options')?.split('=')[1];
    await inDatabase(url, `CREATE ROLE ${few} LOGIN CONNECTION LIMIT 3`);
    await inDatabase(url, `GRANT ALL ON SCHEMA ${schema} TO ${few}`);
    await inDatabase(url, `GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${few}`);
    return url.replace('sandbank@', `${few}@`);
  };

  test('DUR-04: a database that has no more connections is waited for: those there are serve all', async () => {
    const here = await open(await asFew(), 3_000);
    const banks = Array.from({ length: 60 }, (_, i) => `bank-${i}`);
    const counted = await Promise.all(banks.map((bank) => count(here, bank)));
    expect(new Set(counted)).toEqual(new Set([1]));
  });

  test('DUR-04: while the database has none at all it is refused in the end, and not done', async () => {
    const few = await asFew();
    for (let i = 0; i < 3; i++) {
      const holder = new pg.Client({ connectionString: few });
      holders.push(holder);
      await holder.connect();
    }
    const error = await failure(open(few, 1_500));
    expect(error.message).toContain('too many connections');
    expect(error.outcome).toBe('not done');
  });

  test('tables of a version before are brought up to date', async () => {
    const old = await open(url);
    await count(old);
    await inDatabase(url, 'ALTER TABLE sandbank_banks DROP COLUMN commits');
    await inDatabase(url, 'DROP TABLE sandbank_events');
    await inDatabase(url, 'UPDATE sandbank_schema SET version = 1');
    const here = await open(proxy.url);
    const cut = proxy.cut('after', CHANGE);
    expect(await count(here)).toBe(2);
    await cut;
    expect(await read(here)).toBe(2);
  });

  test('DUR-10: what a version before has logged of a bank is there, and the numbers go on', async () => {
    const old = await open(url);
    await count(old);
    await inDatabase(url, 'DROP TABLE sandbank_events');
    await inDatabase(url, 'UPDATE sandbank_schema SET version = 2');
    for (const [kind, number] of [
      ['events', 9],
      ['events', 10],
      ['requests', 11],
    ]) {
      const entry = JSON.stringify({ at: number, type: 'sessionEnded', number });
      const row = { id: `${kind}:${number}`, kind, number, size: 1, at: 7, entry };
      await inDatabase(
        url,
        "INSERT INTO sandbank_rows VALUES ('one@_log', 'logEntries', $1, 3, $2)",
        [row.id, JSON.stringify(row)],
      );
    }
    await inDatabase(
      url,
      "INSERT INTO sandbank_rows VALUES ('one@_log', 'logEntries', 'events:8', 3, '')",
    );
    const [here, there] = await Promise.all([open(url), open(url)]);
    await here.transact('one', async (tx) => tx.report([{ at: 11, type: 'paymentSettled' }]));
    expect(await there.reported?.('one', 0, 10)).toEqual([
      { at: 11, type: 'paymentSettled', number: 11 },
      { at: 10, type: 'sessionEnded', number: 10 },
      { at: 9, type: 'sessionEnded', number: 9 },
    ]);
    const left = await inDatabase(
      url,
      "SELECT id FROM sandbank_rows WHERE of_table = 'logEntries'",
    );
    expect(left).toEqual([{ id: 'requests:11' }]);
  });

  test('DUR-05: the store closes though the database stands still, and says what it does not know', async () => {
    const here = await open(proxy.url);
    await count(here);
    proxy.standStill();
    const waited = failure(count(here));
    await here.close();
    await proxy.close();
    expect((await waited).outcome).toBe('not known');
  });
});
