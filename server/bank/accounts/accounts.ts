// Account information (ACC-01 … ACC-09): the operations under /v1/accounts.

import { ApiError } from '../../protocol/errors.ts';
import type { Profile } from '../../protocol/profile.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import type { Call, Operation } from '../banks/operation.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { type LineRow, lines } from '../ledger/tables.ts';
import { unknownAccount } from './access.ts';
import {
  accountReference,
  accountView,
  balancesView,
  transactionDetailsView,
  transactionView,
} from './account-views.ts';
import { pathOf, type ReadHandler, readables, withReadable } from './readable.ts';
import { type AccountRow, accounts } from './tables.ts';
import { checkTransactionQuery, readTransactions, WINDOW_QUERY } from './transaction-list.ts';
import { checkUnattended } from './unattended.ts';

async function listAccounts(call: Call): Promise<Reply> {
  const views = [];
  for (const account of await readables(call, accounts)) views.push(await viewOf(call, account));
  return { status: 200, body: { accounts: views } };
}

type AccountHandler = ReadHandler<AccountRow>;

const getAccount: AccountHandler = async (call, { row }) => ({
  status: 200,
  body: { account: await viewOf(call, row) },
});

async function viewOf(call: Call, account: AccountRow) {
  const withBalance = call.query['withBalance'] === 'true';
  const balance = withBalance ? await balanceOf(call.bank, account.id) : undefined;
  return accountView(call, account, balance);
}

const getBalances: AccountHandler = async (call, { row, access }) => {
  const balance = await balanceOf(call.bank, row.id);
  if (balance === undefined) throw unknownAccount();
  const read = { access, accountId: row.id, what: ['balances'] } as const;
  await checkUnattended(call, read);
  const path = pathOf(call);
  const self = path.replace(/\/balances$/, '');
  const body = {
    account: accountReference(row),
    balances: balancesView(call, balance),
    _links: { self: link(path, 'GET'), account: link(self, 'GET') },
  };
  return { status: 200, body };
};

function getTransactions(profile: Profile): AccountHandler {
  // ACC-08: production shows every pending transaction, always.
  const options = { allPending: profile === 'production' };
  return async (call, readable) => {
    const { page, links } = await readTransactions(call, readable, options);
    const { booked, pending } = page;
    const { row } = readable;
    const view = (line: LineRow) => transactionView(line, row.currency);
    return {
      status: 200,
      body: {
        account: accountReference(row),
        transactions: {
          ...(booked === undefined ? {} : { booked: booked.map(view) }),
          ...(pending === undefined ? {} : { pending: pending.map(view) }),
          _links: links,
        },
      },
    };
  };
}

const getTransaction: AccountHandler = async (call, { row, access }) => {
  const line = await call.bank.tx.get(lines, call.params['transactionId'] ?? '');
  if (line === undefined || line.accountId !== row.id) {
    const text = 'There is no transaction with that id on this account.';
    throw new ApiError('ACC-05', 'RESOURCE_UNKNOWN', text);
  }
  const what = ['transaction', line.id] as const;
  const read = { access, accountId: row.id, what, from: line.date };
  await checkUnattended(call, read);
  return {
    status: 200,
    body: { transactionsDetails: transactionDetailsView(line, row.currency) },
  };
};

const shared = { method: 'GET', tag: 'Accounts', role: 'PSP_AI', headers: 'psu' } as const;
const withBalance = {
  withBalance: { schema: 'query/boolean.json', description: 'Include the balances' },
};

export const accountOperations = (profile: Profile): readonly Operation[] => [
  {
    ...shared,
    id: 'getAccounts',
    path: '/v1/accounts',
    summary: 'The accounts that the PSU has consented to',
    rules: ['ACC-01', 'ACC-09'],
    query: withBalance,
    success: { status: 200, schema: 'responses/accounts.json' },
    handle: listAccounts,
  },
  {
    ...shared,
    id: 'getAccount',
    path: '/v1/accounts/{accountId}',
    summary: 'One account',
    rules: ['ACC-02'],
    query: withBalance,
    success: { status: 200, schema: 'responses/account.json' },
    handle: withReadable(accounts, getAccount),
  },
  {
    ...shared,
    id: 'getBalances',
    path: '/v1/accounts/{accountId}/balances',
    summary: 'The balances of an account',
    rules: ['ACC-02', 'ACC-06'],
    success: { status: 200, schema: 'responses/balances.json' },
    handle: withReadable(accounts, getBalances),
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
    handle: withReadable(accounts, getTransactions(profile)),
  },
  {
    ...shared,
    id: 'getTransaction',
    path: '/v1/accounts/{accountId}/transactions/{transactionId}',
    summary: 'Everything about one transaction',
    rules: ['ACC-05', 'ACC-06', 'ACC-07'],
    success: { status: 200, schema: 'responses/transaction-details.json' },
    handle: withReadable(accounts, getTransaction),
  },
];
