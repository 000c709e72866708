// What each entry of a seed puts into a bank that begins with it, and into one that has begun: each member left out, and at
// other values, as it is written in tests/fixtures/seeds/. `npm run examples` records it again.
import { expect, test } from '@jest/globals';
import { exportSeed } from '../../../server/bank/seeds/export-seed.ts';
import { memoize } from '../../../server/kernel/memoize.ts';
import type { Json, JsonObject } from '../../../server/protocol/json.ts';
import { expectRecordedPart } from '../../support/recorded.ts';
import { added, begun, fill, inBank, linesOf, rowsOf } from './filled.ts';

const KARI = '15479801026';
const OLA = '08417701045';
const COMPANY = '19450101012';
const NEW = '20079518612';
const TPP = 'PSDNO-FSA-1';

const account = { customerNumber: KARI, accountName: 'Konto', currency: 'NOK' };
const main = { ...account, bban: '99997649326', accountId: 'main', accountName: 'Brukskonto' };
const drift = { ...account, customerNumber: COMPANY, accountName: 'Drift', bban: '99996025671' };
const card = { customerNumber: KARI, currency: 'NOK', creditLimit: 100 };

const BASE = {
  customers: [
    { customerNumber: KARI, customerName: 'Kari', customerId: 'kari', agreementId: 'kari-own' },
    { customerNumber: OLA, customerName: 'Ola', customerId: 'ola' },
    { customerNumber: COMPANY, customerName: 'AS', customerType: 'CORPORATE', customerId: 'as' },
  ],
  agreements: [
    {
      ...{ owner: COMPANY, name: 'Bakeri', organisationNumber: '938920109', agreementId: 'bakery' },
      engagements: [{ customer: KARI, roles: ['VIEW'] }],
    },
  ],
  accounts: [
    { ...main, balance: '1000.00', lastChange: 'today-2d' },
    { ...drift, accountId: 'drift', agreement: 'bakery', balance: 500 },
    { ...drift, accountName: 'Ekstra', accountId: 'extra', bban: '99991244332', agreement: 'none' },
    {
      ...account,
      customerNumber: OLA,
      accountName: 'Olas',
      accountId: 'olas',
      bban: '99992324852',
    },
  ],
  cards: [{ ...card, cardAccountId: 'card', maskedPan: '492500******1026' }],
};

const request = {
  debtorAccount: { iban: 'NO0699997649326', currency: 'NOK' },
  creditorName: 'Ola',
  creditorAccount: { iban: 'NO1499992324852', currency: 'NOK' },
  instructedAmount: { amount: '15.00', currency: 'NOK' },
};
const periodic = { ...request, startDate: 'today+3d', frequency: 'Monthly' };
const payment = (more: JsonObject = {}, body: JsonObject = {}): JsonObject => ({
  ...{ product: 'payments/norwegian-domestic-credit-transfers', tpp: TPP, psu: KARI },
  ...more,
  request: { ...request, ...body },
});
const regular = (more: JsonObject = {}, body: JsonObject = {}): JsonObject => ({
  ...{ product: 'periodic-payments/norwegian-domestic-credit-transfers', tpp: TPP, psu: KARI },
  ...more,
  request: { ...periodic, ...body },
});
const who = { psu: KARI, tpp: TPP };
const record = {
  statusChangedAt: '2026-06-01T08:00:00Z',
  withoutPsuId: false,
  failedScas: 0,
  cancellationRequested: false,
};

/** Entries that come to those of {@link BASE}, by their section. */
const ENTRIES: Readonly<Record<string, readonly JsonObject[]>> = {
  customers: [
    ...[{}, { customerType: 'PRIVATE' }, { customerType: 'CORPORATE' }, { customerId: 'new' }],
    ...[{ agreementId: 'own' }, { customerType: 'CORPORATE', agreementId: 'own' }],
    ...[{ customerId: 'kari' }, { agreementId: 'bakery' }, { customerNumber: KARI }],
    ...[{ customerName: '' }, { customerNumber: '20079518613' }, { odd: 1 }],
  ].map((more) => ({ customerNumber: NEW, customerName: 'Nora', ...more })),
  agreements: [
    ...[{}, { name: 'To' }, { organisationNumber: '974760673' }, { agreementId: 'second' }],
    ...[{ agreementId: 'kari-own' }, { owner: KARI }, { owner: NEW }, { engagements: [] }],
    ...[
      { customer: OLA, account: '99991244332', roles: ['VIEW'] },
      { customer: OLA, account: 'NO4399991244332', roles: ['REGISTER', 'VIEW'], registerLimit: 7 },
      {
        customer: OLA,
        account: '99991244332',
        roles: ['VIEW'],
        approvalLimit: { amount: '1.50', currency: 'NOK' },
        engagementId: 'own',
      },
      { customer: OLA, account: '99991244332', roles: ['VIEW'], engagementId: 'kari-views' },
      { customer: OLA, account: '99991244332', roles: ['VIEW'], registerLimit: 1.234 },
      {
        customer: OLA,
        account: '99991244332',
        roles: ['VIEW'],
        approvalLimit: { amount: 1, currency: 'EUR' },
      },
      { customer: NEW, account: '99991244332', roles: ['VIEW'] },
      { customer: OLA, account: '99997649326', roles: ['VIEW'] },
      { customer: OLA, account: '99996025671', roles: ['VIEW'] },
      { customer: OLA, account: '99999351499', roles: ['VIEW'] },
      { customer: OLA, account: '9999124433', roles: ['VIEW'] },
      { customer: OLA, roles: ['VIEW'] },
    ].map((engagement) => ({ engagements: [engagement] })),
    {
      engagements: [
        { customer: KARI, account: '99991244332', roles: ['VIEW'], engagementId: 'twice' },
        { customer: OLA, account: '99991244332', roles: ['VIEW'], engagementId: 'twice' },
      ],
    },
    {
      engagements: [
        { customer: OLA, account: '99991244332', roles: ['VIEW'] },
        { customer: OLA, account: '99991244332', roles: ['VIEW'] },
      ],
    },
  ].map((more) => ({ owner: COMPANY, ...more }) as JsonObject),
  accounts: [
    ...[
      {},
      { product: 'Ung' },
      { cashAccountType: 'SVGS' },
      { cashAccountType: 'CACC', product: 'X' },
    ],
    ...[
      { bban: '99999351499' },
      { bban: '99997649326' },
      { bban: '99999351498' },
      { kid: 'required' },
    ],
    ...[{ creditLine: 5 }, { creditLine: 1.234 }, { payments: false }, { payments: true }],
    ...[
      { accountId: 'own' },
      { accountId: 'main' },
      { agreement: 'bakery' },
      { agreement: 'none' },
    ],
    ...[{ customerNumber: COMPANY }, { customerNumber: COMPANY, agreement: '938920109' }],
    ...[
      { customerNumber: COMPANY, agreement: 'none' },
      { agreement: 'kari-own' },
      { agreement: 'odd' },
    ],
    ...[
      { balance: 0 },
      { balance: -5 },
      { balance: '12.30', lastChange: '2026-06-09T08:00:00.5Z' },
    ],
    ...[{ lastChange: 'today' }, { lastChange: 'today-1w' }, { openingBalance: 7 }],
    ...[{ openingBalance: 7, balance: 7 }, { openingBalance: 7, balance: 8 }, { balance: 1.234 }],
    ...[{ openingBalance: 1.234 }, { balance: { amount: '1', currency: 'EUR' } }],
    ...[{ currency: 'JPY', balance: 3 }, { currency: 'JPY', balance: 3.5 }, { currency: 'nok' }],
    ...[{ customerNumber: NEW }, { accountName: '' }],
    ...[
      ...[{}, { bookingDate: 'today' }, { bookingDate: 'today-1d' }, { bookingDate: '2026-06-11' }],
      ...[
        { valueDate: 'today-2d' },
        { valueDate: 'today+1d' },
        { pending: true },
        { pending: false },
      ],
      ...[
        { bookingDate: 'today-2d', valueDate: 'today-1d' },
        { bookingDate: 'today', valueDate: 'today-1d' },
      ],
      ...[{ transactionId: 'own' }, { transactionId: 'own', bookingDate: 'today+1d' }],
      ...[{ transactionId: 'own', valueDate: 'today+2d', bookingDate: 'today+3d' }],
      ...[{ paymentId: 'gone' }, { bookingDate: '2026-02-30' }, { transactionAmount: 1.234 }],
      ...[
        { transactionAmount: { amount: '-3.10', currency: 'NOK' } },
        { creditorName: 'A', purposeCode: 'OTHR' },
      ],
      ...[{ debtorAccount: { bban: '99999351499' } }, { debtorAccount: { bban: '86011117947' } }],
    ].map((more) => ({ bban: '99999351499', transactions: [{ transactionAmount: 3, ...more }] })),
    {
      openingBalance: 1,
      transactions: [3, 2, 1, 4].map((transactionAmount) => ({
        transactionAmount,
        bookingDate: `today-${transactionAmount % 3}d`,
      })),
    },
    {
      transactions: ['a', 'b', 'a'].map((transactionId) => ({
        transactionAmount: 1,
        transactionId,
      })),
    },
    ...[
      ...[{ what: 'salary' }, { what: 'rent', days: 31 }, { what: 'rent', monthly: 2, days: 15 }],
      ...[
        { what: 'fuel', days: 14 },
        { what: 'fuel', perWeek: 7, days: 3 },
        { what: 'fuel', perWeek: 8, days: 3 },
      ],
      ...[
        { what: 'fuel', perWeek: 15, days: 2 },
        { what: 'fuel', count: 1 },
        { what: 'fuel', count: 5 },
      ],
      ...[
        { what: 'fuel', count: 3, days: 2 },
        { what: 'fuel', count: 1, days: 1 },
        { what: 'fuel', days: 1, perWeek: 7 },
      ],
      ...[
        { what: 'fuel', count: 2, amount: 5 },
        { what: 'fuel', count: 2, amount: [5, 5.02] },
      ],
      ...[
        { what: 'fuel', count: 2, amount: '0.01' },
        { what: 'fuel', count: 1, amount: '0' },
      ],
      ...[
        { what: 'fuel', count: 1, amount: [2, 2] },
        { what: 'fuel', count: 1, amount: [3, 2] },
      ],
      ...[
        { what: 'fuel', count: 1, amount: -1 },
        { what: 'rent', count: 1, name: 'N', text: 'T {month}' },
      ],
      ...[
        { what: 'rent', count: 1, account: '86011117947' },
        { what: 'rent', count: 1, account: 'NO9386011117947' },
      ],
      ...[
        { what: 'rent', count: 1, account: '86011117948' },
        { what: 'fuel', count: 2, seed: 1 },
      ],
      ...[
        { what: 'fuel', count: 100_000 },
        { what: 'fuel', count: 100_001 },
      ].slice(1),
      ...[
        { what: 'fuel', perWeek: 1, monthly: 1 },
        { what: 'fuel', perWeek: 1, count: 1 },
        { what: 'fuel', monthly: 1, count: 1 },
      ],
    ].map((generator) => ({ accountId: 'own', generate: [generator] })),
    ...[
      [
        { what: 'fuel', count: 1 },
        { what: 'fuel', count: 1 },
      ],
      [
        { what: 'fuel', count: 1, seed: 1 },
        { what: 'fuel', count: 1, seed: 2 },
      ],
      [
        { what: 'fuel', count: 1, seed: 1 },
        { what: 'fuel', count: 2, seed: 1 },
      ],
      [
        { what: 'fuel', count: 1, seed: 1 },
        { what: 'cafes', count: 1, seed: 1 },
      ],
      [
        { what: 'fuel', count: 1, seed: 1 },
        { what: 'fuel', count: 1 },
      ],
    ].map((generate) => ({ accountId: 'own', generate })),
  ].map((more) => ({ ...account, ...more }) as JsonObject),
  cards: [
    ...[{}, { product: 'Gull' }, { maskedPan: '492500******7777' }, { cardAccountId: 'own' }],
    ...[
      { cardAccountId: 'card' },
      { creditLimit: 0 },
      { creditLimit: 1.5 },
      { creditLimit: 1.234 },
    ],
    ...[
      { balance: -3 },
      { openingBalance: -3 },
      { openingBalance: -3, balance: -4 },
      { lastChange: 'today-1d' },
    ],
    ...[{ currency: 'EUR' }, { customerNumber: NEW }, { customerNumber: COMPANY }],
    ...[{ generate: [{ what: 'groceries', count: 2 }] }, { generate: [{ what: 'salary' }] }],
    ...[{ generate: [{ what: 'groceries', days: 40, perWeek: 1 }] }],
    ...[
      ...[{}, { cardTransactionId: 'own/1' }, { cardTransactionId: 'a', transactionId: 'b' }],
      ...[{ invoiced: true }, { invoiced: 'false' }, { maskedPan: '492500******1111' }],
      ...[
        { transactionId: 'c' },
        { transactionId: 'c', originalAmount: { amount: 1, currency: 'EUR' } },
      ],
      ...[
        { originalAmount: { amount: 1.5, currency: 'JPY' } },
        { markupFee: { amount: 1, currency: 'NOK' } },
      ],
      ...[{ markupFeePercentage: 1.5 }, { transactionDate: 'today-3d' }, { pending: true }],
      ...[
        { transactionDate: '2026-02-30' },
        { bookingDate: 'today+1d' },
        { markupFee: { amount: 1.234, currency: 'NOK' } },
      ],
    ].map((more) => ({ cardAccountId: 'own', transactions: [{ transactionAmount: -3, ...more }] })),
    {
      transactions: ['a', 'a'].map((cardTransactionId) => ({
        transactionAmount: 1,
        cardTransactionId,
      })),
    },
  ].map((more) => ({ ...card, ...more }) as JsonObject),
  payments: [
    ...[
      'RCVD',
      'PDNG',
      'ACTC',
      'ACWC',
      'PATC',
      'ACSP',
      'ACSC',
      'RJCT',
      'CANC',
      'PART',
      'ACCP',
    ].flatMap((status) => [
      payment({ status }),
      payment({ status }, { requestedExecutionDate: 'today+2d' }),
      regular({ status }),
    ]),
    ...[
      payment(),
      payment({ created: 'today-1d', status: 'ACTC' }),
      payment({ created: '2026-06-09T12:00:00Z' }),
    ],
    ...[
      payment({ paymentId: '6d1c0f6e-2f0b-4b58-9d1e-7a4f5c1b2a01' }),
      payment({ status: 'ACTC' }, { creditorName: 'Sandbox ACCP' }),
    ],
    ...[payment({ psu: OLA }), payment({ psu: COMPANY }), payment({ psu: NEW })],
    ...[{ created: 'today+1d' }, { status: 'odd' }].map((more) => payment(more)),
    ...[
      { requestedExecutionDate: 'today-1d' },
      { requestedExecutionDate: 'odd' },
      { creditorName: '' },
    ].map((body) => payment({}, body)),
    payment({}, { creditorName: 7, odd: 1, instructedAmount: { amount: '-1', currency: 'NOK' } }),
    payment({}, { creditorName: 'Sandbox FORBIDDEN' }),
    { ...payment(), request: {} },
    ...['today-1d', 'today', 'today+1y'].map((startDate) =>
      regular({ status: 'ACTC' }, { startDate }),
    ),
    regular({}, { endDate: 'today+2d' }),
    regular({ status: 'ACTC' }, { endDate: 'today+1m', executionRule: 'following' }),
    ...[
      ...[
        {},
        { approvedAt: '2026-06-02T08:00:00Z' },
        { executionDate: '2026-06-20', fundsAvailable: false },
      ],
      ...[
        { failedScas: 2, cancellationRequested: true, withoutPsuId: true },
        { nextNominal: '2026-07-01' },
      ],
      { due: [{ type: 'paymentDue', at: '2026-06-20T06:00:00Z' }] },
      {
        executions: [{ date: '2026-06-02', status: 'ACSC', transactionId: 'run' }],
        due: [{ type: 'paymentSettles', at: '2026-06-20T06:00:00Z', run: 0 }],
      },
      { due: [{ type: 'paymentDue', at: 'soon' }] },
    ].flatMap((more) => [
      payment(
        { status: 'ACTC', record: { ...record, ...more } },
        { requestedExecutionDate: 'today-9d' },
      ),
      regular({ status: 'ACSC', record: { ...record, ...more } }),
    ]),
    payment({ record, psu: OLA }),
  ],
  psus: [who, { psu: OLA, tpp: 'NO-FSA-2' }, { psu: NEW, tpp: TPP }, { psu: KARI, tpp: '' }],
  consents: [
    ...[{}, { lastSca: 'today-10d' }, { lastSca: '2025-01-01T08:00:00Z' }, { lastSca: 'today+1d' }],
    ...[{ accounts: [] }, { accounts: ['99997649326'] }, { accounts: ['492500******1026'] }],
    ...[{ accounts: ['NO06 9999 7649 326', '492500******1026'] }, { accounts: ['99996025671'] }],
    ...[{ accounts: ['odd'] }, { accounts: ['99997649326', '99997649326'] }, { status: 'revoked' }],
    ...[
      { status: 'valid' },
      { agreement: 'bakery' },
      { agreement: '938920109', accounts: ['99996025671'] },
    ],
    ...[
      { agreement: 'kari-own' },
      { agreement: 'odd' },
      { psu: OLA, agreement: 'bakery' },
      { psu: COMPANY },
    ],
    ...[
      { psu: NEW },
      { psu: OLA, accounts: ['NO1499992324852'], status: 'revoked', lastSca: 'today-1d' },
    ],
  ].map((more) => ({ ...who, ...more }) as JsonObject),
  sessions: [
    ...[
      {},
      { started: 'today' },
      { started: '2026-06-10T07:00:00Z' },
      { started: 'today-1d', ends: 'today' },
    ],
    ...[
      { started: 'today', ends: '2026-06-10T09:00:00Z' },
      { agreement: 'bakery' },
      { psu: OLA, agreement: 'bakery' },
    ],
    ...[{ sessionId: 'a b' }, { started: 'today+1d' }, { psu: COMPANY }, { psu: NEW }],
  ].map((more) => ({ ...who, sessionId: 'own', ...more })),
  tpps: [
    {},
    { registered: true },
    { registered: false },
    { email: 'a@b.example' },
    { email: 'odd' },
  ].map((more) => ({
    tpp: 'NO-FSA-1',
    ...more,
  })),
  faults: [
    ...[{}, { times: 2 }, { match: { operation: 'getAccounts' } }, { match: { operation: 'odd' } }],
    ...[{ expiry: 'PT1H' }, { expiry: '2026-06-11T08:00:00Z' }, { expiry: 'P1M' }, { seed: 7 }],
  ].map((more) => ({ effect: { status: 503 }, ...more }) as JsonObject),
};

/** Entries that only mean something together. */
const TOGETHER: readonly JsonObject[] = [
  {
    sessions: [
      { ...who, sessionId: 'a', started: 'today-2d', ends: 'today-1d' },
      { ...who, sessionId: 'b', started: 'today-1d', ends: 'today' },
    ],
  },
  ...[
    '2026-06-09T22:00:00Z',
    '2026-06-09T22:00:00.001Z',
    '2026-06-10T07:00:00Z',
    '2026-06-10T06:59:59.999Z',
  ].map((ends) => ({
    sessions: [
      { ...who, sessionId: 'a', started: 'today-1d', ends },
      { ...who, sessionId: 'b', started: '2026-06-09T22:00:00Z', ends: '2026-06-10T05:00:00Z' },
    ],
  })),
  {
    sessions: [
      { ...who, sessionId: 'a' },
      { psu: OLA, tpp: TPP, sessionId: 'a' },
      { ...who, tpp: 'NO-2', sessionId: 'a' },
    ],
  },
  { psus: [who, who], consents: [who, { ...who, agreement: 'bakery' }, { ...who, accounts: [] }] },
  { magicPersons: ['13867510049', '19897810096'] },
  ...['15479801026', '13039319956', '20079518612'].map((number) => ({ magicPersons: [number] })),
  { tpps: [{ tpp: 'A', registered: false }, { tpp: 'PSDA', email: 'a@b.example' }, { tpp: 'A' }] },
  ...[
    {},
    { levels: { 'SIG-05': 'error' } },
    { levels: { 'ACC-01': 'warn' } },
    { levels: { odd: 'warn' } },
  ].map((more) => ({
    ruleLevels: { preset: 'lenient', ...more },
  })),
  ...[
    {},
    { mode: 'auto', after: 'PT5S' },
    { demand: 'never', outcome: 'cancel' },
    { after: 'P1M' },
    { mode: 'odd' },
  ].map((scaPolicy) => ({ scaPolicy })),
  { accounts: [account, account, { ...account, accountName: 'En til' }], cards: [card, card] },
  { payments: [payment(), payment(), payment({ tpp: 'NO-2' })] },
  {
    agreements: [{ owner: COMPANY }, { owner: COMPANY }],
    customers: [{ customerNumber: NEW, customerName: 'N' }],
  },
];

const sections = BASE as Readonly<Record<string, readonly JsonObject[]>>;
const having = (more: JsonObject): JsonObject => {
  const members = Object.entries(more).map(([name, value]): [string, Json] => [
    name,
    Array.isArray(value) ? [...(sections[name] ?? []), ...value] : value,
  ]);
  return { ...BASE, ...Object.fromEntries(members) };
};

/** By the section that they are about. */
const CASES: Readonly<Record<string, readonly JsonObject[]>> = {
  ...Object.fromEntries(
    Object.entries(ENTRIES).map(([name, entries]) => [
      name,
      entries.map((entry) => ({ [name]: [entry] })),
    ]),
  ),
  together: TOGETHER,
};
const SECTIONS = Object.keys(CASES);

const rowsOfBase = memoize(() => rowsOf(BASE));
const exportOfBase = memoize(() => exportOf(BASE));

const exportOf = (seed: JsonObject): Promise<JsonObject> =>
  inBank(async (bank) => {
    await fill(bank, seed);
    return exportSeed(bank);
  });

test.each(SECTIONS)('CTRL-11: of %s: comes what the bank makes of them now', async (name) => {
  const lines: string[] = [];
  for (const more of CASES[name] ?? []) {
    lines.push(`# ${JSON.stringify(more)}`, ...(await begun(having(more), await rowsOfBase())));
  }
  expectRecordedPart('seeds/begun.txt', name, lines);
});

test.each(SECTIONS)(
  'CTRL-15: of %s that are added: comes what the bank makes now',
  async (name) => {
    const rows = await rowsOfBase();
    const lines: string[] = [];
    for (const more of CASES[name] ?? [])
      lines.push(`# ${JSON.stringify(more)}`, ...(await added(more, rows)));
    expectRecordedPart('seeds/added.txt', name, lines);
  },
);

test.each(SECTIONS)(
  'CTRL-11: with %s: a bank that begins with an export is exported so',
  async (name) => {
    const known = new Set(linesOf(await exportOfBase()));
    const lines = [...known];
    for (const more of CASES[name] ?? []) {
      const first = await exportOf(having(more)).catch(() => undefined);
      if (first === undefined) continue;
      expect([more, await exportOf(first)]).toEqual([more, first]);
      lines.push(`# ${JSON.stringify(more)}`, ...linesOf(first).filter((line) => !known.has(line)));
    }
    expectRecordedPart('seeds/exported.txt', name, lines);
  },
);
