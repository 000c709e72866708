// TPP-05: in production a registry is asked on each request whether the TPP may still do business. Here
// its answer is a setting of the bank.

import { ApiError } from '../../protocol/errors.ts';
import type { TppIdentity } from '../../protocol/tpp.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { tppRow } from './tpp-rows.ts';

/** Throws ApiError 403 FORBIDDEN for a TPP whose registration was taken away. */
export async function checkRegistration(bank: BankTx, tpp: TppIdentity): Promise<void> {
  const { id, registered } = await tppRow(bank, tpp.id);
  if (registered) return;
  const text = `The TPP ${id} is not registered; PUT /_sandbox/tpps/{id} can change that.`;
  throw new ApiError('TPP-05', 'FORBIDDEN', text, {
    path: 'TPP-Signature-Certificate',
    expected: 'a registered TPP',
    got: id,
  });
}
