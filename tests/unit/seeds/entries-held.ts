// Entries that come to a seed: people, agreements and accounts, each with one thing otherwise.
import type { JsonObject } from '../../../server/protocol/json.ts';
import { account, COMPANY, KARI, NEW, OLA } from './seed-scene.ts';

/** Entries that come to those of the scene, by their section. */
export const HELD: Readonly<Record<string, readonly JsonObject[]>> = {
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
};
