// A payment as it is received, drawn up from its request. Pure.

import { dateAt } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { amountText, type Money } from '../../kernel/money.ts';
import type { PsuContext } from '../../protocol/psu-headers.ts';
import type { AccountRow } from '../accounts/tables.ts';
import { entriesOf, instructedMoney, scheduleOf } from './body.ts';
import type { PaymentDeps } from './deps.ts';
import { duplicateKeyOf } from './duplicates.ts';
import { costOf } from './fees.ts';
import { isPeriodic, type Product } from './products.ts';
import type { PaymentBody, RequestBody } from './request-body.ts';
import { nextRun } from './schedule.ts';
import type { PaymentRow } from './tables.ts';

/** What is known about a payment before it exists. */
export interface NewPayment {
  readonly id: string;
  readonly tppId: string;
  readonly product: Product;
  readonly body: RequestBody;
  /** Bank time, ms. */
  readonly now: number;
  /** Absent in single SCA (PAY-20). */
  readonly customerId?: string;
  readonly withoutPsuId: boolean;
  /** In single SCA what PSU-Context says; else the debtor account's. */
  readonly context?: PsuContext;
  readonly debtorAccount?: AccountRow;
}

/** The payment as it is received, status RCVD; the body has passed its checks. */
export function initiate(fresh: NewPayment, deps: PaymentDeps): PaymentRow {
  const { product, body, now, debtorAccount } = fresh;
  const money = totalOf(body);
  const { agreementId } = debtorAccount ?? {};
  const context = debtorAccount === undefined ? fresh.context : contextOf(debtorAccount);
  const cost = costOf(product, money, body.debtorAccount.currency, deps.rates);
  const first = isPeriodic(product)
    ? nextRun(scheduleOf(body as PaymentBody), undefined, deps.isClosedDay)
    : undefined;
  const payment: PaymentRow = {
    id: fresh.id,
    tppId: fresh.tppId,
    ...defined({ customerId: fresh.customerId, context, agreementId }),
    withoutPsuId: fresh.withoutPsuId,
    product: product.key,
    status: 'RCVD',
    amount: money.amount,
    currency: money.currency,
    request: withExactDigits(body),
    ...defined({ debtorAccountId: debtorAccount?.id }),
    ...cost,
    failedScas: 0,
    cancellationRequested: false,
    executions: [],
    ...defined({ nextNominal: first?.nominal }),
    createdAt: now,
    statusChangedAt: now,
  };
  if (isPeriodic(product)) return payment;
  return { ...payment, duplicateKey: duplicateKeyOf(payment, dateAt(now)) };
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

/** The context in which that account is kept. */
export function contextOf(account: AccountRow): PsuContext {
  return account.agreementId === undefined ? 'PRIVATE' : 'CORPORATE';
}
