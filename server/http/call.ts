// One request as handlers see it: values, and no object of Node or Express.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { DEFAULT_BANK, isBankName } from '../bank/banks/banks.ts';
import type { FiredFault } from '../bank/faults/fault.ts';
import { after, type Soon } from '../kernel/soon.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import type { SentCertificate } from '../signing/certificate-header.ts';
import { checkBank, type Destination, originForm, schemeOf } from './addresses.ts';
import { type ArrivedRequest, readBody, readForm } from './body.ts';
import { goneOf } from './gone.ts';
import type { Trace } from './trace.ts';

/** What a call needs to know of the process. */
export interface CallFrame {
  /** Address of the process behind a proxy. It overrides the Host header. */
  readonly publicUrl?: string;
  /** TLS-02; absent if the bank asks for no client certificates. */
  readonly readClientCertificate?: (request: IncomingMessage) => SentCertificate | undefined;
}

export class Call {
  readonly headers: RawHeaders;
  /** Below the bank, without query. */
  readonly path: string;
  /** As sent, without `?`; empty if none. */
  readonly query: string;
  /** When the request arrived, in ticks of a clock that never goes back. */
  readonly started: number;
  /** The row that the path and the method have led to. */
  row: object | undefined;
  /** Percent-decoded parameters of the path, by name. */
  params: Readonly<Record<string, string>> = {};
  /** The body, empty unless the row reads one. */
  body: Buffer = NOTHING;
  /** The fault that fires on the request, if one does (FAULT-01). */
  fault: FiredFault | undefined;
  /** What the checks of a signed request have done. */
  trace: Trace | undefined;
  readonly #request: ArrivedRequest;
  readonly #response: ServerResponse;
  readonly #frame: CallFrame;
  readonly #bank: string | undefined;
  #form: URLSearchParams | undefined;

  constructor(
    { request, response }: { readonly request: ArrivedRequest; readonly response: ServerResponse },
    { headers, destination, started }: Arrived,
    frame: CallFrame,
  ) {
    this.#request = request;
    this.#response = response;
    this.#frame = frame;
    this.#bank = destination.bank;
    this.headers = headers;
    this.path = destination.path;
    this.query = destination.query;
    this.started = started;
  }

  get method(): string {
    return this.#request.method ?? '';
  }

  /** Path and query exactly as the client sent them, with the mount path: what is signed. */
  get target(): string {
    return originForm(this.#request, this.#request.originalUrl ?? this.#request.url);
  }

  /** Name, value, name, value … as they arrived. */
  get rawHeaders(): string[] {
    return this.#request.rawHeaders;
  }

  /** The bank's name. ApiError 404 for an impossible one. */
  get bank(): string {
    return checkBank(this.#bank);
  }

  /** ApiError 404 for a name that no bank can have. */
  checkBank(): void {
    checkBank(this.#bank);
  }

  /** The bank that a page leads back to: the default one if the address names none, or an impossible one. */
  get ownBank(): string {
    return this.#own === '' ? DEFAULT_BANK : (this.#bank as string);
  }

  /** Whether the address names a bank. */
  get isNamed(): boolean {
    return this.#bank !== undefined;
  }

  /** The path at which browsers find the process: of the public URL, else where the bank is mounted. */
  get mount(): string {
    const { publicUrl } = this.#frame;
    return publicUrl === undefined
      ? (this.#request.baseUrl ?? '')
      : new URL(publicUrl).pathname.replace(/\/$/, '');
  }

  /** The prefix of the bank's own paths in links: the mount path, and `/banks/{bank}` if that was sent. */
  get prefix(): string {
    return this.mount + this.#own;
  }

  /** Path of the bank on the socket that the request came by: what the bank itself sends requests to. */
  get bankPath(): string {
    return (this.#request.baseUrl ?? '') + this.#own;
  }

  get #own(): string {
    return this.#bank === undefined || !isBankName(this.#bank) ? '' : `/banks/${this.#bank}`;
  }

  /** Path and query below the mount path. */
  get url(): string {
    return this.#request.url ?? '';
  }

  /** Absolute address of the process: `http://127.0.0.1:8080`. */
  get origin(): string {
    return (
      this.#frame.publicUrl ??
      `${this.scheme}://${this.headers.get('host') ?? '127.0.0.1'}${this.#request.baseUrl ?? ''}`
    );
  }

  /** Absolute address of the bank: `http://127.0.0.1:8080/banks/acme` or without. */
  get baseUrl(): string {
    return this.origin + this.#own;
  }

  /** Of the connection. */
  get scheme(): 'http' | 'https' {
    return schemeOf(this.#request.socket);
  }

  /** The client certificate of the TLS connection, if the bank asks for one (TLS-02). */
  get qwac(): SentCertificate | undefined {
    return this.#frame.readClientCertificate?.(this.#request);
  }

  /** Where the connection ends on this machine. */
  get localAddress(): { readonly host: string; readonly port: number | undefined } {
    const { localAddress = '127.0.0.1', localFamily, localPort } = this.#request.socket;
    return { host: localFamily === 'IPv6' ? `[${localAddress}]` : localAddress, port: localPort };
  }

  /** Aborted when either side closes the connection, or the client has ended its own: it may be gone. */
  get gone(): AbortSignal {
    return goneOf(this.#response);
  }

  /** The value of a query parameter; the first one if there are several. */
  asked(name: string): string | undefined {
    return new URLSearchParams(this.query).get(name) ?? undefined;
  }

  /** Reads the body. ApiError 413 beyond `limit` bytes; ApiError 400 if the client disconnects before the end. */
  receiveBody(limit?: number): Soon<Buffer> {
    const exchange = { request: this.#request, response: this.#response, headers: this.headers };
    return after(readBody(exchange, limit), (body) => {
      this.body = body;
      return body;
    });
  }

  /** The body as the fields of a form. ApiError 413 for more fields than any page sends. */
  get form(): URLSearchParams {
    this.#form ??= readForm(this.body);
    return this.#form;
  }
}

interface Arrived {
  readonly headers: RawHeaders;
  readonly destination: Destination;
  readonly started: number;
}

const NOTHING = Buffer.alloc(0);
