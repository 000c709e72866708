// One signed request as it came off the wire.
import type { RawHeaders } from '../../protocol/headers.ts';

export interface Incoming {
  /** The bank's name, already checked. */
  readonly bank: string;
  readonly method: string;
  /** Path and query exactly as sent, bank prefix included: what a client signs. */
  readonly target: string;
  /** The path below the bank's base address, without query: `/v1/accounts`. */
  readonly path: string;
  /** The query as sent, without `?`; empty if none. */
  readonly query: string;
  readonly headers: RawHeaders;
  readonly body: Buffer;
  /** Absolute address of the bank, for links. */
  readonly baseUrl: string;
}
