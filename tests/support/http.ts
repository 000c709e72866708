// HTTP over loopback, with TLS where the address says so, with headers exactly as given: repeated, empty or odd ones too.
import { Agent, type IncomingMessage, request } from 'node:http';
import { request as requestByTls } from 'node:https';
import { DEFAULT_CIPHERS } from 'node:tls';
import { gunzipSync } from 'node:zlib';

export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** As they came, packed or not. */
  readonly bytes: Buffer;
  /** The parsed body; `undefined` when there is none or it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers?: HeaderList;
  readonly body?: string | Buffer;
  readonly tls?: ClientTls;
  /** Milliseconds until it is given up; by default it waits. */
  readonly patience?: number;
  /** Keeps connections; by default each request has its own, or those of {@link connections}. */
  readonly agent?: Agent;
}

/** Of all requests of a test file that names none. */
export const connections: { agent: Agent | false } = { agent: false };

/** For this test file. One that has been idle for long is not used again: the bank may be closing it just then. */
export function keepConnections(): void {
  connections.agent = new Agent({ keepAlive: true, timeout: 10_000 });
}

/** PEMs: whom the client trusts, and who it is. */
export interface ClientTls {
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
}

export function send(outgoing: Outgoing): Promise<Answer> {
  const { method, url, headers = [], body, tls, agent, patience } = outgoing;
  const target = new URL(url);
  return new Promise((resolve, reject) => {
    const flat = headers.flat();
    const has = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted);
    if (!has('host')) flat.unshift('Host', target.host);
    if (body !== undefined && !has('content-length') && !has('transfer-encoding')) {
      flat.push('Content-Length', String(Buffer.byteLength(body)));
    }
    const begin = tls === undefined ? request : requestByTls;
    const sent = begin({
      ...tls,
      // Newer OpenSSL does not use a weak key, which a bank must refuse in words.
      ...(tls === undefined ? {} : { ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=1` }),
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port,
      // The path as written, not as a URL parser would clean it up.
      path: url.slice(target.origin.length) || '/',
      method,
      agent: agent ?? (tls === undefined && connections.agent),
      // A list of names and values is sent as it is, repeated names too.
      headers: flat,
    });
    sent.on('error', reject);
    if (patience !== undefined)
      sent.setTimeout(patience, () => sent.destroy(new Error('no answer')));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = decoded(bytes, response).toString('utf8');
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, text, bytes, body: parsed(text) });
      });
    });
    // As bytes: with a text, Node would send the headers in the text's encoding too.
    sent.end(body === undefined ? undefined : Buffer.from(body));
  });
}

/** As every client that asks for gzip does. */
function decoded(bytes: Buffer, { headers }: IncomingMessage): Buffer {
  return headers['content-encoding'] === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
