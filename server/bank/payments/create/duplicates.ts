// Logical duplicates (PAY-08): the same payment, or a bulk of the same id, again within 24 hours.

import { DAY } from '../../../kernel/clock.ts';
import type { PlainDate } from '../../../kernel/dates.ts';
import { derivedToken } from '../../../kernel/ids.ts';
import { ApiError } from '../../../protocol/errors.ts';
import type { TransactionStatus } from '../../../protocol/statuses.ts';
import type { BankTx } from '../../banks/bank-tx.ts';
import { remittanceOf } from '../../ledger/remittance.ts';
import { isBulk, productOf } from '../products.ts';
import { bodyOf, bulkOf, creditorIban, ibanOf, type PaymentBody } from '../request-body.ts';
import { type PaymentRow, payments } from '../tables.ts';

/** Equal for payments of the same TPP, PSU, accounts, amount, date and remittance; for bulks of one id. */
export function duplicateKeyOf(payment: PaymentRow, today: PlainDate): string {
  const { product, tppId, customerId = '' } = payment;
  if (isBulk(productOf(product))) {
    return derivedToken([product, tppId, customerId, bulkOf(payment).paymentInformationId]);
  }
  const body = bodyOf(payment);
  return derivedToken([
    product,
    tppId,
    customerId,
    ibanOf(body.debtorAccount),
    creditorIban(body, productOf(product)) ?? `${body.creditorAgent} ${bbanOf(body)}`,
    String(payment.amount),
    payment.currency,
    body.requestedExecutionDate ?? today,
    JSON.stringify(remittanceOf(body)),
  ]);
}

const bbanOf = ({ creditorAccount }: PaymentBody): string | undefined =>
  'bban' in creditorAccount ? creditorAccount.bban : undefined;

/** Cancelled and rejected; ACCP is what a payment ends in that was rejected for lack of funds. */
const NOT_DONE: ReadonlySet<TransactionStatus> = new Set(['CANC', 'RJCT', 'ACCP']);

/** Throws 409 CONFLICT when a payment with that key was made within 24 hours and still counts. */
export async function checkDuplicate(bank: BankTx, payment: PaymentRow): Promise<void> {
  if (payment.duplicateKey === undefined) return;
  const same = await bank.tx.listBy(payments, 'byDuplicateKey', payment.duplicateKey);
  const twin = same.find(
    ({ createdAt, status }) => createdAt > bank.now - DAY && !NOT_DONE.has(status),
  );
  if (twin === undefined) return;
  const alike = isBulk(productOf(twin.product))
    ? 'paymentInformationId'
    : 'PSU, accounts, amount, date and remittance';
  const text = `Payment ${twin.id} of the last 24 hours is the same: ${alike}. If you want to pay again, send allowLogicalDuplicate=true.`;
  throw new ApiError('PAY-08', 'CONFLICT', text, { path: 'allowLogicalDuplicate' });
}
