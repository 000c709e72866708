import { expect, test } from '@jest/globals';
import { SILENT } from '../../../server/kernel/log.ts';
import { openDatabase } from '../../../server/storage/postgres/database.ts';
import { RecordedDatabase } from '../../support/recorded-database.ts';

test('DUR-08: the connection of a transaction whose work throws is used by nobody else', async () => {
  const recorded = new RecordedDatabase();
  let opened = 0;
  const newSocket = () => {
    opened++;
    return recorded.newSocket();
  };
  const database = openDatabase({
    ...{ url: 'postgres://bank@localhost/bank', statementTimeout: 5_000, log: SILENT, newSocket },
  });
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
