// Client certificates of TLS connections: what the bank asks for and refuses (TLS-02), and whose they are (TLS-03).
import { once } from 'node:events';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, describe, expect, test } from '@jest/globals';
import { control, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { send } from '../support/http.ts';
import { filesIn, testFolder } from '../support/test-folder.ts';
import { type Issued, openTlsBank, run } from '../support/tls-bank.ts';
import { Tpp } from '../support/tpp.ts';

const file = filesIn(testFolder());
const requiring = await openTlsBank({ mtls: 'require' });
const asking = await openTlsBank({ mtls: 'request' });
const indifferent = await openTlsBank({});
/** The test CA of another Sandbank. */
const stranger = await openTlsBank({});
afterAll(() => Promise.all([requiring, asking, indifferent, stranger].map((bank) => bank.close())));

type Bank = typeof requiring;

/** A signed read over a connection with that certificate. */
async function read(bank: Bank, qwac?: Issued, path = '/v1/sandbox/customers') {
  const tpp = new Tpp(bank.httpsUrl, await bank.issue({}));
  return tpp.with(psuHeaders()).get(path, { tls: bank.client(qwac) });
}

const QWAC = { type: 'QWAC' };

describe('require', () => {
  test('TLS-02: a QWAC passes, and the request log says whose it is', async () => {
    expect((await read(requiring, await requiring.issue(QWAC))).status).toBe(200);
    const { body } = await control(requiring.url, 'GET', '/_sandbox/requests?limit=1');
    expect(body.requests[0]).toMatchObject({
      qwac: { id: 'PSDNO-FSA-987654321' },
      findings: [],
    });
  });

  test('TLS-02: none is 403 FORBIDDEN, with TLS and without', async () => {
    const missing = { code: 'FORBIDDEN', says: /"type":"QWAC"/ };
    expectRefusal(await read(requiring), missing);
    const plain = new Tpp(requiring.url, await requiring.issue({}));
    expectRefusal(await plain.get('/v1/sandbox/customers'), missing);
  });

  test('TLS-02: nothing but /v1 needs one', async () => {
    const paths = ['/health', '/', '/docs', '/_sandbox/clock', '/_sandbox/certificates/ca'];
    for (const path of paths) {
      const url = requiring.httpsUrl + path;
      const { status } = await send({ method: 'GET', url, tls: requiring.client() });
      expect([path, status]).toEqual([path, 200]);
    }
  });

  test.each([
    ['expired', /expired/],
    ['not-yet-valid', /not valid yet/],
    ['unknown-ca', /SANDBANK_TRUST/],
    ['no-psd2', /PSD2 roles/],
    ['weak-key', /1024 bits/],
    ['revoked', /revoked/],
  ])('TLS-02, TPP-06: the variant %s is 403', async (variant, says) => {
    const qwac = await requiring.issue({ ...QWAC, variant });
    expectRefusal(await read(requiring, qwac), { code: 'FORBIDDEN', says });
  });

  test('TLS-02: it needs the role of the operation, as a QSealC does', async () => {
    const wrong = await requiring.issue({ ...QWAC, variant: 'wrong-role' });
    const refusal = { code: 'FORBIDDEN', says: /role/ };
    expectRefusal(await read(requiring, wrong, '/v1/accounts'), refusal);
    expect((await read(requiring, wrong)).status).toBe(200);
  });

  test('TLS-02: a QSealC, or a QWAC of another CA, is 403 FORBIDDEN', async () => {
    const seal = { code: 'FORBIDDEN', says: /not a QWAC/ };
    expectRefusal(await read(requiring, await requiring.issue({})), seal);
    expectRefusal(await read(requiring, await stranger.issue(QWAC)), { code: 'FORBIDDEN' });
  });

  test('TLS-02: a CA of SANDBANK_TRUST is as good, with the chain that the client sends', async () => {
    const qwac = await stranger.issue(QWAC);
    const [issuing = '', root = ''] = qwac.chain;
    const trusting = await openTlsBank({ mtls: 'require', trust: root });
    expectRefusal(await read(trusting, qwac), { code: 'FORBIDDEN' });
    const withChain = { ...qwac, certificate: qwac.certificate + issuing };
    expect((await read(trusting, withChain)).status).toBe(200);
    await trusting.close();
  });

  describe.each<SecureVersion>(['TLSv1.2', 'TLSv1.3'])('a session of %s', (version) => {
    test('TLS-02: a client that would resume it is known by its whole chain again', async () => {
      const qwac = await stranger.issue(QWAC);
      const [issuing = '', root = ''] = qwac.chain;
      const trusting = await openTlsBank({ mtls: 'require', trust: root });
      const own = { ...qwac, certificate: qwac.certificate + issuing };
      const tls = { ...trusting.client(own), minVersion: version, maxVersion: version };
      const { hostname: host, port } = new URL(trusting.httpsUrl);
      const first = connect({ ...tls, host, port: Number(port) });
      const sessions: Buffer[] = [];
      first.on('session', (session: Buffer) => sessions.push(session));
      first.resume().write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      await once(first, 'close');
      const tpp = new Tpp(trusting.httpsUrl, await trusting.issue({}), psuHeaders());
      const again = { ...tls, session: sessions.at(-1) };
      const { status } = await tpp.get('/v1/sandbox/customers', { tls: again });
      await trusting.close();
      expect([sessions.length > 0, status]).toEqual([true, 200]);
    });
  });

  test('TLS-02: curl with --cacert, --cert and --key passes the check', async () => {
    const { certificate, privateKey } = await requiring.issue(QWAC);
    const tls = ['--cacert', file('ca.pem', requiring.ca), '--cert', file('tpp.pem', certificate)];
    const key = ['--key', file('tpp.key', privateKey)];
    const url = `${requiring.httpsUrl}/v1/accounts`;
    const { output } = await run('curl', '-sS', ...tls, ...key, url);
    // The next check is the signature's.
    expect(JSON.parse(output).tppMessages[0].path).toBe('TPP-Signature-Certificate');
  });
});

test('TLS-02: with request, a wrong certificate is a finding, and none is nothing', async () => {
  const findingsOf = async (qwac?: Issued) => {
    const answer = await read(asking, qwac);
    return [answer.status, answer.headers['sandbank-findings']];
  };
  expect(await findingsOf()).toEqual([200, undefined]);
  expect(await findingsOf(await asking.issue(QWAC))).toEqual([200, undefined]);
  const expired = await asking.issue({ ...QWAC, variant: 'expired' });
  expect(await findingsOf(expired)).toEqual([200, 'TLS-02']);
  const revoked = await asking.issue({ ...QWAC, variant: 'revoked' });
  expect(await findingsOf(revoked)).toEqual([200, 'TPP-06']);
});

test('TLS-02: by default the bank asks for none', async () => {
  const expired = await indifferent.issue({ ...QWAC, variant: 'expired' });
  const answer = await read(indifferent, expired);
  expect([answer.status, answer.headers['sandbank-findings']]).toEqual([200, undefined]);
});

test('TLS-03: QWAC and QSealC of different organisations are a finding', async () => {
  for (const bank of [asking, requiring]) {
    const other = await bank.issue({ ...QWAC, organisationId: 'PSDSE-FINA-5566778899' });
    const answer = await read(bank, other);
    expect([answer.status, answer.headers['sandbank-findings']]).toEqual([200, 'TLS-03']);
    const { body } = await control(bank.url, 'GET', '/_sandbox/requests?limit=1');
    expect(body.requests[0].findings[0].text).toMatch(/PSDSE-FINA-5566778899.*PSDNO-FSA-987654321/);
  }
});
