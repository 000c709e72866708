// Mock card accounts and their balances (SBX-04).

import type {
  SandboxCardAccount,
  SandboxCardTransactionEntry,
} from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import { resourceIdOf } from '../accounts/account-ids.ts';
import { cardBalancesView } from '../accounts/card-views.ts';
import { type CardAccountRow, cardAccounts } from '../accounts/tables.ts';
import { type Call, type Operation, withBody } from '../banks/operation.ts';
import type { CustomerRow } from '../customers/tables.ts';
import { openBalance } from '../ledger/ledger.ts';
import { cardLines } from './card-transactions.ts';
import { heldOperations } from './held-operations.ts';
import { type Held, type MockKind, mockLinks } from './mock-kind.ts';
import { postTransactions, transactionOperations } from './mock-transactions.ts';
import { removeCard } from './remove.ts';
import { created, money, namedCustomer, SANDBOX, sandboxAmount } from './sandbox-call.ts';

const RULE = 'SBX-04';

export const CARDS: MockKind<CardAccountRow, SandboxCardTransactionEntry> = {
  table: cardAccounts,
  path: '/v1/sandbox/card-accounts',
  parameter: 'mockCardAccountId',
  name: 'card account',
  ids: { one: 'CardAccount', transaction: 'CardTransaction' },
  schemas: 'responses/sandbox-card',
  view: cardView,
  remove: removeCard,
  bookedFor: ({ creditLine, held }) => ({
    interimBooked: (amount) => amount,
    forwardAvailable: (amount) => amount - creditLine - held,
  }),
  balancesView: cardBalancesView,
  ...cardLines,
};

function cardView(
  call: Call,
  { row, balance }: Held<CardAccountRow>,
  owner: CustomerRow,
): JsonObject {
  const { id, product, currency, maskedPan, creditLimit } = row;
  return {
    mockCardAccountId: id,
    resourceId: resourceIdOf(call.bank.bank, call.tpp.id, id),
    customerNumber: owner.number,
    product,
    currency,
    maskedPan,
    creditLimit: money(creditLimit, currency),
    balances: cardBalancesView(call, balance),
    _links: mockLinks(`${CARDS.path}/${id}`),
  };
}

async function addCard(call: Call<SandboxCardAccount>): Promise<Reply> {
  const { bank, body } = call;
  const where = { rule: RULE, path: '/customerNumber' } as const;
  const customer = await namedCustomer(bank, body.customerNumber, where);
  const { currency } = body;
  const place = (name: string) => ({ path: `/${name}`, currency, rule: RULE }) as const;
  const creditLimit = sandboxAmount(body.creditLimit, place('creditLimit'));
  const opening = body.balance === undefined ? 0n : sandboxAmount(body.balance, place('balance'));
  const id = bank.ids.uuid();
  const row: CardAccountRow = {
    id,
    customerId: customer.id,
    product: body.product ?? 'Kredittkort',
    currency,
    maskedPan: body.maskedPan ?? `492500******${fourDigits(id)}`,
    creditLimit,
  };
  bank.tx.put(cardAccounts, row);
  const balance = await openBalance(bank, { id, currency, creditLine: creditLimit, opening });
  return created(call, `${CARDS.path}/${id}`, cardView(call, { row, balance }, customer));
}

const fourDigits = (id: string): string => id.replace(/\D/g, '').slice(-4).padStart(4, '0');

const COMMON = { ...SANDBOX, method: 'POST' } as const;

export const cardOperations: readonly Operation[] = [
  withBody({
    ...COMMON,
    id: 'addSandboxCardAccount',
    path: CARDS.path,
    summary: 'Add a mock card account to a customer',
    rules: [RULE],
    body: { schema: 'requests/sandbox-card-account.json' },
    success: { status: 201, schema: 'responses/sandbox-card-account.json' },
    handle: addCard,
  }),
  ...heldOperations(CARDS),
  withBody({
    ...COMMON,
    id: 'addSandboxCardTransactions',
    path: `${CARDS.path}/{mockCardAccountId}/transactions`,
    summary: 'Add a mock card transaction, or up to 1000 of them',
    rules: ['SBX-05'],
    body: { schema: 'requests/sandbox-card-transaction.json' },
    success: { status: 201, schema: 'responses/sandbox-card-transactions.json' },
    handle: postTransactions(CARDS),
  }),
  ...transactionOperations(CARDS),
];
