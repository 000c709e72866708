// Customers and agreements as the sandbox operations answer them.

import { defined } from '../../kernel/defined.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { link } from '../../protocol/reply.ts';
import { accounts } from '../accounts/tables.ts';
import type { Call } from '../banks/operation.ts';
import {
  type AgreementRow,
  agreements,
  type CustomerRow,
  customers,
  type EngagementRow,
  engagements,
} from '../customers/tables.ts';
import { needBalance } from '../ledger/ledger.ts';
import { ACCOUNTS } from './mock-accounts.ts';
import { CARDS } from './mock-cards.ts';
import type { MockKind } from './mock-kind.ts';
import { money } from './sandbox-call.ts';

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
  return {
    accounts: await viewsOf(call, ACCOUNTS, customer),
    cardAccounts: await viewsOf(call, CARDS, customer),
  };
}

/** All accounts, or all cards, of the customer. */
async function viewsOf(call: Call, kind: MockKind, customer: CustomerRow) {
  const rows = await kind.ofCustomer(call.bank, customer.id);
  return Promise.all(
    rows.map(async (row) => {
      const balance = await needBalance(call.bank, row.id);
      return kind.view(call, { row, balance }, customer);
    }),
  );
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
  const limit = (amount: bigint | undefined) =>
    amount === undefined ? undefined : money(amount, currency);
  return {
    engagementId: row.id,
    customer: customer?.number ?? '',
    account: { iban: account?.iban ?? '' },
    roles: row.roles,
    ...defined({
      registerLimit: limit(row.registerLimit),
      approvalLimit: limit(row.approvalLimit),
    }),
    _links: { self: link(self, 'DELETE') },
  };
}
