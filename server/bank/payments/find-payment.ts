// The payment that a call names, if this caller may see it (PAY-18).

import { ApiError } from '../../protocol/errors.ts';
import type { Call } from '../banks/operation.ts';
import { checkPsuId, identifyPsu } from '../sca/psu.ts';
import type { Product } from './products.ts';
import { type PaymentRow, payments } from './tables.ts';

/** The PSU's payment under that product's path. Throws ScaNeeded, and ApiError 404 RESOURCE_UNKNOWN. */
export async function needPayment(call: Call, product: Product): Promise<PaymentRow> {
  const payment = await call.bank.tx.get(payments, call.params['paymentId'] ?? '');
  const mine = payment?.tppId === call.tpp.id && payment.product === product.key;
  const psu = await identifyPsu(call);
  checkPsuId(psu, mine && payment.withoutPsuId);
  // In single SCA the bank knows the person only after the approval.
  const owner = payment?.customerId ?? psu?.customerId;
  if (mine && (psu === undefined || owner === psu.customerId)) return payment;
  const text = `The PSU has no payment with that id among ${product.service}/${product.product}.`;
  throw new ApiError('PAY-18', 'RESOURCE_UNKNOWN', text);
}
