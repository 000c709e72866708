// How the bank's SCA links behave: the page, or an answer by themselves (SCA-08); and how often the bank
// asks for SCA (SES-07).

import type { ScaPolicyBody } from '../../protocol/generated/schemas.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { settings } from '../banks/tables.ts';

/** Under `auto` the person with that nationalId approves, if the request does not fix another. */
export type ScaPolicy = ScaPolicyBody & Required<Pick<ScaPolicyBody, 'mode'>>;

export async function readScaPolicy(bank: BankTx): Promise<ScaPolicy> {
  const row = await bank.tx.get(settings, 'scaPolicy');
  return row === undefined ? { mode: 'page' } : (row.value as unknown as ScaPolicy);
}

export function writeScaPolicy(bank: BankTx, policy: ScaPolicy): void {
  bank.tx.put(settings, { id: 'scaPolicy', value: { ...policy } });
}
