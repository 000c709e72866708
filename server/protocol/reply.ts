// What a handler returns: a value that `http/reply.ts` turns into bytes.
import type { JsonObject } from './json.ts';

type Verb = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** The API's Link. `href` is relative to the bank's base address; scaRedirect's is absolute. */
type Link = { readonly href: string; readonly verbs: readonly Verb[] };

export const link = (href: string, ...verbs: readonly Verb[]): Link => ({ href, verbs });

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The rule that makes this answer a refusal (a 401 that starts an SCA); for the inspector. */
  readonly rule?: string;
  /** ACC-09: amounts are sent as JSON numbers, digit for digit. */
  readonly amounts?: 'numbers';
  /** Absent if the answer has no body (204). */
  readonly body?: JsonObject;
  /** Sent in place of JSON: a report as XML, for instance, or bytes of another format. */
  readonly text?: { readonly type: string; readonly content: string | Buffer };
}
