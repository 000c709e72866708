// The names of accounts: Norwegian account numbers, their IBANs and organisation numbers, all with check
// digits, and the ids by which TPPs know accounts.
import { createHash } from 'node:crypto';
import { composeIBAN } from 'ibantools';
import { modulus11 } from '../../kernel/check-digits.ts';
import { derivedToken } from '../../kernel/ids.ts';
import { rememberParts } from '../../kernel/recent.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type AccountRow, accounts } from './tables.ts';

/** First four digits of the accounts that this bank makes up: no Norwegian bank has them. */
const BANK_NUMBER = '9999';

/** The IBAN of a valid Norwegian account number. */
export function norwegianIban(bban: string): string {
  const iban = composeIBAN({ countryCode: 'NO', bban });
  if (iban === null) throw new Error(`${bban} is not a Norwegian account number`);
  return iban;
}

/** The account number inside a Norwegian IBAN; `undefined` for any other country's. */
export function accountNumberOf(iban: string): string | undefined {
  return /^NO\d{13}$/.test(iban) ? iban.slice(4) : undefined;
}

/** A valid account number of this bank, the same for the same seed. */
export const accountNumberFor = (seed: string): string =>
  firstValid(seed, (digits) => BANK_NUMBER + digits.slice(0, 6));

/** A valid organisation number, the same for the same seed. */
export const organisationNumberFor = (seed: string): string =>
  firstValid(seed, (digits) => `9${digits.slice(0, 7)}`);

/** One head in eleven has no check digit: then the next try. */
function firstValid(seed: string, head: (digits: string) => string): string {
  for (let attempt = 0; ; attempt += 1) {
    const number = head(digitsOf(`${seed}#${attempt}`));
    const digit = modulus11(number);
    if (digit !== undefined) return `${number}${digit}`;
  }
}

/** Eight pseudo-random digits, the first not 0 (account numbers with 00 in the middle are special). */
function digitsOf(seed: string): string {
  const number = createHash('sha256').update(seed).digest().readUInt32BE(0);
  return String(10_000_000 + (number % 90_000_000));
}

/** @param iban without spaces */
export async function accountByIban({ tx }: BankTx, iban: string): Promise<AccountRow | undefined> {
  const [account] = await tx.listBy(accounts, 'byIban', iban);
  return account;
}

/** The first number of `next` that no account of the bank has yet. */
export async function freeAccountNumber(bank: BankTx, next: () => string): Promise<string> {
  for (;;) {
    const bban = next();
    if ((await accountByBban(bank, bban)) === undefined) return bban;
  }
}

export const accountByBban = (bank: BankTx, bban: string): Promise<AccountRow | undefined> =>
  accountByIban(bank, norwegianIban(bban));

/** `enc!!` + base64url of a hash over {@link BankTx.idScope}, TPP and internal id; safe raw and percent-encoded in a path. */
export const resourceIdOf = rememberParts(
  (idScope: string, tppId: string, accountId: string) =>
    `enc!!${derivedToken(['account', idScope, tppId, accountId], 32)}`,
);

export const BANK_NAME = 'Sandbank';
/** ISO 9362, 8 characters. */
export const BANK_BIC = 'SNDBNO22';
