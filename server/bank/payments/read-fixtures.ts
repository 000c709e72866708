// Reads the tables of the payments room from fixtures/, for the composition root.
import { readFileSync } from 'node:fs';
import { parseBankDirectory } from './bank-directory.ts';
import type { PaymentDeps } from './deps.ts';
import { parseRates } from './exchange.ts';
import { parseMagic } from './magic.ts';

type PaymentFixtures = Pick<PaymentDeps, 'rates' | 'bankDirectory' | 'magic'>;

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
