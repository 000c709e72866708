// What the composition root hands to the payments room.
import { readFileSync } from 'node:fs';
import type { Profile } from '../../protocol/profile.ts';
import { type BankDirectory, parseBankDirectory } from './bank-directory.ts';
import { parseRates, type Rates } from './cost.ts';
import { type Magic, parseMagic } from './magic.ts';

export interface PaymentDeps {
  /** Milliseconds of bank time between PDNG and the end of settlement. */
  readonly settlementDelay: number;
  readonly profile: Profile;
  /** From fixtures/exchange-rates.json, see `parseRates`. */
  readonly rates: Rates;
  /** From fixtures/bank-directory.json, see `parseBankDirectory`. */
  readonly bankDirectory: BankDirectory;
  /** From fixtures/magic.json, see `parseMagic`. */
  readonly magic: Magic;
}

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
