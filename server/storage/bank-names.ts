// Which names a bank may have. They become file names, so nothing else ever reaches a store's folder.

const NAME = /^(?:[a-z0-9][a-z0-9-]{0,62}(?:@(?:[a-z0-9][a-z0-9-]{0,62}|_log))?|_sandbank)$/;

/**
 * BANK-01's names; `acme@golden`, where the bank `acme` keeps its snapshot `golden`; `acme@_log`, where processes that
 * share a bank keep what they have seen of it; and `_sandbank`, for what belongs to no bank.
 */
export function isStoredBankName(name: string): boolean {
  return NAME.test(name);
}

/** @throws TypeError */
export function checkBankName(name: string): void {
  if (!isStoredBankName(name)) throw new TypeError(`${JSON.stringify(name)} is not a bank's name.`);
}

/** What belongs to no bank. No tenant can have this name. */
export const HOUSE = '_sandbank';

/** What `bank` keeps apart from its rows under that name: it stays when the bank restarts, and goes with it. */
export const partOf = (bank: string, name: string): string => `${bank}@${name}`;

/** Where processes that share a bank keep what they have seen of it. No restart of the bank touches it. */
export const logOf = (bank: string): string => partOf(bank, '_log');

export const belongsTo = (part: string, bank: string): boolean => part.startsWith(`${bank}@`);
