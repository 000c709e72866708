import { expect, test } from '@jest/globals';
import { PERSONS, REDIRECT } from '../support/bank.ts';
import { header } from '../support/conformance-changes.ts';
import { expectError, expectRefusal } from '../support/conformance-refusal.ts';
import {
  acceptedRows,
  describeRows,
  OF_PSU,
  type RefusedRow,
} from '../support/conformance-rows.ts';
import { PERIODIC, type RouteName, SEPA, testScene } from '../support/conformance-scene.ts';

const SANDBOX: readonly RouteName[] = ['mock', 'initialize'];
const NO_CREATE: readonly RouteName[] = ['read', 'consent'];
/** HDR-01's order, of those that no earlier check asks for. */
const CREATE =
  'x-accept-fix X-Request-ID TPP-Session-ID TPP-Redirect-URI PSU-IP-Address PSU-ID'.split(' ');

const absences = [
  ...CREATE.map((path) => ({ rule: 'HDR-01', on: ['pay'] as const, path })),
  { rule: 'HDR-02', on: NO_CREATE, path: 'X-Request-ID' },
  { rule: 'HDR-02', on: NO_CREATE, path: 'TPP-Redirect-URI' },
  { rule: 'HDR-03', on: SANDBOX, path: 'X-Request-ID' },
];

const REQUIRED = 'HTTP_HEADER_REQUIRED';
const refused: readonly RefusedRow[] = absences.flatMap((row) => [
  { ...row, name: `without ${row.path}`, code: REQUIRED, change: header(row.path, undefined) },
  { ...row, name: `with an empty ${row.path}`, code: REQUIRED, change: header(row.path, '') },
]);

const inCorporate = { rule: 'HDR-10', code: REQUIRED, path: 'PSU-Corporate-ID', on: OF_PSU };
const corporate: readonly RefusedRow[] = [
  {
    ...inCorporate,
    name: 'in CORPORATE context without PSU-Corporate-ID',
    change: header('PSU-Context', 'CORPORATE'),
  },
  {
    ...inCorporate,
    name: 'in CORPORATE context with an empty PSU-Corporate-ID',
    change: { ...header('PSU-Corporate-ID', ''), headers: { 'PSU-Context': 'CORPORATE' } },
  },
];

const EMPTY = { 'PSU-Context': '', 'PSU-Device-ID': '', 'TPP-Redirect-Preferred': '' };
const FOR_PERSON = { 'X-PSU-IDENTITY': PERSONS.jonas };
const NOBODY = { 'PSU-ID': undefined };
const BEGINS: readonly RouteName[] = ['pay', 'consent'];
const accepted = acceptedRows([
  ['HDR-02', 'a call without x-accept-fix', header('x-accept-fix', undefined), NO_CREATE],
  ['HDR-02', 'a call without PSU-IP-Address', header('PSU-IP-Address', undefined), NO_CREATE],
  ['HDR-04', 'X-PSU-IDENTITY instead of PSU-ID', { headers: { ...NOBODY, ...FOR_PERSON } }, BEGINS],
  [
    'HDR-04',
    'X-PSU-IDENTITY beside the PSU-ID of the same person',
    { headers: FOR_PERSON },
    OF_PSU,
  ],
  ['HDR-04', 'PSU-Context alone', { headers: { ...NOBODY, 'PSU-Context': 'PRIVATE' } }, BEGINS],
  ['HDR-05', 'empty headers that are optional', { headers: EMPTY }, NO_CREATE],
]);

describeRows({ refused: [...refused, ...corporate], accepted });

const scene = await testScene();

const periodic = {
  instructedAmount: { amount: '100.00', currency: 'NOK' },
  creditorName: 'Utleier AS',
  creditorAccount: { iban: scene.ibans[1], currency: 'NOK' },
  debtorAccount: { iban: scene.ibans[0], currency: 'NOK' },
  startDate: new Date(Date.now() + 10 * 24 * 3_600_000).toISOString().slice(0, 10),
  frequency: 'Monthly',
};

test.each([
  ['SEPA', SEPA, scene.routes.pay.body],
  ['periodic', PERIODIC, periodic],
])('HDR-01: a %s create tells every absent header, in order', async (_, path, body) => {
  const all = Object.fromEntries(CREATE.map((name) => [name, undefined]));
  const answer = await scene.send('pay', { path, body, headers: all });
  expectRefusal(answer, { code: 'HTTP_HEADER_REQUIRED', path: 'x-accept-fix' });
  const messages = expectError(answer);
  expect(messages.map((message) => message.path)).toEqual(CREATE);
  expect(messages[0]?.text).toContain('send amount-as-string');
  expect((await scene.send('pay', { path, body })).status).toBe(201);
});

test('HDR-10: a call without PSU-ID only starts the SCA and needs no PSU-Corporate-ID', async () => {
  const tpp = scene.bank.tpp.with({ 'TPP-Redirect-URI': REDIRECT, 'PSU-Context': 'CORPORATE' });
  expect((await tpp.post('/v1/bank-offered-consents')).status).toBe(201);
  expectRefusal(await tpp.get('/v1/accounts'), { code: 'CONSENT_INVALID' });
});
