import type { Socket } from 'node:net';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { SILENT } from '../../../server/kernel/log.ts';
import { openDatabase } from '../../../server/storage/postgres/database.ts';
import { RecordedDatabase } from '../../support/recorded-database.ts';

const HOUR = 3_600_000;
const openOn = (newSocket: () => Socket) => {
  const url = 'postgres://bank@localhost/bank';
  return openDatabase({ url, statementTimeout: HOUR, log: SILENT, newSocket });
};

test('DUR-08: who is never first is refused after ten attempts, and nothing is done', async () => {
  const recorded = new RecordedDatabase();
  const database = openOn(recorded.newSocket);
  await database.query('SELECT 1', []);
  recorded.lines.length = 0;
  // A connection that fails is closed, and the next one asks for its limit first.
  let nth = 0;
  recorded.fault = () => (nth++ % 2 === 0 ? '40001' : undefined);
  await expect(database.change('SELECT 1', [])).rejects.toMatchObject({ outcome: 'not done' });
  expect(recorded.lines.filter((line) => line.endsWith(': 40001')).length).toBe(10);
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
