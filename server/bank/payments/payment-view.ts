// A payment as the PSU sees it at the SCA page (dynamic linking, SES-06).

import { dateAt } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { formatAmount, type Money, moneyText } from '../../kernel/money.ts';
import type { AccountReference } from '../../protocol/generated/schemas.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { sumsOf } from '../ledger/balance.ts';
import { remittanceOf } from '../ledger/remittance.ts';
import type { PaymentApproval, PaymentView } from '../sca/page-model.ts';
import { executionDateOf } from './dates/schedule-payment.ts';
import { type Rates, rateDecimals } from './money/cost.ts';
import { isPeriodic, productOf } from './products.ts';
import { bodyOf, entriesOf, ibanOf, instructedMoney, type PaymentBody } from './request-body.ts';
import type { PaymentRow } from './tables.ts';

/** Everything that these payments are, the entries of bulks one by one; of several the totals too. */
export function approvalOf(
  bank: BankTx,
  payments: readonly PaymentRow[],
  rates: Rates,
): PaymentApproval {
  const views = payments.flatMap((payment) =>
    entriesOf(payment.request).map(({ body }) => ({
      ...viewOf(bank, payment, body),
      ...exchangeOf(body, rates),
    })),
  );
  const totals = sumTexts(payments);
  const leaving = sumTexts(
    payments.map((payment) => ({
      amount: payment.debit + payment.fee,
      currency: bodyOf(payment).debtorAccount.currency,
    })),
  );
  return {
    kind: 'payment',
    payments: views,
    ...defined({
      totals: views.length === 1 ? undefined : totals,
      debits: leaving.join() === totals.join() ? undefined : leaving,
    }),
  };
}

/** What a unit of the payment's currency costs, if the debtor's account has another. */
function exchangeOf(body: PaymentBody, rates: Rates): Pick<PaymentView, 'exchangeRate'> {
  const { currency } = instructedMoney(body);
  const account = body.debtorAccount.currency;
  if (currency === account) return {};
  return { exchangeRate: `${rateDecimals(currency, account, rates)} ${account}` };
}

const sumTexts = (amounts: readonly Money[]): readonly string[] =>
  [...sumsOf(amounts)].map(([currency, sum]) => moneyText(sum, currency));

function viewOf(bank: BankTx, payment: PaymentRow, body: PaymentBody): PaymentView {
  const { unstructured = [], structured = [] } = remittanceOf(body);
  const message = structured[0]?.reference ?? unstructured[0];
  const debtorCurrency = body.debtorAccount.currency;
  const { amount, currency } = instructedMoney(body);
  return {
    amount: formatAmount(amount, currency),
    currency,
    creditorName: body.creditorName,
    creditorAccount: numberOf(body.creditorAccount),
    debtorAccount: numberOf(body.debtorAccount),
    ...defined({ message }),
    ...datesOf(bank, payment),
    ...(payment.fee === 0n ? {} : { fee: moneyText(payment.fee, debtorCurrency) }),
  };
}

function datesOf(bank: BankTx, payment: PaymentRow): Partial<PaymentView> {
  if (!isPeriodic(productOf(payment.product))) {
    return { executionDate: payment.executionDate ?? executionDateOf(payment, dateAt(bank.now)) };
  }
  const { frequency, startDate, endDate } = bodyOf(payment);
  return defined({ frequency, startDate, endDate });
}

/** The number that was given, an IBAN without its spaces: the page formats it. */
function numberOf(reference: AccountReference): string {
  const { iban, bban } = reference;
  return (iban === undefined && bban) || ibanOf(reference);
}
