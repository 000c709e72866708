// What a handler returns: a value that `http/send.ts`, and nothing else, turns into bytes.
import type { JsonObject } from './json.ts';

type Verb = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** The API's Link. `href` is relative to the bank's base address; scaRedirect's is absolute. */
type Link = { readonly href: string; readonly verbs: readonly Verb[] };

export const link = (href: string, ...verbs: readonly Verb[]): Link => ({ href, verbs });

/** At most one of `body`, `html`, `text`, `file` and `stream`; none of them if the answer has no body (204). */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The rule that makes this answer a refusal (a 401 that starts an SCA); for the inspector. */
  readonly rule?: string | undefined;
  /** ACC-09: amounts are sent as JSON numbers, digit for digit. */
  readonly amounts?: 'numbers' | undefined;
  /** Sent as JSON. */
  readonly body?: JsonObject | undefined;
  /** The body as JSON, where that is known already. */
  readonly json?: JsonText | undefined;
  /** A page. */
  readonly html?: string;
  /** A report as XML, for instance, or bytes of another format. */
  readonly text?: { readonly type: string; readonly content: string | Buffer } | undefined;
  /** Path of a file that the package carries; its ending says its type. */
  readonly file?: string;
  /** Sent piece by piece until `write` resolves. */
  readonly stream?: { readonly type: string; readonly write: (out: Outlet) => Promise<void> };
}

/** JSON that is sent more than once: its bytes are made once. */
export class JsonText {
  readonly text: string;
  #bytes: Buffer | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text);
    return this.#bytes;
  }
}

/** Where a stream goes. */
export interface Outlet {
  readonly send: (text: string) => void;
  /** Aborted when the client has closed the connection. */
  readonly gone: AbortSignal;
}

/** 302 or 303 to another address. What no header can hold (RFC 9110, 5.5) is percent-encoded. */
export const redirect = (
  status: 302 | 303,
  location: string,
  headers: Reply['headers'] = {},
): Reply => ({ status, headers: { ...headers, Location: inAscii(location) } });

const inAscii = (address: string): string =>
  address.replace(/[^!-~]+/g, (text) =>
    Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&'),
  );
