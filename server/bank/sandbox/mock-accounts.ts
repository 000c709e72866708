// Mock accounts and their balances (SBX-04).

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { SandboxAccount, SandboxTransactionEntry } from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import {
  accountByBban,
  accountNumberFor,
  BANK_BIC,
  norwegianIban,
  resourceIdOf,
} from '../accounts/account-ids.ts';
import { accountReference, balancesView } from '../accounts/account-views.ts';
import { type AccountRow, accounts } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type Call, type Operation, withBody } from '../banks/operation.ts';
import { agreements, type CustomerRow } from '../customers/tables.ts';
import { openBalance } from '../ledger/ledger.ts';
import { accountLines } from './account-transactions.ts';
import { heldOperations } from './held-operations.ts';
import { type Held, type MockKind, mockLinks } from './mock-kind.ts';
import { postTransactions, transactionOperations } from './mock-transactions.ts';
import { removeAccount } from './remove.ts';
import { created, money, namedCustomer, SANDBOX, sandboxAmount } from './sandbox-call.ts';

const RULE = 'SBX-04';

export const ACCOUNTS: MockKind<AccountRow, SandboxTransactionEntry> = {
  table: accounts,
  path: '/v1/sandbox/accounts',
  parameter: 'mockAccountId',
  name: 'account',
  ids: { one: 'Account', transaction: 'Transaction' },
  schemas: 'responses/sandbox',
  view: accountView,
  remove: removeAccount,
  bookedFor: ({ pending }) => ({
    closingBooked: (amount) => amount,
    expected: (amount) => amount - pending,
  }),
  balancesView,
  reference: accountReference,
  ...accountLines,
};

/**
 * `mockAccountId` is the internal id, for the sandbox's own paths; `resourceId` is what the calling TPP
 * sees at /v1/accounts.
 */
function accountView(
  call: Call,
  { row, balance }: Held<AccountRow>,
  owner: CustomerRow,
): JsonObject {
  const { id, name, product, cashAccountType, currency, bban, iban, kid } = row;
  return {
    mockAccountId: id,
    resourceId: resourceIdOf(call.bank.bank, call.tpp.id, id),
    customerNumber: owner.number,
    accountName: name,
    product,
    cashAccountType,
    currency,
    bban,
    iban,
    bic: BANK_BIC,
    kid,
    creditLine: money(balance.creditLine, currency),
    balances: balancesView(call, balance),
    _links: mockLinks(`${ACCOUNTS.path}/${id}`),
  };
}

async function addAccount(call: Call<SandboxAccount>): Promise<Reply> {
  const { bank, body } = call;
  const { currency } = body;
  const customer = await namedCustomer(bank, body.customerNumber, {
    rule: RULE,
    path: '/customerNumber',
  });
  const amount = (name: 'balance' | 'creditLine'): bigint =>
    body[name] === undefined
      ? 0n
      : sandboxAmount(body[name], { path: `/${name}`, currency, rule: RULE });
  const [opening, creditLine] = [amount('balance'), amount('creditLine')];
  const row = await accountRow(bank, body, customer);
  bank.tx.put(accounts, row);
  const balance = await openBalance(bank, { id: row.id, currency, creditLine, opening });
  const view = accountView(call, { row, balance }, customer);
  return created(call, `${ACCOUNTS.path}/${row.id}`, view);
}

async function accountRow(
  bank: BankTx,
  body: SandboxAccount,
  customer: CustomerRow,
): Promise<AccountRow> {
  const bban = body.bban ?? (await freshAccountNumber(bank));
  if ((await accountByBban(bank, bban)) !== undefined) {
    const text = `This bank already has the account ${bban}; without bban, the bank creates one.`;
    throw new ApiError(RULE, 'CONFLICT', text, { path: '/bban' });
  }
  const agreementId = await soleAgreement(bank, customer);
  const cashAccountType = body.cashAccountType ?? 'CACC';
  return {
    id: bank.ids.uuid(),
    customerId: customer.id,
    ...defined({ agreementId }),
    name: body.accountName,
    product: body.product ?? (cashAccountType === 'CACC' ? 'Brukskonto' : 'Sparekonto'),
    cashAccountType,
    currency: body.currency,
    bban,
    iban: norwegianIban(bban),
    kid: body.kid ?? 'none',
    payments: true,
  };
}

async function freshAccountNumber(bank: BankTx): Promise<string> {
  for (;;) {
    const bban = accountNumberFor(bank.ids.uuid());
    if ((await accountByBban(bank, bban)) === undefined) return bban;
  }
}

/** A company's account lies under its agreement, where there is no doubt which. */
async function soleAgreement(bank: BankTx, customer: CustomerRow): Promise<string | undefined> {
  if (customer.type === 'PRIVATE') return undefined;
  const owned = await bank.tx.listBy(agreements, 'byCustomer', customer.id);
  return owned.length === 1 ? owned[0]?.id : undefined;
}

const COMMON = { ...SANDBOX, method: 'POST' } as const;

export const accountOperations: readonly Operation[] = [
  withBody({
    ...COMMON,
    id: 'addSandboxAccount',
    path: ACCOUNTS.path,
    summary: 'Add a mock account to a customer',
    rules: [RULE],
    body: { schema: 'requests/sandbox-account.json' },
    success: { status: 201, schema: 'responses/sandbox-account.json' },
    handle: addAccount,
  }),
  ...heldOperations(ACCOUNTS),
  withBody({
    ...COMMON,
    id: 'addSandboxTransactions',
    path: `${ACCOUNTS.path}/{mockAccountId}/transactions`,
    summary: 'Add a mock transaction, or up to 1000 of them',
    rules: ['SBX-05'],
    body: { schema: 'requests/sandbox-transaction.json' },
    success: { status: 201, schema: 'responses/sandbox-transactions.json' },
    handle: postTransactions(ACCOUNTS),
  }),
  ...transactionOperations(ACCOUNTS),
];
