// Makes the transactions of one recipe: when, how much, and with whom. The day's own number is the
// seed, so a given day holds the same transactions whatever today is.

import { modulus10 } from '../../kernel/check-digits.ts';
import { defined } from '../../kernel/defined.ts';
import { derivedToken } from '../../kernel/ids.ts';
import { amountText, parseAmount } from '../../kernel/money.ts';
import { draw, pick, seedOf } from '../../kernel/seeded.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { norwegianIban } from '../accounts/account-ids.ts';
import { KID_TYPE, remittanceMembers } from '../ledger/remittance.ts';
import { type Day, monthlyDays } from './calendar.ts';
import type { Fixtures, Merchant, Recipe } from './fixtures.ts';

/**
 * One transaction on one account or card, not yet numbered. Balances need days and amounts only; what
 * else there is of a transaction is made when its row is.
 */
export interface Entry {
  readonly id: () => string;
  readonly day: Day;
  readonly pending: boolean;
  /** Signed minor units of the account's currency. */
  readonly amount: bigint;
  readonly details: () => JsonObject;
}

/** The account or card that a recipe is for. */
export interface Holder {
  readonly key: string;
  readonly currency: string;
  readonly ownerName: string;
  /** How it is named as a debtor or creditor account; absent for a card. */
  readonly account?: JsonObject;
  readonly maskedPan?: string;
}

/** The days on which things may be booked, and the day it is (pending things). */
export interface Span {
  readonly booked: readonly Day[];
  readonly today: readonly Day[];
}

/** What a number is drawn for: each use has numbers of its own. */
export const PURPOSE = { chance: 0, amount: 1, merchant: 2, rate: 3 } as const;
const MONTHS =
  'januar februar mars april mai juni juli august september oktober november desember'.split(' ');

/** The days of a recipe, oldest first. */
export function daysOf(holder: Holder, recipe: Recipe, span: Span): readonly Day[] {
  if (recipe.daysAgo !== undefined) return span.today.slice(-1 - recipe.daysAgo).slice(0, 1);
  if (recipe.monthly !== undefined) {
    return monthlyDays(span.booked, recipe.monthly, recipe.shift ?? 'forward');
  }
  const seed = seedOf(`${holder.key}/${recipe.key}`);
  if (recipe.perWeek !== undefined) return weeklyDays(span.booked, recipe.perWeek, seed);
  const chance = recipe.chance ?? 0;
  return span.booked.filter(
    (day) =>
      (recipe.days?.includes(day.weekday) ?? true) &&
      draw(seed, day.number, PURPOSE.chance) < chance,
  );
}

/** So many days of every week: those with the lowest numbers of the seven. */
function weeklyDays(days: readonly Day[], count: number, seed: number): readonly Day[] {
  const numberOf = (day: number) => draw(seed, day, PURPOSE.chance);
  return days.filter(({ number, weekday }) => {
    const own = numberOf(number);
    const week = Array.from({ length: 7 }, (_, i) => numberOf(number - weekday + 1 + i));
    return week.filter((other) => other < own).length < count;
  });
}

/** All transactions of an `in`, `out` or `card` recipe. */
export function entriesOf(
  holder: Holder,
  recipe: Recipe,
  { fixtures, span }: { readonly fixtures: Fixtures; readonly span: Span },
): readonly Entry[] {
  const seed = seedOf(`${holder.key}/${recipe.key}`);
  const currency = recipe.currency ?? holder.currency;
  const amountAt = amountsOf(recipe, currency);
  const other = recipe.account === undefined ? undefined : accountOf(recipe.account);
  const merchants = fixtures.merchants[recipe.merchants ?? ''] ?? [];
  return daysOf(holder, recipe, span).map((day) => {
    const price = amountAt(draw(seed, day.number, PURPOSE.amount));
    const head = { id: entryId(holder, recipe, day), day, pending: recipe.daysAgo !== undefined };
    if (recipe.kind !== 'card') {
      const amount = recipe.kind === 'in' ? price : -price;
      return { ...head, amount, details: () => transferDetails({ holder, other, recipe, day }) };
    }
    const rate = rateOf(recipe, holder, { fixtures, day });
    const amount = rate === undefined ? price : (price * rate + 500_000n) / 1_000_000n;
    const details = () => {
      const merchant = pick(merchants, draw(seed, day.number, PURPOSE.merchant));
      const purchase = { merchant, price, currency, rate };
      return purchaseDetails(holder, day, purchase);
    };
    return { ...head, amount: -amount, details };
  });
}

/** The same id for the same account, recipe and date. */
export const entryId = (holder: Holder, recipe: Recipe, day: Day) => (): string =>
  derivedToken(['starting set', holder.key, recipe.key, day.date]);

/** The amount for a number in [0, 1): one of low, low + step, low + 2 step … up to high. */
export function amountsOf(recipe: Recipe, currency: string): (at: number) => bigint {
  const [lowest = '0', highest = lowest] = recipe.amount ?? [];
  const low = minor(lowest, currency);
  const step = recipe.step === undefined ? 1n : minor(recipe.step, currency);
  const steps = Number((minor(highest, currency) - low) / step + 1n);
  return (at) => low + step * BigInt(Math.floor(at * steps));
}

/** Decimal text of a fixture in minor units. */
export function minor(text: string, currency: string): bigint {
  const amount = parseAmount(text, currency, true);
  if (amount === undefined) throw new Error(`fixtures/bank: ${text} is no amount in ${currency}`);
  return amount;
}

interface Transfer {
  readonly holder: Holder;
  /** The account of the other side. */
  readonly other?: JsonObject | undefined;
  readonly recipe: Recipe;
  readonly day: Day;
}

/** Names and accounts of both sides, and what the transaction says. */
export function transferDetails({ holder, other, recipe, day }: Transfer): JsonObject {
  const us = { name: holder.ownerName, account: holder.account };
  const them = { name: recipe.name ?? '', account: other };
  const [debtor, creditor] = recipe.kind === 'in' ? [them, us] : [us, them];
  const text = recipe.text
    ?.replace('{month}', MONTHS[Number(day.date.slice(5, 7)) - 1] as string)
    .replace('{number}', String(day.number));
  const reference = recipe.kid === undefined ? undefined : kidOf(recipe.kid, day);
  return {
    debtorName: debtor.name,
    ...defined({ debtorAccount: debtor.account }),
    creditorName: creditor.name,
    ...defined({ creditorAccount: creditor.account }),
    ...remittanceMembers({
      unstructured: text === undefined ? [] : [text],
      structured: reference === undefined ? [] : [{ reference, referenceType: KID_TYPE }],
    }),
    proprietaryBankTransactionCode: recipe.code ?? codeOf(recipe),
  };
}

function codeOf(recipe: Recipe): string {
  if (recipe.kind === 'own') return 'EGEN OVERFØRING';
  if (recipe.kind === 'in') return 'INNBETALING';
  return recipe.kid === undefined ? 'OVERFØRING' : 'NETTGIRO';
}

interface Purchase {
  readonly merchant: Merchant;
  readonly price: bigint;
  readonly currency: string;
  /** Millionths of the account's currency per unit of the purchase's; absent in the same currency. */
  readonly rate: bigint | undefined;
}

function purchaseDetails(holder: Holder, day: Day, purchase: Purchase): JsonObject {
  const { merchant, price, currency } = purchase;
  const originalAmount = amountText({ amount: price, currency });
  const exchange = exchangeOf(holder, day, purchase);
  if (holder.account === undefined) {
    return {
      transactionDate: day.date,
      // Signed as transactionAmount is: a purchase is negative.
      originalAmount: amountText({ amount: -price, currency }),
      ...exchange,
      cardAcceptorAddress: { townName: merchant.town, country: merchant.country },
      merchantCategoryCode: merchant.mcc,
      maskedPAN: holder.maskedPan ?? '',
      cardAcceptorName: merchant.name,
      transactionDetails: merchant.name,
    };
  }
  const when = `${day.date.slice(8)}.${day.date.slice(5, 7)}`;
  const text = `*${String(holder.account['bban']).slice(-4)} ${when} ${currency} ${originalAmount.amount} ${merchant.name}`;
  return {
    creditorName: merchant.name,
    debtorName: holder.ownerName,
    debtorAccount: holder.account,
    ...exchange,
    ...remittanceMembers({ unstructured: [text] }),
    proprietaryBankTransactionCode: 'VISA VAREKJØP',
    additionalInformationProprietary1: `${merchant.town}, ${merchant.country}`,
    ...(purchase.rate === undefined
      ? {}
      : { additionalInformationProprietary2: `${currency} ${originalAmount.amount}` }),
  };
}

function exchangeOf(holder: Holder, day: Day, { currency, rate }: Purchase): JsonObject {
  if (rate === undefined) return {};
  const digits = String(rate).padStart(7, '0');
  const exchange = {
    sourceCurrency: currency,
    exchangeRate: `${digits.slice(0, -6)}.${digits.slice(-6)}`,
    unitCurrency: currency,
    targetCurrency: holder.currency,
    quotationDate: day.date,
  };
  return { currencyExchange: [exchange] };
}

/** The fixture's rate, up to one per cent off in either direction, in millionths. */
function rateOf(
  recipe: Recipe,
  holder: Holder,
  { fixtures, day }: { readonly fixtures: Fixtures; readonly day: Day },
): bigint | undefined {
  if (recipe.currency === undefined || recipe.currency === holder.currency) return undefined;
  const pair = `${recipe.currency}/${holder.currency}`;
  const text = fixtures.rates[pair];
  if (text === undefined) throw new Error(`fixtures/bank/rates.json lacks ${pair}`);
  const base = BigInt(text.replace('.', ''));
  return (
    (base * (9_900n + BigInt(Math.floor(draw(seedOf(pair), day.number, PURPOSE.rate) * 201)))) /
    10_000n
  );
}

/** Norwegian account numbers with their IBAN; others are IBANs already. */
export function accountOf(account: string): JsonObject {
  return /^\d/.test(account) ? { iban: norwegianIban(account), bban: account } : { iban: account };
}

/** A payment reference: the recipe's digits, the day, and a modulus 10 check digit. */
function kidOf(start: string, day: Day): string {
  const digits = `${start}${day.number}`;
  return `${digits}${modulus10(digits)}`;
}
