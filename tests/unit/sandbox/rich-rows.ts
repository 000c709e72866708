// The rows of a bank in which people have accounts, payments, baskets, consents, sessions and SCA links.
import { quota } from '../../../server/bank/accounts/tables.ts';
import type { BankTx } from '../../../server/bank/banks/bank-tx.ts';
import { scheduleDue } from '../../../server/bank/banks/due.ts';
import { baskets } from '../../../server/bank/baskets/tables.ts';
import { flows } from '../../../server/bank/sca/tables.ts';
import { memoize } from '../../../server/kernel/memoize.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { fill, inBank, NOW } from '../seeds/filled.ts';
import { account, COMPANY, KARI, OLA, TPP } from '../seeds/seed-scene.ts';

const request = {
  debtorAccount: { iban: 'NO0699997649326', currency: 'NOK' },
  creditorName: 'Ola',
  creditorAccount: { iban: 'NO1499992324852', currency: 'NOK' },
  instructedAmount: { amount: '15.00', currency: 'NOK' },
};
const payment = { product: 'payments/norwegian-domestic-credit-transfers', tpp: TPP, psu: KARI };
const who = { psu: KARI, tpp: TPP };

const SEED: JsonObject = {
  customers: [
    { customerNumber: KARI, customerName: 'Kari', customerId: 'kari', agreementId: 'kari-own' },
    { customerNumber: OLA, customerName: 'Ola', customerId: 'ola', agreementId: 'ola-own' },
    { customerNumber: COMPANY, customerName: 'AS', customerType: 'CORPORATE', customerId: 'as' },
  ],
  agreements: [
    {
      ...{ owner: COMPANY, name: 'Bakeri', agreementId: 'bakery' },
      engagements: [
        { customer: KARI, account: '99996025671', roles: ['VIEW'], engagementId: 'kari-views' },
        {
          customer: OLA,
          account: '99996025671',
          roles: ['VIEW', 'REGISTER'],
          engagementId: 'ola-views',
          registerLimit: 10,
        },
        {
          customer: KARI,
          account: '99991244332',
          roles: ['VIEW'],
          engagementId: 'kari-second',
          approvalLimit: 5,
        },
      ],
    },
    { owner: COMPANY, name: 'Tomt', agreementId: 'empty' },
  ],
  accounts: [
    {
      ...{ ...account, bban: '99997649326', accountId: 'main', balance: '1000.00', creditLine: 50 },
      transactions: [
        { transactionAmount: -3, transactionId: 'line', bookingDate: 'today-1d' },
        { transactionAmount: -4, transactionId: 'held', pending: true },
      ],
    },
    { ...account, bban: '99999351499', accountId: 'second', cashAccountType: 'SVGS' },
    { ...account, customerNumber: OLA, bban: '99992324852', accountId: 'olas' },
    {
      ...account,
      customerNumber: COMPANY,
      bban: '99996025671',
      accountId: 'drift',
      agreement: 'bakery',
    },
    {
      ...account,
      customerNumber: COMPANY,
      bban: '99991244332',
      accountId: 'extra',
      agreement: 'bakery',
    },
  ],
  cards: [
    {
      ...{
        customerNumber: KARI,
        currency: 'NOK',
        creditLimit: 100,
        cardAccountId: 'card',
        maskedPan: '492500******1026',
      },
      transactions: [
        { transactionAmount: -3, cardTransactionId: 'own/1' },
        { transactionAmount: -1, pending: true, transactionId: 'p' },
      ],
    },
  ],
  payments: [
    {
      ...payment,
      status: 'ACTC',
      paymentId: '6d1c0f6e-2f0b-4b58-9d1e-7a4f5c1b2a01',
      request: { ...request, requestedExecutionDate: 'today+2d' },
    },
    { ...payment, status: 'PDNG', paymentId: '6d1c0f6e-2f0b-4b58-9d1e-7a4f5c1b2a02', request },
    {
      ...payment,
      status: 'ACSC',
      paymentId: '6d1c0f6e-2f0b-4b58-9d1e-7a4f5c1b2a03',
      created: 'today-1d',
      request,
    },
    { ...payment, tpp: 'NO-2', paymentId: '6d1c0f6e-2f0b-4b58-9d1e-7a4f5c1b2a04', request },
  ],
  psus: [who, { psu: OLA, tpp: TPP }],
  consents: [
    who,
    { ...who, agreement: 'bakery' },
    { psu: OLA, tpp: TPP, agreement: 'bakery' },
    { psu: OLA, tpp: 'NO-2', status: 'revoked' },
  ],
  sessions: [
    { ...who, sessionId: 'a' },
    { psu: OLA, tpp: TPP, sessionId: 'b', agreement: 'bakery' },
    { ...who, sessionId: 'old', started: 'today-1d', ends: 'today' },
  ],
};

async function more(bank: BankTx): Promise<void> {
  const { tx } = bank;
  const subjects = [
    [
      'payment',
      'payment:6d1c0f6e-2f0b-4b58-9d1e-7a4f5c1b2a01',
      { paymentId: '6d1c0f6e-2f0b-4b58-9d1e-7a4f5c1b2a01' },
    ],
    [
      'cancellation',
      'cancellation:6d1c0f6e-2f0b-4b58-9d1e-7a4f5c1b2a01',
      { paymentId: '6d1c0f6e-2f0b-4b58-9d1e-7a4f5c1b2a01' },
    ],
    ['basket', 'basket:basket', { basketId: 'basket' }],
    ['access', undefined, {}],
  ] as const;
  for (const [nth, [kind, subject, of]] of subjects.entries()) {
    const id = `flow-${kind}`;
    tx.put(flows, {
      ...{
        id,
        tppId: TPP,
        tppName: 'T',
        tppSessionId: 's',
        tppRedirectUri: 'x:/',
        authorisationId: `a${nth}`,
      },
      ...{
        purpose: { kind, ...of },
        scaStatus: 'started',
        customerId: 'kari',
        unknownTries: 0,
        formToken: 't',
      },
      ...{ appApproval: false, createdAt: NOW - nth * 1000, number: nth + 1 },
      ...(subject === undefined ? {} : { subject }),
    } as never);
    scheduleDue(bank, NOW + 1000 + nth, 'scaLinkExpires', id);
  }
  tx.put(baskets, {
    ...{
      id: 'basket',
      tppId: TPP,
      customerId: 'kari',
      withoutPsuId: false,
      deleted: false,
      createdAt: NOW,
    },
    paymentIds: ['6d1c0f6e-2f0b-4b58-9d1e-7a4f5c1b2a04'],
  });
  tx.put(quota, { id: 'q', subject: 's', kind: 'read', at: NOW });
}

export const rowsOfAll = memoize(() =>
  inBank(async (bank) => {
    await fill(bank, SEED);
    await more(bank);
    return bank.tx.snapshot();
  }),
);
