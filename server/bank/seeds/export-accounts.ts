// Accounts and cards as a seed has them, with every transaction.
import { isoTime } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { amountText, formatAmount } from '../../kernel/money.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { AccountRow, CardAccountRow } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { needBalance } from '../ledger/ledger.ts';
import { type BalanceRow, type LineRow, lines } from '../ledger/tables.ts';
import { NO_AGREEMENT } from './fill-accounts.ts';

export async function accountSeed(
  bank: BankTx,
  account: AccountRow,
  owner: { readonly number: string; readonly isCompany: boolean },
): Promise<JsonObject> {
  const { id, name, currency, product, cashAccountType, bban, kid, payments } = account;
  const balance = await needBalance(bank, id);
  const agreement = account.agreementId ?? (owner.isCompany ? NO_AGREEMENT : undefined);
  return {
    customerNumber: owner.number,
    accountName: name,
    currency,
    product,
    cashAccountType,
    bban,
    kid,
    creditLine: { ...amountText({ amount: balance.creditLine, currency }) },
    ...defined({ agreement, payments: payments ? undefined : false }),
    accountId: id,
    ...(await moneySeed(bank, balance)),
  };
}

export async function cardSeed(
  bank: BankTx,
  card: CardAccountRow,
  customerNumber: string,
): Promise<JsonObject> {
  const { id, product, currency, maskedPan, creditLimit } = card;
  return {
    customerNumber,
    product,
    currency,
    maskedPan,
    creditLimit: { ...amountText({ amount: creditLimit, currency }) },
    cardAccountId: id,
    ...(await moneySeed(bank, await needBalance(bank, id))),
  };
}

async function moneySeed(bank: BankTx, balance: BalanceRow): Promise<JsonObject> {
  const { id, currency, booked, changedAt } = balance;
  const all: LineRow[] = [];
  for (const status of ['booked', 'pending']) {
    all.push(...(await bank.tx.listBy(lines, 'byAccount', `${id}|${status}`)));
  }
  return {
    balance: formatAmount(booked, currency),
    lastChange: isoTime(changedAt),
    transactions: all.map((line) => lineSeed(line, currency)),
  };
}

function lineSeed(line: LineRow, currency: string): JsonObject {
  const { id, amount, date, valueDate, status, paymentId } = line;
  // Each is the first entry of the array of its name.
  const {
    remittanceInformationUnstructured: _text,
    remittanceInformationStructured: _reference,
    maskedPAN: maskedPan,
    ...details
  } = line.details;
  return {
    transactionId: id,
    transactionAmount: formatAmount(amount, currency),
    bookingDate: date,
    ...(valueDate === date ? {} : { valueDate }),
    ...(status === 'pending' ? { pending: true } : {}),
    ...defined({ paymentId, maskedPan }),
    ...details,
  };
}
