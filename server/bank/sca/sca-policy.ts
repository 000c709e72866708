// How the bank's SCA links behave: the page, or an answer by themselves (SCA-08); and how often the bank
// asks for SCA (SES-07).

import type { PsuContext } from '../../protocol/psu-headers.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { settings } from '../banks/tables.ts';

export type ScaOutcome = 'approve' | 'cancel' | 'wrong-id' | 'expire' | 'error';

export interface ScaPolicy {
  readonly mode: 'page' | 'auto';
  /** Who approves by themselves under `auto`; a person fixed by the request goes first. */
  readonly nationalId?: string;
  readonly context?: PsuContext;
  readonly psuCorporateId?: string;
  readonly outcome?: ScaOutcome;
  /** `rules` unless told. */
  readonly demand?: 'rules' | 'always' | 'never';
}

export async function readScaPolicy(bank: BankTx): Promise<ScaPolicy> {
  const row = await bank.tx.get(settings, 'scaPolicy');
  return row === undefined ? { mode: 'page' } : (row.value as unknown as ScaPolicy);
}

export function writeScaPolicy(bank: BankTx, policy: ScaPolicy): void {
  bank.tx.put(settings, { id: 'scaPolicy', value: { ...policy } });
}
