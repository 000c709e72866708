// A client as they are written for the JVM, unchanged: its serial, its issuer, its dates, its encoded
// words, and nothing that it leaves out.
import { randomUUID, sign, X509Certificate } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { completeSca, PERSONS } from '../support/bank.ts';
import { encodedWord, javaDate } from '../support/conformance-changes.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { PERIODIC, SEPA } from '../support/conformance-scene.ts';
import { type Answer, type HeaderList, send } from '../support/http.ts';
import { testBank } from '../support/test-bank.ts';
import { digestOf } from '../support/tpp.ts';

const REDIRECT = 'https://tpp.example/tilbake?økt=1';

/** `X500Principal.getName(RFC2253)`: what it has no keyword for is an OID and the hexadecimal of the BER. */
function javaIssuer(pem: string): string {
  return new X509Certificate(pem).issuer
    .split('\n')
    .reverse()
    .map((rdn) => {
      const [type = '', value = ''] = rdn.split('=');
      if (type !== 'organizationIdentifier') return rdn;
      const length = Buffer.byteLength(value).toString(16).padStart(2, '0');
      return `2.5.4.97=#0c${length}${Buffer.from(value).toString('hex')}`;
    })
    .join(',');
}

interface JavaCall {
  readonly zone?: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const bank = await testBank();
const issued = await bank.control('POST', '/_sandbox/certificates', { name: 'Bokføring AS' });
const credentials: { certificate: string; certificateBase64: string; privateKey: string } =
  issued.body;
const { serialNumber } = new X509Certificate(credentials.certificate);
// BigInteger.toString(16)
let keyId = `SN=${BigInt(`0x${serialNumber}`).toString(16)},CA=${javaIssuer(credentials.certificate)}`;

/** Signs the bytes of UTF-8, and puts the header as a whole into one encoded word. */
function javaSend(method: string, path: string, call: JavaCall = {}): Promise<Answer> {
  const { zone = 1, body, headers = {} } = call;
  const text = body === undefined ? undefined : JSON.stringify(body, null, 2);
  const signed = new Map([
    ['date', javaDate(zone)],
    ...(text === undefined ? [] : [['digest', digestOf(text)] as const]),
    ['x-request-id', randomUUID()],
    ...(headers['PSU-ID'] === undefined ? [] : [['psu-id', headers['PSU-ID']] as const]),
    ['tpp-redirect-uri', REDIRECT],
  ]);
  const lines = [...signed].map(([name, value]) => `${name}: ${value}`);
  const signature = sign('RSA-SHA256', Buffer.from(lines.join('\n')), credentials.privateKey);
  const value =
    `keyId="${keyId}",algorithm="rsa-sha256",` +
    `headers="${[...signed.keys()].join(' ')}",signature="${signature.toString('base64')}"`;
  const sent: HeaderList = [
    ...[...signed].filter(([name]) => name !== 'psu-id'),
    ...Object.entries(headers),
    ['TPP-Signature-Certificate', credentials.certificateBase64],
    ['Signature', encodedWord(value)],
    ...(text === undefined ? [] : [['Content-Type', 'application/json'] as const]),
  ].map(([name = '', plain = '']) => [name, wire(plain)] as const);
  return send({
    method,
    url: bank.url + path,
    headers: sent,
    ...(text === undefined ? {} : { body: text }),
  });
}

/** UTF-8 bytes, each as one character: Node's way of taking a header. */
const wire = (text: string) => Buffer.from(text).toString('latin1');

const findingsOf = (answer: Answer) => answer.headers['sandbank-findings'];
/** A day of two digits in GMT is as RFC 7231 has it. */
const expectedFindings = (zone: number) =>
  zone !== 0 || new Date().getUTCDate() < 10 ? 'SIG-05, SIG-11' : 'SIG-05';

describe("a JVM client's form", () => {
  test('SIG-06: its issuer is spelt as Java does', () => {
    expect(keyId).toMatch(/^SN=[0-9a-f]+,CA=CN=.*,2\.5\.4\.97=#0c[0-9a-f]+,O=.*,C=NO$/);
    expect(keyId).not.toBe(keyId.toUpperCase());
  });

  test.each([
    ['a zone by number', 1],
    ['GMT', 0],
  ])('SIG-04, SIG-05, SIG-06, SIG-11: the first call, with %s, is understood', async (_, zone) => {
    const answer = await javaSend('GET', '/v1/accounts', { zone });
    expectRefusal(answer, { code: 'CONSENT_INVALID' });
    expect(answer.body._links.scaRedirect.verbs).toEqual(['GET']);
    expect(findingsOf(answer)).toBe(expectedFindings(zone));
  });

  test('SIG-12, HDR-02: no Digest without a body, no TPP-Session-ID; then it goes all the way', async () => {
    const offered = await javaSend('POST', '/v1/bank-offered-consents');
    expect(offered.status).toBe(201);
    expect(Object.keys(offered.body._links)).toEqual(['scaRedirect']);
    const redirect = await completeSca(bank, offered, { nationalId: PERSONS.jonas });
    const headers = {
      'PSU-ID': redirect.get('psu-id') ?? '',
      'TPP-Session-ID': redirect.get('tpp-session-id') ?? '',
      'PSU-IP-Address': '192.0.2.7',
      'x-accept-fix': 'amount-as-string',
    };
    const accounts = await javaSend('GET', '/v1/accounts', { headers });
    expect(accounts.status).toBe(200);
    const [from, to] = accounts.body.accounts;
    const transfer = {
      instructedAmount: { amount: '12.50', currency: 'EUR' },
      creditorName: 'Bjørn Ås',
      creditorAccount: { iban: to.iban, currency: 'NOK' },
      creditorAddress: { townName: 'Tromsø', country: 'NO' },
      debtorAccount: { iban: from.iban, currency: 'NOK' },
      remittanceInformationUnstructured: 'Kjøp av brød',
    };
    const paid = await javaSend('POST', SEPA, { headers, body: transfer });
    expect(paid.status).toBe(201);
    const order = {
      instructedAmount: { amount: '100.00', currency: 'NOK' },
      creditorName: 'Bjørn Ås',
      creditorAccount: { bban: to.bban, currency: 'NOK' },
      debtorAccount: { bban: from.bban, currency: 'NOK' },
      startDate: new Date(Date.now() + 10 * 24 * 3_600_000).toISOString().slice(0, 10),
      frequency: 'Monthly',
    };
    const ordered = await javaSend('POST', PERIODIC, { headers, body: order });
    expect(ordered.status).toBe(201);
    for (const answer of [offered, accounts, paid, ordered]) {
      expect(findingsOf(answer)).toBe('SIG-05, SIG-11');
    }
  });

  test("SIG-06: another issuer in Java's spelling is still refused", async () => {
    const right = keyId;
    keyId = keyId.replace(/#0c0f4e/, '#0c0f4d');
    const answer = await javaSend('GET', '/v1/accounts');
    keyId = right;
    expectRefusal(answer, { code: 'BAD_REQUEST', path: 'Signature', says: /CA in the keyId/ });
  });
});
