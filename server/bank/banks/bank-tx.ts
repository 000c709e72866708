// What a handler is given to work with: one transaction, one moment of the bank's clock, fresh ids.
import type { Ids } from '../../kernel/ids.ts';
import type { Tx } from '../../storage/store.ts';

export interface BankTx {
  /** The bank's name: `default`, or the path segment after `/banks/`. */
  readonly bank: string;
  /**
   * What the ids of people and accounts derive from: the bank's name, that of the bank whose snapshot it is, or the
   * text of a repeatable bank.
   */
  readonly idScope: string;
  readonly tx: Tx;
  /** The bank's clock in ms, fixed for the whole transaction. */
  readonly now: number;
  readonly ids: Ids;
  /** Reports what the bank has done by itself, for those who wait for it (CTRL-06). */
  readonly happened?: (event: BankEvent) => void;
}

/** What the bank does by itself; docs/sandbox/clock.md says what each has besides. */
export const BANK_EVENT_TYPES = [
  'consentExpired',
  'paymentDue',
  'paymentSettled',
  'scaLinkExpired',
  'secondApproved',
  'sessionEnded',
] as const;

/** A thing the bank did by itself, as `clock/advance` reports it. */
export interface BankEvent {
  readonly at: number;
  readonly type: (typeof BANK_EVENT_TYPES)[number];
  readonly paymentId?: string;
  readonly [detail: string]: string | number | undefined;
}

/** Does one piece of due work; `bank.now` is the moment it was due. Returns what happened. */
export type DueHandler = (bank: BankTx, subject: string) => Promise<readonly BankEvent[]>;
