// One request to the signed interface and its answer, as the inspector keeps it (CTRL-05). Raw: what
// leaves the inspector goes through its view, which masks and shortens (WEB-06).

import type { CheckName } from '../../checks/checks.ts';
import type { ErrorDetails } from '../../protocol/errors.ts';
import type { Finding, TppIdentity } from '../../protocol/tpp.ts';
import type { Explanation } from '../explain/explanation.ts';

/** Longer bodies are kept in part: the inspector's bytes are bounded (CTRL-05). */
export const MOST_KEPT = 64 * 1024;

/** Bytes of a body that are kept, `MOST_KEPT` at most; `length` is what there was. */
export interface KeptBody {
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

export interface Exchange {
  /** 1, 2, 3 … in the order in which answers were sent, per bank and process. */
  readonly number: number;
  /** The exchange's own id, where X-Request-ID is absent or was used twice: `x17`. */
  readonly id: string;
  /** X-Request-ID as sent, where it is 1 to 100 visible ASCII characters. */
  readonly requestId?: string;
  /** Wall clock, milliseconds: when the headers had arrived. */
  readonly at: number;
  readonly bank: string;
  readonly method: string;
  /** Path and query as sent, the bank's prefix included. */
  readonly target: string;
  /** Path without query and without the bank's prefix. */
  readonly path: string;
  /** Operation id of the row that path and method led to. */
  readonly operation?: string;
  /** name, value, name, value … as they arrived; values are bytes as latin1 text. */
  readonly rawHeaders: readonly string[];
  readonly body: KeptBody;
  /** Set once the signature has been verified. */
  readonly tpp?: TppIdentity;
  /** Checks in the order in which they were begun; where one refused, it is the last. */
  readonly entered: readonly CheckName[];
  readonly refusal?: Refusal;
  readonly findings: readonly Finding[];
  readonly explanation?: Explanation;
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** Before content encoding. */
    readonly body: KeptBody;
    /** The rule that made a 401 of a handler's answer a refusal. */
    readonly rule?: string;
  };
  /** Codes of the errors among the answer's tppMessages, in order, each once. */
  readonly codes: readonly string[];
  /** Codes of the warnings among them; absent where there are none. */
  readonly warnings?: readonly string[];
  /** The client had gone before it could be answered: `answer` has the status alone that it would have got. */
  readonly brokenOff?: true;
  /** Id of the SCA flow whose link the answer holds. */
  readonly scaFlow?: string;
  /** Milliseconds, fractions included: all of it, and explaining alone. */
  readonly took: { readonly total: number; readonly explaining?: number };
}

/** The rule that refused; a 401 that begins an SCA is a refusal as well. */
export function refusedBy({ refusal, answer }: Exchange): string | undefined {
  return refusal?.rule ?? (answer.status < 400 ? undefined : answer.rule);
}
