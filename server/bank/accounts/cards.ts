// Card accounts (CARD-01): the operations under /v1/card-accounts, in the manner of /v1/accounts.

import { link, type Reply } from '../../protocol/reply.ts';
import type { Call, Operation } from '../banks/operation.ts';
import { balanceOf } from '../ledger/ledger.ts';
import type { BalanceRow, LineRow } from '../ledger/tables.ts';
import { cardBalancesView, cardReference, cardTransactionShown, cardView } from './card-views.ts';
import { pathOf, type ReadHandler, readables, withReadable } from './readable.ts';
import { type CardAccountRow, cardAccounts } from './tables.ts';
import { checkTransactionQuery, readTransactions, WINDOW_QUERY } from './transaction-list.ts';
import { checkUnattended } from './unattended.ts';

async function listCards(call: Call): Promise<Reply> {
  const views = [];
  for (const card of await readables(call, cardAccounts)) {
    views.push(cardView(call, card, await balanceFor(call, card)));
  }
  return { status: 200, body: { cardAccounts: views } };
}

type CardHandler = ReadHandler<CardAccountRow>;

async function balanceFor(call: Call, card: CardAccountRow): Promise<BalanceRow> {
  const balance = await balanceOf(call.bank, card.id);
  if (balance === undefined) throw new Error(`no balance for card ${card.id}`);
  return balance;
}

const getCard: CardHandler = async (call, { row }) => ({
  status: 200,
  body: { cardAccount: cardView(call, row, await balanceFor(call, row)) },
});

const getBalances: CardHandler = async (call, { row, access }) => {
  const read = { access, accountId: row.id, what: ['balances'] } as const;
  await checkUnattended(call, read);
  const path = pathOf(call);
  const self = path.replace(/\/balances$/, '');
  const body = {
    cardAccount: cardReference(row),
    balances: cardBalancesView(call, await balanceFor(call, row)),
    _links: { self: link(path, 'GET'), cardAccount: link(self, 'GET') },
  };
  return { status: 200, body };
};

const getTransactions: CardHandler = async (call, readable) => {
  // ACC-08's quirk is one of accounts only.
  const { page, links } = await readTransactions(call, readable, { allPending: false });
  const { booked, pending } = page;
  const { row } = readable;
  const view = (line: LineRow) => cardTransactionShown(call, line, row);
  return {
    status: 200,
    body: {
      cardAccount: cardReference(row),
      cardTransactions: {
        ...(booked === undefined ? {} : { booked: booked.map(view) }),
        ...(pending === undefined ? {} : { pending: pending.map(view) }),
        _links: links,
      },
    },
  };
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
    handle: listCards,
  },
  {
    ...shared,
    id: 'getCardAccount',
    path: '/v1/card-accounts/{accountId}',
    summary: 'One card account',
    rules: ['CARD-01'],
    success: { status: 200, schema: 'responses/card-account.json' },
    handle: withReadable(cardAccounts, getCard),
  },
  {
    ...shared,
    id: 'getCardAccountBalances',
    path: '/v1/card-accounts/{accountId}/balances',
    summary: 'The balances of a card account',
    rules: ['CARD-01', 'ACC-06'],
    success: { status: 200, schema: 'responses/card-balances.json' },
    handle: withReadable(cardAccounts, getBalances),
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
    handle: withReadable(cardAccounts, getTransactions),
  },
];
