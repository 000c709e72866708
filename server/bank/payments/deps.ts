// What the composition root hands to the payments room.
import { readFileSync } from 'node:fs';
import type { Profile } from '../../protocol/profile.ts';
import type { BankDirectory } from './create/check-entries.ts';
import { type Magic, parseMagic } from './magic.ts';
import { parseRates, type Rates } from './money/cost.ts';

export interface PaymentDeps {
  /** Milliseconds of bank time between PDNG and the end of settlement. */
  readonly settlementDelay: number;
  readonly profile: Profile;
  /** From fixtures/exchange-rates.json. */
  readonly rates: Rates;
  /** From fixtures/bank-directory.json. */
  readonly bankDirectory: BankDirectory;
  /** From fixtures/magic.json. */
  readonly magic: Magic;
}

/**
 * What they hold is checked by tests, not at every start.
 * @param root the project's folder, with a trailing slash
 */
export function readPaymentFixtures(root: URL) {
  const read = <T>(name: string): T =>
    JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, root), 'utf8'));
  return {
    rates: parseRates(read('exchange-rates')),
    bankDirectory: read<{ readonly banks: BankDirectory }>('bank-directory').banks,
    magic: parseMagic(read('magic')),
  };
}
