// What a payment's transactions say of it on a statement (ACC-04), on either side.

import { dateAt } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { AccountRow } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { agreements, customers } from '../customers/tables.ts';
import { type Remittance, remittanceMembers, remittanceOf } from '../ledger/remittance.ts';
import { creditorAccountOf } from './debtor.ts';
import { type Rates, rateDecimals } from './exchange.ts';
import { productOf } from './products.ts';
import type { Sum } from './sum.ts';

/** Whose statement, at which rates. */
export interface Shown {
  readonly debtor: AccountRow;
  readonly rates: Rates;
  readonly product: string;
}

/** ACC-04: the transaction as a statement shows it, on either side. */
export async function detailsOf(bank: BankTx, sum: Sum, shown: Shown): Promise<JsonObject> {
  const { body } = sum;
  const { debtor } = shown;
  const { endToEndIdentification, ultimateDebtor, purposeCode } = body;
  const own = await creditorAccountOf(bank, body, productOf(shown.product));
  return {
    creditorName: body.creditorName,
    creditorAccount: { ...body.creditorAccount },
    debtorName: await holderOf(bank, debtor),
    debtorAccount: { bban: debtor.bban, iban: debtor.iban, currency: debtor.currency },
    ...defined({ endToEndId: endToEndIdentification, ultimateDebtor, purposeCode }),
    ...remittanceMembers(carried(remittanceOf(body))),
    ...exchangeOf(bank, sum.currency, shown),
    proprietaryBankTransactionCode:
      own?.customerId === debtor.customerId ? 'EGEN OVERFØRING' : codeOf(shown.product),
  };
}

/** PAY-05: given both, the structured remittance wins. */
function carried(remittance: Remittance): Remittance {
  const { structured = [] } = remittance;
  return structured.length === 0 ? remittance : { structured };
}

function codeOf(product: string): string {
  return productOf(product).domestic ? 'OVERFØRING' : 'UTENLANDSBETALING';
}

export function incomingCode(debtor: AccountRow, creditor: AccountRow): JsonObject {
  if (debtor.customerId === creditor.customerId) return {};
  return { proprietaryBankTransactionCode: 'INNBETALING' };
}

export function feeDetails(): JsonObject {
  return {
    ...remittanceMembers({ unstructured: ['Gebyr og valutaveksling'] }),
    proprietaryBankTransactionCode: 'GEBYR',
  };
}

/** Of many debits in one line. @param details of one of them */
export function batchDetails(details: JsonObject, paymentInformationId: string): JsonObject {
  const { debtorName, debtorAccount } = details;
  return {
    ...defined({ debtorName, debtorAccount }),
    ...remittanceMembers({ unstructured: [paymentInformationId] }),
    proprietaryBankTransactionCode: 'SAMLEBETALING',
  };
}

function exchangeOf(bank: BankTx, currency: string, { debtor, rates }: Shown): JsonObject {
  if (currency === debtor.currency) return {};
  const exchange = {
    sourceCurrency: debtor.currency,
    targetCurrency: currency,
    unitCurrency: currency,
    exchangeRate: rateDecimals(currency, debtor.currency, rates),
    quotationDate: dateAt(bank.now),
  };
  return { currencyExchange: [exchange] };
}

/** The company for an agreement's account, else the person. */
async function holderOf(bank: BankTx, account: AccountRow): Promise<string> {
  const agreement =
    account.agreementId === undefined
      ? undefined
      : await bank.tx.get(agreements, account.agreementId);
  const holder = agreement ?? (await bank.tx.get(customers, account.customerId));
  return holder?.name ?? account.name;
}
