// Banks of rows for the page that sends a signed request: each has something of what fills in its paths, and something
// that must not be taken for it.
import { accounts, cardAccounts, consents } from '../../server/bank/accounts/tables.ts';
import { baskets } from '../../server/bank/baskets/tables.ts';
import { agreements, customers, engagements } from '../../server/bank/customers/tables.ts';
import { balances, lines } from '../../server/bank/ledger/tables.ts';
import { payments } from '../../server/bank/payments/tables.ts';
import { flows } from '../../server/bank/sca/tables.ts';
import { createIds } from '../../server/kernel/ids.ts';
import { mapTx } from './map-tx.ts';

/** The organisation of the console's own certificate, and another one. */
const OWN = 'PSDNO-FSA-987654300';
const OTHER = 'PSDNO-FSA-1';
const SEPA = 'payments/sepa-credit-transfers';
const DOMESTIC = 'payments/norwegian-domestic-credit-transfers';

/** A row says only what the page reads. */
export type SomeRow = readonly [table: unknown, row: object];

export const person = (id: string, number: string, type = 'PRIVATE'): SomeRow => [
  customers,
  { id, number, type, name: `Name of ${id}` },
];
export const account = (id: string, customerId: string, currency = 'NOK'): SomeRow => [
  accounts,
  { id, customerId, currency, name: `Account ${id}`, bban: id, iban: `NO00${id}` },
];
export const balance = (id: string): SomeRow => [
  balances,
  { id, currency: 'NOK', booked: 50_000n, held: -20_000n, pending: 0n, creditLine: 1_000n },
];
export const card = (id: string, customerId: string): SomeRow => [
  cardAccounts,
  { id, customerId, maskedPan: id },
];
export const booked = (id: string, accountId: string, status = 'booked'): SomeRow => [
  lines,
  { id, accountId, status, order: `2031-03-0${id.length % 9}#000000001` },
];
export const consent = (id: string, customerId: string, more: object): SomeRow => [
  consents,
  { id, customerId, tppId: OWN, status: 'valid', accounts: [], ...more },
];
export const payment = (id: string, createdAt: number, more: object = {}): SomeRow => [
  payments,
  {
    ...{ id, createdAt, tppId: OWN, product: SEPA, status: 'RCVD', customerId: 'kari' },
    ...{ context: 'PRIVATE', executions: [], ...more },
  },
];
export const basket = (id: string, createdAt: number, more: object = {}): SomeRow => [
  baskets,
  { id, createdAt, tppId: OWN, customerId: 'kari', paymentIds: [], ...more },
];
export const flow = (subject: string, number: number): SomeRow => [
  flows,
  { id: `${subject} ${number}`, subject, number, authorisationId: `sca-${number}`, createdAt: 1 },
];
export const agreement = (id: string): SomeRow => [agreements, { id, customerId: 'firma' }];
export const engagement = (id: string, agreementId: string, customerId: string): SomeRow => [
  engagements,
  { id, agreementId, customerId, accountId: 'a-firma' },
];

export function bankOf(rows: readonly SomeRow[]) {
  const tx = mapTx();
  for (const [table, row] of rows) tx.put(table as typeof customers, row as never);
  const ids = createIds((size) => new Uint8Array(size));
  return { bank: 'default', idScope: 'default', tx, now: Date.parse('2031-03-05T23:30:00Z'), ids };
}

const PEOPLE = [
  person('firma', '01019000083', 'CORPORATE'),
  person('poor', '02019000084'),
  person('kari', '15479801026'),
  person('ola', '18417701045'),
  account('a-poor', 'poor', 'EUR'),
  account('a-firma', 'firma'),
  ...[account('a-euro', 'kari', 'EUR'), account('a-kari', 'kari'), account('a-more', 'kari')],
  account('b-ola', 'ola'),
  ...['a-kari', 'a-more', 'b-ola', 'a-firma'].map(balance),
];

const rejected = { status: 'RJCT' };

export const BANKS: Readonly<Record<string, readonly SomeRow[]>> = {
  empty: [],
  'only people': PEOPLE,
  'nobody who can pay': [
    person('firma', '01019000083', 'CORPORATE'),
    person('poor', '02019000084'),
  ],
  'an account without a balance': [person('kari', '15479801026'), account('a-kari', 'kari')],
  'lines and cards': [
    ...PEOPLE,
    card('card-2', 'ola'),
    card('card-1', 'ola'),
    ...[booked('l', 'a-euro'), booked('li', 'a-euro'), booked('lin', 'a-euro', 'pending')],
    ...[booked('c', 'card-1'), booked('k', 'a-kari')],
  ],
  'shared with the console': [
    ...PEOPLE,
    card('card-1', 'ola'),
    card('card-2', 'ola'),
    consent('1', 'kari', { status: 'revoked', accounts: [{ accountId: 'a-euro' }] }),
    consent('2', 'kari', { tppId: OTHER, accounts: [{ accountId: 'a-euro' }] }),
    consent('3', 'kari', { accounts: [{ accountId: 'a-more' }, { accountId: 'a-kari' }] }),
    consent('4', 'ola', { accounts: [{ accountId: 'card-2' }] }),
    booked('m', 'a-more'),
    booked('o', 'card-2'),
  ],
  'agreements of nobody': [...PEOPLE, agreement('agr-1'), agreement('agr-2')],
  'somebody who acts for a company': [
    ...PEOPLE,
    agreement('agr-1'),
    agreement('agr-2'),
    ...[engagement('e-1', 'agr-2', 'poor'), engagement('e-2', 'agr-2', 'kari')],
  ],
  'everybody acts for a company': [
    person('kari', '15479801026'),
    person('firma', '01019000083', 'CORPORATE'),
    engagement('e-1', 'agr-2', 'kari'),
    agreement('agr-2'),
  ],
  'a payment that can be approved': [
    ...PEOPLE,
    payment('old', 1),
    payment('right', 2, { customerId: 'ola' }),
    payment('inside', 3, { basketId: 'b' }),
    payment('done', 4, rejected),
    payment('of another', 5, { tppId: OTHER }),
    payment('domestic', 6, { product: DOMESTIC, customerId: undefined }),
    ...[flow('payment:right', 1), flow('payment:right', 2), flow('cancellation:right', 3)],
  ],
  'a payment of nobody, and those that are done': [
    ...PEOPLE,
    payment('done', 1, rejected),
    payment('newer', 2, { ...rejected, customerId: undefined }),
    payment('domestic', 3, { product: DOMESTIC, status: 'ACTC', customerId: 'gone' }),
    flow('cancellation:domestic', 1),
  ],
  'payments for a basket': [
    ...PEOPLE,
    payment('1', 1, { customerId: 'ola' }),
    payment('2', 2, { customerId: 'ola', context: 'CORPORATE' }),
    payment('3', 3, { customerId: 'ola' }),
    payment('4', 4, { customerId: 'ola' }),
    payment('5', 5, { product: 'periodic-payments/norwegian-domestic-credit-transfers' }),
    payment('6', 6, { basketId: 'b' }),
    payment('7', 7, { tppId: OTHER }),
    payment('8', 8, { status: 'ACTC' }),
  ],
  'a payment for a basket, of nobody': [...PEOPLE, payment('1', 1, { customerId: undefined })],
  baskets: [
    ...PEOPLE,
    basket('old', 1),
    basket('newest', 2, { customerId: 'ola' }),
    basket('of another', 3, { tppId: OTHER }),
    ...[flow('basket:newest', 1), flow('basket:newest', 2), flow('basket:old', 3)],
  ],
  'a basket of nobody': [basket('b', 1, { customerId: undefined })],
};
