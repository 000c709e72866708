// Which headers a call needs, and what stands in for what.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { completeSca, consentOf, openBank, PERSONS, type TestBank } from '../support/bank.ts';
import { header } from '../support/conformance-changes.ts';
import { expectError, expectRefusal } from '../support/conformance-refusal.ts';
import {
  type AcceptedRow,
  describeRows,
  OF_PSU,
  type RefusedRow,
} from '../support/conformance-rows.ts';
import {
  openScene,
  PERIODIC,
  type RouteName,
  type Scene,
  SEPA,
} from '../support/conformance-scene.ts';

const SANDBOX: readonly RouteName[] = ['mock', 'initialize'];
const NO_CREATE: readonly RouteName[] = ['read', 'consent'];
/** HDR-01's order, of those that no earlier check asks for. */
const CREATE = [
  'x-accept-fix',
  'X-Request-ID',
  'TPP-Session-ID',
  'TPP-Redirect-URI',
  'PSU-IP-Address',
  'PSU-ID',
];

const absences = [
  ...CREATE.map((path) => ({ rule: 'HDR-01', on: ['pay'] as const, path })),
  { rule: 'HDR-02', on: NO_CREATE, path: 'X-Request-ID' },
  { rule: 'HDR-02', on: NO_CREATE, path: 'TPP-Redirect-URI' },
  { rule: 'HDR-03', on: SANDBOX, path: 'X-Request-ID' },
];

const refused: readonly RefusedRow[] = absences.flatMap((row) => [
  {
    ...row,
    name: `without ${row.path}`,
    code: 'HTTP_HEADER_REQUIRED',
    change: header(row.path, undefined),
  },
  {
    ...row,
    name: `with an empty ${row.path}`,
    code: 'HTTP_HEADER_REQUIRED',
    change: header(row.path, ''),
  },
]);

const corporate: readonly RefusedRow[] = [
  {
    rule: 'HDR-10',
    name: 'in CORPORATE context without PSU-Corporate-ID',
    code: 'HTTP_HEADER_REQUIRED',
    path: 'PSU-Corporate-ID',
    on: OF_PSU,
    change: header('PSU-Context', 'CORPORATE'),
  },
  {
    rule: 'HDR-10',
    name: 'in CORPORATE context with an empty PSU-Corporate-ID',
    code: 'HTTP_HEADER_REQUIRED',
    path: 'PSU-Corporate-ID',
    on: OF_PSU,
    change: {
      ...header('PSU-Corporate-ID', ''),
      headers: { 'PSU-Context': 'CORPORATE' },
    },
  },
];

const accepted: readonly AcceptedRow[] = [
  {
    rule: 'HDR-02',
    name: 'a call without x-accept-fix',
    on: NO_CREATE,
    change: header('x-accept-fix', undefined),
  },
  {
    rule: 'HDR-02',
    name: 'a call without PSU-IP-Address',
    on: NO_CREATE,
    change: header('PSU-IP-Address', undefined),
  },
  {
    rule: 'HDR-04',
    name: 'X-PSU-IDENTITY instead of PSU-ID',
    on: ['pay', 'consent'],
    change: { headers: { 'PSU-ID': undefined, 'X-PSU-IDENTITY': PERSONS.jonas } },
  },
  {
    rule: 'HDR-04',
    name: 'X-PSU-IDENTITY beside the PSU-ID of the same person',
    on: OF_PSU,
    change: { headers: { 'X-PSU-IDENTITY': PERSONS.jonas } },
  },
  {
    rule: 'HDR-04',
    name: 'PSU-Context alone',
    on: ['pay', 'consent'],
    change: { headers: { 'PSU-ID': undefined, 'PSU-Context': 'PRIVATE' } },
  },
  {
    rule: 'HDR-05',
    name: 'empty headers that are optional',
    on: NO_CREATE,
    change: { headers: { 'PSU-Context': '', 'PSU-Device-ID': '', 'TPP-Redirect-Preferred': '' } },
  },
];

describeRows({ refused: [...refused, ...corporate], accepted });

describe('several at once', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });
  afterAll(() => scene.close());

  const periodic = () => ({
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    creditorName: 'Utleier AS',
    creditorAccount: { iban: scene.ibans[1], currency: 'NOK' },
    debtorAccount: { iban: scene.ibans[0], currency: 'NOK' },
    startDate: new Date(Date.now() + 10 * 24 * 3_600_000).toISOString().slice(0, 10),
    frequency: 'Monthly',
  });

  test.each([
    ['SEPA', () => SEPA, () => scene.routes.pay.body],
    ['periodic', () => PERIODIC, periodic],
  ])('HDR-01: a %s create tells every absent header, in order', async (_, path, body) => {
    const all = Object.fromEntries(CREATE.map((name) => [name, undefined]));
    const answer = await scene.send('pay', { path: path(), body: body(), headers: all });
    expectRefusal(answer, { code: 'HTTP_HEADER_REQUIRED', path: 'x-accept-fix' });
    expect(expectError(answer).map((message) => message.path)).toEqual(CREATE);
    const created = await scene.send('pay', { path: path(), body: body() });
    expect(created.status).toBe(201);
  });

  test.each([
    ['PSU-ID', '3c9e6b5e-6f0b-4d3c-9d8b-0f6d3c1f7a11', 'PSU_CREDENTIALS_INVALID', 401, 'PSU-ID'],
    ['X-PSU-IDENTITY', PERSONS.odd, 'BAD_REQUEST', 400, 'X-PSU-IDENTITY'],
  ])(
    'CONS-02, CONS-03: %s of somebody else is refused',
    async (name, value, code, status, path) => {
      const before = await scene.state();
      const answer = await scene.send('pay', { headers: { [name]: value } });
      expectRefusal(answer, { status, code, path });
      expect(await scene.state()).toBe(before);
    },
  );
});

describe('the PSU', () => {
  let bank: TestBank;
  beforeAll(async () => {
    bank = await openBank();
  });
  afterAll(() => bank.close());

  test('HDR-02: without a TPP-Session-ID the bank makes one up, which the redirect tells', async () => {
    const tpp = bank.tpp.with({ 'TPP-Redirect-URI': 'https://tpp.example/cb' });
    const asked = await tpp.post('/v1/bank-offered-consents');
    const redirect = await completeSca(bank, asked, { nationalId: PERSONS.odd });
    const made = redirect.get('tpp-session-id') ?? '';
    expect(made).toMatch(/^[\x21-\x7e]{8,100}$/);
    const known = tpp.with({
      'PSU-ID': redirect.get('psu-id') ?? '',
      'TPP-Session-ID': made,
      'PSU-IP-Address': '192.0.2.7',
    });
    expect((await known.get('/v1/accounts')).status).toBe(200);
  });

  test('HDR-09: without PSU-IP-Address the PSU is absent and no session is needed', async () => {
    const { tpp } = await consentOf(bank);
    const elsewhere = { 'TPP-Session-ID': randomUUID() };
    const present = await tpp.with(elsewhere).get('/v1/accounts');
    expectRefusal(present, { code: 'CONSENT_INVALID' });
    const absent = await tpp
      .with({ ...elsewhere, 'PSU-IP-Address': undefined })
      .get('/v1/accounts');
    expect(absent.status).toBe(200);
  });

  test('HDR-10: a corporate session needs its PSU-Corporate-ID, and no other', async () => {
    const headers = {
      'TPP-Redirect-URI': 'https://tpp.example/cb',
      'TPP-Session-ID': randomUUID(),
      'PSU-IP-Address': '192.0.2.7',
    };
    const asked = await bank.tpp.with(headers).post('/v1/bank-offered-consents');
    const wanted = { nationalId: PERSONS.mari, context: 'CORPORATE' };
    const redirect = await completeSca(bank, asked, wanted);
    const tpp = bank.tpp.with({ ...headers, 'PSU-ID': redirect.get('psu-id') ?? '' });
    expectRefusal(await tpp.get('/v1/accounts'), {
      code: 'HTTP_HEADER_REQUIRED',
      path: 'PSU-Corporate-ID',
    });
    const other = tpp.with({ 'PSU-Corporate-ID': randomUUID() });
    expectRefusal(await other.get('/v1/accounts'), { code: 'FORBIDDEN', path: 'PSU-Corporate-ID' });
    const own = tpp.with({ 'PSU-Corporate-ID': redirect.get('psu-corporate-id') ?? '' });
    expect((await own.get('/v1/accounts')).status).toBe(200);
  });

  test('HDR-10: a call without PSU-ID only starts the SCA and needs no PSU-Corporate-ID', async () => {
    const tpp = bank.tpp.with({
      'TPP-Redirect-URI': 'https://tpp.example/cb',
      'PSU-Context': 'CORPORATE',
    });
    expect((await tpp.post('/v1/bank-offered-consents')).status).toBe(201);
    expectRefusal(await tpp.get('/v1/accounts'), { code: 'CONSENT_INVALID' });
  });
});
