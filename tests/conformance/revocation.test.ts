// What the test CA publishes: its root, QWACs, and the list of what it has revoked (TLS-01, CTRL-02, TPP-06).
import { X509Certificate } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { type Answer, send } from '../support/http.ts';
import { opensslFolder } from '../support/openssl.ts';
import { testBank } from '../support/test-bank.ts';
import { Tpp } from '../support/tpp.ts';

const bank = await testBank();
const { openssl, file } = opensslFolder();

const PATH = '/_sandbox/certificates';
const issue = async (wish: object): Promise<Answer['body']> => {
  const answer = await bank.control('POST', PATH, wish);
  expect(answer.status).toBe(201);
  return answer.body;
};
const get = (path: string, accept?: string): Promise<Answer> =>
  send({
    method: 'GET',
    url: bank.url + path,
    headers: accept === undefined ? [] : [['Accept', accept]],
  });
test('TLS-01: the CA is the root of every chain, as PEM, and as DER where Accept prefers it', async () => {
  const { chain } = await issue({});
  for (const accept of [undefined, '*/*', 'application/x-pem-file', 'text/html']) {
    const pem = await get(`${PATH}/ca`, accept);
    expect([pem.status, pem.headers['content-type'], pem.text]).toEqual([
      200,
      'application/x-pem-file',
      chain[1],
    ]);
  }
  const der = await get(`${PATH}/ca`, 'application/pkix-cert, */*;q=0.1');
  expect(der.headers['content-type']).toBe('application/pkix-cert');
  expect(new X509Certificate(der.bytes).toString()).toBe(chain[1]);
});

test('CTRL-02: a QWAC is for TLS clients and servers, and a QSealC, the default, for neither', async () => {
  const qwac = await issue({ type: 'QWAC' });
  const text = openssl('x509', '-in', file('qwac.pem', qwac.certificate), '-noout', '-text');
  expect(text).toContain('TLS Web Server Authentication, TLS Web Client Authentication');
  expect(text).toContain(`URI:${bank.url}${PATH}/crl`);
  for (const wish of [{}, { type: 'QSealC' }]) {
    expect(new X509Certificate((await issue(wish)).certificate).keyUsage).toBeUndefined();
  }
});

test.each(['qwac', 'QSeal', '', null])('CTRL-02: the type %j is 400 FORMAT_ERROR', async (type) => {
  const answer = await bank.control('POST', PATH, { type });
  expectRefusal(answer, { code: 'FORMAT_ERROR', path: '/type' });
});

test('TPP-06: the list names what is revoked and nothing else, and openssl takes its word for it', async () => {
  const [revoked, good] = [await issue({ variant: 'revoked' }), await issue({})];
  const crl = await get(`${PATH}/crl`);
  expect(crl.headers['content-type']).toBe('application/pkix-crl');
  const der = file('crl.der', crl.bytes);
  const shown = openssl('crl', '-inform', 'DER', '-in', der, '-noout', '-text');
  const serialOf = (pem: string) => new X509Certificate(pem).serialNumber;
  expect(shown).toContain(`Serial Number: ${serialOf(revoked.certificate)}`);
  expect(shown).not.toContain(`Serial Number: ${serialOf(good.certificate)}`);

  const pem = await get(`${PATH}/crl`, 'application/x-pem-file');
  const list = file('crl.pem', pem.text);
  const ca = file('ca.pem', good.chain.join(''));
  const verify = (certificate: string) =>
    openssl('verify', '-crl_check', '-CAfile', ca, '-CRLfile', list, certificate);
  expect(verify(file('good.pem', good.certificate))).toContain('OK');
  expect(() => verify(file('revoked.pem', revoked.certificate))).toThrow(/certificate revoked/);
});

test('TPP-06: what a revoked certificate has signed is 403 FORBIDDEN, at every bank', async () => {
  const credentials = await issue({ variant: 'revoked' });
  const other = bank.tenant();
  for (const { url } of [bank, bank, other]) {
    const answer = await new Tpp(url, credentials).get('/v1/sandbox/customers');
    expectRefusal(answer, { code: 'FORBIDDEN', path: 'TPP-Signature-Certificate' });
  }
  const { body } = await bank.control('GET', '/_sandbox/requests?limit=1');
  const [{ rules, verdict }] = body.requests;
  expect(rules).toContain('TPP-06');
  expect(verdict).toContainEqual(
    expect.objectContaining({ check: 'revocation', outcome: 'refused', rule: 'TPP-06' }),
  );
  const renewed = await issue({});
  expect((await new Tpp(bank.url, renewed).get('/v1/sandbox/customers')).status).toBe(200);
});

test('ORD-01, TPP-06: what is wrong with the signature is said before, a missing header after', async () => {
  const tpp = new Tpp(bank.url, await issue({ variant: 'revoked' }));
  const wrong = await tpp.get('/v1/accounts', {
    before(draft) {
      draft.text = (text) => `${text}\n`;
    },
  });
  expectRefusal(wrong, { code: 'BAD_REQUEST', path: 'Signature' });
  // Without TPP-Redirect-URI.
  expectRefusal(await tpp.get('/v1/accounts'), { code: 'FORBIDDEN' });
});

test('TPP-06: a reset of the bank makes no revoked certificate good', async () => {
  const tenant = bank.tenant();
  const credentials = await issue({ variant: 'revoked' });
  expect((await tenant.control('POST', '/_sandbox/reset')).status).toBe(200);
  const answer = await new Tpp(tenant.url, credentials).get('/v1/sandbox/customers');
  expectRefusal(answer, { code: 'FORBIDDEN' });
});
