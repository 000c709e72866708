// Customers, accounts, cards and agreements as the sandbox operations answer them.

import { amountText } from '../../kernel/money.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { link } from '../../protocol/reply.ts';
import { balancesView } from '../accounts/account-views.ts';
import { BANK_BIC } from '../accounts/bank-identity.ts';
import { cardBalancesView } from '../accounts/card-views.ts';
import { resourceIdOf } from '../accounts/resource-id.ts';
import {
  type AccountRow,
  accounts,
  type CardAccountRow,
  cardAccounts,
} from '../accounts/tables.ts';
import type { Call } from '../banks/operation.ts';
import {
  type AgreementRow,
  agreements,
  type CustomerRow,
  customers,
  type EngagementRow,
  engagements,
} from '../customers/tables.ts';
import { balanceFor, type Held } from './find.ts';

const money = (amount: bigint, currency: string): JsonObject => ({
  ...amountText({ amount, currency }),
});

/**
 * SBX-04. `mockAccountId` is the internal id, for the sandbox's own paths; `resourceId` is what the
 * calling TPP will see at /v1/accounts.
 */
export function accountView(call: Call, held: Held<AccountRow>, customer: CustomerRow): JsonObject {
  const { row, balance } = held;
  const self = `/v1/sandbox/accounts/${row.id}`;
  return {
    mockAccountId: row.id,
    resourceId: resourceIdOf(call.bank.bank, call.tpp.id, row.id),
    customerNumber: customer.number,
    accountName: row.name,
    product: row.product,
    cashAccountType: row.cashAccountType,
    currency: row.currency,
    bban: row.bban,
    iban: row.iban,
    bic: BANK_BIC,
    kid: row.kid,
    creditLine: money(balance.creditLine, row.currency),
    balances: balancesView(call, balance),
    _links: {
      self: link(self, 'GET', 'DELETE'),
      balances: link(`${self}/balances`, 'PUT'),
      transactions: link(`${self}/transactions`, 'GET', 'POST', 'DELETE'),
    },
  };
}

/** SBX-04: a card account, with its internal id and what the calling TPP will see. */
export function cardView(
  call: Call,
  held: Held<CardAccountRow>,
  customer: CustomerRow,
): JsonObject {
  const { row, balance } = held;
  const self = `/v1/sandbox/card-accounts/${row.id}`;
  return {
    mockCardAccountId: row.id,
    resourceId: resourceIdOf(call.bank.bank, call.tpp.id, row.id),
    customerNumber: customer.number,
    product: row.product,
    currency: row.currency,
    maskedPan: row.maskedPan,
    creditLimit: money(row.creditLimit, row.currency),
    balances: cardBalancesView(call, balance),
    _links: {
      self: link(self, 'GET', 'DELETE'),
      balances: link(`${self}/balances`, 'PUT'),
      transactions: link(`${self}/transactions`, 'GET', 'POST', 'DELETE'),
    },
  };
}

/** What of a customer's belongings the answer shows (SBX-03). */
export interface Including {
  readonly accounts: boolean;
  readonly agreements: boolean;
}

/** SBX-03 */
export async function customerView(
  call: Call,
  customer: CustomerRow,
  including: Including,
): Promise<JsonObject> {
  return {
    customerId: customer.id,
    customerNumber: customer.number,
    customerType: customer.type,
    customerName: customer.name,
    ...(including.accounts ? await belongings(call, customer) : {}),
    ...(including.agreements ? { agreements: await agreementsOf(call, customer) } : {}),
    _links: { self: link(`/v1/sandbox/customers/${customer.id}`, 'GET', 'DELETE') },
  };
}

async function belongings(call: Call, customer: CustomerRow): Promise<JsonObject> {
  const { bank } = call;
  const own: Json[] = [];
  for (const row of await bank.tx.listBy(accounts, 'byCustomer', customer.id)) {
    const held = { row, balance: await balanceFor(bank, row.id) };
    own.push(accountView(call, held, customer));
  }
  const cards: Json[] = [];
  for (const row of await bank.tx.listBy(cardAccounts, 'byCustomer', customer.id)) {
    const held = { row, balance: await balanceFor(bank, row.id) };
    cards.push(cardView(call, held, customer));
  }
  return { accounts: own, cardAccounts: cards };
}

async function agreementsOf(call: Call, customer: CustomerRow): Promise<readonly Json[]> {
  const rows = await call.bank.tx.listBy(agreements, 'byCustomer', customer.id);
  return Promise.all(rows.map((row) => agreementView(call, row)));
}

/** SBX-06 */
export async function agreementView(call: Call, agreement: AgreementRow): Promise<JsonObject> {
  const owner = await call.bank.tx.get(customers, agreement.customerId);
  const rows = await call.bank.tx.listBy(engagements, 'byAgreement', agreement.id);
  const self = `/v1/sandbox/agreements/${agreement.id}`;
  return {
    agreementId: agreement.id,
    owner: owner?.number ?? '',
    name: agreement.name,
    organisationNumber: agreement.organisationNumber,
    engagements: await Promise.all(rows.map((row) => engagementView(call, row))),
    _links: { engagements: link(`${self}/engagements`, 'POST') },
  };
}

/** SBX-06 */
export async function engagementView(call: Call, row: EngagementRow): Promise<JsonObject> {
  const customer = await call.bank.tx.get(customers, row.customerId);
  const account = await call.bank.tx.get(accounts, row.accountId);
  const currency = account?.currency ?? '';
  const self = `/v1/sandbox/agreements/${row.agreementId}/engagements/${row.id}`;
  const limit = (name: string, amount: bigint | undefined): JsonObject =>
    amount === undefined ? {} : { [name]: money(amount, currency) };
  return {
    engagementId: row.id,
    customer: customer?.number ?? '',
    account: { iban: account?.iban ?? '' },
    roles: row.roles,
    ...limit('registerLimit', row.registerLimit),
    ...limit('approvalLimit', row.approvalLimit),
    _links: { self: link(self, 'DELETE') },
  };
}
