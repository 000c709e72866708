// Requests signed with nothing but the openssl command line and sent with curl.
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { completeSca, PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { SEPA } from '../support/conformance-scene.ts';
import type { Answer } from '../support/http.ts';
import { opensslFolder } from '../support/openssl.ts';
import { testBank } from '../support/test-bank.ts';

const REDIRECT = 'https://tpp.example/callback?state=42';

const bank = await testBank();
const { run, file } = opensslFolder();
const openssl = (args: string, input?: string) => run('openssl', args.split(' '), input);
const printed = (args: string) => openssl(args).toString('utf8').trim();

/** Files of one TPP: its key, its certificate in DER. */
interface Files {
  readonly key: string;
  readonly certificate: string;
}

/** `SN=…,CA=…` from what openssl prints of the certificate. */
function keyIdOf({ certificate }: Files, nameOptions = 'RFC2253'): string {
  const from = `x509 -in ${certificate} -inform DER -noout`;
  const serial = printed(`${from} -serial`).replace('serial=', '');
  const issuer = printed(`${from} -issuer -nameopt ${nameOptions}`).replace('issuer=', '');
  return `SN=${serial},CA=${issuer}`;
}

interface CurlCall {
  readonly keyId: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly wrap?: boolean;
}

/** Signs date, x-request-id, tpp-redirect-uri, and digest and psu-id where they are there. */
function curl(method: string, path: string, files: Files, call: CurlCall): Answer {
  const { keyId, body, headers = {}, wrap = false } = call;
  const signed: [name: string, value: string][] = [
    ['date', new Date().toUTCString()],
    ['x-request-id', randomUUID()],
    ['tpp-redirect-uri', REDIRECT],
  ];
  if (headers['PSU-ID'] !== undefined) signed.push(['psu-id', headers['PSU-ID']]);
  if (body !== undefined) {
    const hash = openssl('dgst -sha256 -binary', body);
    signed.push(['digest', `SHA-256=${hash.toString('base64')}`]);
  }
  const text = signed.map(([name, value]) => `${name}: ${value}`).join('\n');
  const signature = openssl(`dgst -sha256 -sign ${files.key}`, text).toString('base64');
  const names = signed.map(([name]) => name).join(' ');
  const value = `keyId="${keyId}",algorithm="rsa-sha256",headers="${names}",signature="${signature}"`;
  const der = openssl(`x509 -in ${files.certificate} -inform DER -outform DER`);
  const sent = [
    ...signed.filter(([name]) => name !== 'psu-id'),
    ...Object.entries(headers),
    ['TPP-Signature-Certificate', der.toString('base64')],
    ['Signature', wrap ? `=?utf-8?B?${Buffer.from(value).toString('base64')}?=` : value],
    ...(body === undefined ? [] : [['Content-Type', 'application/json']]),
  ].flatMap(([name, one]) => ['-H', `${name}: ${one}`]);
  const data = body === undefined ? [] : ['--data-raw', body];
  const args = ['-sS', '-i', '-X', method, bank.url + path, ...sent, ...data];
  return read(run('curl', args).toString('utf8'));
}

/** As `curl -i` prints it. */
function read(text: string): Answer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const content = text.slice(end + 4);
  return {
    status: Number(first.split(' ')[1]),
    headers,
    text: content,
    bytes: Buffer.from(content),
    body: content === '' ? undefined : JSON.parse(content),
  };
}

/** A certificate that openssl signs with its own key. */
function selfSigned(name: string, subject: string): Files {
  const files = { key: `${name}.key`, certificate: `${name}.der` };
  const args = ['req', '-x509', '-nodes', '-utf8', '-newkey', 'rsa:2048'];
  const to = ['-keyout', files.key, '-out', files.certificate, '-outform', 'DER', '-days', '2'];
  // As openssl prints it, a random serial begins with a zero now and then (SIG-05).
  const serial = ['-set_serial', `0x7${randomBytes(8).toString('hex')}0`];
  run('openssl', [...args, ...to, ...serial, '-subj', subject, '-multivalue-rdn']);
  return files;
}

const AWKWARD =
  '/C=NO/O=Bokføring, "Sønn" \\+ <Co>; #1/OU=a\\=b\\\\c+CN=æøå ☃ /GN=# 42/emailAddress=x@tpp.example';

describe('openssl and curl', () => {
  const asked = run('curl', ['-sS', '-X', 'POST', `${bank.url}/_sandbox/certificates`]);
  const { keyId, ...issued } = JSON.parse(asked.toString('utf8'));
  const own: Files = {
    key: file('tpp.key', issued.privateKey),
    certificate: file('tpp.der', Buffer.from(issued.certificateBase64, 'base64')),
  };
  const awkward = selfSigned('awkward', AWKWARD);

  test('SIG-05, SIG-06: openssl prints the keyId that came with the certificate', () => {
    const theirs = keyIdOf(own);
    expect(theirs.split(',CA=')[0]).toBe(keyId.split(',CA=')[0]);
    const answer = curl('GET', '/v1/accounts', own, { keyId: theirs });
    expectRefusal(answer, { code: 'CONSENT_INVALID' });
    expect(answer.headers['sandbank-findings']).toBeUndefined();
  });

  test('SIG-09, SIG-10: from 401 with a link, by consent, to accounts and a payment', async () => {
    const first = curl('GET', '/v1/accounts', own, { keyId });
    expectRefusal(first, { code: 'CONSENT_INVALID' });
    expect(first.body._links.scaRedirect.href).toMatch(/^http/);
    const offered = curl('POST', '/v1/bank-offered-consents', own, { keyId });
    expect(offered.status).toBe(201);
    const redirect = await completeSca(bank, offered, { nationalId: PERSONS.odd });
    expect(redirect.get('state')).toBe('42');
    const headers = {
      'PSU-ID': redirect.get('psu-id') ?? '',
      'TPP-Session-ID': redirect.get('tpp-session-id') ?? '',
      'PSU-IP-Address': '192.0.2.7',
      'x-accept-fix': 'amount-as-string',
    };
    const accounts = curl('GET', '/v1/accounts', own, { keyId, headers });
    expect(accounts.status).toBe(200);
    const body = JSON.stringify({
      instructedAmount: { amount: '5.00', currency: 'EUR' },
      creditorName: 'Zoë Müller',
      creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
      creditorAddress: { townName: 'Köln', country: 'DE' },
      debtorAccount: { iban: accounts.body.accounts[0].iban, currency: 'NOK' },
    });
    const paid = curl('POST', SEPA, own, { keyId, headers, body });
    expect({ status: paid.status, text: paid.text }).toEqual({ status: 201, text: paid.text });
    expect(paid.body.transactionStatus).toBe('RCVD');
  });

  test('SIG-06: the order in which openssl prints names by default is refused, and named', () => {
    const reversed = keyIdOf(own, 'RFC2253,-dn_rev');
    const answer = curl('GET', '/v1/accounts', own, { keyId: reversed });
    expectRefusal(answer, { code: 'BAD_REQUEST', path: 'Signature', says: /reversed/ });
  });

  /** The quotes and backslashes of a name as they are written inside a quoted parameter. */
  const escaped = (keyId: string) => keyId.replace(/["\\]/g, '\\$&');
  const asIs = (keyId: string) => keyId;

  const COMMON = 'TPP-03';
  const TOLD = 'SIG-06, TPP-03';
  test.each([
    ['escaped to ASCII', 'RFC2253', asIs, false, COMMON],
    ['escaped twice', 'RFC2253', escaped, false, TOLD],
    ['in UTF-8, in an encoded word', 'RFC2253,-esc_msb,utf8', asIs, true, COMMON],
    ['in UTF-8, as bytes', 'RFC2253,-esc_msb,utf8', asIs, false, COMMON],
    [
      'with spaces after the commas and around the +',
      'RFC2253,-sep_comma_plus,sep_comma_plus_space',
      asIs,
      false,
      TOLD,
    ],
    ['with quotes, escaped twice', 'RFC2253,use_quote', escaped, false, TOLD],
    ['with values in hexadecimal', 'RFC2253,dump_all,dump_der', asIs, false, COMMON],
    ['with OIDs for names', 'RFC2253,-sname,oid', asIs, false, COMMON],
    ['with names in full', 'RFC2253,-sname,lname', asIs, false, TOLD],
  ])('SIG-06: an awkward issuer, %s, is accepted', (_, nameOptions, write, wrap, findings) => {
    const theirs = keyIdOf(awkward, nameOptions);
    const answer = curl('GET', '/v1/accounts', awkward, { keyId: write(theirs), wrap });
    expectRefusal(answer, { status: 401, code: 'CONSENT_INVALID' });
    expect(answer.headers['sandbank-findings']).toBe(findings);
  });
});
