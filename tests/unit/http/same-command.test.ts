// WEB-03: the request and the command that a button of the console shows beside its form, for each that the command line
// can do.
import { describe, expect, test } from '@jest/globals';
import type { ControlOperation } from '../../../server/bank/banks/control-operation.ts';
import { sameOf } from '../../../server/http/console/action-view.ts';

const HERE = 'http://127.0.0.1:8080';
const frame = { baseUrl: HERE, needsToken: false };
const EMPTY = { params: {}, query: {} };
const row = (id: string, method = 'POST', path = '/_sandbox/x') =>
  ({ id, method, path }) as ControlOperation;
const command = (id: string, form: object, baseUrl = HERE) =>
  sameOf(row(id), { ...EMPTY, ...form }, { ...frame, baseUrl }).command;

const certificate = {
  type: 'QWAC',
  name: 'A B',
  organisationId: 'PSDNO-1',
  roles: ['PSP_AI', 'PSP_PI'],
  variant: 'expired',
  validDays: 3,
};

test.each([
  ['advanceClock', { body: { by: 'P1D' } }, 'clock +P1D'],
  ['advanceClock', { body: { to: '2031-01-01' } }, 'clock 2031-01-01'],
  ['putClock', { body: { now: '2031-01-01', frozen: true } }, 'clock 2031-01-01 --freeze'],
  ['putClock', { body: { frozen: false } }, 'clock --run'],
  ['putClock', { body: { now: '2031-01-01' } }, 'clock 2031-01-01'],
  ['reset', {}, 'reset'],
  ['completeSca', { params: { id: 'a' }, body: {} }, 'approve a'],
  [
    'completeSca',
    { params: { id: 'a' }, body: { nationalId: '1', outcome: 'cancel' } },
    'approve a --as 1 --outcome cancel',
  ],
  ['revokeConsent', { params: { id: 'c' } }, 'consents revoke c'],
  ['addSeed', { body: { tpps: [] } }, `seed add '{"tpps":[]}'`],
  ['addSeed', { body: [], query: { preview: 'true' } }, `seed add '{}' --preview`],
  ['addSeed', { body: {}, query: { preview: 'false' } }, `seed add '{}'`],
  ['revokeCertificate', { params: { id: 'c' } }, 'certs revoke c'],
  ['putSnapshot', { params: { name: 'n' } }, 'snapshot save n'],
  ['restoreSnapshot', { params: { name: 'n' } }, 'snapshot restore n'],
  [
    'restoreSnapshot',
    { params: { name: 'n' }, query: { bank: 'b' } },
    'snapshot restore n --from b',
  ],
  ['deleteSnapshot', { params: { name: 'n' } }, 'snapshot delete n'],
  ['putRule', { params: { id: 'SIG-02' }, body: { level: 'warn' } }, 'rules set SIG-02 warn'],
  ['putRules', { body: { preset: 'strict' } }, 'rules preset strict'],
  ['createCertificate', { body: {} }, 'certs new --out ./tpp'],
  [
    'createCertificate',
    { body: certificate },
    "certs new --out ./tpp --type QWAC --name 'A B' --organisation-id PSDNO-1 --roles PSP_AI,PSP_PI --variant expired --valid-days 3",
  ],
])('WEB-03: %s of %j is the command %s', (id, form, wanted) => {
  expect(command(id, form)).toBe(`npx sandbank ${wanted}`);
});

test.each(['advanceClock', 'putClock'])(
  'WEB-03: %s of a form that says nothing of the time is no command',
  (id) => {
    expect([command(id, {}), command(id, { body: {} })]).toEqual([undefined, undefined]);
  },
);

test.each([
  ['reset', { raw: 'accounts: []' }],
  ['addSeed', { body: {}, query: { draw: '1' } }],
  ['putFault', { body: {} }],
])('WEB-03: the command line has none for %s of %j', (id, form) => {
  expect(command(id, form)).toBeUndefined();
});

test.each([
  [HERE, ''],
  [`${HERE}/banks/a`, ' --bank a'],
  ['http://localhost:8080', ' --url http://localhost:8080'],
  ['https://bank.example/banks/a', ' --url https://bank.example --bank a'],
])('WEB-03: for the bank at %s the command ends with "%s"', (baseUrl, end) => {
  expect(command('reset', {}, baseUrl)).toBe(`npx sandbank reset${end}`);
});

describe('WEB-03: the request', () => {
  const curl = (form: object, needsToken = false) =>
    sameOf(
      row('putFault', 'PUT', '/_sandbox/{bank}/{name}'),
      { ...EMPTY, ...form },
      { ...frame, needsToken },
    ).curl;

  test.each([
    ['names what is not known yet', {}, [`'${HERE}/_sandbox/BANK/NAME'`]],
    [
      'has path and query encoded',
      { params: { bank: 'a b', name: 'n' }, query: { q: 'ø' } },
      [`'${HERE}/_sandbox/a%20b/n?q=%C3%B8'`],
    ],
    [
      'has the body',
      { body: { a: 1 } },
      [`'${HERE}/_sandbox/BANK/NAME'`, "-H 'Content-Type: application/json'", `-d '{"a":1}'`],
    ],
    [
      'has a document as it is',
      { raw: 'a: 1' },
      [`'${HERE}/_sandbox/BANK/NAME'`, "-H 'Content-Type: application/json'", "-d 'a: 1'"],
    ],
  ])('WEB-03: %s', (_, form, [address, ...rest]) => {
    expect(curl(form)).toBe([`curl -X PUT ${address}`, ...rest].join(' \\\n  '));
  });

  test('WEB-03: has the token where one is needed', () => {
    expect(curl({}, true)).toBe(
      `curl -X PUT '${HERE}/_sandbox/BANK/NAME' \\\n  -H "Authorization: Bearer $SANDBANK_CONTROL_TOKEN"`,
    );
  });

  test('WEB-03: names a file for a body longer than a command may be', () => {
    expect(curl({ raw: 'x'.repeat(100_000) })).toContain("-d 'xxx");
    expect(curl({ raw: 'x'.repeat(100_001) })).toContain('--data-binary @FILE');
  });
});
