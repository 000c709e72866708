// Faults on disk (FAULT-01).
import { expect, test } from '@jest/globals';
import { openOwnBank } from '../support/bank.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();

test('FAULT-01, DUR-01: they and what they have counted outlive the process', async () => {
  const first = await openOwnBank({ data: folder });
  const fault = { effect: { status: 503 }, times: 2, expiry: 'P1D' };
  await first.control('POST', '/_sandbox/faults', fault);
  expect((await first.tpp.get('/v1/sandbox/customers')).status).toBe(503);
  const before = await first.control('GET', '/_sandbox/faults');
  await first.close();
  const second = await openOwnBank({ data: folder });
  const after = await second.control('GET', '/_sandbox/faults');
  const get = () => second.tpp.get('/v1/sandbox/customers');
  const statuses = [(await get()).status, (await get()).status];
  await second.close();
  expect(before.body.faults[0]).toMatchObject({ id: 'f1', matched: 1, fired: 1 });
  expect(after.text).toBe(before.text);
  expect(statuses).toEqual([503, 200]);
});
