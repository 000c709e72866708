// A TPP for tests: signs as the interface says, with code of its own, and lets a test spoil any part.
import { createHash, createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { type Answer, type ClientTls, type HeaderList, type Outgoing, send } from './http.ts';

export interface Credentials {
  readonly certificateBase64: string;
  readonly privateKey: string;
  readonly keyId: string;
}

/** What is about to be signed; a test changes it through `before`. */
export interface Draft {
  method: string;
  target: string;
  body: string | Buffer | undefined;
  /** In the order in which they are sent. */
  headers: Map<string, string>;
  /** Names that go into the signature; absent ones are left out. */
  signed: string[];
  keyId: string;
  algorithm: string;
  /** Keeps names in `signed` that the request does not carry, with an empty value. */
  keepAbsent?: boolean;
  /** Changes the text that is signed. */
  text?: (text: string) => string;
  /** Signs in another way; the result is the raw signature. */
  signer?: (text: Buffer, privateKey: string) => Buffer;
}

export interface TppRequest {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Changes the request before it is signed. */
  readonly before?: (draft: Draft) => void;
  /** Changes the final header list, after signing. */
  readonly after?: (headers: [string, string][]) => HeaderList | undefined;
  /** Sends other bytes than those that were signed. */
  readonly bodySent?: string | Buffer;
  readonly tls?: ClientTls;
}

const SIGNABLE = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
];

export class Tpp {
  readonly base: string;
  readonly credentials: Credentials;
  readonly defaults: Readonly<Record<string, string | undefined>>;

  /** @param base address of the bank, `/banks/x` included */
  constructor(base: string, credentials: Credentials, defaults: Tpp['defaults'] = {}) {
    this.base = base;
    this.credentials = credentials;
    this.defaults = defaults;
  }

  /** The same TPP with more headers on every request; `undefined` takes one off. */
  with(headers: Readonly<Record<string, string | undefined>>): Tpp {
    return new Tpp(this.base, this.credentials, { ...this.defaults, ...headers });
  }

  /** The same TPP at another bank. */
  at(base: string): Tpp {
    return new Tpp(base, this.credentials, this.defaults);
  }

  get(path: string, request: TppRequest = {}): Promise<Answer> {
    return this.send('GET', path, request);
  }

  post(path: string, body?: unknown, request: TppRequest = {}): Promise<Answer> {
    return this.send('POST', path, { ...request, body });
  }

  send(method: string, path: string, request: TppRequest = {}): Promise<Answer> {
    return send(this.signed(method, path, request));
  }

  /** What {@link send} sends. */
  signed(method: string, path: string, request: TppRequest = {}): Outgoing {
    const draft = this.draft(method, path, request);
    request.before?.(draft);
    const headers = signedHeaders(draft, this.credentials);
    const final = request.after?.(headers) ?? headers;
    const body = request.bodySent ?? draft.body;
    return {
      method: draft.method,
      url: new URL(this.base).origin + draft.target,
      headers: final,
      ...(body === undefined ? {} : { body }),
      ...(request.tls && { tls: request.tls }),
    };
  }

  private draft(method: string, path: string, request: TppRequest): Draft {
    const { body } = request;
    const bytes =
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
        ? body
        : JSON.stringify(body);
    const headers = new Map<string, string>();
    headers.set('Date', new Date().toUTCString());
    headers.set('X-Request-ID', randomUUID());
    if (bytes !== undefined) {
      headers.set('Digest', digestOf(bytes));
      headers.set('Content-Type', 'application/json');
    }
    for (const [name, value] of Object.entries({ ...this.defaults, ...request.headers })) {
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    }
    return {
      method,
      target: new URL(this.base).pathname.replace(/\/$/, '') + path,
      body: bytes,
      headers,
      signed: [...SIGNABLE],
      keyId: this.credentials.keyId,
      algorithm: 'rsa-sha256',
    };
  }
}

export function digestOf(body: string | Buffer): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
}

/** The value of a header, whatever its spelling. */
export function headerOf(headers: ReadonlyMap<string, string>, name: string): string | undefined {
  for (const [key, value] of headers) if (key.toLowerCase() === name) return value;
  return undefined;
}

function signedHeaders(draft: Draft, credentials: Credentials): [string, string][] {
  const names = draft.signed.filter(
    (name) =>
      draft.keepAbsent === true ||
      name === '(request-target)' ||
      headerOf(draft.headers, name.toLowerCase()) !== undefined,
  );
  const lines = names.map((name) =>
    name === '(request-target)'
      ? `(request-target): ${draft.method.toLowerCase()} ${draft.target}`
      : `${name.toLowerCase()}: ${headerOf(draft.headers, name.toLowerCase()) ?? ''}`,
  );
  const plain = lines.join('\n');
  const text = Buffer.from(draft.text?.(plain) ?? plain, 'latin1');
  const signer = draft.signer ?? signed;
  const signature = signer(text, credentials.privateKey).toString('base64');
  const value =
    `keyId="${draft.keyId}",algorithm="${draft.algorithm}",` +
    `headers="${names.join(' ')}",signature="${signature}"`;
  return [
    ...draft.headers,
    ['TPP-Signature-Certificate', credentials.certificateBase64],
    ['Signature', value],
  ];
}

/** Signing takes longer than all else about a request: what was signed just now is not signed again. */
const before = new Map<string, Buffer>();

function signed(text: Buffer, pem: string): Buffer {
  const key = text.toString('latin1') + pem;
  const signature = before.get(key) ?? sign('RSA-SHA256', text, keyOf(pem));
  if (before.size > 100) before.clear();
  before.set(key, signature);
  return signature;
}

/** Reading a key takes longer than signing with it. */
const keys = new Map<string, KeyObject>();

function keyOf(pem: string): KeyObject {
  const key = keys.get(pem) ?? createPrivateKey(pem);
  keys.set(pem, key);
  return key;
}
