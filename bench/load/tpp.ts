// A TPP that signs its requests beforehand, so that signing does not count.
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';

interface Credentials {
  readonly certificateBase64: string;
  readonly privateKey: string;
  readonly keyId: string;
}

export interface ToSend {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface BenchTpp {
  /** The bytes of a signed request, with an X-Request-ID of its own. Its Date is good for a minute. */
  readonly signed: (request: ToSend) => Buffer;
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
  const credentials = (await post(`${url}/_sandbox/certificates`)) as Credentials;
  const key = createPrivateKey(credentials.privateKey);
  const signed = (request: ToSend) => signedBytes(request, credentials, key);
  const psu = {
    'TPP-Redirect-URI': 'https://tpp.example/cb',
    'TPP-Session-ID': randomUUID(),
    'PSU-IP-Address': '192.0.2.7',
    'x-accept-fix': 'amount-as-string',
  };
  const first = signed({ method: 'GET', path: '/v1/accounts', headers: psu }).toString('latin1');
  const headers = Object.fromEntries(
    first
      .trimEnd()
      .split('\r\n')
      .slice(2)
      .map((line) => line.split(/: (.*)/s).slice(0, 2)),
  ) as Record<string, string>;
  const refused = (await (await fetch(`${url}/v1/accounts`, { headers })).json()) as {
    readonly _links: { readonly scaRedirect: { readonly href: string } };
  };
  const flow = refused._links.scaRedirect.href.replace(/.*\//, '');
  const { redirect } = (await post(`${url}/_sandbox/sca/${flow}`, {
    nationalId: JONAS,
    context: 'PRIVATE',
  })) as { readonly redirect: string };
  const psuId = new URL(redirect).searchParams.get('psu-id') ?? '';
  return { signed, psu: { ...psu, 'PSU-ID': psuId } };
}

const SIGNED = new Set(['psu-id', 'tpp-redirect-uri']);

function signedBytes(
  { method, path, headers = {}, body }: ToSend,
  { certificateBase64, keyId }: Credentials,
  key: ReturnType<typeof createPrivateKey>,
): Buffer {
  const all: [string, string][] = [
    ['Date', new Date().toUTCString()],
    ['X-Request-ID', randomUUID()],
    ...Object.entries(headers),
  ];
  const signed = all.filter(([name], at) => at < 2 || SIGNED.has(name.toLowerCase()));
  if (body !== undefined) {
    const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
    all.push(['Digest', digest], ['Content-Type', 'application/json']);
    all.push(['Content-Length', String(Buffer.byteLength(body))]);
    signed.push(['Digest', digest]);
  }
  const names = signed.map(([name]) => name.toLowerCase());
  const text = signed.map(([name, value]) => `${name.toLowerCase()}: ${value}`).join('\n');
  const signature = sign('RSA-SHA256', Buffer.from(text), key).toString('base64');
  all.push(
    ['TPP-Signature-Certificate', certificateBase64],
    [
      'Signature',
      `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
    ],
  );
  return plainBytes({
    method,
    path,
    headers: Object.fromEntries(all),
    ...(body === undefined ? {} : { body }),
  });
}

/** The bytes of an unsigned request. */
export function plainBytes({ method, path, headers = {}, body = '' }: ToSend): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n${body}`,
  );
}
