import type { Socket } from 'node:net';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import { type Log, SILENT } from '../../../server/kernel/log.ts';
import { openDatabase } from '../../../server/storage/postgres/database.ts';
import { thing } from '../../contracts/sample-tables.ts';
import { logTo } from '../../support/failing-folders.ts';
import { RecordedDatabase } from '../../support/recorded-database.ts';
import { openOn as openStoreOn } from '../../support/recorded-statements.ts';
import { putThings } from './file-fixture.ts';

const HOUR = 3_600_000;
const url = 'postgres://bank@localhost/bank';
const openOn = (newSocket: () => Socket, log: Log = SILENT) =>
  openDatabase({ url, statementTimeout: HOUR, log, newSocket });

afterEach(() => {
  jest.useRealTimers();
});

test('DUR-08: who is never first is refused after ten attempts, and nothing is done', async () => {
  const recorded = new RecordedDatabase();
  const database = openOn(recorded.newSocket);
  await database.query('SELECT 1', []);
  recorded.lines.length = 0;
  // A connection that fails is closed, and the next one asks for its limit first.
  let nth = 0;
  recorded.fault = () => (nth++ % 2 === 0 ? '40001' : undefined);
  const error = await database.change('SELECT 1', []).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ outcome: 'not done' });
  expect(error).toHaveProperty('cause.name', 'ConflictError');
  expect(recorded.lines.filter((line) => line.endsWith(': 40001')).length).toBe(10);
  await database.close();
});

test('DUR-08: the jobs of a bank that others are always before are refused after ten attempts', async () => {
  const recorded = new RecordedDatabase();
  const store = await openStoreOn(recorded);
  await putThings(store, thing('a'));
  recorded.lines.length = 0;
  let nth = 0;
  recorded.fault = () => (nth++ % 2 === 0 ? '40001' : undefined);
  await expect(putThings(store, thing('b'))).rejects.toMatchObject({
    message: 'Too many others write to the bank default; try again.',
    outcome: 'not done',
  });
  expect(recorded.lines.filter((line) => line.endsWith(': 40001')).length).toBe(10);
  recorded.fault = () => undefined;
  await store.close();
});

test('DUR-08: an error says what the connection said', async () => {
  const recorded = new RecordedDatabase();
  const database = openOn(recorded.newSocket);
  await database.query('SELECT 1', []);
  recorded.fault = () => 'before';
  const error = await database.change('SELECT 1', []).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ outcome: 'not known' });
  expect(error).toHaveProperty('cause.code', 'ECONNRESET');
  await database.close();
});

test('DUR-04: a check that was answered says nothing later', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  const recorded = new RecordedDatabase();
  const said: string[] = [];
  const database = openOn(recorded.newSocket, logTo(said));
  await database.check();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual([]);
  await database.close();
});

test('DUR-08: a statement without an answer is cancelled after its time and a second, and cut after one more', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  const recorded = new RecordedDatabase();
  const database = openOn(recorded.newSocket);
  await database.query('SELECT 1', []);
  recorded.lines.length = 0;
  recorded.asks = () => undefined;
  let error: unknown;
  const asked = database.change('SELECT 1', []).catch((thrown: unknown) => {
    error = thrown;
  });
  await jest.advanceTimersByTimeAsync(HOUR + 999);
  expect(recorded.lines).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  await afterOthers();
  expect(recorded.lines).toEqual(['cancel']);
  await jest.advanceTimersByTimeAsync(999);
  expect(error).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  await asked;
  expect(error).toMatchObject({ outcome: 'not known' });
  await database.close();
});

test('DUR-08: what still runs when the store is closed loses its answer', async () => {
  const recorded = new RecordedDatabase();
  const database = openOn(recorded.newSocket);
  await database.query('SELECT 1', []);
  let isAsked = false;
  recorded.asks = () => {
    isAsked = true;
  };
  const asked = expect(database.query('SELECT 1', [])).rejects.toThrow('database');
  while (!isAsked) await afterOthers();
  await database.close();
  await asked;
});

test('DUR-08: the connection of a transaction whose work throws is used by nobody else', async () => {
  const recorded = new RecordedDatabase();
  let opened = 0;
  const newSocket = () => {
    opened++;
    return recorded.newSocket();
  };
  const database = openOn(newSocket);
  const ask = () => database.query('SELECT 1', []);
  await ask();
  await database.transaction(async ({ query }) => query('SELECT 1', []));
  await ask();
  expect(opened).toBe(1);
  const failing = database.transaction(async () => {
    throw new RangeError('no such row');
  });
  await expect(failing).rejects.toThrow('no such row');
  await ask();
  expect(opened).toBe(2);
  await database.close();
});
