// Card accounts, their balances and transactions as the interface shows them (CARD-01, ACC-09).

import { amountText } from '../../kernel/money.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import type { Call } from '../banks/operation.ts';
import { available } from '../ledger/balance.ts';
import type { BalanceRow, LineRow } from '../ledger/tables.ts';
import { resourceIdOf } from './account-ids.ts';
import { balanceViews, isFixedFor, readLinks, shownName } from './account-views.ts';
import type { CardAccountRow } from './tables.ts';

/** Balances are always there. A card is named by its product. */
export function cardView(call: Call, card: CardAccountRow, balance: BalanceRow): JsonObject {
  const { currency, product } = card;
  const resourceId = resourceIdOf(call.bank.idScope, call.tpp.id, card.id);
  return {
    resourceId,
    ...cardReference(card),
    name: shownName(call, product),
    product,
    creditLimit: amountText({ amount: card.creditLimit, currency }),
    balances: cardBalancesView(call, balance),
    _links: readLinks(`/v1/card-accounts/${resourceId}`),
  };
}

export function cardReference({ maskedPan, currency }: CardAccountRow): JsonObject {
  return { maskedPan, currency };
}

/** What is left of the limit, and what is owed (negative). */
export const cardBalancesView = (call: Call, balance: BalanceRow): readonly Json[] =>
  balanceViews(call, balance, {
    forwardAvailable: available(balance),
    interimBooked: balance.booked,
  });

/** transactionAmount in the card's currency; originalAmount, in the purchase's, is in the details. */
export function cardTransactionView(line: LineRow, card: CardAccountRow): JsonObject {
  return {
    cardTransactionId: line.id,
    bookingDate: line.date,
    ...(line.status === 'booked' ? { valueDate: line.valueDate } : {}),
    transactionAmount: amountText({ amount: line.amount, currency: card.currency }),
    maskedPAN: card.maskedPan,
    ...line.details,
  };
}

/** The same to a TPP: until the card mapping was fixed, the two amounts stood in each other's place. */
export function cardTransactionShown(call: Call, line: LineRow, card: CardAccountRow): JsonObject {
  const view = cardTransactionView(line, card);
  const { transactionAmount, originalAmount } = view;
  const fixed = isFixedFor(call, 'cardaccount-switch-originalamount-and-transactionamount');
  if (fixed || transactionAmount === undefined || originalAmount === undefined) return view;
  return { ...view, transactionAmount: originalAmount, originalAmount: transactionAmount };
}
