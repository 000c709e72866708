// The ids that TPPs know people and companies by (SCA-06). They are derived, so they never change.

import { derivedUuid } from '../../kernel/ids.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type CustomerRow, psus } from '../customers/tables.ts';

/** One UUID per ({@link BankTx.idScope}, TPP, person). */
export function psuIdOf(idScope: string, tppId: string, nationalId: string): string {
  return derivedUuid('psu-id', idScope, tppId, nationalId);
}

/** One UUID per ({@link BankTx.idScope}, TPP, agreement). */
export function psuCorporateIdOf(idScope: string, tppId: string, agreementId: string): string {
  return derivedUuid('psu-corporate-id', idScope, tppId, agreementId);
}

/** Issues the PSU-ID: from now on it is known to the bank. */
export function issuePsuId(bank: BankTx, tppId: string, customer: CustomerRow): string {
  const id = psuIdOf(bank.idScope, tppId, customer.number);
  bank.tx.put(psus, { id, tppId, customerId: customer.id });
  return id;
}
