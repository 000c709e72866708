// Accounts and cards, their balances and transactions as the interface shows them (ACC-01 … ACC-05, ACC-09, CARD-01).

import { dateTimeText } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { getOrSet } from '../../kernel/get-or-set.ts';
import { amountText } from '../../kernel/money.ts';
import { type FixName, isFixed } from '../../protocol/fixes.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { JsonText, link, type Reply } from '../../protocol/reply.ts';
import type { Call } from '../banks/operation.ts';
import { available, expected } from '../ledger/balance.ts';
import { lineRemittance } from '../ledger/remittance.ts';
import type { BalanceRow, LineRow } from '../ledger/tables.ts';
import { BANK_BIC, resourceIdOf } from './account-ids.ts';
import type { AccountRow, CardAccountRow } from './tables.ts';

/** ACC-01 */
export function accountView(call: Call, account: AccountRow, balance?: BalanceRow): JsonObject {
  const resourceId = resourceIdOf(call.bank.idScope, call.tpp.id, account.id);
  const self = `/v1/accounts/${resourceId}`;
  const { cashAccountType: type } = account;
  return {
    resourceId,
    bban: account.bban,
    iban: account.iban,
    currency: account.currency,
    name: shownName(call, account.name),
    product: account.product,
    cashAccountType: isFixedFor(call, 'cash-account-type-iso') ? type : OLD_TYPES[type],
    bic: BANK_BIC,
    ...defined({ balances: balance && balancesView(call, balance) }),
    _links: readLinks(self),
  };
}

/** A view, and the same as JSON where that is known already. */
export interface Shown {
  readonly view: JsonObject;
  readonly json?: string;
}

/** Of one account: for so many TPPs and banks that share its row. */
const MOST_FORMS = 50;

/** {@link accountView} without balances, which is made once: it depends on the row alone, and rows never change. */
export function rememberedAccounts() {
  const known = new WeakMap<AccountRow, Map<string, Shown>>();
  return (call: Call, account: AccountRow): Shown => {
    const { bank, tpp } = call;
    const fixes = `${isFixedFor(call, 'longer-names')} ${isFixedFor(call, 'cash-account-type-iso')}`;
    const forms = getOrSet(known, account, () => new Map<string, Shown>());
    if (forms.size >= MOST_FORMS) forms.clear();
    return getOrSet(forms, `${fixes} ${bank.idScope.length} ${bank.idScope}${tpp.id}`, () => {
      const view = accountView(call, account);
      return { view, json: JSON.stringify(view) };
    });
  };
}

/** Lists of views. A list of remembered ones is made once: anew as soon as one of them is another. */
export function rememberedLists(member: string) {
  const known = new WeakMap<Shown, { readonly shown: readonly Shown[]; readonly list: List }>();
  return (shown: readonly Shown[]): List => {
    const [first] = shown;
    const before = first && known.get(first);
    if (before !== undefined && isSame(before.shown, shown)) return before.list;
    const list = listOf(member, shown);
    if (first !== undefined) known.set(first, { shown, list });
    return list;
  };
}

type List = Pick<Reply, 'body' | 'json'>;

const isSame = (some: readonly Shown[], others: readonly Shown[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at]);

/** The body of a list of views. */
export function listOf(member: string, shown: readonly Shown[]): List {
  const texts = shown.map(({ view, json }) => json ?? JSON.stringify(view));
  return {
    body: { [member]: shown.map(({ view }) => view) },
    json: new JsonText(`{"${member}":[${texts.join(',')}]}`),
  };
}

/** What a TPP may do with the account or card at that path. */
const readLinks = (self: string): JsonObject => ({
  self: link(self, 'GET'),
  balances: link(`${self}/balances`, 'GET'),
  transactions: link(`${self}/transactions`, 'GET'),
});

/** How long names were before `longer-names`, in code points. */
const SHORT_NAME = 35;

/** ACC-09 */
export function shownName(call: Call, name: string): string {
  return isFixedFor(call, 'longer-names') ? name : [...name].slice(0, SHORT_NAME).join('');
}

/** What ACC-09 says of the time before `cash-account-type-iso`. */
const OLD_TYPES = { CACC: 'Current', SVGS: 'Savings' } as const;

export function accountReference(account: AccountRow): JsonObject {
  return { bban: account.bban, iban: account.iban, currency: account.currency };
}

/** ACC-02: `closingBooked` and `expected`. */
export const balancesView = (call: Call, balance: BalanceRow): readonly Json[] =>
  balanceViews(call, balance, { closingBooked: balance.booked, expected: expected(balance) });

/** One entry for each balance type. */
function balanceViews(
  call: Call,
  { currency, changedAt }: BalanceRow,
  amounts: Readonly<Record<string, bigint>>,
): readonly Json[] {
  return Object.entries(amounts).map(([balanceType, amount]) => ({
    balanceAmount: amountText({ amount, currency }),
    balanceType,
    referenceDate: call.today,
    lastChangeDateTime: dateTimeText(changedAt),
  }));
}

/** Members that only the details of a transaction show (ACC-05). */
const DETAILS_ONLY: ReadonlySet<string> = new Set([
  'currencyExchange',
  'merchantCategoryCode',
  'purposeCode',
  'ultimateDebtor',
  'ultimateCreditor',
  'bankTransactionCode',
]);

/** ACC-04: one transaction of the list. */
export function transactionView(line: LineRow, currency: string): JsonObject {
  const whole = transactionDetailsView(line, currency);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !DETAILS_ONLY.has(name)));
}

/** ACC-05: everything that the bank knows of a transaction. */
export function transactionDetailsView(line: LineRow, currency: string): JsonObject {
  return {
    transactionId: line.id,
    bookingDate: line.date,
    ...(line.status === 'booked' ? { valueDate: line.valueDate } : {}),
    transactionAmount: amountText({ amount: line.amount, currency }),
    ...line.details,
    ...lineRemittance(line),
  };
}

function isFixedFor(call: Call, name: FixName): boolean {
  const { acceptFix } = call.headers;
  if (acceptFix.includes(name)) {
    call.exercises('ACC-09');
    return true;
  }
  return isFixed(name, { acceptFix, today: call.today });
}

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
