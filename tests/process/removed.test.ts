// What is left of a customer in the bank's file once they are deleted: nothing that points at them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bankDay, corporateConsentOf } from '../support/account-reads.ts';
import { completeSca, consentOf, openOwnBank, PERSONS } from '../support/bank.ts';
import { accountOf, accountsOf, balancesOf, newPayment } from '../support/control-bank.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();

test('SBX-03: all that belongs to deleted customers goes along, what they held on others too', async () => {
  const bank = await openOwnBank({ data: folder });
  const { body } = await bank.tpp.get('/v1/sandbox/customers');
  const idOf = (number: string): string =>
    body.customers.find((one: { customerNumber: string }) => one.customerNumber === number)
      .customerId;
  const remove = async (number: string) => {
    const answer = await bank.tpp.send('DELETE', `/v1/sandbox/customers/${idOf(number)}`);
    expect(answer.status).toBe(204);
  };
  const company = await accountOf(bank, PERSONS.mari);
  const before = balancesOf(company);

  const odd = await corporateConsentOf(bank, PERSONS.odd);
  await completeSca(bank, await newPayment(odd), {});
  expect(balancesOf(await accountOf(bank, PERSONS.mari))).not.toEqual(before);
  await remove(PERSONS.odd);
  expect(balancesOf(await accountOf(bank, PERSONS.mari))).toEqual(before);
  const jonas = await consentOf(bank, PERSONS.jonas);
  const requestedExecutionDate = await bankDay(bank, 20);
  await completeSca(bank, await newPayment(jonas, { requestedExecutionDate }), {});
  const gone = (await accountsOf(bank)).filter((one) => one.customerNumber !== PERSONS.thea);
  for (const number of [PERSONS.jonas, PERSONS.mari]) await remove(number);
  await bank.close();

  // Links of consents are kept for a while, to say that they were used.
  const { scaFlows, ...tables } = rowsOf(folder);
  const kept = scaFlows.map((flow: Row) => flow.id);
  expect(tables['due'].map((row: Row) => row.subject).sort()).toEqual(kept.sort());
  const ids = [PERSONS.odd, PERSONS.jonas, PERSONS.mari].map(idOf);
  for (const id of [...ids, odd.psuId, jonas.psuId, ...gone.map((one) => one.mockAccountId)]) {
    expect(JSON.stringify(tables)).not.toContain(id);
  }
  const booked: bigint[] = tables['balances']
    .filter((row: Row) => row.currency === 'NOK')
    .map((row: Row) => BigInt(row.booked));
  expect(booked.reduce((sum, one) => sum + one, 0n)).toBe(0n);
});

// biome-ignore lint/suspicious/noExplicitAny: rows of every table
type Row = any;

/** The bank's rows by table: its starting set, and what it has changed and removed since. */
function rowsOf(data: string): Record<string, Row> {
  const read = (file: string) => JSON.parse(readFileSync(join(data, file), 'utf8'));
  const { start, tables, removed } = read('default.json');
  const rows: Record<string, Row> = { ...tables };
  for (const [table, all] of Object.entries<Row[]>(read(`_start-${start}.json`).tables)) {
    const gone = new Set([
      ...(removed[table] ?? []),
      ...(tables[table] ?? []).map(({ id }: Row) => id),
    ]);
    rows[table] = [...all.filter(({ id }) => !gone.has(id)), ...(tables[table] ?? [])];
  }
  return rows;
}
