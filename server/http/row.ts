// What the bank serves: one row for every address. The door finds the row, checks who calls, and calls `handle`.
import type { Soon } from '../kernel/soon.ts';
import type { Reply } from '../protocol/reply.ts';
import type { Call } from './call.ts';
import type { Outgoing } from './send.ts';

/**
 * Who may call an address:
 * - `signed`: TPPs; the table of checks decides (server/checks/checks.ts)
 * - `control`: who knows the control token, if there is one, on a host and from an origin of the bank's own (WEB-03)
 * - `sign-in`: the same without the token
 * - `open`: anyone
 */
export type Access = 'signed' | 'control' | 'sign-in' | 'open';

export interface AddressRow {
  /** A row for GET answers HEAD too, except in the signed API. */
  readonly method: string;
  /** Below the bank. `{name}` stands for one segment, `*` at the end for any others. */
  readonly path: string;
  /** The address is the process's own: there is none below `/banks/{bank}`. */
  readonly once?: true;
  readonly access: Access;
  /** The bytes that a body may have, by default as everywhere (HDR-06). A GET reads none. */
  readonly reads?: number;
  /** Faults can fire on it (FAULT-01). The signed API counts them in its transaction. */
  readonly faults?: true;
  /** Answers, or throws ApiError. */
  readonly handle: (call: Call) => Soon<Reply>;
}

/** Rows whose answers leave in the same way, and everything below their root that no row serves. */
export interface Area {
  /** `/v1`; empty for what is below no other root. */
  readonly root: string;
  readonly rows: readonly AddressRow[];
  /** Who gets 404 for a path below the root that no row serves; others are refused before. */
  readonly access: Access;
  /** A better refusal than the thrown one (SIG-15). */
  readonly explain?: (call: Call, thrown: unknown) => Promise<unknown>;
  /** The answer as it leaves, if not as it is: a page if a browser asks, recorded, sealed. `thrown` is what it refuses with. */
  readonly present?: (call: Call, reply: Reply, thrown?: unknown) => Soon<Outgoing | undefined>;
}
