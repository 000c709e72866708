// Finds and changes what a bank knows about a TPP.

import { after, type Soon } from '../../kernel/soon.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { TppIdentity } from '../../protocol/tpp.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { prefixOfBank } from '../banks/banks.ts';
import { type TppRow, tpps } from './tables.ts';

/** Characters, without the PSD at the beginning. */
const LONGEST_NAME = 300;

/** One spelling for both: a TPP may be named with or without the PSD of its organizationIdentifier. */
export function tppIdOf(text: string): string {
  return /^[A-Z]{2}-[A-Z]{2,8}-/.test(text) ? `PSD${text}` : text;
}

function tppRow(bank: BankTx, name: string): Soon<TppRow> {
  const id = tppIdOf(name);
  return after(bank.tx.get(tpps, id), (row) => row ?? { id, registered: true });
}

export async function changeTpp(
  bank: BankTx,
  name: string,
  change: Partial<Omit<TppRow, 'id'>>,
): Promise<TppRow> {
  if (name === '' || name.length > LONGEST_NAME) {
    const text = `The id of a TPP has 1 to ${LONGEST_NAME} characters.`;
    throw new ApiError('WEB-05', 'FORMAT_ERROR', text, { path: 'organisationId' });
  }
  const changed = { ...(await tppRow(bank, name)), ...change };
  bank.tx.put(tpps, changed);
  return changed;
}

/**
 * TPP-05: in production a registry is asked on each request whether the TPP may still do business. Here its answer is
 * a setting of the bank. Throws ApiError 403 FORBIDDEN for a TPP whose registration was taken away.
 */
export const checkRegistration = (bank: BankTx, tpp: TppIdentity): Soon<void> =>
  after(tppRow(bank, tpp.id), (row) => checkRegistered(bank, row));

function checkRegistered(bank: BankTx, { id, registered }: TppRow): void {
  if (registered) return;
  const text = `The TPP ${id} is not registered; PUT ${prefixOfBank(bank.bank)}/_sandbox/tpps/{id} can change that.`;
  throw new ApiError('TPP-05', 'FORBIDDEN', text, {
    path: 'TPP-Signature-Certificate',
    expected: 'a registered TPP',
    got: id,
  });
}
