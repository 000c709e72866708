// What the composition root hands to the payments room.
import type { Profile } from '../../protocol/profile.ts';
import type { BankDirectory } from './bank-directory.ts';
import type { Rates } from './exchange.ts';
import type { Magic } from './magic.ts';
import type { IsClosedDay } from './schedule.ts';

export interface PaymentDeps {
  /** Milliseconds of bank time between PDNG and the end of settlement. */
  readonly settlementDelay: number;
  readonly profile: Profile;
  /** PAY-13; `closed-days.ts` has the Norwegian calendar. */
  readonly isClosedDay: IsClosedDay;
  /** From fixtures/exchange-rates.json, see `parseRates`. */
  readonly rates: Rates;
  /** From fixtures/bank-directory.json, see `parseBankDirectory`. */
  readonly bankDirectory: BankDirectory;
  /** From fixtures/magic.json, see `parseMagic`. */
  readonly magic: Magic;
}
