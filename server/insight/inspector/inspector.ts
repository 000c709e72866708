// The inspector: the last exchanges of every bank, bounded in number and in bytes (CTRL-05).
import type { Exchange } from './exchange.ts';

/** What an exchange is known by. */
export interface ExchangeId {
  readonly number: number;
  readonly id: string;
}

/** Where exchanges go. */
export interface Recorder {
  /** The next exchange of that bank is about to be recorded: what it is known by. */
  begin(bank: string): ExchangeId;
  /**
   * It is over. Called before the last byte of the answer leaves, so whoever has the answer finds it; the
   * exchange itself is made when somebody looks, or when there is time.
   */
  record(make: () => Exchange): void;
}
