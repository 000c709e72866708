// What a payment's transactions say about it on a statement (ACC-04), on either side.

import type { PlainDate } from '../../../kernel/dates.ts';
import { defined } from '../../../kernel/defined.ts';
import type { JsonObject } from '../../../protocol/json.ts';
import { type Remittance, remittanceMembers, remittanceOf } from '../../ledger/remittance.ts';
import { type Rates, rateDecimals } from './cost.ts';
import type { Transfer } from './transfer.ts';

interface Quotation {
  readonly rates: Rates;
  readonly date: PlainDate;
}

/** ACC-04: the transaction as a statement shows it, on either side. */
export function detailsOf(transfer: Transfer, quotation: Quotation): JsonObject {
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
    ...exchangeOf(transfer, quotation),
    proprietaryBankTransactionCode:
      creditor?.customerId === debtor.customerId ? 'EGEN OVERFØRING' : code,
  };
}

/** PAY-05: given both, the structured remittance wins. */
function carried(remittance: Remittance): Remittance {
  const { structured = [] } = remittance;
  return structured.length === 0 ? remittance : { structured };
}

export function feeDetails(): JsonObject {
  return {
    ...remittanceMembers({ unstructured: ['Gebyr og valutaveksling'] }),
    proprietaryBankTransactionCode: 'GEBYR',
  };
}

/** For one line instead of many debits. @param details of one of them */
export function batchDetails(details: JsonObject, paymentInformationId: string): JsonObject {
  const { debtorName, debtorAccount } = details;
  return {
    ...defined({ debtorName, debtorAccount }),
    ...remittanceMembers({ unstructured: [paymentInformationId] }),
    proprietaryBankTransactionCode: 'SAMLEBETALING',
  };
}

function exchangeOf({ currency, debtor }: Transfer, { rates, date }: Quotation): JsonObject {
  if (currency === debtor.currency) return {};
  const exchange = {
    sourceCurrency: debtor.currency,
    targetCurrency: currency,
    unitCurrency: currency,
    exchangeRate: rateDecimals(currency, debtor.currency, rates),
    quotationDate: date,
  };
  return { currencyExchange: [exchange] };
}
