// Mock customers (SBX-03).

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { SandboxCustomer } from '../../protocol/generated/schemas.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import { organisationNumberFor } from '../accounts/account-ids.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type Call, type Operation, type QueryParameter, withBody } from '../banks/operation.ts';
import { agreements, type CustomerRow, customerByNumber, customers } from '../customers/tables.ts';
import { needBalance } from '../ledger/ledger.ts';
import { ACCOUNTS } from './mock-accounts.ts';
import { agreementView } from './mock-agreements.ts';
import { CARDS } from './mock-cards.ts';
import type { MockKind } from './mock-kind.ts';
import { removeCustomer } from './remove.ts';
import { created, GONE, pathCustomer, SANDBOX } from './sandbox-call.ts';

const INCLUDES: Readonly<Record<string, QueryParameter>> = {
  includeAccounts: {
    schema: 'query/boolean.json',
    description: 'true: with accounts and card accounts',
  },
  includeAgreements: {
    schema: 'query/boolean.json',
    description: 'true: with agreements and their engagements',
  },
};

/** What of a customer's belongings the answer shows (SBX-03). */
interface Including {
  readonly accounts: boolean;
  readonly agreements: boolean;
}

const including = (call: Call): Including => ({
  accounts: call.query['includeAccounts'] === 'true',
  agreements: call.query['includeAgreements'] === 'true',
});

async function customerView(
  call: Call,
  customer: CustomerRow,
  { accounts, agreements }: Including,
) {
  const { id, number, type, name } = customer;
  return {
    customerId: id,
    customerNumber: number,
    customerType: type,
    customerName: name,
    ...defined({
      accounts: accounts ? await heldBy(call, ACCOUNTS, customer) : undefined,
      cardAccounts: accounts ? await heldBy(call, CARDS, customer) : undefined,
      agreements: agreements ? await agreementsOf(call, customer) : undefined,
    }),
    _links: { self: link(`/v1/sandbox/customers/${id}`, 'GET', 'DELETE') },
  };
}

/** All accounts, or all cards, of the customer. */
async function heldBy(call: Call, kind: MockKind, customer: CustomerRow) {
  const rows = await kind.ofCustomer(call.bank, customer.id);
  return Promise.all(
    rows.map(async (row) => {
      const balance = await needBalance(call.bank, row.id);
      return kind.view(call, { row, balance }, customer);
    }),
  );
}

async function agreementsOf(call: Call, customer: CustomerRow) {
  const rows = await call.bank.tx.listBy(agreements, 'byCustomer', customer.id);
  return Promise.all(rows.map((row) => agreementView(call, row)));
}

async function addCustomer(call: Call<SandboxCustomer>): Promise<Reply> {
  const customer = await makeCustomer(call.bank, call.body);
  const view = await customerView(call, customer, { accounts: true, agreements: true });
  return created(call, `/v1/sandbox/customers/${customer.id}`, view);
}

/** What initialize and reset answer. */
export async function countHoldings(bank: BankTx) {
  const all = await bank.tx.listBy(customers, 'all', 'all');
  const counts = { customers: all.length, accounts: 0, cardAccounts: 0 };
  for (const { id } of all) {
    counts.accounts += (await ACCOUNTS.ofCustomer(bank, id)).length;
    counts.cardAccounts += (await CARDS.ofCustomer(bank, id)).length;
  }
  return counts;
}

/** A private customer gets an agreement of their own. */
export async function makeCustomer(
  bank: BankTx,
  body: SandboxCustomer,
  { id = bank.ids.uuid(), agreementId = bank.ids.uuid() } = {},
): Promise<CustomerRow> {
  if ((await customerByNumber(bank, body.customerNumber)) !== undefined) {
    const text = 'This bank already has a customer with that number; delete it first, or use it.';
    throw new ApiError('SBX-03', 'CONFLICT', text, { path: '/customerNumber' });
  }
  const customer: CustomerRow = {
    id,
    number: body.customerNumber,
    type: body.customerType,
    name: body.customerName,
    createdAt: bank.now,
  };
  bank.tx.put(customers, customer);
  if (customer.type === 'PRIVATE') {
    bank.tx.put(agreements, {
      id: agreementId,
      customerId: id,
      name: customer.name,
      organisationNumber: organisationNumberFor(customer.number),
    });
  }
  return customer;
}

const COMMON = { ...SANDBOX, rules: ['SBX-03'] } as const;

export const customerOperations: readonly Operation[] = [
  withBody({
    ...COMMON,
    id: 'addSandboxCustomer',
    method: 'POST',
    path: '/v1/sandbox/customers',
    summary: 'Add a mock customer',
    body: { schema: 'requests/sandbox-customer.json' },
    success: { status: 201, schema: 'responses/sandbox-customer.json' },
    handle: addCustomer,
  }),
  {
    ...COMMON,
    id: 'getSandboxCustomers',
    method: 'GET',
    path: '/v1/sandbox/customers',
    summary: 'List the mock customers',
    query: INCLUDES,
    success: { status: 200, schema: 'responses/sandbox-customers.json' },
    async handle(call) {
      const rows = await call.bank.tx.listBy(customers, 'all', 'all');
      const views = rows.map((row) => customerView(call, row, including(call)));
      return { status: 200, body: { customers: await Promise.all(views) } };
    },
  },
  {
    ...COMMON,
    id: 'getSandboxCustomer',
    method: 'GET',
    path: '/v1/sandbox/customers/{customerId}',
    summary: 'Read a mock customer',
    query: INCLUDES,
    success: { status: 200, schema: 'responses/sandbox-customer.json' },
    async handle(call) {
      const customer = await pathCustomer(call);
      return { status: 200, body: await customerView(call, customer, including(call)) };
    },
  },
  {
    ...COMMON,
    id: 'deleteSandboxCustomer',
    method: 'DELETE',
    path: '/v1/sandbox/customers/{customerId}',
    summary: 'Delete a mock customer and all that belongs to it',
    success: { status: 204 },
    async handle(call) {
      await removeCustomer(call.bank, await pathCustomer(call));
      return GONE;
    },
  },
];
