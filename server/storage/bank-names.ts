// Which names a bank may have. They become file names, so nothing else ever reaches a store's folder.

const NAME = /^(?:[a-z0-9][a-z0-9-]{0,62}|_sandbank)$/;

/** BANK-01's names, and `_sandbank`, where the process keeps what belongs to no bank. */
export function isStoredBankName(name: string): boolean {
  return NAME.test(name);
}

/** @throws TypeError */
export function checkBankName(name: string): void {
  if (!isStoredBankName(name)) throw new TypeError(`${JSON.stringify(name)} is not a bank's name.`);
}
