// Entries that come to a seed: cards, payments, and what people have given to TPPs, each with one thing otherwise.
import type { JsonObject } from '../../../server/protocol/json.ts';
import {
  account,
  COMPANY,
  card,
  KARI,
  NEW,
  OLA,
  payment,
  record,
  regular,
  TPP,
  who,
} from './seed-scene.ts';

export const MORE: Readonly<Record<string, readonly JsonObject[]>> = {
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
export const TOGETHER: readonly JsonObject[] = [
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
