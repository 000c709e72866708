// Signs requests for a bank with this API, using only Node: Digest, Date, the signing string, keyId and the
// Signature header. TPP teams can import, copy or read it; it shares no code with the bank.
import {
  createHash,
  createPrivateKey,
  type KeyObject,
  randomUUID,
  sign,
  X509Certificate,
} from 'node:crypto';

export interface SigningCredentials {
  /** PEM, or the base64 of the DER. */
  readonly certificate: string;
  /** PEM (PKCS #8 or PKCS #1) or a key object. RSA. */
  readonly privateKey: string | KeyObject;
  /** `SN=…,CA=…`; by default derived from the certificate. */
  readonly keyId?: string;
}

/** A header that is `undefined` is left out, also if it is among the defaults or the signer would add it. */
export type HeadersToSend = Readonly<Record<string, string | undefined>>;

export interface RequestToSign {
  readonly method: string;
  readonly url: string | URL;
  readonly headers?: HeadersToSend;
  /** Exactly the bytes to send. A string is sent as UTF-8. */
  readonly body?: string | Uint8Array;
}

export interface SignOptions {
  /** Milliseconds since the epoch, for Date; default the machine's clock. */
  readonly now?: number;
  /** Also signs `(request-target)`. */
  readonly requestTarget?: boolean;
}

/** Headers that are signed if the request has them. */
const SIGNED = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
] as const;

/**
 * Adds Date, Digest (if there is a body), X-Request-ID, TPP-Signature-Certificate and Signature to the
 * request's headers. A Date, Digest or X-Request-ID that is already set stays and is signed. Throws
 * TypeError for a value that HTTP cannot carry.
 */
export function signRequest(
  request: RequestToSign,
  credentials: SigningCredentials,
  options: SignOptions = {},
): Record<string, string> {
  const certificate = toCertificate(credentials.certificate);
  const body = Buffer.from(request.body ?? '');
  const headers = new OrderedHeaders(request.headers ?? {});
  headers.setDefault('Date', new Date(options.now ?? Date.now()).toUTCString());
  if (body.length > 0) headers.setDefault('Digest', digestOf(body));
  headers.setDefault('X-Request-ID', randomUUID());

  const names = SIGNED.filter((name) => headers.get(name) !== undefined);
  const lines = names.map((name) => `${name}: ${headers.get(name)}`);
  const signed: string[] = [...names];
  if (options.requestTarget === true) {
    const { pathname, search } = new URL(request.url);
    signed.unshift('(request-target)');
    lines.unshift(`(request-target): ${request.method.toLowerCase()} ${pathname}${search}`);
  }
  // One LF between lines, none at the end; HTTP sends header values as ISO-8859-1 bytes.
  const signature = sign(
    'RSA-SHA256',
    Buffer.from(lines.join('\n'), 'latin1'),
    toPrivateKey(credentials.privateKey),
  );
  headers.add('TPP-Signature-Certificate', certificate.raw.toString('base64'));
  headers.add(
    'Signature',
    [
      `keyId="${credentials.keyId ?? keyIdOf(certificate)}"`,
      'algorithm="rsa-sha256"',
      `headers="${signed.join(' ')}"`,
      `signature="${signature.toString('base64')}"`,
    ].join(','),
  );
  return headers.toRecord();
}

/** `SHA-256=<base64>` over the sent bytes. */
export function digestOf(body: string | Uint8Array): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
}

/** `SN=<serial, upper-case hexadecimal>,CA=<issuer, RFC 2253>`, all ASCII. */
export function keyIdOf(certificate: string | X509Certificate): string {
  const x509 = typeof certificate === 'string' ? toCertificate(certificate) : certificate;
  const serial = x509.serialNumber.toUpperCase().replace(/^0+(?=.)/, '');
  return `SN=${serial},CA=${rfc2253(x509.issuer)}`;
}

// Node prints one relative name per line, the country first. It escapes values as RFC 2253 does but leaves
// UTF-8, and writes " + " inside a multi-valued name.
function rfc2253(nodeName: string): string {
  return nodeName
    .split('\n')
    .reverse()
    .map((rdn) => rdn.replace(/(?<!\\) \+ /g, '+'))
    .join(',')
    .replace(/[^ -~]/gu, (char) =>
      [...Buffer.from(char)].map((byte) => `\\${byte.toString(16).toUpperCase()}`).join(''),
    );
}

function toCertificate(text: string): X509Certificate {
  const isPem = text.includes('-----BEGIN');
  return new X509Certificate(isPem ? text : Buffer.from(text, 'base64'));
}

function toPrivateKey(key: string | KeyObject): KeyObject {
  return typeof key === 'string' ? createPrivateKey(key) : key;
}

/** Headers by name in any case, printed as first written. */
class OrderedHeaders {
  readonly #entries = new Map<string, [name: string, value: string | undefined]>();

  constructor(headers: HeadersToSend) {
    for (const [name, value] of Object.entries(headers)) this.set(name, value);
  }

  /** `undefined` if absent or empty, because the bank treats an empty header as absent. */
  get(name: string): string | undefined {
    return this.#entries.get(name.toLowerCase())?.[1] || undefined;
  }

  set(name: string, value: string | undefined): void {
    const trimmed = value?.trim();
    if (/[^\t -~\x80-\xff]/.test(trimmed ?? '')) {
      throw new TypeError(`header ${name}: HTTP cannot carry this value as it is; encode it first`);
    }
    this.#entries.set(name.toLowerCase(), [name, trimmed]);
  }

  /** Unless the header is to be left out. */
  add(name: string, value: string): void {
    const given = this.#entries.get(name.toLowerCase());
    if (given === undefined || given[1] !== undefined) this.set(name, value);
  }

  setDefault(name: string, value: string): void {
    if (this.get(name) === undefined) this.add(name, value);
  }

  /** With those that are to be left out. */
  toHeadersToSend(): HeadersToSend {
    return Object.fromEntries(this.#entries.values());
  }

  toRecord(): Record<string, string> {
    const isSent = (entry: [string, string | undefined]): entry is [string, string] =>
      entry[1] !== undefined;
    return Object.fromEntries([...this.#entries.values()].filter(isSent));
  }
}

/** The options of fetch that `createSigningFetch` accepts; the body must be known in advance. */
export interface SigningFetchInit extends SignOptions {
  readonly method?: string;
  readonly headers?: HeadersToSend;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  readonly redirect?: 'follow' | 'manual' | 'error';
}

export type SigningFetch = (url: string | URL, init?: SigningFetchInit) => Promise<Response>;

/**
 * A fetch that signs. `defaults` are headers for every request (TPP-Redirect-URI, TPP-Session-ID …); a
 * request's own headers replace them. A body without Content-Type is sent as application/json.
 */
export function createSigningFetch(
  credentials: SigningCredentials,
  defaults: Readonly<Record<string, string>> = {},
): SigningFetch {
  const sign = createSigner(credentials, defaults);
  return async (url, init = {}) => {
    const { method = 'GET', headers = {}, body, signal, redirect, ...options } = init;
    const sent = body === undefined ? {} : { body };
    return fetch(url, {
      method,
      headers: sign({ method, url, headers, ...sent }, options),
      // As bytes: to a text, fetch adds a Content-Type.
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
      ...(signal === undefined ? {} : { signal }),
      ...(redirect === undefined ? {} : { redirect }),
    });
  };
}

/** The headers of {@link createSigningFetch}, for a client of your own. */
export function createSigner(
  credentials: SigningCredentials,
  defaults: Readonly<Record<string, string>> = {},
): (request: RequestToSign, options?: SignOptions) => Record<string, string> {
  const prepared = { ...credentials, privateKey: toPrivateKey(credentials.privateKey) };
  return (request, options) => {
    const merged = new OrderedHeaders(defaults);
    for (const [name, value] of Object.entries(request.headers ?? {})) merged.set(name, value);
    if (request.body !== undefined) merged.setDefault('Content-Type', 'application/json');
    return signRequest({ ...request, headers: merged.toHeadersToSend() }, prepared, options);
  };
}
