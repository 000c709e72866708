// Signed answers (SIG-14). The bank is started here, whatever SANDBANK_URL says: it is set at the start.
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { RawHeaders } from '../../server/protocol/headers.ts';
import { control, psuHeaders, type TestBank } from '../support/bank.ts';
import { header } from '../support/conformance-changes.ts';
import type { Answer } from '../support/http.ts';
import { openSandbank } from '../support/sandbanks.ts';
import {
  type BankCertificate,
  digestOf,
  opensslVerifies,
  signatureOf,
  signedText,
} from '../support/signed-answer.ts';
import { testBank } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';
import { createVerifier } from '../support/verifier.ts';

const sealOf = async ({ url }: Pick<TestBank, 'url'>): Promise<BankCertificate> =>
  (await control(url, 'GET', '/_sandbox/certificates/bank')).body;

const data = testFolder();
const bank = await testBank({ signResponses: true });
const plain = await testBank({});
const { tpp } = bank;
const seal = await sealOf(bank);

/** Every check of a request's signature, on an answer that brings the bank's certificate along. */
function verify(answer: Answer, body: string) {
  const der = seal.certificate.replace(/-----[A-Z ]+-----|\s/g, '');
  const pairs = ['date', 'digest', 'x-request-id', 'signature'].flatMap((name) => {
    const value = answer.headers[name];
    return typeof value === 'string' ? [name, value] : [];
  });
  const headers = new RawHeaders([...pairs, 'TPP-Signature-Certificate', der]);
  const verifier = createVerifier({ trust: seal.chain.join('\n'), ownAuthorities: () => [] });
  const request = { method: 'GET', target: '/', headers, body: Buffer.from(body) };
  return verifier.verify(request, Date.now(), 'none');
}

/** Each is answered in another place of the program. */
const ANSWERS: readonly (readonly [what: string, status: number, ask: () => Promise<Answer>])[] = [
  ['a read', 200, () => tpp.get('/v1/sandbox/customers')],
  ['a 401 that starts an SCA', 401, () => tpp.with(psuHeaders()).get('/v1/accounts')],
  ['a created resource', 201, () => tpp.with(psuHeaders()).post('/v1/bank-offered-consents')],
  ['a refused header', 400, () => tpp.with({ 'TPP-Session-ID': 'a b' }).get('/v1/accounts')],
  ['a refused digest', 400, () => tpp.get('/v1/accounts', header('Digest', 'SHA-256=AAAA'))],
  ['an unknown path', 404, () => tpp.get('/v1/nothing')],
  ['a wrong method', 405, () => tpp.send('DELETE', '/v1/accounts')],
  ['a body too large', 413, () => tpp.post('/v1/bank-offered-consents', 'x'.repeat(1_048_577))],
  ['an impossible bank', 404, () => tpp.at(`${bank.url}/banks/NO`).get('/v1/accounts')],
];

test.each(ANSWERS)('SIG-14: with SANDBANK_SIGN_RESPONSES: %s is signed', async (_, status, ask) => {
  const answer = await ask();
  expect(answer.status).toBe(status);
  expect(signatureOf(answer)).toMatchObject({
    keyId: seal.keyId,
    algorithm: 'rsa-sha256',
    headers: 'date digest x-request-id',
  });
  expect(answer.headers['digest']).toBe(digestOf(answer.text));
  expect(opensslVerifies(answer, seal)).toEqual({ chain: true, signature: true });
  expect(verify(answer, answer.text).findings).toEqual([]);
});

test('SIG-14: a changed body, header or signed text does not verify', async () => {
  const answer = await tpp.get('/v1/sandbox/customers');
  const says = (rule: string) => expect.objectContaining({ rule });
  expect(() => verify(answer, `${answer.text} `)).toThrow(says('SIG-12'));
  const other = { ...answer, headers: { ...answer.headers, 'x-request-id': 'another' } };
  expect(() => verify(other, answer.text)).toThrow(says('SIG-10'));
  const text = `${signedText(answer)}\n`;
  expect(opensslVerifies(answer, seal, text)).toEqual({ chain: true, signature: false });
});

test('SIG-14: X-Request-ID is signed only where the request had one', async () => {
  const answer = await tpp.with({ 'X-Request-ID': undefined }).get('/v1/sandbox/customers');
  expect(answer.status).toBe(400);
  expect(signatureOf(answer)['headers']).toBe('date digest');
  expect(opensslVerifies(answer, seal).signature).toBe(true);
});

test('SIG-14: Digest is of the bytes before content encoding', async () => {
  const asking = tpp.with({ 'Accept-Encoding': 'gzip' });
  const packed = await asking.get('/v1/sandbox/customers?includeAccounts=true');
  expect(packed.headers['content-encoding']).toBe('gzip');
  const hash = createHash('sha256').update(gunzipSync(packed.bytes)).digest('base64');
  expect(packed.headers['digest']).toBe(`SHA-256=${hash}`);
});

test('SIG-14: an answer without body carries the digest of nothing', async () => {
  const body = { customerNumber: '01010750160', customerType: 'PRIVATE', customerName: 'A B' };
  const made = await tpp.post('/v1/sandbox/customers', body);
  const gone = await tpp.send('DELETE', `/v1/sandbox/customers/${made.body.customerId}`);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect(gone.headers['digest']).toBe(digestOf(''));
  expect(opensslVerifies(gone, seal).signature).toBe(true);
});

test('SIG-14: Date is that of the wall clock, whatever the bank believes', async () => {
  await control(bank.url, 'POST', '/_sandbox/clock/advance', { by: 'P10D' });
  const answer = await tpp.get('/v1/sandbox/customers');
  expect(Math.abs(Date.parse(String(answer.headers['date'])) - Date.now())).toBeLessThan(60_000);
});

test('SIG-14: every bank of the process has the same seal', async () => {
  expect(await sealOf({ url: `${bank.url}/banks/acme` })).toEqual(seal);
  const answer = await tpp.at(`${bank.url}/banks/acme`).get('/v1/sandbox/customers');
  expect(opensslVerifies(answer, seal).signature).toBe(true);
});

test('SIG-14: with SANDBANK_SIGN_RESPONSES: a restart keeps the seal', async () => {
  const seals: BankCertificate[] = [];
  for (let start = 0; start < 2; start += 1) {
    const opened = await openSandbank({ data, signResponses: true });
    seals.push(await sealOf(opened));
    await opened.close();
  }
  expect(seals[1]).toEqual(seals[0]);
});

test('SIG-14: the certificate says what it is, and keeps its key to itself', () => {
  expect(Object.keys(seal).sort()).toEqual(['certificate', 'chain', 'keyId']);
  expect(JSON.stringify(seal)).not.toContain('PRIVATE');
  expect(seal.keyId).toMatch(/^SN=[0-9A-F]+,CA=CN=Sandbank Test Issuing CA,/);
});

test('SIG-14: nothing is signed, and the certificate is there all the same', async () => {
  const answer = await plain.tpp.get('/v1/sandbox/customers');
  expect(answer.status).toBe(200);
  expect(answer.headers['signature']).toBeUndefined();
  expect(answer.headers['digest']).toBeUndefined();
  expect((await sealOf(plain)).certificate).toContain('BEGIN CERTIFICATE');
});
