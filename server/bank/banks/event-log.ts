// The log of what each bank did by itself (CTRL-06).
import type { LogKind, NumberedLog, Sum } from '../../storage/bank-log.ts';
import { MOST_REPORTED } from '../../storage/store.ts';
import type { BankEvent } from './bank-tx.ts';

export interface LoggedEvent extends BankEvent {
  /** Grows from event to event. */
  readonly number: number;
}

export type EventLog = NumberedLog<LoggedEvent>;

export const EVENT_LOG: LogKind<LoggedEvent, Sum<LoggedEvent>> = {
  name: 'events',
  // WEB-05: each event has the size 1.
  limits: { entries: MOST_REPORTED, bankSize: MOST_REPORTED, size: 100_000, banks: 10_000 },
  sizeOf: () => 1,
  nameOf: () => undefined,
  toJson: (event) => event,
  fromJson: (json) => json,
};
