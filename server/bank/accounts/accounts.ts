// Account information (ACC-01 … ACC-09): the operations under /v1/accounts.

import { after } from '../../kernel/soon.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { Operation } from '../banks/operation.ts';
import { needBalance } from '../ledger/ledger.ts';
import { lines } from '../ledger/tables.ts';
import {
  type ReadKind,
  readAll,
  readableRow,
  readBalances,
  readOne,
  readTransactionList,
} from './account-reads.ts';
import {
  accountReference,
  accountView,
  balancesView,
  rememberedAccounts,
  rememberedLists,
  transactionDetailsView,
  transactionView,
} from './account-views.ts';
import { type AccountRow, accounts } from './tables.ts';
import { checkTransactionQuery, WINDOW_QUERY } from './transaction-list.ts';
import { checkUnattended } from './unattended.ts';

function accountKind(): ReadKind<AccountRow> {
  const shown = rememberedAccounts();
  return {
    find: ({ tx }, id) => tx.get(accounts, id),
    members: { one: 'account', all: 'accounts', transactions: 'transactions' },
    view: (call, row) =>
      call.query['withBalance'] === 'true'
        ? after(needBalance(call.bank, row.id), (balance) => ({
            view: accountView(call, row, balance),
          }))
        : shown(call, row),
    list: rememberedLists('accounts'),
    reference: accountReference,
    balances: balancesView,
    transaction: (_call, line, row) => transactionView(line, row.currency),
  };
}

const shared = { method: 'GET', tag: 'Accounts', role: 'PSP_AI', headers: 'psu' } as const;
const withBalance = {
  withBalance: { schema: 'query/boolean.json', description: 'Include the balances' },
};

export const accountOperations = (profile: Profile): readonly Operation[] =>
  operationsOf(profile, accountKind());

const operationsOf = (profile: Profile, kind: ReadKind<AccountRow>): readonly Operation[] => [
  {
    ...shared,
    id: 'getAccounts',
    path: '/v1/accounts',
    summary: 'The accounts that the PSU has consented to',
    rules: ['ACC-01', 'ACC-09'],
    query: withBalance,
    success: { status: 200, schema: 'responses/accounts.json' },
    handle: (call) => readAll(call, kind),
  },
  {
    ...shared,
    id: 'getAccount',
    path: '/v1/accounts/{accountId}',
    summary: 'One account',
    rules: ['ACC-02'],
    query: withBalance,
    success: { status: 200, schema: 'responses/account.json' },
    handle: (call) => readOne(call, kind),
  },
  {
    ...shared,
    id: 'getBalances',
    path: '/v1/accounts/{accountId}/balances',
    summary: 'The balances of an account',
    rules: ['ACC-02', 'ACC-06'],
    success: { status: 200, schema: 'responses/balances.json' },
    handle: (call) => readBalances(call, kind),
  },
  {
    ...shared,
    id: 'getTransactions',
    path: '/v1/accounts/{accountId}/transactions',
    summary: 'Booked and pending transactions of an account',
    rules: ['ACC-03', 'ACC-04', 'ACC-06', 'ACC-07', 'ACC-08'],
    query: {
      bookingStatus: {
        required: true,
        schema: 'types/booking-status.json',
        description: 'booked, pending, both or all',
      },
      ...WINDOW_QUERY,
    },
    checkQuery: checkTransactionQuery,
    success: { status: 200, schema: 'responses/transactions.json' },
    // ACC-08: production shows every pending transaction, always.
    handle: (call) => readTransactionList(call, kind, { allPending: profile === 'production' }),
  },
  {
    ...shared,
    id: 'getTransaction',
    path: '/v1/accounts/{accountId}/transactions/{transactionId}',
    summary: 'Everything about one transaction',
    rules: ['ACC-05', 'ACC-06', 'ACC-07'],
    success: { status: 200, schema: 'responses/transaction-details.json' },
    async handle(call) {
      const { row, present, whose } = await readableRow(call, kind);
      const line = await call.bank.tx.get(lines, call.params['transactionId'] ?? '');
      // ACC-03: what lies after today, as when the clock was set back, is not there yet.
      if (line === undefined || line.accountId !== row.id || line.date > call.today) {
        const text = 'There is no transaction with that id on this account.';
        throw new ApiError('ACC-05', 'RESOURCE_UNKNOWN', text);
      }
      const what = ['transaction', line.id] as const;
      if (!present) await checkUnattended(call, { ...whose, what, from: line.date });
      const transactionsDetails = transactionDetailsView(line, row.currency);
      return { status: 200, body: { transactionsDetails } };
    },
  },
];
