// Card accounts, their balances and transactions as the interface shows them (CARD-01, ACC-09).

import { dateAt, dateTimeText } from '../../kernel/dates.ts';
import { amountText } from '../../kernel/money.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { link } from '../../protocol/reply.ts';
import type { Call } from '../banks/operation.ts';
import { available } from '../ledger/balance.ts';
import type { BalanceRow, LineRow } from '../ledger/tables.ts';
import { shownName } from './account-views.ts';
import { isFixedFor } from './fixed-for.ts';
import { resourceIdOf } from './resource-id.ts';
import type { CardAccountRow } from './tables.ts';

/** Balances are always there. A card is named by its product. */
export function cardView(call: Call, card: CardAccountRow, balance: BalanceRow): JsonObject {
  const { currency, product } = card;
  const resourceId = resourceIdOf(call.bank.bank, call.tpp.id, card.id);
  const self = `/v1/card-accounts/${resourceId}`;
  return {
    resourceId,
    ...cardReference(card),
    name: shownName(call, product),
    product,
    creditLimit: { ...amountText({ amount: card.creditLimit, currency }) },
    balances: cardBalancesView(call, balance),
    _links: {
      self: link(self, 'GET'),
      balances: link(`${self}/balances`, 'GET'),
      transactions: link(`${self}/transactions`, 'GET'),
    },
  };
}

export function cardReference({ maskedPan, currency }: CardAccountRow): JsonObject {
  return { maskedPan, currency };
}

/** What is left of the limit, and what is owed (negative). */
export function cardBalancesView(call: Call, balance: BalanceRow): readonly Json[] {
  const { currency } = balance;
  const shared = {
    referenceDate: dateAt(call.bank.now),
    lastChangeDateTime: dateTimeText(balance.changedAt),
  };
  const one = (balanceType: string, amount: bigint): JsonObject => ({
    balanceAmount: { ...amountText({ amount, currency }) },
    balanceType,
    ...shared,
  });
  return [one('forwardAvailable', available(balance)), one('interimBooked', balance.booked)];
}

/** transactionAmount in the card's currency; originalAmount, in the purchase's, is in the details. */
export function cardTransactionView(line: LineRow, card: CardAccountRow): JsonObject {
  return {
    cardTransactionId: line.id,
    bookingDate: line.date,
    ...(line.status === 'booked' ? { valueDate: line.valueDate } : {}),
    transactionAmount: { ...amountText({ amount: line.amount, currency: card.currency }) },
    maskedPAN: card.maskedPan,
    ...line.details,
  };
}

/** The same to a TPP: until the card mapping was mended, the two amounts stood in each other's place. */
export function cardTransactionShown(call: Call, line: LineRow, card: CardAccountRow): JsonObject {
  const view = cardTransactionView(line, card);
  const { transactionAmount, originalAmount } = view;
  const mended = isFixedFor(call, 'cardaccount-switch-originalamount-and-transactionamount');
  if (mended || transactionAmount === undefined || originalAmount === undefined) return view;
  return { ...view, transactionAmount: originalAmount, originalAmount: transactionAmount };
}
