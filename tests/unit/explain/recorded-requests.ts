// Requests that are refused, each with what was changed in one that is right. Keys are worked out from a name, so all is the
// same each time.
import { keyIdOf } from '../../../server/signing/key-id.ts';
import { ownCertificate, pemOf } from '../../support/own-certificate.ts';
import { seededRsa } from '../../support/seeded-rsa.ts';
import { BODY, type Draft, digest, NOW } from '../signing/support.ts';

const pair = seededRsa('explained');
const other = seededRsa('another');
const CA = 'CN=Issuing CA,O=Trust AS,C=NO';
export const own = ownCertificate({ serial: 'A1B2C3D4E5', issuer: CA, key: pair.publicKey });
export const renewed = ownCertificate({ serial: 'B1B2C3D4E5', issuer: CA, key: other.publicKey });
const same = ownCertificate({ serial: 'A1B2C3D4E5', issuer: CA, key: other.publicKey });
const authority = { serial: 'C3', issuer: 'CN=Root CA', subject: CA, authority: true } as const;
export const issuing = ownCertificate({ ...authority, key: other.publicKey });
const small = seededRsa('small', 1024);
const weak = ownCertificate({ serial: 'A1B2C3D4E5', issuer: CA, key: small.publicKey });
const ended = ownCertificate({
  serial: 'A1B2C3D4E5',
  issuer: CA,
  key: pair.publicKey,
  notAfter: NOW - 1,
});
export const tpp = {
  certificateBase64: own.certificateBase64,
  privateKey: pair.privateKey,
  keyId: keyIdOf(own.certificate),
};
const issuer = (text: string) => `SN=A1B2C3D4E5,CA=${text}`;

export const READ: Partial<Draft> = { method: 'GET', target: '/v1/accounts', body: '' };
const crlf = (text: string) => text.replaceAll('\n', '\r\n');
export const unknown = () => 'something else';
const spaced = BODY.replace(':', ': ');
const later = (seconds: number) => new Date(NOW + 1000 * seconds).toUTCString();
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** What was changed in a request that is right; what several have in common goes first. */
export const CASES: Readonly<Record<string, Partial<Draft>>> = {
  'joined by CRLF': { signed: crlf },
  unknown: { signed: unknown },
  'unknown, a read': { ...READ, signed: unknown },
  'unknown, of a bank': { target: '/banks/t-17/v1/payments/x?a=1', signed: unknown },
  'unknown, with a target': {
    names: ['(request-target)', 'date', 'digest'],
    signed: unknown,
    headers: { via: '1.1 proxy', 'x-request-id': 'two words' },
  },
  'unknown, odd ids': {
    signed: unknown,
    headers: { 'x-request-id': '"b96e486c"', 'psu-id': '{{psuId}}', forwarded: 'for=1' },
  },
  'unknown, ids in brackets': {
    signed: unknown,
    headers: {
      'x-request-id': '{b96e486c-7580-4fac-a44b-cbdfcbe628ad}',
      'psu-id': 'undefined',
      'tpp-redirect-uri': '<https://tpp.example/cb>',
      'x-forwarded-host': 'bank.example',
    },
  },
  'unknown, a long id': { signed: unknown, headers: { 'x-request-id': 'a'.repeat(65) } },
  'unknown, a list of names': { signed: unknown, names: ['date', 'psu-id'] },
  'another body was hashed': { headers: { digest: digest(spaced) } },
  'another body was hashed and signed by CRLF': {
    headers: { digest: digest(spaced) },
    signed: crlf,
  },
  'an unknown digest': { headers: { digest: digest('unknown') } },
  'an unknown digest and string': { headers: { digest: digest('unknown') }, signed: unknown },
  'no digest was sent': { headers: { digest: undefined } },
  'a digest twice': { headers: { digest: [digest(BODY), digest(BODY)] } },
  'the digest is that of what was sent': {
    headers: { digest: digest(spaced) },
    signed: (text) => text.replace(digest(spaced), digest(BODY)),
  },
  'a digest without its algorithm': { headers: { digest: digest(BODY).slice(8) } },
  'a read with a body': { ...READ, body: 'x', headers: { digest: undefined } },
  'a read with a digest': { ...READ, headers: { digest: digest(BODY) } },
  'a deletion with a body': { method: 'DELETE', headers: { digest: undefined } },
  'a date long ago': { headers: { date: later(-86_400) } },
  ...Object.fromEntries(
    [
      -43_200, -36_000, -12_600, -9000, -5400, -3600, 3600, 3689, 3691, 7200, 12_600, 16_200,
      19_800,
    ].map((seconds) => [`a date by ${seconds} s`, { headers: { date: later(seconds) } }]),
  ),
  ...Object.fromEntries(
    [23_400, 34_200, 37_800, 41_400, 43_200, 50_400, 54_000, -46_800, -39_600, -1800, 1800].map(
      (seconds) => [`a date by ${seconds} s`, { headers: { date: later(seconds) } }],
    ),
  ),
  'a date with a zone': { headers: { date: later(3600).replace('GMT', '+0100') } },
  'a date of another form': { headers: { date: '2026-11-03T09:05:07Z' } },
  'a date an hour late, joined by CRLF': { headers: { date: later(3600) }, signed: crlf },
  'a date an hour late, signed as it should be': {
    headers: { date: later(3600) },
    signed: (text) => text.replace(later(3600), later(0)),
  },
  'no date': { headers: { date: undefined } },
  'no date, but listed': {
    headers: { date: undefined },
    names: ['date', 'digest', 'x-request-id'],
  },
  'no certificate': { certificate: undefined },
  'a certificate in PEM': { certificate: base64(pemOf(own)) },
  'a certificate with its armour': { certificate: pemOf(own).replaceAll('\n', ' ') },
  'a certificate with armour, CRLF': {
    certificate: pemOf(own).replaceAll('\n', '\\n'),
    signed: crlf,
  },
  'a certificate in hexadecimal': {
    certificate: Buffer.from(own.certificateBase64, 'base64').toString('hex'),
  },
  'a certificate percent-encoded': { certificate: encodeURIComponent(own.certificateBase64) },
  'a certificate in base64 twice': { certificate: base64(own.certificateBase64) },
  'a certificate in quotation marks': { certificate: `"${own.certificateBase64}"` },
  'a certificate without its plus': { certificate: own.certificateBase64.replaceAll('+', ' ') },
  'several certificates': { certificate: `${own.certificateBase64},${issuing.certificateBase64}` },
  'several certificates, the issuing first': {
    certificate: `${issuing.certificateBase64};${own.certificateBase64}`,
  },
  'a certificate, then another in DER': {
    certificate: Buffer.concat(
      [own, issuing].map((one) => Buffer.from(one.certificateBase64, 'base64')),
    ).toString('base64'),
  },
  'a certificate cut': { certificate: own.certificateBase64.slice(0, 400) },
  'two certificates': { certificate: [own.certificateBase64, own.certificateBase64] },
  'a certificate of words': { certificate: 'my certificate' },
  'a certificate in another header': {
    certificate: undefined,
    headers: { 'x-client-cert': own.certificateBase64 },
  },
  'a certificate as Envoy sends it': {
    certificate: undefined,
    headers: { 'x-forwarded-client-cert': `Hash=1;Cert="${encodeURIComponent(pemOf(own))}";URI=x` },
  },
  'a private key in another header': {
    certificate: undefined,
    headers: { 'client-cert': base64(pair.privateKey) },
  },
  'the certificate of another': { certificate: renewed.certificateBase64 },
  'the certificate of another of that serial': { certificate: same.certificateBase64 },
  'the certificate of an authority': { certificate: issuing.certificateBase64 },
  'another certificate and keyId': {
    certificate: renewed.certificateBase64,
    keyId: keyIdOf(renewed.certificate),
  },
  'another key': { privateKey: other.privateKey },
  'another key, joined by CRLF': { privateKey: other.privateKey, signed: crlf },
  'another key and body': { privateKey: other.privateKey, headers: { digest: digest(spaced) } },
  'a small key': { certificate: weak.certificateBase64, privateKey: small.privateKey },
  'a small key, CRLF': {
    certificate: weak.certificateBase64,
    privateKey: small.privateKey,
    signed: crlf,
  },
  'a certificate that has ended': { certificate: ended.certificateBase64 },
  'a decimal serial': { keyId: `SN=${BigInt('0xA1B2C3D4E5')},CA=${CA}` },
  'a decimal serial, reversed issuer, CRLF': {
    keyId: `SN=${BigInt('0xA1B2C3D4E5')},CA=C=NO,O=Trust AS,CN=Issuing CA`,
    signed: crlf,
  },
  'a reversed issuer': { keyId: issuer('C=NO,O=Trust AS,CN=Issuing CA') },
  'a reversed issuer, unknown': { keyId: issuer('C=NO,O=Trust AS,CN=Issuing CA'), signed: unknown },
  'a keyId of words': { keyId: 'my key' },
  'a keyId of words, CRLF, another body': {
    keyId: 'my key',
    signed: crlf,
    headers: { digest: digest(spaced) },
  },
  'an issuer in UTF-8 twice, as a word': {
    keyId: issuer('CN=BlÃ¥'),
    header: (value) => `=?iso-8859-1?B?${Buffer.from(value).toString('base64')}?=`,
  },
  'another algorithm': { algorithm: 'rsa-sha512' },
  'another algorithm, CRLF': { algorithm: 'hs2019', signed: crlf },
  'no signature': { header: () => undefined },
  'two signatures': { header: (value) => [value, value] },
  'a signature of RFC 9421': {
    header: () => 'sig1=:AAAA:',
    headers: { 'signature-input': 'sig1=("@method");created=1' },
  },
  'a JWS': {
    header: () => undefined,
    headers: { 'x-jws-signature': 'eyJhbGciOiJSUzI1NiJ9..aaaaaaaaaaaaaaaaaaaaaaa' },
  },
  'a JAdES signature': {
    header: () => undefined,
    headers: {
      'x-jws-signature': `${Buffer.from('{"sigD":{"mId":"HttpHeaders"}}').toString('base64url')}.abc.aaaaaaaaaaaaaaaaaaaaaaa`,
    },
  },
  'an HMAC': { header: () => undefined, headers: { 'x-signature': 'ab'.repeat(32) } },
  'of AWS': {
    header: () => undefined,
    headers: { authorization: 'AWS4-HMAC-SHA256 Credential=x' },
  },
  'of OAuth': { header: () => undefined, headers: { authorization: 'OAuth oauth_signature="x"' } },
  'a password': { header: () => undefined, headers: { authorization: 'Basic abc' } },
  'a header in base64': { header: (value) => base64(value) },
  'a header percent-encoded': { header: (value) => encodeURIComponent(value) },
  'a header in JSON': {
    header: (value) => `{${value.replace(/(\w+)=(?=")/g, '"$1":').replaceAll(',"', ', "')}}`,
  },
  'a header with its name': { header: (value) => `Signature ${value}` },
  'a header with colons': { header: (value) => value.replaceAll('="', ': "') },
  'a header without quotes': { header: (value) => value.replaceAll('"', '') },
  'a header in curly quotes': { header: (value) => value.replace(/="(.*?)"/g, '=“$1”') },
  'a header in single quotes': { header: (value) => value.replaceAll('"', "'"), signed: crlf },
  'a header with semicolons': { header: (value) => value.replaceAll('",', '"; '), signed: crlf },
  'a header with escaped quotes': { header: (value) => value.replaceAll('"', '\\"'), signed: crlf },
  'a header without a keyId': {
    header: (value) => value.replace(/keyId="[^"]*",/, ''),
    signed: crlf,
  },
  'a header without an algorithm': { header: (value) => value.replace(/algorithm="[^"]*",/, '') },
  'a header without a list': { header: (value) => value.replace(/headers="[^"]*",/, '') },
  'a header without its last quote': { header: (value) => value.slice(0, -1) },
  'a list in capitals': {
    header: (value) => value.replace('date digest', 'Date Digest'),
    signed: crlf,
  },
  'a list with commas': {
    header: (value) => value.replace('date digest', 'date, digest'),
    signed: crlf,
  },
  'a list in brackets': {
    header: (value) => value.replace('headers="', 'headers = "['),
    signed: crlf,
  },
  'an algorithm in brackets': {
    header: (value) => value.replace('algorithm="', 'algorithm = "['),
    signed: crlf,
  },
  'a name twice': { header: (value) => value.replace('date digest', 'date digest date') },
  'an unknown name': { header: (value) => value.replace('date digest', 'date host digest') },
  'a pseudo header': {
    header: (value) => value.replace('date digest', ':method :path date digest'),
  },
  'a name that is not sent': { header: (value) => value.replace('date', 'date psu-corporate-id') },
  'a name that must be listed': { header: (value) => value.replace('digest ', '') },
  'a name that must be listed, CRLF': {
    header: (value) => value.replace('digest ', ''),
    signed: crlf,
  },
  'all names left out': { header: (value) => value.replace(/headers="[^"]*"/, 'headers=""') },
  'an id in capitals': { signed: (text) => text.replace(/b96e\S+/, (id) => id.toUpperCase()) },
  'an id with an invisible mark': {
    headers: { 'x-request-id': 'b96e486c\u00a0' },
    signed: unknown,
  },
  'a redirect without its query': { signed: (text) => text.replace('?state=1', '') },
  'a redirect that is refused later': { headers: { 'tpp-redirect-uri': 'no uri' }, signed: crlf },
  'the body as well': { signed: (text) => `${text}\n${Buffer.from(BODY).toString('latin1')}` },
  'the digest as well': { signed: (text) => `${text}\n${text}` },
  'three mistakes': {
    signed: (text) => `${crlf(text.replace('?state=1', ''))}\n`,
    headers: { date: later(3600) },
  },
  'everything wrong': {
    keyId: 'x',
    algorithm: 'none',
    headers: { digest: 'x', date: 'x' },
    signed: unknown,
  },
};
