// Mock card accounts, their balances (SBX-04) and what their transactions have of their own (SBX-05).

import { defined } from '../../kernel/defined.ts';
import { derivedToken } from '../../kernel/ids.ts';
import { ApiError } from '../../protocol/errors.ts';
import type {
  SandboxAmount,
  SandboxCardAccount,
  SandboxCardTransactionEntry,
} from '../../protocol/generated/schemas.ts';
import type { Reply } from '../../protocol/reply.ts';
import { resourceIdOf } from '../accounts/account-ids.ts';
import { cardBalancesView, cardTransactionView } from '../accounts/account-views.ts';
import { type CardAccountRow, cardAccounts } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Call, Operation } from '../banks/operation.ts';
import { openBalance } from '../ledger/ledger.ts';
import { lines } from '../ledger/tables.ts';
import { heldOperations } from './held-operations.ts';
import { type MockKind, mockLinks } from './mock-kind.ts';
import { transactionOperations } from './mock-transactions.ts';
import { removeCard } from './remove.ts';
import { created, money, namedCustomer, sandboxAmount } from './sandbox-call.ts';

export const CARDS: MockKind<CardAccountRow, SandboxCardTransactionEntry> = {
  path: '/v1/sandbox/card-accounts',
  parameter: 'mockCardAccountId',
  name: 'card account',
  transaction: 'card transaction',
  ids: { one: 'CardAccount', transaction: 'CardTransaction' },
  bodies: {
    one: { schema: 'requests/sandbox-card-account.json' },
    transactions: { schema: 'requests/sandbox-card-transaction.json' },
  },
  schemas: 'responses/sandbox-card',
  find: ({ tx }, id) => tx.get(cardAccounts, id),
  ofCustomer: ({ tx }, customerId) => tx.listBy(cardAccounts, 'byCustomer', customerId),
  add: (call) => addCard(call as Call<SandboxCardAccount>),
  view(call, { row, balance }, owner) {
    const { id, product, currency, maskedPan, creditLimit } = row;
    return {
      mockCardAccountId: id,
      resourceId: resourceIdOf(call.bank.idScope, call.tpp.id, id),
      customerNumber: owner.number,
      product,
      currency,
      maskedPan,
      creditLimit: money(creditLimit, currency),
      balances: cardBalancesView(call, balance),
      _links: mockLinks(`${CARDS.path}/${id}`),
    };
  },
  remove: removeCard,
  bookedFor: ({ creditLine, held }) => ({
    interimBooked: (amount) => amount,
    forwardAvailable: (amount) => amount - creditLine - held,
  }),
  balancesView: cardBalancesView,
  async checkEntries(bank, card, entries) {
    const seen = new Set<string>();
    for (const { entry, path } of entries) {
      const { cardTransactionId: id } = entry;
      if (id === undefined) continue;
      if (seen.has(id) || (await CARDS.findLine(bank, card, id)) !== undefined) {
        const text = `This card already has a transaction ${id}; without cardTransactionId, the bank creates an id.`;
        throw new ApiError('SBX-05', 'CONFLICT', text, { path: `${path}/cardTransactionId` });
      }
      seen.add(id);
    }
  },
  lineId: (row, { cardTransactionId: own }) => (own === undefined ? undefined : lineIdOf(row, own)),
  /** CARD-01: transactionAmount in the card's currency, originalAmount in the purchase's. */
  lineDetails(_card, { entry, path }, bookingDate) {
    const {
      transactionAmount,
      originalAmount = transactionAmount,
      markupFee,
      markupFeePercentage: percentage,
      maskedPan: maskedPAN,
      invoiced,
      bookingDate: _bookingDate,
      valueDate: _valueDate,
      pending: _pending,
      ...rest
    } = entry;
    return {
      transactionDate: bookingDate,
      ...rest,
      invoiced: String(invoiced) === 'true',
      originalAmount: shownAmount(originalAmount, `${path}/originalAmount`),
      ...defined({
        maskedPAN,
        markupFee: markupFee && shownAmount(markupFee, `${path}/markupFee`),
        markupFeePercentage: percentage === undefined ? undefined : String(percentage),
      }),
    };
  },
  /** The transaction of that id, whether the client or the bank gave the id. */
  async findLine({ tx }, card, id) {
    const line = (await tx.get(lines, lineIdOf(card, id))) ?? (await tx.get(lines, id));
    return line?.accountId === card.id ? line : undefined;
  },
  lineView: cardTransactionView,
  shownLineId: ({ id, details }) => encodeURIComponent(String(details['cardTransactionId'] ?? id)),
};

export const cardOperations: readonly Operation[] = [
  ...heldOperations(CARDS),
  ...transactionOperations(CARDS),
];

async function addCard(call: Call<SandboxCardAccount>): Promise<Reply> {
  const { customer, ...held } = await makeCard(call.bank, call.body);
  return created(call, `${CARDS.path}/${held.row.id}`, CARDS.view(call, held, customer));
}

/** Its balance is an opening balance: it has no transactions yet. */
export async function makeCard(bank: BankTx, body: SandboxCardAccount, id = bank.ids.uuid()) {
  const rule = 'SBX-04';
  const where = { rule, path: '/customerNumber' } as const;
  const customer = await namedCustomer(bank, body.customerNumber, where);
  const { currency } = body;
  const place = (name: string) => ({ path: `/${name}`, currency, rule }) as const;
  const creditLimit = sandboxAmount(body.creditLimit, place('creditLimit'));
  const opening = body.balance === undefined ? 0n : sandboxAmount(body.balance, place('balance'));
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
  return { row, balance, customer };
}

const fourDigits = (id: string): string => id.replace(/\D/g, '').slice(-4).padStart(4, '0');

/** The client's own ids are unique per card, those of lines per bank. */
const lineIdOf = (card: CardAccountRow, ownId: string): string =>
  derivedToken(['card transaction', card.id, ownId]);

/** The Amount as answers have it, in its own currency. */
function shownAmount(amount: SandboxAmount, path: string) {
  const { currency } = amount;
  return money(sandboxAmount(amount, { path, currency, rule: 'SBX-05' }), currency);
}
