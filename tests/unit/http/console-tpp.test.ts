// What the console sends as a TPP (server/http/console/send.ts), byte for byte, and what it does not send.
import { createHash, createVerify, X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import { createMadeCertificates } from '../../../server/http/console/made-certificates.ts';
import { createConsoleTpp, type Wish } from '../../../server/http/console/send.ts';
import { closeServer, listen, portOf } from '../../support/tpp-server.ts';
import { memoryIssuer } from '../signing/support.ts';

const seen: IncomingMessage[] = [];
const server = await listen((request, response) => {
  seen.push(request);
  response.end('{}');
});
afterAll(() => closeServer(server));

const deps = { issuer: memoryIssuer(), uuid: () => 'an-id', plainPort: () => portOf(server) };
const send = createConsoleTpp(deps, createMadeCertificates());
const to = {
  bank: 'default',
  address: `http://127.0.0.1:${portOf(server)}`,
  approve: async () => {
    throw new Error('nobody is asked');
  },
};
const PLAIN: Wish = { method: 'GET', path: '/v1/accounts', headers: '', body: '', person: '' };

/** The headers that the bank got. */
async function headersOf(wish: Partial<Wish>): Promise<IncomingMessage['headers']> {
  await send({ ...PLAIN, ...wish }, to);
  return seen.at(-1)?.headers ?? {};
}

const digestOf = (text: string) => `SHA-256=${createHash('sha256').update(text).digest('base64')}`;

test('SIG-12: the digest of another body is that of one with a space more, also where there is none', async () => {
  const body = '{"a":1}';
  const headers = await headersOf({ method: 'POST', body, wrongly: 'otherBody' });
  expect(headers['digest']).toBe(digestOf(`${body} `));
  expect((await headersOf({ wrongly: 'otherBody' }))['digest']).toBe(digestOf(' '));
});

test('SIG-10: with CRLF, the same lines are signed, with CRLF between them', async () => {
  const headers = await headersOf({ headers: 'PSU-ID: kari', wrongly: 'crlf' });
  const [, names = '', signature = ''] =
    /headers="([^"]*)",signature="([^"]*)"/.exec(String(headers['signature'])) ?? [];
  const certificate = Buffer.from(String(headers['tpp-signature-certificate']), 'base64');
  const { publicKey } = new X509Certificate(certificate);
  const verifies = (end: string) =>
    createVerify('RSA-SHA256')
      .update(
        names
          .split(' ')
          .map((name) => `${name}: ${headers[name]}`)
          .join(end),
      )
      .verify(publicKey, signature, 'base64');
  expect(names).toBe('date x-request-id psu-id tpp-redirect-uri');
  expect([verifies('\r\n'), verifies('\n')]).toEqual([true, false]);
});

test.each<[field: string, wish: Partial<Wish>]>([
  ['certificate', { certificate: 'gone' }],
  ['headers', { headers: 'PSU-ID: kari\n: x' }],
  ['headers', { headers: 'PSU-ID' }],
])('ERR-01: what cannot be sent names its field: %s', async (path, wish) => {
  const before = seen.length;
  await expect(send({ ...PLAIN, ...wish }, to)).rejects.toMatchObject({
    code: 'FORMAT_ERROR',
    details: { path },
  });
  expect(seen.length).toBe(before);
});
