// The basket that a call names, if this caller may see it, with its payments.

import { ApiError } from '../../protocol/errors.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Call } from '../banks/operation.ts';
import { type PaymentRow, payments } from '../payments/tables.ts';
import { checkPsuId, identifyPsu } from '../sca/psu.ts';
import { type BasketRow, baskets } from './tables.ts';

export interface FoundBasket {
  readonly basket: BasketRow;
  readonly inside: readonly PaymentRow[];
}

/**
 * Throws ScaNeeded, and ApiError 404 RESOURCE_UNKNOWN if there is no such basket, or it belongs to another TPP
 * or PSU.
 */
export async function needBasket(call: Call): Promise<FoundBasket> {
  const basket = await call.bank.tx.get(baskets, call.params['basketId'] ?? '');
  const mine = basket?.tppId === call.tpp.id;
  const psu = await identifyPsu(call);
  checkPsuId(psu, mine && basket.withoutPsuId);
  const owner = basket?.customerId ?? psu?.customerId;
  if (mine && (psu === undefined || owner === psu.customerId)) {
    return { basket, inside: await paymentsIn(call.bank, basket) };
  }
  const text = 'The PSU has no signing basket with that id.';
  throw new ApiError('BASK-02', 'RESOURCE_UNKNOWN', text);
}

/** Its payments in the order of the request; those of a deleted account are gone. */
export async function paymentsIn(bank: BankTx, basket: BasketRow): Promise<readonly PaymentRow[]> {
  const rows = await Promise.all(basket.paymentIds.map((id) => bank.tx.get(payments, id)));
  return rows.filter((row) => row !== undefined);
}
