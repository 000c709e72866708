// The money of a payment in the ledger: what is held while the payment is pending, what is booked on both sides, and
// what statements say of it (ACC-04).

import { dateAt, type PlainDate } from '../../../kernel/dates.ts';
import { defined } from '../../../kernel/defined.ts';
import type { JsonObject } from '../../../protocol/json.ts';
import type { AccountRow } from '../../accounts/tables.ts';
import type { BankTx } from '../../banks/bank-tx.ts';
import { available, sumsOf } from '../../ledger/balance.ts';
import { type BookedLine, book, needBalance, placeHold, releaseHold } from '../../ledger/ledger.ts';
import { type Remittance, remittanceMembers, remittanceOf } from '../../ledger/remittance.ts';
import { convert, type Rates, rateDecimals } from './cost.ts';
import type { Transfer } from './transfer.ts';

/**
 * MOVE-02: holds amount and fee if there are funds, else nothing. Returns whether they are held.
 * @param always MAGIC-01: holds even what the account does not have
 */
export async function holdFunds(
  bank: BankTx,
  transfer: Transfer,
  rates: Rates,
  always = false,
): Promise<boolean> {
  const { debtor, holdId, paymentId } = transfer;
  const balance = await needBalance(bank, debtor.id);
  const amount = transfer.debit + transfer.fee;
  if (!always && amount > available(balance)) return false;
  const date = dateAt(bank.now);
  const details = detailsOf(transfer, { rates, date });
  await placeHold(bank, { lineId: holdId, accountId: debtor.id, amount, date, details, paymentId });
  return true;
}

/**
 * Releases the holds and books both sides of every transfer whose money was held. Returns the transactionId
 * of each. @param batchId if given, all debits are one line on the debtor's statement
 */
export async function bookTransfers(
  bank: BankTx,
  transfers: readonly Transfer[],
  rates: Rates,
  batchId?: string,
): Promise<readonly string[]> {
  const bookings: Booking[] = [];
  for (const transfer of transfers) {
    const held = await releaseHold(bank, transfer.holdId);
    if (held) bookings.push(bookingOf(bank, transfer, rates));
  }
  const debits = bookings.flatMap(({ debits }) => debits);
  const [first, second] = debits;
  if (first === undefined) return [];
  const asOne = batchId !== undefined && second !== undefined;
  const shown = asOne ? [batchOf(first, debits, batchId)] : debits;
  await post(bank, [...shown, ...bookings.flatMap(({ credits }) => credits)]);
  return bookings.map((booking) => booking.debits[0].line.id);
}

/** A line, and the currency of its account. */
interface Leg {
  readonly line: BookedLine;
  readonly currency: string;
}

interface Booking {
  /** The payment itself, then its fee if it has one. */
  readonly debits: readonly [Leg, ...Leg[]];
  /** Empty if the creditor is in another bank. */
  readonly credits: readonly Leg[];
}

function bookingOf(bank: BankTx, transfer: Transfer, rates: Rates): Booking {
  const { debtor, creditor, paymentId } = transfer;
  const date = dateAt(bank.now);
  const leg = (account: AccountRow, amount: bigint, details: JsonObject): Leg => ({
    line: {
      id: bank.ids.uuid(),
      accountId: account.id,
      amount,
      bookingDate: date,
      valueDate: date,
      paymentId,
      details,
    },
    currency: account.currency,
  });
  const details = detailsOf(transfer, { rates, date });
  const debit = leg(debtor, -transfer.debit, details);
  const fees = transfer.fee > 0n ? [leg(debtor, -transfer.fee, feeDetails())] : [];
  if (creditor === undefined) return { debits: [debit, ...fees], credits: [] };
  const amount = convert(transfer, creditor.currency, rates);
  const own = debtor.customerId === creditor.customerId;
  const code = own ? {} : { proprietaryBankTransactionCode: 'INNBETALING' };
  const incoming = leg(creditor, amount, { ...details, ...code });
  return { debits: [debit, ...fees], credits: [incoming] };
}

function batchOf(first: Leg, debits: readonly Leg[], batchId: string): Leg {
  const amount = debits.reduce((total, { line }) => total + line.amount, 0n);
  const details = batchDetails(first.line.details, batchId);
  return { ...first, line: { ...first.line, amount, details } };
}

/** Books the legs; the clearing accounts take up what leaves the bank or changes currency. */
async function post(bank: BankTx, legs: readonly Leg[]): Promise<void> {
  const sums = sumsOf(legs.map(({ line, currency }) => ({ amount: line.amount, currency })));
  const clearing = [...sums].map(([currency, amount]) => ({ amount: -amount, currency }));
  await book(bank, { lines: legs.map(({ line }) => line), clearing });
}

interface Quotation {
  readonly rates: Rates;
  readonly date: PlainDate;
}

/** ACC-04: the transaction as a statement shows it, on either side. */
function detailsOf(transfer: Transfer, quotation: Quotation): JsonObject {
  const { body, debtor, debtorName, creditor, product } = transfer;
  const { endToEndIdentification, ultimateDebtor, purposeCode } = body;
  const code = product.domestic ? 'OVERFØRING' : 'UTENLANDSBETALING';
  return {
    creditorName: body.creditorName,
    creditorAccount: { ...body.creditorAccount },
    debtorName,
    debtorAccount: { bban: debtor.bban, iban: debtor.iban, currency: debtor.currency },
    ...defined({ endToEndId: endToEndIdentification, ultimateDebtor, purposeCode }),
    ...remittanceMembers(carried(remittanceOf(body))),
    ...defined({ currencyExchange: exchangeOf(transfer, quotation) }),
    proprietaryBankTransactionCode:
      creditor?.customerId === debtor.customerId ? 'EGEN OVERFØRING' : code,
  };
}

/** PAY-05: given both, the structured remittance wins. */
function carried(remittance: Remittance): Remittance {
  const { structured = [] } = remittance;
  return structured.length === 0 ? remittance : { structured };
}

function feeDetails(): JsonObject {
  return {
    ...remittanceMembers({ unstructured: ['Gebyr og valutaveksling'] }),
    proprietaryBankTransactionCode: 'GEBYR',
  };
}

/** For one line instead of many debits. @param details of one of them */
function batchDetails(details: JsonObject, paymentInformationId: string): JsonObject {
  const { debtorName, debtorAccount } = details;
  return {
    ...defined({ debtorName, debtorAccount }),
    ...remittanceMembers({ unstructured: [paymentInformationId] }),
    proprietaryBankTransactionCode: 'SAMLEBETALING',
  };
}

function exchangeOf({ currency, debtor }: Transfer, { rates, date }: Quotation) {
  if (currency === debtor.currency) return undefined;
  const exchange = {
    sourceCurrency: debtor.currency,
    targetCurrency: currency,
    unitCurrency: currency,
    exchangeRate: rateDecimals(currency, debtor.currency, rates),
    quotationDate: date,
  };
  return [exchange];
}
