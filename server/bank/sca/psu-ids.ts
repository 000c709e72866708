// The ids that TPPs know people and companies by (SCA-06). They are derived, so they never change.

import { derivedUuid } from '../../kernel/ids.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type CustomerRow, psus } from '../customers/tables.ts';

/** One UUID per (bank, TPP, person). */
export function psuIdOf(bank: string, tppId: string, nationalId: string): string {
  return derivedUuid('psu-id', bank, tppId, nationalId);
}

/** One UUID per (bank, TPP, agreement). */
export function psuCorporateIdOf(bank: string, tppId: string, agreementId: string): string {
  return derivedUuid('psu-corporate-id', bank, tppId, agreementId);
}

/** Issues the PSU-ID: from now on it is known to the bank. */
export function issuePsuId(bank: BankTx, tppId: string, customer: CustomerRow): string {
  const id = psuIdOf(bank.bank, tppId, customer.number);
  bank.tx.put(psus, { id, tppId, customerId: customer.id });
  return id;
}
