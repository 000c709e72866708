// One request to the signed API with its answer, as the inspector stores it (CTRL-05). Raw: whatever
// leaves the inspector goes through a view, which masks and shortens (WEB-06).

import type { CheckName } from '../../checks/checks.ts';
import type { ErrorDetails } from '../../protocol/errors.ts';
import type { Finding, TppIdentity } from '../../protocol/tpp.ts';
import type { Explanation } from '../explain/explanation.ts';

/** Longer bodies are stored in part: the inspector's memory is bounded (CTRL-05). */
export const LONGEST_BODY = 64 * 1024;

/** The first bytes of a body, `LONGEST_BODY` at most; `length` is that of the whole body. */
export interface StoredBody {
  readonly bytes: Buffer;
  readonly length: number;
}

/** The check that refused. */
export interface Refusal {
  readonly rule: string;
  readonly code: string;
  readonly status: number;
  readonly text: string;
  readonly details: ErrorDetails;
}

export interface SeenRequest {
  /** 1, 2, 3 … in the order in which answers were sent, per bank and process. */
  readonly number: number;
  /** The bank's own id, for requests whose X-Request-ID is absent or was used twice: `x17`. */
  readonly id: string;
  /** X-Request-ID as sent, if it is 1 to 100 visible ASCII characters. */
  readonly requestId?: string | undefined;
  /** Wall clock, milliseconds: when the headers had arrived. */
  readonly at: number;
  readonly bank: string;
  readonly method: string;
  /** Path and query as sent, the bank's prefix included. */
  readonly target: string;
  /** Path without query and without the bank's prefix. */
  readonly path: string;
  /** Operation id of the row that path and method led to. */
  readonly operation?: string | undefined;
  /** name, value, name, value … as they arrived; values are bytes as latin1 text. */
  readonly rawHeaders: readonly string[];
  readonly body: StoredBody;
  /** Set once the signature has been verified. */
  readonly tpp?: TppIdentity | undefined;
  /** Checks in the order in which they began; if one refused, it is the last. */
  readonly entered: readonly CheckName[];
  /** Rules that a success has exercised (CTRL-08). */
  readonly exercised: readonly string[];
  readonly refusal?: Refusal | undefined;
  readonly findings: readonly Finding[];
  readonly explanation?: Explanation | undefined;
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** Before content encoding. */
    readonly body: StoredBody;
    /** The rule that made a 401 of a handler a refusal. */
    readonly rule?: string | undefined;
  };
  /** Codes of the errors among the answer's tppMessages, in order, each once. */
  readonly codes: readonly string[];
  /** Codes of the warnings among them. */
  readonly warnings: readonly string[];
  /** Each transactionStatus in the answer, once. */
  readonly transactionStatuses: readonly string[];
  /** The client had gone before the bank answered: `answer` has only the status that it would have got. */
  readonly brokenOff: boolean;
  /** Id of the SCA flow whose link the answer holds. */
  readonly scaFlow?: string | undefined;
  /** Milliseconds, fractions included: all of it, and explaining alone. */
  readonly took: { readonly total: number; readonly explaining?: number | undefined };
}

/** The rule that refused; a 401 that begins an SCA is a refusal as well. */
export function refusedBy({ refusal, answer }: SeenRequest): string | undefined {
  return refusal?.rule ?? (answer.status < 400 ? undefined : answer.rule);
}
