// A payment's money in the ledger: the hold while it is pending, and what is booked on both sides.

import { dateAt } from '../../kernel/dates.ts';
import { derivedUuid } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { type AccountRow, accounts } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { available } from '../ledger/balance.ts';
import { type BookedLine, balanceOf, book, placeHold, releaseHold } from '../ledger/ledger.ts';
import { bulkOf } from './body.ts';
import { creditorAccountOf } from './debtor.ts';
import { convert, type Rates } from './exchange.ts';
import { productOf } from './products.ts';
import { batchDetails, detailsOf, feeDetails, incomingCode } from './statement.ts';
import { sumOf, type Transfer } from './sum.ts';
import type { PaymentRow } from './tables.ts';

/** `gone`: the debtor account no longer exists. */
export type HoldResult = 'held' | 'no funds' | 'gone';

export interface HoldTerms {
  readonly rates: Rates;
  /** MAGIC-01: whatever there is on the account. */
  readonly evenWithoutFunds?: boolean;
}

/** MOVE-02: holds amount and fee if there are funds; without them nothing. */
export async function holdFunds(
  bank: BankTx,
  transfer: Transfer,
  { rates, evenWithoutFunds = false }: HoldTerms,
): Promise<HoldResult> {
  const { payment } = transfer;
  const debtor = await debtorOf(bank, payment);
  const balance = debtor && (await balanceOf(bank, debtor.id));
  if (debtor === undefined || balance === undefined) return 'gone';
  const sum = sumOf(transfer);
  const amount = sum.debit + sum.fee;
  if (!evenWithoutFunds && amount > available(balance)) return 'no funds';
  await placeHold(bank, {
    lineId: holdIdOf(transfer),
    accountId: debtor.id,
    amount,
    date: dateAt(bank.now),
    details: await detailsOf(bank, sum, { debtor, rates, product: payment.product }),
    paymentId: payment.id,
  });
  return 'held';
}

export type BookResult =
  | { readonly result: 'booked'; readonly transactionId: string }
  | { readonly result: 'no funds' | 'gone' };

/** Releases the hold and books both sides; `no funds` where nothing was held. */
export async function bookTransfer(
  bank: BankTx,
  transfer: Transfer,
  rates: Rates,
): Promise<BookResult> {
  const debtor = await debtorOf(bank, transfer.payment);
  if (debtor === undefined) return { result: 'gone' };
  const booking = await bookingOf(bank, transfer, { debtor, rates });
  if (booking === undefined) return { result: 'no funds' };
  const { debits, credits } = booking;
  await post(bank, [...debits, ...credits]);
  return { result: 'booked', transactionId: debits[0].line.id };
}

/**
 * The same for every entry of a bulk that holds its money: how many those were. In one line on the
 * debtor's statement where `batchBookingPreferred`. `gone`: the debtor account no longer exists.
 */
export async function bookBulk(
  bank: BankTx,
  payment: PaymentRow,
  rates: Rates,
): Promise<number | 'gone'> {
  const debtor = await debtorOf(bank, payment);
  if (debtor === undefined) return 'gone';
  const bulk = bulkOf(payment);
  const bookings: Booking[] = [];
  for (const entry of bulk.payments.keys()) {
    const booking = await bookingOf(bank, { payment, entry }, { debtor, rates });
    if (booking !== undefined) bookings.push(booking);
  }
  const debits = bookings.flatMap((booking) => booking.debits);
  const asOne = bulk.batchBookingPreferred === true && debits.length > 1;
  const shown = asOne ? [batchOf(debits, bulk.paymentInformationId)] : debits;
  if (shown.length > 0) await post(bank, [...shown, ...bookings.flatMap(({ credits }) => credits)]);
  return bookings.length;
}

/** A line, and the currency of its account. */
interface Leg {
  readonly line: BookedLine;
  readonly currency: string;
}

interface Booking {
  /** The payment itself, then its fee where it has one. */
  readonly debits: readonly [Leg, ...Leg[]];
  /** Empty where the creditor is not in this bank. */
  readonly credits: readonly Leg[];
}

/** Releases the hold and draws the lines up; `undefined` where nothing was held. */
async function bookingOf(
  bank: BankTx,
  transfer: Transfer,
  { debtor, rates }: { readonly debtor: AccountRow; readonly rates: Rates },
): Promise<Booking | undefined> {
  if (!(await releaseHold(bank, holdIdOf(transfer)))) return undefined;
  const { payment } = transfer;
  const sum = sumOf(transfer);
  const details = await detailsOf(bank, sum, { debtor, rates, product: payment.product });
  const today = dateAt(bank.now);
  const leg = (account: AccountRow, amount: bigint, shown: JsonObject): Leg => ({
    line: {
      id: bank.ids.uuid(),
      accountId: account.id,
      amount,
      bookingDate: today,
      valueDate: today,
      paymentId: payment.id,
      details: shown,
    },
    currency: account.currency,
  });
  const debit = leg(debtor, -sum.debit, details);
  const fees = sum.fee > 0n ? [leg(debtor, -sum.fee, feeDetails())] : [];
  const creditor = await creditorAccountOf(bank, sum.body, productOf(payment.product));
  const here = creditor !== undefined && (await balanceOf(bank, creditor.id)) !== undefined;
  if (!here) return { debits: [debit, ...fees], credits: [] };
  const amount = convert(sum, creditor.currency, rates);
  const incoming = leg(creditor, amount, { ...details, ...incomingCode(debtor, creditor) });
  return { debits: [debit, ...fees], credits: [incoming] };
}

/** One line instead of many. */
function batchOf(debits: readonly Leg[], paymentInformationId: string): Leg {
  const [first] = debits;
  if (first === undefined) throw new Error('a batch of nothing');
  const amount = debits.reduce((total, { line }) => total + line.amount, 0n);
  const details = batchDetails(first.line.details, paymentInformationId);
  return { ...first, line: { ...first.line, amount, details } };
}

/** Books the legs; the clearing accounts take up what leaves the bank or changes currency. */
async function post(bank: BankTx, legs: readonly Leg[]): Promise<void> {
  const moved = legs.map(({ line, currency }) => ({ amount: line.amount, currency }));
  await book(bank, { lines: legs.map(({ line }) => line), clearing: clearingOf(moved) });
}

function holdIdOf({ payment, run, entry }: Transfer): string {
  return derivedUuid('hold', payment.id, entry === undefined ? String(run ?? '') : `#${entry}`);
}

async function debtorOf(bank: BankTx, payment: PaymentRow): Promise<AccountRow | undefined> {
  const id = payment.debtorAccountId;
  return id === undefined ? undefined : bank.tx.get(accounts, id);
}

/** What the clearing accounts must move so that every currency sums to zero. */
function clearingOf(moved: readonly Money[]): readonly Money[] {
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of moved) {
    sums.set(currency, (sums.get(currency) ?? 0n) - amount);
  }
  return [...sums]
    .filter(([, amount]) => amount !== 0n)
    .map(([currency, amount]) => ({ amount, currency }));
}
