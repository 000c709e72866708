// Finds and changes what a bank knows about a TPP.
import { ApiError } from '../../protocol/errors.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type TppRow, tpps } from './tables.ts';

/** Characters, without the PSD at the beginning. */
const LONGEST_NAME = 300;

/** One spelling for both: a TPP may be named with or without the PSD of its organizationIdentifier. */
export function tppIdOf(text: string): string {
  return /^[A-Z]{2}-[A-Z]{2,8}-/.test(text) ? `PSD${text}` : text;
}

export async function tppRow(bank: BankTx, name: string): Promise<TppRow> {
  const id = tppIdOf(name);
  return (await bank.tx.get(tpps, id)) ?? { id, registered: true };
}

export async function changeTpp(
  bank: BankTx,
  name: string,
  change: Partial<Omit<TppRow, 'id'>>,
): Promise<TppRow> {
  if (name.length > LONGEST_NAME) {
    const text = `The id of a TPP has at most ${LONGEST_NAME} characters.`;
    throw new ApiError('WEB-05', 'FORMAT_ERROR', text, { path: 'organisationId' });
  }
  const changed = { ...(await tppRow(bank, name)), ...change };
  bank.tx.put(tpps, changed);
  return changed;
}
