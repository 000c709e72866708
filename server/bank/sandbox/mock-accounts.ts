// Mock accounts and their balances (SBX-04).

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { SandboxAccount, SandboxBalances } from '../../protocol/generated/schemas.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import { balancesView } from '../accounts/account-views.ts';
import { accountNumberFor, norwegianIban } from '../accounts/norwegian-accounts.ts';
import { type AccountRow, accounts } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type Call, type Operation, withBody } from '../banks/operation.ts';
import { agreements, type CustomerRow, customers } from '../customers/tables.ts';
import { openBalance, setBooked } from '../ledger/ledger.ts';
import { accountByBban, namedCustomer, pathAccount } from './find.ts';
import { bookedOf } from './mock-balances.ts';
import { removeAccount } from './remove.ts';
import { sandboxAmount } from './sandbox-amount.ts';
import { created, GONE, SANDBOX } from './sandbox-operation.ts';
import { accountView } from './views.ts';

const RULE = 'SBX-04';

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
  return created(call, `/v1/sandbox/accounts/${row.id}`, view);
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

async function getAccount(call: Call): Promise<Reply> {
  const held = await pathAccount(call, RULE);
  const owner = await call.bank.tx.get(customers, held.row.customerId);
  if (owner === undefined) throw new Error(`account ${held.row.id} has no owner`);
  return { status: 200, body: accountView(call, held, owner) };
}

async function deleteAccount(call: Call): Promise<Reply> {
  const { row } = await pathAccount(call, RULE);
  await removeAccount(call.bank, row.id);
  return GONE;
}

async function putBalances(call: Call<SandboxBalances>): Promise<Reply> {
  const { row, balance } = await pathAccount(call, RULE);
  const booked = bookedOf(call.body, balance, {
    closingBooked: (amount) => amount,
    expected: (amount) => amount - balance.pending,
  });
  const changed = await setBooked(call.bank, row.id, booked);
  const self = `/v1/sandbox/accounts/${row.id}`;
  const body = {
    account: { bban: row.bban, iban: row.iban, currency: row.currency },
    balances: balancesView(call, changed),
    _links: { account: link(self, 'GET', 'DELETE') },
  };
  return { status: 200, body };
}

const COMMON = { ...SANDBOX, rules: [RULE] } as const;

export const accountOperations: readonly Operation[] = [
  withBody({
    ...COMMON,
    id: 'addSandboxAccount',
    method: 'POST',
    path: '/v1/sandbox/accounts',
    summary: 'Add a mock account to a customer',
    body: { schema: 'requests/sandbox-account.json' },
    success: { status: 201, schema: 'responses/sandbox-account.json' },
    handle: addAccount,
  }),
  {
    ...COMMON,
    id: 'getSandboxAccount',
    method: 'GET',
    path: '/v1/sandbox/accounts/{mockAccountId}',
    summary: 'Read a mock account',
    success: { status: 200, schema: 'responses/sandbox-account.json' },
    handle: getAccount,
  },
  {
    ...COMMON,
    id: 'deleteSandboxAccount',
    method: 'DELETE',
    path: '/v1/sandbox/accounts/{mockAccountId}',
    summary: 'Delete a mock account and all that belongs to it',
    success: { status: 204 },
    handle: deleteAccount,
  },
  withBody({
    ...COMMON,
    id: 'putSandboxAccountBalances',
    method: 'PUT',
    path: '/v1/sandbox/accounts/{mockAccountId}/balances',
    summary: 'Set the balances of a mock account',
    body: { schema: 'requests/sandbox-balances.json' },
    success: { status: 200, schema: 'responses/sandbox-balances.json' },
    handle: putBalances,
  }),
];
