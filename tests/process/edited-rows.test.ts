// A data folder that somebody edited (DUR-06): what no bank has is refused at the start with file, line and a sentence
// that names the member, nothing is changed, and `sandbank recover` saves the rest.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { bankAt, openOwnBank } from '../support/bank.ts';
import { printed, sandbank } from '../support/commands.ts';
import { answered } from '../support/control-bank.ts';
import { richBank } from '../support/rich-bank.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testFolder } from '../support/test-folder.ts';

type Row = Record<string, unknown>;
type Edit = (row: Row) => Row | undefined;

const folder = testFolder();
const whole = join(folder, 'whole');
let tries = 0;

beforeAll(async () => {
  const house = await openOwnBank({ data: whole });
  await richBank(house);
  await house.close();
});

function copied(): string {
  tries += 1;
  const data = join(folder, `edited-${tries}`);
  cpSync(whole, data, { recursive: true });
  return data;
}

/** The first row of that table on its line, edited; the text of the line and its number. */
function edited(table: string, edit: Edit) {
  const data = copied();
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

const NOBODY = 'must be the id of a row of customers, which has no such row: got "nobody".';
const YEAR_275760 = 8.64e15;

/** A table, what its row is changed to (`undefined`: lacks), and what is said. */
const CASES: readonly (readonly [string, Row, string])[] = [
  ['consents', { status: 'maybe' }, 'status must be one of valid, revoked: got "maybe".'],
  ['payments', { request: undefined }, 'member "request" is missing.'],
  ['accounts', { customerId: 'nobody' }, `customerId ${NOBODY}`],
  ['sessions', { customerId: 'nobody' }, `customerId ${NOBODY}`],
  ['accounts', { iban: 7 }, 'member "iban" is not text but number.'],
  [
    'accounts',
    { iban: 'NO9386011117947' },
    'the account that iban names; NO9386011117947 is another.',
  ],
  ['due', { at: undefined }, 'member "at" is missing.'],
  ['due', { type: 'dance' }, 'type must be one of consentExpires, paymentDue,'],
  ['due', { at: YEAR_275760 }, 'at must be at most 253402300799999, not 8640000000000000.'],
  ['payments', { executionDate: '275760-09-13' }, 'executionDate must be a date that exists'],
  ['baskets', { paymentIds: 7 }, 'paymentIds must be an array, not 7.'],
  ['engagements', { roles: 7 }, 'roles must be an array, not 7.'],
  ['transactions', { details: [] }, 'details must be an object, not an array.'],
  [
    'scaFlows',
    { purpose: { kind: 'payment', paymentId: 'x' } },
    'purpose.paymentId must be the id of a row of payments',
  ],
  [
    'payments',
    { executions: [{ date: 'x', status: 'PDNG' }] },
    'executions[0].date must be a date that exists',
  ],
  ['faults', { fault: {} }, 'fault.effect is required and absent.'],
  ['settings', { value: 7 }, 'value must be an object, not 7.'],
  [
    'balances',
    { booked: '1' },
    'booked must be opening and the booked transactions of the account together,',
  ],
  [
    'balances',
    { held: '-1' },
    'held must be the negative pending transactions of the account together,',
  ],
];

test.each(CASES)(
  'DUR-06: a row of %s with %j is refused with its line',
  async (table, change, said) => {
    const { data, file, line } = edited(table, set(change));
    const before = readFileSync(file, 'utf8');
    const refused = await openSandbank({ data }).then(String, String);
    expect(refused).toContain(said);
    expect(refused).toContain(`${file}:${line}`);
    expect(readFileSync(file, 'utf8')).toBe(before);
  },
);

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
    const data = copied();
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
