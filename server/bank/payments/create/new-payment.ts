// A payment as the bank receives it, made from its request.

import { dateAt } from '../../../kernel/dates.ts';
import { defined } from '../../../kernel/defined.ts';
import { amountText, type Money } from '../../../kernel/money.ts';
import type { PsuContext } from '../../../protocol/psu-headers.ts';
import type { AccountRow } from '../../accounts/tables.ts';
import type { Call } from '../../banks/operation.ts';
import type { IdentifiedPsu } from '../../sca/psu.ts';
import { nextRun } from '../dates/schedule.ts';
import type { PaymentDeps } from '../deps.ts';
import { costOf } from '../money/cost.ts';
import { isPeriodic, type Product } from '../products.ts';
import {
  entriesOf,
  instructedMoney,
  type PaymentBody,
  type RequestBody,
  scheduleOf,
} from '../request-body.ts';
import type { PaymentRow } from '../tables.ts';
import { duplicateKeyOf } from './duplicates.ts';

/** Both are absent in single SCA (PAY-20). */
interface Payer {
  readonly psu: IdentifiedPsu | undefined;
  readonly debtor: AccountRow | undefined;
}

/** What of its call a payment takes up. */
interface ReceivedPayment extends Pick<Call<RequestBody>, 'bank' | 'body'> {
  readonly tpp: Pick<Call['tpp'], 'id'>;
  readonly headers: Pick<Call['headers'], 'psuContext'>;
}

/** The payment with status RCVD; its body has passed the checks. */
export function newPayment(
  { bank, body, headers, tpp }: ReceivedPayment,
  product: Product,
  { psu, debtor }: Payer,
  deps: PaymentDeps,
): PaymentRow {
  const money = totalOf(body);
  const first = isPeriodic(product) ? nextRun(scheduleOf(body as PaymentBody)) : undefined;
  const payment: PaymentRow = {
    id: bank.ids.uuid(),
    tppId: tpp.id,
    ...defined({
      customerId: psu?.customerId,
      context: debtor === undefined ? headers.psuContext : contextOf(debtor),
      agreementId: debtor?.agreementId,
      debtorAccountId: debtor?.id,
      nextNominal: first?.nominal,
    }),
    withoutPsuId: psu?.psuId === undefined,
    product: product.key,
    status: 'RCVD',
    ...money,
    request: withExactDigits(body),
    ...costOf(product, money, body.debtorAccount.currency, deps.rates),
    failedScas: 0,
    cancellationRequested: false,
    executions: [],
    createdAt: bank.now,
    statusChangedAt: bank.now,
  };
  if (isPeriodic(product)) return payment;
  return { ...payment, duplicateKey: duplicateKeyOf(payment, dateAt(bank.now)) };
}

/** What leaves the debtor; the entries of a bulk have one currency (PAY-11). */
function totalOf(body: RequestBody): Money {
  const [first, ...others] = entriesOf(body).map((entry) => instructedMoney(entry.body));
  if (first === undefined) throw new Error('a bulk of nothing');
  const { currency } = first;
  return { amount: others.reduce((sum, money) => sum + money.amount, first.amount), currency };
}

/** PAY-03: amounts are answered with exactly the currency's fraction digits. */
function withExactDigits(body: RequestBody): RequestBody {
  const exact = <E extends Pick<PaymentBody, 'instructedAmount'>>(entry: E): E => ({
    ...entry,
    instructedAmount: amountText(instructedMoney(entry)),
  });
  return 'payments' in body ? { ...body, payments: body.payments.map(exact) } : exact(body);
}

/** The context that the account belongs to. */
export function contextOf(account: AccountRow): PsuContext {
  return account.agreementId === undefined ? 'PRIVATE' : 'CORPORATE';
}
