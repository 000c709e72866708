// Mock accounts, their balances (SBX-04) and what their transactions have of their own (SBX-05).

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type {
  PartyAccount,
  SandboxAccount,
  SandboxTransactionEntry,
} from '../../protocol/generated/schemas.ts';
import type { Reply } from '../../protocol/reply.ts';
import { electronicIban } from '../../validation/account-number.ts';
import {
  accountByBban,
  accountNumberFor,
  BANK_BIC,
  freeAccountNumber,
  norwegianIban,
  resourceIdOf,
} from '../accounts/account-ids.ts';
import {
  accountReference,
  balancesView,
  transactionDetailsView,
} from '../accounts/account-views.ts';
import { type AccountRow, accounts } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Call, Operation } from '../banks/operation.ts';
import { agreements, type CustomerRow } from '../customers/tables.ts';
import { openBalance } from '../ledger/ledger.ts';
import { remittanceMembers, remittanceOf } from '../ledger/remittance.ts';
import { lines } from '../ledger/tables.ts';
import { heldOperations } from './held-operations.ts';
import { type MockKind, mockLinks } from './mock-kind.ts';
import { transactionOperations } from './mock-transactions.ts';
import { removeAccount } from './remove.ts';
import { created, money, namedCustomer, sandboxAmount } from './sandbox-call.ts';

const RULE = 'SBX-04';

export const ACCOUNTS: MockKind<AccountRow, SandboxTransactionEntry> = {
  path: '/v1/sandbox/accounts',
  parameter: 'mockAccountId',
  name: 'account',
  transaction: 'transaction',
  ids: { one: 'Account', transaction: 'Transaction' },
  bodies: {
    one: { schema: 'requests/sandbox-account.json' },
    transactions: { schema: 'requests/sandbox-transaction.json' },
  },
  schemas: 'responses/sandbox',
  find: ({ tx }, id) => tx.get(accounts, id),
  ofCustomer: ({ tx }, customerId) => tx.listBy(accounts, 'byCustomer', customerId),
  add: (call) => addAccount(call as Call<SandboxAccount>),
  /** `mockAccountId` is the id in the sandbox's own paths; `resourceId` is what the TPP sees at /v1/accounts. */
  view(call, { row, balance }, owner) {
    const { id, name, product, cashAccountType, currency, bban, iban, kid } = row;
    return {
      mockAccountId: id,
      resourceId: resourceIdOf(call.bank.idScope, call.tpp.id, id),
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
  },
  remove: removeAccount,
  bookedFor: ({ pending }) => ({
    closingBooked: (amount) => amount,
    expected: (amount) => amount - pending,
  }),
  balancesView,
  reference: accountReference,
  /** Remittance data in all its forms, the other members as they are. */
  lineDetails(_account, { entry }) {
    const {
      transactionAmount: _amount,
      bookingDate: _bookingDate,
      valueDate: _valueDate,
      pending: _pending,
      remittanceInformationUnstructured: _text,
      remittanceInformationUnstructuredArray: _texts,
      remittanceInformationStructured: _reference,
      remittanceInformationStructuredArray: _references,
      ...rest
    } = entry;
    return { ...rest, ...remittanceMembers(remittanceOf(entry)) };
  },
  checkEntry: (account, { entry, path }) =>
    checkDebtor(account, entry.debtorAccount, `${path}/debtorAccount`),
  async findLine({ tx }, row, id) {
    const line = await tx.get(lines, id);
    return line?.accountId === row.id ? line : undefined;
  },
  lineView: (line, row) => ({
    ...transactionDetailsView(line, row.currency),
    status: line.status,
  }),
  shownLineId: ({ id }) => id,
};

export const accountOperations: readonly Operation[] = [
  ...heldOperations(ACCOUNTS),
  ...transactionOperations(ACCOUNTS),
];

async function addAccount(call: Call<SandboxAccount>): Promise<Reply> {
  const { customer, ...held } = await makeAccount(call.bank, call.body);
  const view = ACCOUNTS.view(call, held, customer);
  return created(call, `${ACCOUNTS.path}/${held.row.id}`, view);
}

/** What a caller decides and a body cannot. */
interface OwnRow {
  readonly id?: string;
  readonly agreementId?: string;
  readonly payments?: boolean;
}

/** Its balance is an opening balance: it has no transactions yet. */
export async function makeAccount(bank: BankTx, body: SandboxAccount, own: OwnRow = {}) {
  const { currency } = body;
  const where = { rule: RULE, path: '/customerNumber' } as const;
  const customer = await namedCustomer(bank, body.customerNumber, where);
  const amount = (name: 'balance' | 'creditLine'): bigint =>
    body[name] === undefined
      ? 0n
      : sandboxAmount(body[name], { path: `/${name}`, currency, rule: RULE });
  const [opening, creditLine] = [amount('balance'), amount('creditLine')];
  const row = { ...(await accountRow(bank, body, customer)), ...own };
  bank.tx.put(accounts, row);
  const balance = await openBalance(bank, { id: row.id, currency, creditLine, opening });
  return { row, balance, customer };
}

async function accountRow(
  bank: BankTx,
  body: SandboxAccount,
  customer: CustomerRow,
): Promise<AccountRow> {
  const fresh = () => accountNumberFor(bank.ids.uuid());
  const bban = body.bban ?? (await freeAccountNumber(bank, fresh));
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

/** A company's account lies under its agreement, where there is no doubt which. */
async function soleAgreement(bank: BankTx, customer: CustomerRow): Promise<string | undefined> {
  if (customer.type === 'PRIVATE') return undefined;
  const owned = await bank.tx.listBy(agreements, 'byCustomer', customer.id);
  return owned.length === 1 ? owned[0]?.id : undefined;
}

/** SBX-05: a transaction that states a debtor account states this one. */
function checkDebtor(account: AccountRow, debtor: PartyAccount | undefined, path: string): void {
  if (debtor === undefined) return;
  const { iban, bban, currency } = debtor;
  const isThis =
    (iban === undefined || electronicIban(iban) === account.iban) &&
    (bban === undefined || bban === account.bban) &&
    (currency === undefined || currency === account.currency);
  if (isThis) return;
  const text =
    'debtorAccount must be the account of the transaction, or absent; to say who paid, use debtorName.';
  throw new ApiError('SBX-05', 'FORMAT_ERROR', text, { path, expected: account.iban });
}
