// The payment that a call names, if this caller may see it (PAY-18, contract section 5).

import { ApiError } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Call } from '../banks/operation.ts';
import { askForSca } from '../sca/ask-for-sca.ts';
import { type IdentifiedPsu, identifyPsu } from '../sca/psu.ts';
import type { Product } from './products.ts';
import { type PaymentRow, payments } from './tables.ts';

export type FoundPayment = { readonly payment: PaymentRow } | { readonly reply: Reply };

/**
 * The PSU's payment under that product's path. `reply`: the 401 that starts an SCA. ApiError 404
 * RESOURCE_UNKNOWN. A payment made without PSU-ID is served by its id and TPP alone (HDR-04).
 */
export async function findPayment(call: Call, product: Product): Promise<FoundPayment> {
  const payment = await call.bank.tx.get(payments, call.params['paymentId'] ?? '');
  const mine = payment?.tppId === call.tpp.id && payment.product === product.key;
  const who = await identifyPsu(call);
  if ('reply' in who) return who;
  const { psu } = who;
  if (psu?.psuId === undefined && !(mine && payment.withoutPsuId)) {
    return { reply: await nobodyKnown(call, psu) };
  }
  if (!mine || (psu !== undefined && isOfAnother(payment, psu))) throw unknownPayment(product);
  return { payment };
}

/** In single SCA nobody is known until the approval. */
function isOfAnother(payment: PaymentRow, psu: IdentifiedPsu): boolean {
  return payment.customerId !== undefined && payment.customerId !== psu.customerId;
}

function unknownPayment(product: Product): ApiError {
  const text = `The PSU has no payment with that id among ${product.service}/${product.product}.`;
  return new ApiError('PAY-18', 'RESOURCE_UNKNOWN', text);
}

/** The 401 to a call that no PSU-ID says who it is about. */
export function nobodyKnown(call: Call, psu: IdentifiedPsu | undefined): Promise<Reply> {
  const shared = { code: 'CONSENT_INVALID', path: 'PSU-ID' } as const;
  if (psu === undefined) {
    const text = 'Neither PSU-ID nor X-PSU-IDENTITY was sent.';
    return askForSca(call, { ...shared, rule: 'CONS-01', text });
  }
  const text = 'This payment was made with a PSU-ID: X-PSU-IDENTITY alone does not give access.';
  const fixed = { customerId: psu.customerId };
  return askForSca(call, { ...shared, rule: 'CONS-04', text, fixed });
}
