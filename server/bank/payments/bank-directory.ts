// Which bank an IBAN belongs to, from fixtures/bank-directory.json. With it, the bank can infer an absent
// creditorAgent (PAY-10).

interface DirectoryRow {
  readonly country: string;
  /** How the account number begins after the IBAN's check digits; empty for every account. */
  readonly bban: string;
  readonly bic: string;
}

export type BankDirectory = readonly DirectoryRow[];

/** Reads the document of fixtures/bank-directory.json. Throws an Error that names the row. */
export function parseBankDirectory(document: unknown): BankDirectory {
  const { banks } = document as { readonly banks?: readonly DirectoryRow[] };
  if (!Array.isArray(banks)) throw new Error('bank directory: no "banks"');
  for (const row of banks as readonly DirectoryRow[]) {
    const sound = /^[A-Z]{6}[A-Z0-9]{5}$/.test(row.bic) && row.bic.slice(4, 6) === row.country;
    if (!sound || typeof row.bban !== 'string') {
      throw new Error(`bank directory: ${JSON.stringify(row)} is no bank`);
    }
  }
  return banks;
}

/** The BIC (11 characters) of the bank of that account. @param iban without spaces */
export function findBic(iban: string, directory: BankDirectory): string | undefined {
  const country = iban.slice(0, 2);
  const bban = iban.slice(4);
  return directory.find((row) => row.country === country && bban.startsWith(row.bban))?.bic;
}
