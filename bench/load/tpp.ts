// A TPP that signs its requests beforehand, so that signing does not count.
import { createPrivateKey, randomUUID } from 'node:crypto';
import { signRequest } from '../../client/sign.ts';

interface Credentials {
  readonly certificate: string;
  readonly privateKey: string;
  readonly keyId: string;
}

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

const JONAS = '13039319955';

async function post(url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`POST ${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Gets a certificate from the bank at this address, and takes Jonas through an SCA. */
export async function openTpp(url: string): Promise<BenchTpp> {
  const { certificate, privateKey, keyId } = (await post(
    `${url}/_sandbox/certificates`,
  )) as Credentials;
  const credentials = { certificate, privateKey: createPrivateKey(privateKey), keyId };
  const signedHeaders = ({ method, path, headers = {}, body }: ToSend) => {
    const request = { method, url: url + path, headers };
    return signRequest(body === undefined ? request : { ...request, body }, credentials);
  };
  const signed = (request: ToSend) => plainBytes({ ...request, headers: signedHeaders(request) });
  const session = {
    'TPP-Redirect-URI': 'https://tpp.example/cb',
    'TPP-Session-ID': randomUUID(),
    'PSU-IP-Address': '192.0.2.7',
    'x-accept-fix': 'amount-as-string',
  };
  const read = { method: 'GET', path: '/v1/accounts' };
  const headers = signedHeaders({ ...read, headers: session });
  const refused = (await (await fetch(url + read.path, { headers })).json()) as {
    readonly _links: { readonly scaRedirect: { readonly href: string } };
  };
  const flow = refused._links.scaRedirect.href.replace(/.*\//, '');
  const { redirect } = (await post(`${url}/_sandbox/sca/${flow}`, {
    nationalId: JONAS,
    context: 'PRIVATE',
  })) as { readonly redirect: string };
  const psu = { ...session, 'PSU-ID': new URL(redirect).searchParams.get('psu-id') ?? '' };
  const reads = (count: number) =>
    Array.from({ length: count }, () => signed({ ...read, headers: psu }));
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
