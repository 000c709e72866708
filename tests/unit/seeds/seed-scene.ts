// A small bank that seeds begin, and what their entries are made of.
import type { JsonObject } from '../../../server/protocol/json.ts';

export const KARI = '15479801026';
export const OLA = '08417701045';
export const COMPANY = '19450101012';
export const NEW = '20079518612';
export const TPP = 'PSDNO-FSA-1';

export const account = { customerNumber: KARI, accountName: 'Konto', currency: 'NOK' };
export const main = {
  ...account,
  bban: '99997649326',
  accountId: 'main',
  accountName: 'Brukskonto',
};
export const drift = {
  ...account,
  customerNumber: COMPANY,
  accountName: 'Drift',
  bban: '99996025671',
};
export const card = { customerNumber: KARI, currency: 'NOK', creditLimit: 100 };

export const BASE = {
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

export const request = {
  debtorAccount: { iban: 'NO0699997649326', currency: 'NOK' },
  creditorName: 'Ola',
  creditorAccount: { iban: 'NO1499992324852', currency: 'NOK' },
  instructedAmount: { amount: '15.00', currency: 'NOK' },
};
export const periodic = { ...request, startDate: 'today+3d', frequency: 'Monthly' };
export const payment = (more: JsonObject = {}, body: JsonObject = {}): JsonObject => ({
  ...{ product: 'payments/norwegian-domestic-credit-transfers', tpp: TPP, psu: KARI },
  ...more,
  request: { ...request, ...body },
});
export const regular = (more: JsonObject = {}, body: JsonObject = {}): JsonObject => ({
  ...{ product: 'periodic-payments/norwegian-domestic-credit-transfers', tpp: TPP, psu: KARI },
  ...more,
  request: { ...periodic, ...body },
});
export const who = { psu: KARI, tpp: TPP };
export const record = {
  statusChangedAt: '2026-06-01T08:00:00Z',
  withoutPsuId: false,
  failedScas: 0,
  cancellationRequested: false,
};
