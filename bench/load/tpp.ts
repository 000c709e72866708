// A TPP that signs its requests beforehand, so that signing does not count.
import { randomUUID } from 'node:crypto';
import { createSigner } from '../../client/sign.ts';
import { testControl } from '../../client/test-control.ts';
import { createTestTpp } from '../../client/test-tpp.ts';

interface ToSend {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface BenchTpp {
  /** The bytes of a signed request, with an X-Request-ID of its own. Its Date is good for a minute. */
  readonly signed: (request: ToSend) => Buffer;
  /** So many signed requests for the person's accounts. */
  readonly reads: (count: number) => readonly Buffer[];
  /** PSU-ID, session and redirect of a person who has shared all accounts. */
  readonly psu: Readonly<Record<string, string>>;
}

/** Gets a certificate from the bank at this address, and takes Jonas through an SCA. */
export async function openTpp(url: string): Promise<BenchTpp> {
  const session = {
    'TPP-Redirect-URI': 'https://tpp.example/cb',
    'TPP-Session-ID': randomUUID(),
    'PSU-IP-Address': '192.0.2.7',
    'x-accept-fix': 'amount-as-string',
  };
  const { control } = testControl(url, undefined);
  const tpp = await createTestTpp({ url, send: control }, { headers: session });
  const sign = createSigner(tpp.credentials);
  const signed = (request: ToSend) =>
    plainBytes({ ...request, headers: sign({ ...request, url: url + request.path }) });
  const { psuId, sessionId } = await tpp.login('jonas', { context: 'PRIVATE' });
  const psu = { ...session, 'PSU-ID': psuId, 'TPP-Session-ID': sessionId };
  const read = { method: 'GET', path: '/v1/accounts', headers: psu };
  const reads = (count: number) => Array.from({ length: count }, () => signed(read));
  return { signed, reads, psu };
}

/** The bytes of a request. */
export function plainBytes({ method, path, headers = {}, body = '' }: ToSend): Buffer {
  const own =
    body === ''
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries({ ...headers, ...own }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n${body}`,
  );
}
