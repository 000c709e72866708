// The bank's own name and code, the same for every tenant. Invented; no bank uses them.
export const BANK_NAME = 'Sandbank';
/** ISO 9362, 8 characters. */
export const BANK_BIC = 'SNDBNO22';
