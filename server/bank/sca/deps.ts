// What the composition root hands to the SCA room.
import type { BankTx } from '../banks/bank-tx.ts';
import type { CustomerRow } from '../customers/tables.ts';
import type { OnScaEnded } from './endings.ts';
import type { IdentifiedFlow, Purpose, Purposes } from './purpose.ts';
import type { FlowRow } from './tables.ts';

export interface ScaDeps {
  readonly purposes: Purposes;
  /** Called after every successful SCA (CONS-07: it renews what the person has consented to). */
  readonly afterSca: (bank: BankTx, flow: IdentifiedFlow) => Promise<void>;
  /** What a person owns in PRIVATE context, for the first page's hints. */
  readonly holdings: (bank: BankTx, customerId: string) => Promise<Holdings>;
  readonly magic: MagicPersons;
  /** Called whenever a flow ends (CTRL-08). */
  readonly onScaEnded?: OnScaEnded;
}

/** What the end of a flow needs. */
export type EndDeps = Pick<ScaDeps, 'onScaEnded'>;

export interface Holdings {
  readonly accounts: number;
  readonly cards: number;
}

/** Persons whose national id alone decides what happens at the SCA (MAGIC-01). */
export interface MagicPersons {
  /** The code of the failed redirect, for numbers that end a flow at once. */
  ending(nationalId: string): MagicEnding | undefined;
  /** Makes the person of that number a customer and returns it. `undefined`: the number is not magic. */
  admit(bank: BankTx, nationalId: string): Promise<CustomerRow | undefined>;
}

/** How a flow can end as soon as such a person is named. */
export type MagicEnding =
  | 'SCA_INVALID'
  | 'SCA_EXPIRED'
  | 'PSU_CREDENTIALS_INVALID'
  | 'PAYMENT_FAILED'
  | 'SYSTEM_ERROR';

export function purposeOf(deps: ScaDeps, flow: FlowRow): Purpose {
  const purpose = deps.purposes[flow.purpose.kind];
  if (purpose === undefined) throw new Error(`No purpose for SCA flows of ${flow.purpose.kind}`);
  return purpose;
}
