// Mock transactions of accounts (SBX-05).

import { ApiError } from '../../protocol/errors.ts';
import type {
  PartyAccount,
  SandboxTransaction,
  SandboxTransactionEntry,
} from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import { electronicIban } from '../../validation/account-number.ts';
import { transactionDetailsView } from '../accounts/account-views.ts';
import type { AccountRow } from '../accounts/tables.ts';
import { type Call, type Operation, withBody } from '../banks/operation.ts';
import { forgetLines } from '../ledger/ledger.ts';
import { remittanceMembers, remittanceOf } from '../ledger/remittance.ts';
import { type LineRow, lines } from '../ledger/tables.ts';
import { pathAccount, unknownId } from './find.ts';
import {
  addTransactions,
  checkDates,
  type DetailsOf,
  PAGE_QUERY,
  RULE,
  readPage,
} from './mock-transactions.ts';
import { created, GONE, SANDBOX } from './sandbox-operation.ts';

const PATH = '/v1/sandbox/accounts/{mockAccountId}/transactions';

async function postTransactions(call: Call<SandboxTransaction>): Promise<Reply> {
  const { row, balance } = await pathAccount(call, RULE);
  const { bank, body } = call;
  const written = await addTransactions(bank, { body, balance, detailsOf: detailsFor(row) });
  const [first] = written;
  const path = `/v1/sandbox/accounts/${row.id}/transactions`;
  const location = written.length === 1 && first !== undefined ? `${path}/${first.id}` : path;
  return created(call, location, { transactions: written.map((line) => view(line, row)) });
}

/** The members that the ledger doesn't keep by itself, remittance data in all its forms. */
const detailsFor =
  (account: AccountRow): DetailsOf<SandboxTransactionEntry> =>
  (entry, path) => {
    checkDebtor(account, entry.debtorAccount, `${path}/debtorAccount`);
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
  };

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
  throw new ApiError(RULE, 'FORMAT_ERROR', text, { path, expected: account.iban });
}

const view = (line: LineRow, account: AccountRow): JsonObject => ({
  ...transactionDetailsView(line, account.currency),
  status: line.status,
});

async function getTransactions(call: Call): Promise<Reply> {
  const { row } = await pathAccount(call, RULE);
  const page = await readPage(call, row.id, `/v1/sandbox/accounts/${row.id}/transactions`);
  const transactions = page.lines.map((line) => view(line, row));
  return { status: 200, body: { transactions, _links: page.links } };
}

async function getTransaction(call: Call): Promise<Reply> {
  const { row } = await pathAccount(call, RULE);
  const id = call.params['transactionId'] ?? '';
  const line = await call.bank.tx.get(lines, id);
  if (line?.accountId !== row.id) throw unknownId(RULE, 'transaction on this account', id);
  return { status: 200, body: view(line, row) };
}

async function deleteTransactions(call: Call): Promise<Reply> {
  const { row } = await pathAccount(call, RULE);
  await forgetLines(call.bank, row.id);
  return GONE;
}

const COMMON = { ...SANDBOX, rules: [RULE] } as const;

export const transactionOperations: readonly Operation[] = [
  withBody({
    ...COMMON,
    id: 'addSandboxTransactions',
    method: 'POST',
    path: PATH,
    summary: 'Add a mock transaction, or up to 1000 of them',
    body: { schema: 'requests/sandbox-transaction.json' },
    success: { status: 201, schema: 'responses/sandbox-transactions.json' },
    handle: postTransactions,
  }),
  {
    ...COMMON,
    id: 'getSandboxTransactions',
    method: 'GET',
    path: PATH,
    summary: 'List the transactions of a mock account',
    query: PAGE_QUERY,
    checkQuery: checkDates,
    success: { status: 200, schema: 'responses/sandbox-transactions.json' },
    handle: getTransactions,
  },
  {
    ...COMMON,
    id: 'getSandboxTransaction',
    method: 'GET',
    path: `${PATH}/{transactionId}`,
    summary: 'Read a transaction of a mock account',
    success: { status: 200, schema: 'responses/sandbox-transaction.json' },
    handle: getTransaction,
  },
  {
    ...COMMON,
    id: 'deleteSandboxTransactions',
    method: 'DELETE',
    path: PATH,
    summary: 'Delete the transactions of a mock account; its balance stays',
    success: { status: 204 },
    handle: deleteTransactions,
  },
];
