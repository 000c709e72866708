// The data folder as a person meets it: read and edited while the bank is stopped (DUR-06). Damage, and edits
// that do not fit, are tried in tests/unit/storage/.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { control } from '../support/bank.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testFolder } from '../support/test-folder.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';

const NUMBER = '01010750160';
const CUSTOMERS = '/v1/sandbox/customers';
const folder = testFolder();

test('DUR-06: the JSON file has one row per line, and an edit shows at the next start', async () => {
  const first = await openSandbank({ data: folder });
  const { body } = await control(first.url, 'POST', '/_sandbox/certificates');
  const credentials = body as Credentials;
  const customer = { customerNumber: NUMBER, customerType: 'PRIVATE', customerName: 'Ada Berg' };
  const made = await new Tpp(first.url, credentials).post(CUSTOMERS, customer);
  expect(made.status).toBe(201);
  await first.close();

  const file = join(folder, 'default.json');
  const text = readFileSync(file, 'utf8');
  const line = text.split('\n').find((row) => row.includes(NUMBER)) ?? '';
  expect(JSON.parse(line.replace(/,$/, ''))).toMatchObject({ name: 'Ada Berg' });
  expect(JSON.parse(text).bank).toBe('default');
  writeFileSync(file, text.replace('Ada Berg', 'Ada Lie'));

  const second = await openSandbank({ data: folder });
  const tpp = new Tpp(second.url, credentials);
  expect((await tpp.get(made.body._links.self.href)).body.customerName).toBe('Ada Lie');
  await second.close();
});

test('DUR-06: a setting that an edit spoiled refuses to start', async () => {
  const data = join(folder, 'settings');
  const bank = await openSandbank({ data });
  const now = '2026-11-03T10:00:00Z';
  expect((await control(bank.url, 'PUT', '/_sandbox/clock', { now, frozen: true })).status).toBe(
    200,
  );
  await bank.close();
  const file = join(data, 'default.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/"frozenAt":\d+/, '"frozenAt":"x"'));
  await expect(openSandbank({ data })).rejects.toThrow(
    /default\.json:\d+:\d+.* value\.frozenAt must be a whole number: got "x"/,
  );
});
