// A data folder that somebody edited (DUR-06): what no bank has is refused at the start with file, line and a sentence
// that names the member, nothing is changed, and `sandbank recover` saves the rest.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bankAt, openOwnBank } from '../support/bank.ts';
import { printed, sandbank } from '../support/commands.ts';
import { answered } from '../support/control-bank.ts';
import { temporaryFolder } from '../support/control-process.ts';
import { richBank } from '../support/rich-bank.ts';
import { openSandbank } from '../support/sandbanks.ts';

type Row = Record<string, unknown>;
type Edit = (row: Row) => Row | undefined;

const folder = temporaryFolder();
const whole = join(folder.path, 'whole');
let tries = 0;

beforeAll(async () => {
  const house = await openOwnBank({ data: whole });
  await richBank(house);
  await house.close();
}, 60_000);
afterAll(() => folder.remove());

/** The first row of that table on its line, edited; the text of the line and its number. */
function edited(table: string, edit: Edit) {
  tries += 1;
  const data = join(folder.path, `edited-${tries}`);
  cpSync(whole, data, { recursive: true });
  const file = join(data, 'default.json');
  const lines = readFileSync(file, 'utf8').split('\n');
  const at = lines.indexOf(`"${table}":[`) + 1;
  const text = lines[at] as string;
  const row = edit(JSON.parse(text.replace(/,$/, '')));
  const comma = text.endsWith(',') ? ',' : '';
  if (row === undefined) lines.splice(at, 1);
  else lines[at] = JSON.stringify(row) + comma;
  writeFileSync(file, lines.join('\n'));
  return { data, file, line: at + 1 };
}

const set =
  (change: Row): Edit =>
  (row) => ({ ...row, ...change });
const without =
  (name: string): Edit =>
  ({ [name]: _, ...row }) =>
    row;

const CASES: readonly (readonly [string, string, Edit, string])[] = [
  [
    'a consent in no status',
    'consents',
    set({ status: 'maybe' }),
    'status must be one of valid, revoked: got "maybe".',
  ],
  ['a payment without its request', 'payments', without('request'), 'member "request" is missing.'],
  [
    'an account of nobody',
    'accounts',
    set({ customerId: 'nobody' }),
    'customerId must be the id of a row of customers, which has no such row: got "nobody".',
  ],
  [
    'a session of nobody',
    'sessions',
    set({ customerId: 'nobody' }),
    'customerId must be the id of a row of customers, which has no such row: got "nobody".',
  ],
  ['an IBAN as a number', 'accounts', set({ iban: 7 }), 'member "iban" is not text but number.'],
  [
    'an IBAN of another account',
    'accounts',
    set({ iban: 'NO9386011117947' }),
    'must be the account that iban names; NO9386011117947 is another.',
  ],
  ['due work at no time', 'due', without('at'), 'member "at" is missing.'],
  ['due work of no type', 'due', set({ type: 'dance' }), 'type must be one of paymentDue,'],
  [
    'due work in the year 275760',
    'due',
    set({ at: 8.64e15 }),
    'at must be at most 253402300799999, not 8640000000000000.',
  ],
  [
    'a date in the year 275760',
    'payments',
    set({ executionDate: '275760-09-13' }),
    'executionDate must be a date that exists',
  ],
  [
    'a basket whose payments are a number',
    'baskets',
    set({ paymentIds: 7 }),
    'paymentIds must be an array, not 7.',
  ],
  ['roles that are a number', 'engagements', set({ roles: 7 }), 'roles must be an array, not 7.'],
  [
    'details that are a list',
    'transactions',
    set({ details: [] }),
    'details must be an object, not an array.',
  ],
  [
    'an SCA for nothing',
    'scaFlows',
    set({ purpose: { kind: 'payment', paymentId: 'x' } }),
    'purpose.paymentId must be the id of a row of payments',
  ],
  [
    'runs that are none',
    'payments',
    set({ executions: [{ date: 'x', status: 'PDNG' }] }),
    'executions[0].date must be a date that exists',
  ],
  ['a fault that is none', 'faults', set({ fault: {} }), 'fault.effect is required and absent.'],
  ['a setting that is none', 'settings', set({ value: 7 }), 'value must be an object, not 7.'],
  [
    'a balance that is not its transactions',
    'balances',
    set({ booked: '1' }),
    'booked must be opening and the booked transactions of the account together,',
  ],
  [
    'a hold that is not what the payment costs',
    'balances',
    set({ held: '-1' }),
    'held must be the negative pending transactions of the account together,',
  ],
];

test.each(CASES)('DUR-06: %s is refused with its line', async (_, table, edit, said) => {
  const { data, file, line } = edited(table, edit);
  const before = readFileSync(file, 'utf8');
  const refused = await openSandbank({ data }).then(String, String);
  expect(refused).toContain(said);
  expect(refused).toContain(`${file}:${line}`);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('DUR-06: money that appears is refused at the clearing account', async () => {
  const change: Edit = (row) => ({ ...row, booked: '5', opening: '5', pending: '0', held: '0' });
  const { data } = edited('balances', (row) => (row['id'] === 'clearing:NOK' ? change(row) : row));
  const file = join(data, 'default.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(
      /("id":"clearing:NOK","currency":"NOK","opening":")[^"]*(","booked":")[^"]*"/,
      '$15$25"',
    ),
  );
  await expect(openSandbank({ data })).rejects.toThrow(
    /booked of all balances in NOK, clearing:NOK among them, must together be 0, and is -?[0-9]+\./,
  );
});

test('DUR-06: a change that fits is taken, in whatever layout', async () => {
  const { data, file } = edited('customers', set({ name: 'Somebody Else' }));
  const pretty = JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, 2);
  for (const text of [readFileSync(file, 'utf8'), pretty]) {
    writeFileSync(file, text);
    const opened = await openOwnBank({ data });
    const { customers } = (await opened.tpp.get('/v1/sandbox/customers')).body;
    await opened.close();
    expect(customers.map((one: Row) => one['customerName'])).toContain('Somebody Else');
  }
});

test('DUR-02: recover leaves out what does not fit, and puts balances right', async () => {
  const { data } = edited('customers', () => undefined);
  await expect(openSandbank({ data })).rejects.toThrow('which has no such row');
  expect(await printed(sandbank('recover', data), 1)).toContain('It was put right.');
  const house = await openSandbank({ data: `${data}-recovered` });
  const bank = bankAt(house.url, {} as never, async () => undefined);
  answered(await bank.control('PUT', '/_sandbox/snapshots/saved'), 201);
  const { tables } = answered(await bank.control('GET', '/_sandbox/snapshots/saved'), 200).body;
  answered(await bank.control('PUT', '/_sandbox/snapshots/again', { tables }), 201);
  expect((await bank.control('POST', '/_sandbox/clock/advance', { by: 'P3D' })).status).toBe(200);
  await house.close();
});

test.each([
  ['privateKey', 'privateKey must be a private key in PEM, and cannot be read.'],
  ['root', 'root must be a certificate in PEM, and cannot be read'],
])(
  'DUR-06: an authority whose %s is damaged is refused, and no key is shown',
  async (member, said) => {
    tries += 1;
    const data = join(folder.path, `edited-${tries}`);
    cpSync(whole, data, { recursive: true });
    const file = join(data, '_sandbank.json');
    const text = readFileSync(file, 'utf8');
    const begin = text.indexOf('-----BEGIN', text.indexOf(`"${member}":`));
    const damaged = `${text.slice(0, begin + 60)}!!!!${text.slice(begin + 64)}`;
    writeFileSync(file, damaged);
    const refused = await openSandbank({ data }).then(String, String);
    expect(refused).toContain(file);
    expect(refused).toContain(said);
    expect(refused).not.toContain('PRIVATE KEY');
  },
);
