// Persons whose national id alone decides what happens at the SCA (MAGIC-01). Who they are is the
// sandbox room's affair; the flow only asks.
import type { BankTx } from '../banks/bank-tx.ts';
import type { CustomerRow } from '../customers/tables.ts';

/** How a flow can end as soon as such a person is named. */
export type MagicEnding =
  | 'SCA_INVALID'
  | 'SCA_EXPIRED'
  | 'PSU_CREDENTIALS_INVALID'
  | 'PAYMENT_FAILED'
  | 'SYSTEM_ERROR';

export interface MagicPersons {
  /** The code of the failed redirect, for numbers that end a flow at once. */
  ending(nationalId: string): MagicEnding | undefined;
  /** The customer of that number, who begins to bank here now. `undefined`: the number is not magic. */
  admit(bank: BankTx, nationalId: string): Promise<CustomerRow | undefined>;
}
