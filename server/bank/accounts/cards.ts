// Card accounts (CARD-01): the operations under /v1/card-accounts, read as accounts are.

import type { Operation } from '../banks/operation.ts';
import { needBalance } from '../ledger/ledger.ts';
import {
  type ReadKind,
  readAll,
  readBalances,
  readOne,
  readTransactionList,
} from './account-reads.ts';
import {
  cardBalancesView,
  cardReference,
  cardTransactionShown,
  cardView,
  listOf,
} from './account-views.ts';
import { type CardAccountRow, cardAccounts } from './tables.ts';
import { checkTransactionQuery, WINDOW_QUERY } from './transaction-list.ts';

const KIND: ReadKind<CardAccountRow> = {
  find: ({ tx }, id) => tx.get(cardAccounts, id),
  members: { one: 'cardAccount', all: 'cardAccounts', transactions: 'cardTransactions' },
  view: async (call, row) => ({
    view: cardView(call, row, await needBalance(call.bank, row.id)),
  }),
  list: (shown) => listOf('cardAccounts', shown),
  reference: cardReference,
  balances: cardBalancesView,
  transaction: cardTransactionShown,
};

const shared = { method: 'GET', tag: 'Card accounts', role: 'PSP_AI', headers: 'psu' } as const;

export const cardOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'getCardAccounts',
    path: '/v1/card-accounts',
    summary: 'The card accounts that the PSU has consented to, with balances',
    rules: ['CARD-01'],
    success: { status: 200, schema: 'responses/card-accounts.json' },
    handle: (call) => readAll(call, KIND),
  },
  {
    ...shared,
    id: 'getCardAccount',
    path: '/v1/card-accounts/{accountId}',
    summary: 'One card account',
    rules: ['CARD-01'],
    success: { status: 200, schema: 'responses/card-account.json' },
    handle: (call) => readOne(call, KIND),
  },
  {
    ...shared,
    id: 'getCardAccountBalances',
    path: '/v1/card-accounts/{accountId}/balances',
    summary: 'The balances of a card account',
    rules: ['CARD-01', 'ACC-06'],
    success: { status: 200, schema: 'responses/card-balances.json' },
    handle: (call) => readBalances(call, KIND),
  },
  {
    ...shared,
    id: 'getCardAccountTransactions',
    path: '/v1/card-accounts/{accountId}/transactions',
    summary: 'Booked and pending transactions of a card account',
    rules: ['CARD-01', 'ACC-06', 'ACC-07', 'ACC-09'],
    query: {
      bookingStatus: {
        required: true,
        schema: 'types/card-booking-status.json',
        description: 'booked, pending or both',
      },
      ...WINDOW_QUERY,
    },
    checkQuery: checkTransactionQuery,
    success: { status: 200, schema: 'responses/card-transactions.json' },
    // ACC-08 is about accounts only.
    handle: (call) => readTransactionList(call, KIND, { allPending: false }),
  },
];
