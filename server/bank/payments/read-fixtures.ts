// Reads the tables of the payments room from fixtures/, for the composition root.
import { readFileSync } from 'node:fs';
import { type BankDirectory, parseBankDirectory } from './bank-directory.ts';
import { parseRates, type Rates } from './exchange.ts';
import { type Magic, parseMagic } from './magic.ts';

export interface PaymentFixtures {
  readonly rates: Rates;
  readonly bankDirectory: BankDirectory;
  readonly magic: Magic;
}

/** @param root the project's folder, with a trailing slash */
export function readPaymentFixtures(root: URL): PaymentFixtures {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, root), 'utf8'));
  return {
    rates: parseRates(read('exchange-rates')),
    bankDirectory: parseBankDirectory(read('bank-directory')),
    magic: parseMagic(read('magic')),
  };
}
