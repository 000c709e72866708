// A signing basket is made (BASK-01): payments that wait for approval, to be approved in one SCA.

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { SigningBasket } from '../../protocol/generated/schemas.ts';
import type { Reply } from '../../protocol/reply.ts';
import { checkCorporateUser } from '../accounts/access.ts';
import type { Call } from '../banks/operation.ts';
import { locationOf } from '../payments/links.ts';
import { productOf } from '../payments/products.ts';
import { type PaymentRow, payments } from '../payments/tables.ts';
import { checkNotHalfApproved } from '../sca/authorisations.ts';
import { checkPsuId, type IdentifiedPsu, identifyPsu } from '../sca/psu.ts';
import { scaRedirect, startFlow } from '../sca/start-flow.ts';
import { basketLinks, basketPath, statusOf } from './basket.ts';
import { type BasketRow, baskets } from './tables.ts';

/**
 * `POST /v1/signing-baskets`: 201 with basketId, status and the scaRedirect that approves all. ApiError:
 * 400 RESOURCE_UNKNOWN (no such payment of this PSU), 400 REFERENCE_MIX_INVALID (bulk, periodic, or of
 * another context), 409 CONFLICT (not waiting for approval, approved by the first of two people, or in another basket).
 */
export async function createBasket(call: Call<SigningBasket>): Promise<Reply> {
  const { bank, body, tpp } = call;
  const psu = await identifyPsu(call);
  await checkCorporateUser(call, psu);
  const inside: PaymentRow[] = [];
  for (const [at, id] of body.paymentIds.entries()) {
    const payment = await bank.tx.get(payments, id);
    // Payments made without PSU-ID can be grouped without one (HDR-04).
    checkPsuId(psu, payment?.withoutPsuId === true);
    inside.push(await checkPayment(call, payment, { at, psu, first: inside[0] }));
  }
  const [first] = inside;
  // Of some of a person's payments the bank may not know yet whose they are (PAY-20).
  const known = inside.find(({ customerId }) => customerId !== undefined);
  const basket: BasketRow = {
    id: bank.ids.uuid(),
    tppId: tpp.id,
    ...defined({
      customerId: known?.customerId,
      context: first?.context,
      agreementId: first?.agreementId,
    }),
    withoutPsuId: psu?.psuId === undefined,
    paymentIds: body.paymentIds,
    deleted: false,
    createdAt: bank.now,
  };
  bank.tx.put(baskets, basket);
  for (const payment of inside) bank.tx.put(payments, { ...payment, basketId: basket.id });
  const flow = await startFlow(call, { kind: 'basket', basketId: basket.id }, basket);
  return {
    status: 201,
    headers: { Location: locationOf(call, basketPath(basket)) },
    body: {
      basketId: basket.id,
      transactionStatus: statusOf(basket, inside),
      _links: { ...basketLinks(basket, inside), scaRedirect: scaRedirect(call, flow) },
    },
  };
}

interface BasketPosition {
  readonly at: number;
  readonly psu: IdentifiedPsu | undefined;
  /** What the basket begins with: all of it is approved in that one's context. */
  readonly first: PaymentRow | undefined;
}

async function checkPayment(
  call: Call,
  payment: PaymentRow | undefined,
  { at, psu, first }: BasketPosition,
) {
  const path = `/paymentIds/${at}`;
  const owner = payment?.customerId ?? psu?.customerId;
  if (payment?.tppId !== call.tpp.id || owner !== psu?.customerId) {
    const text = 'The PSU has no payment with that id.';
    throw new ApiError('BASK-01', 'RESOURCE_UNKNOWN', text, { path, status: 400 });
  }
  const { service } = productOf(payment.product);
  if (service !== 'payments') {
    const text = `A signing basket can contain only single payments, not ${service}.`;
    throw new ApiError('BASK-01', 'REFERENCE_MIX_INVALID', text, { path });
  }
  if (payment.status !== 'RCVD') {
    const text = `The payment no longer waits for approval; its status is ${payment.status}.`;
    throw new ApiError('BASK-01', 'CONFLICT', text, { path });
  }
  const purpose = { kind: 'payment', paymentId: payment.id } as const;
  await checkNotHalfApproved(call.bank, purpose, 'BASK-01', { path });
  if (payment.basketId !== undefined) {
    const text = `The payment is already in the signing basket ${payment.basketId}.`;
    throw new ApiError('BASK-01', 'CONFLICT', text, { path });
  }
  const alike =
    first === undefined ||
    (payment.context === first.context && payment.agreementId === first.agreementId);
  if (alike) return payment;
  const text =
    'One SCA approves in one context: the payments of a basket must be all private, or all of one company.';
  throw new ApiError('BASK-01', 'REFERENCE_MIX_INVALID', text, { path });
}
