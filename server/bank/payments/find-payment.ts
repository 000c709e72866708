// The payment that a call names, if this caller may see it (PAY-18, contract section 5).

import { ApiError } from '../../protocol/errors.ts';
import type { Call } from '../banks/operation.ts';
import { type IdentifiedPsu, identifyPsu, psuIdNeeded } from '../sca/psu.ts';
import type { Product } from './products.ts';
import { type PaymentRow, payments } from './tables.ts';

/**
 * The PSU's payment under that product's path. Throws ScaNeeded, and ApiError 404 RESOURCE_UNKNOWN. A payment
 * made without PSU-ID is served by its id and TPP alone (HDR-04).
 */
export async function needPayment(call: Call, product: Product): Promise<PaymentRow> {
  const payment = await call.bank.tx.get(payments, call.params['paymentId'] ?? '');
  const mine = payment?.tppId === call.tpp.id && payment.product === product.key;
  const psu = await identifyPsu(call);
  if (psu?.psuId === undefined && !(mine && payment.withoutPsuId)) {
    throw psuIdNeeded(psu, NOT_BY_IDENTITY);
  }
  if (!mine || (psu !== undefined && isOfAnother(payment, psu))) throw unknownPayment(product);
  return payment;
}

/** CONS-04, of payments and of baskets of them. */
export const NOT_BY_IDENTITY =
  'This payment was created with a PSU-ID: X-PSU-IDENTITY alone gives no access.';

/** In single SCA nobody is known until the approval. */
function isOfAnother(payment: PaymentRow, psu: IdentifiedPsu): boolean {
  return payment.customerId !== undefined && payment.customerId !== psu.customerId;
}

function unknownPayment(product: Product): ApiError {
  const text = `The PSU has no payment with that id among ${product.service}/${product.product}.`;
  return new ApiError('PAY-18', 'RESOURCE_UNKNOWN', text);
}
