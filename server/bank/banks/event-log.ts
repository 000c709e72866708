// The log of what each bank did by itself (CTRL-06).
import type { BankLog, LogKind, Sum } from '../../storage/bank-log.ts';
import type { BankEvent } from './bank-tx.ts';

export interface LoggedEvent extends BankEvent {
  /** Grows from event to event. */
  readonly number: number;
}

export type EventLog = BankLog<LoggedEvent, Sum<LoggedEvent>>;

export const EVENT_LOG: LogKind<LoggedEvent, Sum<LoggedEvent>> = {
  name: 'events',
  // WEB-05: each event has the size 1.
  limits: { entries: 1000, bankSize: 1000, size: 100_000, banks: 10_000 },
  sizeOf: () => 1,
  nameOf: () => undefined,
  toJson: (event) => event,
  fromJson: (json) => json,
};
