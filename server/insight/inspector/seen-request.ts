// One request to the signed API with its answer, as the inspector stores it (CTRL-05). Unmasked: only
// views, which mask and shorten, may leave the inspector (WEB-06).

import type { PersonName } from '../../bank/banks/operation.ts';
import type { CheckName } from '../../checks/checks.ts';
import type { ErrorDetails } from '../../protocol/errors.ts';
import type { Finding, TppIdentity } from '../../protocol/tpp.ts';
import type { Explanation } from '../explain/explanation.ts';

/** Longer bodies are stored in part, because the inspector's memory is limited (CTRL-05). */
export const LONGEST_BODY = 64 * 1024;

/** The first bytes of a body, at most `LONGEST_BODY`; `length` is that of the whole body. */
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
  /** The bank's own id, for requests whose X-Request-ID is absent or not unique: `x17`. */
  readonly id: string;
  /** X-Request-ID as sent, if it is 1 to 100 visible ASCII characters. */
  readonly requestId?: string | undefined;
  /** Wall clock in milliseconds, when the headers had arrived. */
  readonly at: number;
  /** Bank time in milliseconds; absent if the request was refused before the bank was opened. */
  readonly bankTime?: number | undefined;
  readonly bank: string;
  readonly method: string;
  /** Path and query as sent, with the bank's prefix. */
  readonly target: string;
  /** It came by TLS. */
  readonly secure?: boolean;
  /** Path without query and without the bank's prefix. */
  readonly path: string;
  /** Operation id of the row that path and method led to. */
  readonly operation?: string | undefined;
  /** name, value, name, value … as they arrived; values are bytes as latin1 text. */
  readonly rawHeaders: readonly string[];
  readonly body: StoredBody;
  /** Set once the signature has been verified. */
  readonly tpp?: TppIdentity | undefined;
  /** Whom it is about, if its headers name a customer of this bank. */
  readonly person?: PersonName | undefined;
  /** Whose client certificate the connection has, if the bank asks for one (TLS-02). */
  readonly qwac?: TppIdentity | undefined;
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
    /** The rule, if a handler's 401 counts as a refusal. */
    readonly rule?: string | undefined;
  };
  /** Codes of the errors among the answer's tppMessages, in order, each once. */
  readonly codes: readonly string[];
  /** Codes of the warnings among them. */
  readonly warnings: readonly string[];
  /** Each transactionStatus in the answer, once. */
  readonly transactionStatuses: readonly string[];
  /** The client received no answer: `answer` only has the status it would have had. */
  readonly brokenOff: boolean;
  /** Id of the fault that fired (FAULT-01); it may have damaged the answer, or held it back. */
  readonly fault?: string | undefined;
  /** Id of the SCA flow whose link is in the answer. */
  readonly scaFlow?: string | undefined;
  /** Milliseconds with fractions: the total, and the part spent on explaining. */
  readonly took: { readonly total: number; readonly explaining?: number | undefined };
}

/** The rule that refused; a 401 that begins an SCA counts as a refusal too. */
export function refusedBy({ refusal, answer }: SeenRequest): string | undefined {
  return refusal?.rule ?? (answer.status < 400 ? undefined : answer.rule);
}
