// Seeds that are added to a small bank: what they change of an account that is there, and what draws are of.
import type { JsonObject } from '../../../server/protocol/json.ts';

const KARI = '15479801026';
const OLA = '08417701045';
const COMPANY = '19450101012';

const account = { customerNumber: KARI, accountName: 'Konto', currency: 'NOK' };
const main: JsonObject = {
  ...account,
  bban: '99997649326',
  accountId: 'main',
  accountName: 'Brukskonto',
};
const { accountId: _, ...byNumber } = main;
const { bban: __, ...byId } = main;

export const BASE: JsonObject = {
  customers: [
    { customerNumber: KARI, customerName: 'Kari' },
    { customerNumber: OLA, customerName: 'Ola', customerId: 'ola' },
    { customerNumber: COMPANY, customerName: 'AS', customerType: 'CORPORATE' },
  ],
  agreements: [{ owner: COMPANY, name: 'Bakeri', agreementId: 'bakery' }],
  accounts: [
    { ...main, balance: 100, transactions: [{ transactionAmount: -1, transactionId: 'before' }] },
    { ...account, customerNumber: OLA, bban: '99992324852' },
    { ...account, customerNumber: COMPANY, bban: '99996025671', agreement: 'bakery', balance: 7 },
  ],
};

const SAME = [main, byNumber, byId] as const;
export const CHANGED: readonly JsonObject[] = [
  ...SAME,
  ...[{ accountName: 'Ny' }, { product: 'Ung' }, { cashAccountType: 'SVGS' }, { kid: 'required' }],
  ...[{ payments: false }, { payments: true }, { creditLine: 0 }, { creditLine: 50 }],
  ...[
    { creditLine: 1.234 },
    { creditLine: { amount: 5, currency: 'EUR' } },
    { customerNumber: OLA },
  ],
  ...[
    { customerNumber: '20079518612' },
    { currency: 'EUR' },
    { bban: '99992324852' },
    { bban: '99999351499' },
  ],
  ...[
    { agreement: 'none' },
    { agreement: 'bakery' },
    { openingBalance: 0 },
    { openingBalance: 100 },
  ],
  ...[
    { balance: 100 },
    { balance: '100.00' },
    { balance: 99.99 },
    { balance: '-12.50' },
    { balance: 0 },
  ],
  ...[{ balance: 1.234 }, { balance: { amount: 1, currency: 'EUR' } }, { lastChange: 'today-1d' }],
  ...[{ accountId: 'other' }, { accountId: 'other', bban: '99999351499' }],
  { transactions: [{ transactionAmount: 3 }, { transactionAmount: -4, pending: true }] },
  {
    balance: 100,
    transactions: [{ transactionAmount: 3 }, { transactionAmount: -4, pending: true }],
  },
  { transactions: [{ transactionAmount: 3, transactionId: 'before' }] },
  { transactions: [{ transactionAmount: 1.234 }] },
  ...[
    [{ what: 'fuel', count: 2 }],
    [
      { what: 'rent', count: 1 },
      { what: 'salary', count: 1 },
    ],
  ].map((generate) => ({ generate })),
].map((more) => ({ ...main, ...more }));

export const OTHERS: readonly JsonObject[] = [
  {
    accounts: [
      { ...account, customerNumber: COMPANY, bban: '99996025671', balance: 9, accountName: 'Ny' },
    ],
  },
  {
    accounts: [
      { ...byNumber, balance: 1 },
      { ...byId, balance: 2 },
      { ...byId, balance: 2 },
    ],
  },
  ...[
    {},
    { customerType: 'PRIVATE' },
    { customerType: 'CORPORATE' },
    { customerId: 'ola' },
    { customerId: 'x' },
  ].map((more) => ({ customers: [{ customerNumber: OLA, customerName: 'Ola N.', ...more }] })),
  { customers: [{ customerNumber: OLA, customerName: 'Ola', agreementId: 'bakery' }] },
  ...[{}, { customerType: 'CORPORATE' }, { customerType: 'PRIVATE' }].map((more) => ({
    customers: [{ customerNumber: COMPANY, customerName: 'Ny AS', ...more }],
  })),
  {},
  ...[
    { extends: 'starting-set' },
    { idsOf: 'x' },
    { repeatable: 'x' },
    { clock: { frozen: true } },
  ].map((more) => ({ customers: [], ...more })),
];

const MANY = Array.from({ length: 150 }, (_, nth) => ({
  transactionAmount: 1 + nth,
  bookingDate: `today-${nth}d`,
}));
export const DRAWN: Readonly<Record<string, JsonObject>> = {
  nothing: {},
  'a person': { customers: [{ customerNumber: '20079518612', customerName: 'Nora' }] },
  'a name': { customers: [{ customerNumber: OLA, customerName: 'Ola N.' }] },
  'an account': { accounts: [{ ...account, generate: [{ what: 'fuel', count: 3 }] }] },
  'a balance': { accounts: [{ ...main, balance: 5 }] },
  'a credit line': { accounts: [{ ...main, creditLine: 5 }] },
  many: { accounts: [{ ...main, transactions: [...MANY, ...MANY.slice(0, 60)] }] },
  'many, and one of another amount': {
    accounts: [
      {
        ...main,
        transactions: [
          ...MANY.slice(0, 149),
          { transactionAmount: 2, bookingDate: 'today-149d' },
          ...MANY.slice(0, 60),
        ],
      },
    ],
  },
  'a card': {
    cards: [
      {
        customerNumber: KARI,
        currency: 'NOK',
        creditLimit: 5,
        transactions: [{ transactionAmount: -2 }],
      },
    ],
  },
  policy: { scaPolicy: { demand: 'never' } },
  consent: {
    consents: [{ psu: KARI, tpp: 'NO-1' }],
    sessions: [{ psu: KARI, tpp: 'NO-1', sessionId: 's' }],
  },
};
/** What becomes of the rows meanwhile. */
export const MEANWHILE: Readonly<Record<string, JsonObject>> = {
  nothing: {},
  'a transaction': { accounts: [{ ...main, transactions: [{ transactionAmount: 1 }] }] },
  'a name': { accounts: [{ ...main, accountName: 'Ny' }] },
  'a person': { customers: [{ customerNumber: '13039319955', customerName: 'Jonas' }] },
  'the person': { customers: [{ customerNumber: '20079518612', customerName: 'Nora' }] },
  'the other name': { customers: [{ customerNumber: OLA, customerName: 'Ola N.' }] },
  policy: { scaPolicy: { demand: 'always' } },
  'a payment out': {
    accounts: [{ ...account, customerNumber: OLA, bban: '99992324852', balance: 3 }],
  },
};
