#!/usr/bin/env node
// Makes fixtures/signing-vectors.json: signed requests, good ones and broken ones, each with what a
// bank must answer. Keys, certificates, digests and signatures come from the openssl command line and
// from a JVM (SigningForms.java), never from this project's own code, so that a mistake in it cannot
// agree with itself. Keys live in a temporary folder and are thrown away.
//
//   node scripts/make-signing-vectors.mjs       needs openssl 3 and java 17; rewrites the fixture
//
// Vectors that the file already holds under "kept": true stay as they are.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const FIXTURE = join(HERE, '../fixtures/signing-vectors.json');
const NOW = Date.parse('2026-11-03T09:05:07Z');
const FROM = '20261101000000Z';
const UNTIL = '20261201000000Z';

const work = mkdtempSync(join(tmpdir(), 'signing-vectors-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const file = (name) => join(work, name);
const openssl = (args, input) =>
  execFileSync('openssl', args, { input, cwd: work, stdio: ['pipe', 'pipe', 'pipe'] });

// ---------------------------------------------------------------------------- certificates

writeFileSync(
  file('openssl.cnf'),
  `
[ca]
default_ca = test
[test]
serial = ${file('serial')}
database = ${file('index.txt')}
new_certs_dir = ${work}
default_md = sha256
policy = anything
unique_subject = no
email_in_dn = yes
preserve = yes
[anything]
countryName = optional
stateOrProvinceName = optional
organizationName = optional
organizationalUnitName = optional
organizationIdentifier = optional
serialNumber = optional
commonName = optional
emailAddress = optional
[req]
distinguished_name = dn
string_mask = utf8only
utf8 = yes
prompt = no
[dn]
CN = unused
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
[both]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature, nonRepudiation
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:qc_both
[ai]
basicConstraints = critical, CA:false
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:qc_ai
[none]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
[qc_both]
compliance = SEQUENCE:qc_compliance
psd2 = SEQUENCE:psd2_both
[qc_ai]
compliance = SEQUENCE:qc_compliance
psd2 = SEQUENCE:psd2_ai
[qc_compliance]
id = OID:0.4.0.1862.1.1
[psd2_both]
id = OID:0.4.0.19495.2
info = SEQUENCE:info_both
[psd2_ai]
id = OID:0.4.0.19495.2
info = SEQUENCE:info_ai
[info_both]
roles = SEQUENCE:roles_both
name = UTF8:Finanstilsynet
nca = UTF8:NO-FSA
[info_ai]
roles = SEQUENCE:roles_ai
name = UTF8:Finanstilsynet
nca = UTF8:NO-FSA
[roles_both]
pi = SEQUENCE:role_pi
ai = SEQUENCE:role_ai
[roles_ai]
ai = SEQUENCE:role_ai
[role_pi]
id = OID:0.4.0.19495.1.2
name = UTF8:PSP_PI
[role_ai]
id = OID:0.4.0.19495.1.3
name = UTF8:PSP_AI
`,
);
writeFileSync(file('index.txt'), '');

const SUBJECT = '/C=NO/O=Tredjepart AS/organizationIdentifier=PSDNO-FSA-987654321/CN=tpp.example';
const ISSUER_A =
  '/C=NO/O=Prøve Tillit AS/organizationIdentifier=NTRNO-974760673/CN=Prøve QTSP, CA G1';
const ISSUER_B =
  '/C=NO/ST=Troms/O=Quote "Q" \\+ Sons; <CA>/emailAddress=ca@example.com/OU=#2+serialNumber=007/CN=B ';

function key(name, kind = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048']) {
  openssl(['genpkey', ...kind, '-out', `${name}.key`]);
  openssl([
    'pkcs8',
    '-topk8',
    '-nocrypt',
    '-in',
    `${name}.key`,
    '-outform',
    'DER',
    '-out',
    `${name}.key.der`,
  ]);
}

/** A certificate by `openssl ca`, the only command of OpenSSL 3.0 that sets both dates. */
function certificate(name, { keyName = name, subject = SUBJECT, issuer, serial, extensions }) {
  openssl([
    'req',
    '-new',
    '-config',
    'openssl.cnf',
    '-utf8',
    '-multivalue-rdn',
    '-key',
    `${keyName}.key`,
    '-subj',
    subject,
    '-out',
    `${name}.csr`,
  ]);
  writeFileSync(file('serial'), `${serial}\n`);
  const signer =
    issuer === undefined
      ? ['-selfsign', '-keyfile', `${keyName}.key`]
      : ['-cert', `${issuer}.pem`, '-keyfile', `${issuer}.key`];
  openssl([
    'ca',
    '-batch',
    '-notext',
    '-config',
    'openssl.cnf',
    '-utf8',
    '-multivalue-rdn',
    '-startdate',
    FROM,
    '-enddate',
    UNTIL,
    '-extensions',
    extensions,
    ...signer,
    '-in',
    `${name}.csr`,
    '-out',
    `${name}.pem`,
  ]);
}

key('caA');
key('caB');
key('tpp');
key('other');
key('weak', ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024']);
key('ec', ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256']);
key('pss', ['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048']);
certificate('caA', { subject: ISSUER_A, serial: '01', extensions: 'authority' });
certificate('caB', { subject: ISSUER_B, serial: '02', extensions: 'authority' });
const tpp = { keyName: 'tpp', issuer: 'caA', extensions: 'both' };
certificate('tpp', { ...tpp, serial: 'FA0B1C2D3E4F5A' });
certificate('tppB', { ...tpp, issuer: 'caB', serial: '0ABCDE' });
certificate('decimal', { ...tpp, serial: '1234567890' });
certificate('aisp', { ...tpp, serial: '2001', extensions: 'ai' });
certificate('plain', { ...tpp, serial: '2002', extensions: 'none' });
certificate('weak', { ...tpp, keyName: 'weak', serial: '2003' });
certificate('ec', { ...tpp, keyName: 'ec', serial: '2004' });
certificate('pss', { ...tpp, keyName: 'pss', serial: '2005' });

const pem = (name) => readFileSync(file(`${name}.pem`), 'utf8');
const der = (name) => openssl(['x509', '-in', `${name}.pem`, '-outform', 'DER']).toString('base64');
const serialOf = (name) =>
  openssl(['x509', '-in', `${name}.pem`, '-noout', '-serial'])
    .toString()
    .trim()
    .replace('serial=', '');
/** The issuer as openssl prints it; latin1 text, one character per byte. */
const issuerOf = (name, nameopt = 'RFC2253') =>
  openssl(['x509', '-in', `${name}.pem`, '-noout', '-issuer', '-nameopt', nameopt])
    .toString('latin1')
    .replace(/\n$/, '')
    .replace(/^issuer=/, '');

// ---------------------------------------------------------------------------- requests

const sha = (bits, bytes) => openssl(['dgst', `-sha${bits}`, '-binary'], bytes).toString('base64');
const signWith = (keyName, text, options = ['-sha256']) =>
  openssl(['dgst', ...options, '-sign', `${keyName}.key`], Buffer.from(text, 'latin1'));
const b64 = (text) => Buffer.from(text, 'latin1').toString('base64');
const wrap = (text, charset = 'utf-8') => `=?${charset}?B?${b64(text)}?=`;
/** An instant as an HTTP date. */
const httpDate = (ms) => new Date(ms).toUTCString();

const BODY = '{"instructedAmount":{"amount":"1.00","currency":"EUR"},"creditorName":"Blåbær AS"}';
const BODY_BYTES = Buffer.from(BODY);
const SIGNABLE = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
];
const vectors = [];

/**
 * One vector. `change` alters the parts before signing, `after` the headers after it, so that each broken
 * vector has one mistake.
 */
function vector(title, expected, change = {}, after = (headers) => headers) {
  const parts = {
    method: 'POST',
    target: '/v1/payments/sepa-credit-transfers',
    now: NOW,
    body: BODY,
    cert: 'tpp',
    signedText: (text) => text,
    sign: (text) => signWith(parts.keyName ?? 'tpp', text),
    encode: (bytes) => bytes.toString('base64'),
    order: ['keyId', 'algorithm', 'headers', 'signature'],
    separator: ',',
    algorithm: 'rsa-sha256',
    wholeValue: (text) => text,
    ...change,
  };
  const bytes = Buffer.from(parts.body);
  const headers = {
    date: parts.date ?? httpDate(parts.now),
    ...(bytes.length > 0 ? { digest: `SHA-256=${sha(256, bytes)}` } : {}),
    'x-request-id': 'b96e486c-7580-4fac-a44b-cbdfcbe628ad',
    'psu-id': '6c875382-8963-4617-a931-738c9b8bae7f',
    'tpp-redirect-uri': 'https://tpp.example/cb?state=1',
    ...change.headers,
  };
  for (const name of Object.keys(headers)) if (headers[name] === undefined) delete headers[name];
  const names = parts.names ?? SIGNABLE.filter((name) => headers[name] !== undefined);
  const first = (value) => (Array.isArray(value) ? value[0] : value);
  const lines = names.map((name) =>
    name === '(request-target)'
      ? `(request-target): ${parts.method.toLowerCase()} ${parts.target}`
      : `${name.toLowerCase()}: ${first(headers[name.toLowerCase()]) ?? ''}`,
  );
  const text = lines.join('\n');
  const value = {
    keyId: `SN=${parts.serial ?? serialOf(parts.cert)},CA=${parts.issuer ?? issuerOf(parts.cert)}`,
    algorithm: parts.algorithm,
    headers: names.join(' '),
    signature: parts.encode(parts.sign(parts.signedText(text))),
  };
  const list = parts.order.map((name) => (name in value ? `${name}="${value[name]}"` : name));
  const sent = after({
    ...headers,
    'tpp-signature-certificate': parts.certificate ?? der(parts.cert),
    signature: parts.wholeValue(list.join(parts.separator)),
    ...(bytes.length > 0 ? { 'content-type': 'application/json' } : {}),
  });
  vectors.push({
    title,
    method: parts.method,
    target: parts.target,
    now: new Date(parts.now).toISOString(),
    ...(parts.role === undefined ? {} : { role: parts.role }),
    ...(parts.trust === undefined ? {} : { trust: parts.trust }),
    headers: sent,
    body: parts.sentBody ?? parts.body,
    signingString: text,
    ...expected,
  });
}

const ok = (...findings) => ({ accepted: true, findings });
const no = (rule, code, path = 'Signature') => ({ accepted: false, rule, code, path });
const without = (name) => (headers) => {
  const { [name]: _, ...rest } = headers;
  return rest;
};
const CERT = 'TPP-Signature-Certificate';
const utf8 = (text) => Buffer.from(text, 'utf8').toString('latin1');
const RAW_ISSUER = utf8(
  'CN=Prøve QTSP\\, CA G1,organizationIdentifier=NTRNO-974760673,O=Prøve Tillit AS,C=NO',
);

// --- accepted
vector('openssl: body, five headers', ok());
vector('openssl: GET without body and Digest', ok(), {
  method: 'GET',
  target: '/v1/accounts?withBalance=true',
  body: '',
});
vector('openssl: all six headers', ok(), {
  headers: { 'psu-corporate-id': '0b9e486c-7580-4fac-a44b-cbdfcbe628ad' },
});
vector('only date signed, nothing else carried', ok(), {
  method: 'GET',
  body: '',
  headers: { 'x-request-id': undefined, 'psu-id': undefined, 'tpp-redirect-uri': undefined },
});
vector('listed order is honoured', ok(), {
  names: ['tpp-redirect-uri', 'x-request-id', 'digest', 'date', 'psu-id'],
});
vector('(request-target) signed, with its query', ok(), {
  target: '/v1/payments/sepa-credit-transfers?allowLogicalDuplicate=true',
  names: ['(request-target)', ...SIGNABLE.filter((n) => n !== 'psu-corporate-id')],
});
vector('(request-target) under a bank prefix', ok(), {
  method: 'GET',
  body: '',
  target: '/banks/acme/v1/accounts',
  names: ['date', 'x-request-id', 'psu-id', 'tpp-redirect-uri', '(request-target)'],
});
vector('names in capitals', ok('SIG-08'), {
  names: ['Date', 'Digest', 'X-Request-ID', 'PSU-ID', 'TPP-Redirect-URI'],
});
vector('raw UTF-8 in a signed value', ok(), {
  headers: { 'tpp-redirect-uri': utf8('https://tpp.example/blåbær') },
});
vector('parameters in another order, space after commas', ok(), {
  order: ['signature', 'headers', 'keyId', 'algorithm'],
  separator: ', ',
});
vector('unknown parameters, quoted and bare', ok('SIG-03', 'SIG-03'), {
  order: [
    'created=1793696707',
    'keyId',
    'algorithm',
    'headers',
    'signature',
    'expires="1793696767"',
  ],
});
vector('whole value in a Q word', ok(), {
  wholeValue: (t) =>
    `=?UTF-8?q?${t.replace(/[^!-<>@-^`-~]/g, (c) => (c === ' ' ? '_' : `=${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)).replace(/\?/g, '=3F')}?=`,
});
vector('whole value in several adjacent words', ok(), {
  wholeValue: (t) =>
    t
      .match(/.{1,45}/g)
      .map((part) => wrap(part))
      .join(' '),
});
vector('whole value in a lower-case b word, iso-8859-1', ok(), {
  issuer: Buffer.from(
    'CN=Prøve QTSP\\, CA G1,2.5.4.97=NTRNO-974760673,O=Prøve Tillit AS,C=NO',
    'latin1',
  ).toString('latin1'),
  wholeValue: (t) => `=?ISO-8859-1?b?${b64(t)}?=`,
});
vector('signature parameter in a word around its base64', ok(), {
  encode: (bytes) => wrap(bytes.toString('base64')),
});
vector('signature parameter in a word around its bytes', ok(), {
  encode: (bytes) => `=?utf-8?B?${bytes.toString('base64')}?=`,
});
vector('issuer in raw UTF-8', ok(), { issuer: RAW_ISSUER });
vector('issuer with OID. prefix', ok(), {
  issuer: RAW_ISSUER.replace('organizationIdentifier', 'OID.2.5.4.97'),
});
vector('issuer with a bare OID', ok(), {
  issuer: RAW_ISSUER.replace('organizationIdentifier', '2.5.4.97'),
});
vector('issuer with a #hexadecimal value', ok(), {
  issuer: issuerOf('tpp').replace(
    'organizationIdentifier=NTRNO-974760673',
    '2.5.4.97=#0C0F4E54524E4F2D393734373630363733',
  ),
});
vector('issuer with keywords in lower case', ok(), {
  issuer: issuerOf('tpp').replace('CN=', 'cn=').replace('C=NO', 'c=NO'),
});
vector('issuer with a quoted value, quotes escaped in the header', ok(), {
  issuer: RAW_ISSUER.replace(utf8('Prøve QTSP\\, CA G1'), utf8('\\"Prøve QTSP, CA G1\\"')),
});
vector('issuer with space after commas', ok(), {
  issuer: issuerOf('tpp').replace(/(?<!\\),/g, ', '),
});
vector('issuer B: multi-valued name, quotes, plus, hash, trailing space', ok(), {
  cert: 'tppB',
  serial: 'ABCDE',
});
vector('issuer B: multi-valued name in the other order', ok(), {
  cert: 'tppB',
  serial: 'ABCDE',
  issuer: issuerOf('tppB').replace(/([^,]*)\+(serialNumber=007|OU=\\#2)/, '$2+$1'),
});
vector('issuer B: E and S for emailAddress and ST', ok(), {
  cert: 'tppB',
  serial: 'ABCDE',
  issuer: issuerOf('tppB').replace('emailAddress=', 'E=').replace('ST=', 'S='),
});
vector('serial in lower case', ok('SIG-05'), { serial: 'fa0b1c2d3e4f5a' });
vector('serial with leading zeros', ok('SIG-05'), { serial: '00FA0B1C2D3E4F5A' });
vector('serial of openssl with its one leading zero', ok('SIG-05'), { cert: 'tppB' });
vector('Digest SHA-512', ok(), { headers: { digest: `SHA-512=${sha(512, BODY_BYTES)}` } });
vector('Digest with its name in lower case', ok(), {
  headers: { digest: `sha-256=${sha(256, BODY_BYTES)}` },
});
vector('two digests', ok(), {
  headers: { digest: `SHA-256=${sha(256, BODY_BYTES)}, SHA-512=${sha(512, BODY_BYTES)}` },
});
vector('a known digest beside an unknown one', ok(), {
  headers: { digest: `UNIXsum=30637,SHA-256=${sha(256, BODY_BYTES)}` },
});
vector('Digest of nothing without a body', ok(), {
  method: 'GET',
  target: '/v1/accounts',
  body: '',
  headers: { digest: `SHA-256=${sha(256, Buffer.alloc(0))}` },
});
vector('Date 60 seconds behind', ok(), { date: httpDate(NOW - 60_000) });
vector('Date 60 seconds ahead', ok(), { date: httpDate(NOW + 60_000) });
vector('Date in RFC 850 form', ok(), { date: 'Tuesday, 03-Nov-26 09:05:07 GMT' });
vector('Date in asctime form', ok(), { date: 'Tue Nov  3 09:05:07 2026' });
vector('Date with a one-digit day', ok('SIG-11'), { date: 'Tue, 3 Nov 2026 09:05:07 GMT' });
vector('Date with a numeric zone', ok('SIG-11'), { date: 'Tue, 03 Nov 2026 10:05:07 +0100' });
vector('certificate as base64 of its PEM', ok('SIG-02'), { certificate: b64(pem('tpp')) });
vector('certificate with white space inside', ok('SIG-02'), {
  certificate: der('tpp')
    .match(/.{1,64}/g)
    .join(' '),
});
vector('certificate without PSD2 statement has all roles', ok('TPP-03'), { cert: 'plain' });
vector('last second of the certificate', ok(), { now: Date.parse('2026-12-01T00:00:00Z') });
vector('trust bundle that issued the certificate', ok(), { trust: pem('caA') });

// --- refused: certificate
vector(
  'no certificate',
  no('SIG-01', 'HTTP_HEADER_REQUIRED', CERT),
  {},
  without('tpp-signature-certificate'),
);
vector('certificate that is no base64', no('SIG-02', 'FORMAT_ERROR', CERT), {
  certificate: `%${der('tpp').slice(1)}`,
});
vector('certificate in URL-safe base64', no('SIG-02', 'FORMAT_ERROR', CERT), {
  certificate: `${der('tpp').slice(0, -4)}-_==`,
});
vector('certificate as PEM in one line', no('SIG-02', 'FORMAT_ERROR', CERT), {
  certificate: pem('tpp').replaceAll('\n', ' ').trim(),
});
vector('certificate cut short', no('SIG-02', 'FORMAT_ERROR', CERT), {
  certificate: der('tpp').slice(0, 400),
});
vector('certificate with bytes after it', no('SIG-02', 'FORMAT_ERROR', CERT), {
  certificate: Buffer.concat([Buffer.from(der('tpp'), 'base64'), Buffer.from([0, 0, 0])]).toString(
    'base64',
  ),
});
vector('certificate sent twice', no('SIG-13', 'FORMAT_ERROR', CERT), {
  certificate: [der('tpp'), der('tpp')],
});
// --- refused: Signature syntax
vector('no Signature', no('SIG-01', 'HTTP_HEADER_REQUIRED'), {}, without('signature'));
vector(
  'Signature in Authorization',
  no('SIG-03', 'FORMAT_ERROR'),
  {},
  ({ signature, ...rest }) => ({ ...rest, authorization: `Signature ${signature}` }),
);
vector('Signature with a scheme', no('SIG-03', 'FORMAT_ERROR'), {
  wholeValue: (t) => `Signature ${t}`,
});
vector('unquoted value', no('SIG-03', 'FORMAT_ERROR'), {
  order: ['keyId', 'algorithm=rsa-sha256', 'headers', 'signature'],
});
for (const missing of ['keyId', 'algorithm', 'headers', 'signature']) {
  vector(`no ${missing}`, no('SIG-03', 'FORMAT_ERROR'), {
    order: ['keyId', 'algorithm', 'headers', 'signature'].filter((name) => name !== missing),
  });
}
vector('a parameter twice', no('SIG-03', 'FORMAT_ERROR'), {
  order: ['keyId', 'algorithm', 'algorithm', 'headers', 'signature'],
});
vector('semicolons between parameters', no('SIG-03', 'FORMAT_ERROR'), { separator: ';' });
vector('a comma at the end', no('SIG-03', 'FORMAT_ERROR'), { wholeValue: (t) => `${t},` });
vector('Signature sent twice', no('SIG-13', 'FORMAT_ERROR'), {}, (h) => ({
  ...h,
  signature: [h.signature, h.signature],
}));
vector('RFC 2047 word in another charset', no('SIG-04', 'FORMAT_ERROR'), {
  wholeValue: (t) => wrap(t, 'windows-1252'),
});
vector('RFC 2047 word that is no base64', no('SIG-04', 'FORMAT_ERROR'), {
  wholeValue: (t) => `=?utf-8?B?!${b64(t)}?=`,
});
vector('RFC 2047 word that says utf-8 and is latin1', no('SIG-04', 'FORMAT_ERROR'), {
  issuer: 'CN=Pr\u00f8ve',
  wholeValue: (t) => wrap(t),
});
vector('raw latin1 in the issuer', no('SIG-04', 'FORMAT_ERROR'), {
  issuer: 'CN=Pr\u00f8ve QTSP\\, CA G1,2.5.4.97=NTRNO-974760673,O=Pr\u00f8ve Tillit AS,C=NO',
});
// --- refused: keyId
vector('serial in decimal', no('SIG-05', 'BAD_REQUEST'), {
  cert: 'decimal',
  serial: BigInt('0x1234567890').toString(),
});
vector('serial with colons', no('SIG-05', 'BAD_REQUEST'), { serial: 'FA:0B:1C:2D:3E:4F:5A' });
vector('serial with 0x', no('SIG-05', 'BAD_REQUEST'), { serial: '0xFA0B1C2D3E4F5A' });
vector('serial of another certificate', no('SIG-05', 'BAD_REQUEST'), { serial: 'FA0B1C2D3E4F5B' });
vector('keyId without CA', no('SIG-05', 'BAD_REQUEST'), {
  order: ['keyId="SN=FA0B1C2D3E4F5A"', 'algorithm', 'headers', 'signature'],
});
vector("issuer in OpenSSL's default order", no('SIG-06', 'BAD_REQUEST'), {
  issuer: issuerOf('tpp', 'oneline').replaceAll('"', '\\"'),
});
vector('issuer in reversed order', no('SIG-06', 'BAD_REQUEST'), {
  issuer: issuerOf('tpp', 'RFC2253,-dn_rev'),
});
vector('issuer percent-encoded', no('SIG-06', 'BAD_REQUEST'), {
  issuer: issuerOf('tpp').replaceAll(' ', '%20'),
});
vector('issuer in capitals', no('SIG-06', 'BAD_REQUEST'), {
  issuer: issuerOf('tpp').replace('QTSP', 'qtsp'),
});
vector("the certificate's subject as issuer", no('SIG-06', 'BAD_REQUEST'), {
  issuer: 'CN=tpp.example,organizationIdentifier=PSDNO-FSA-987654321,O=Tredjepart AS,C=NO',
});
vector('issuer with slashes', no('SIG-06', 'BAD_REQUEST'), {
  issuer: ISSUER_A.replaceAll('ø', '\\C3\\B8'),
});
vector('issuer without its country', no('SIG-06', 'BAD_REQUEST'), {
  issuer: issuerOf('tpp').replace(',C=NO', ''),
});
vector('issuer with an unescaped comma', no('SIG-06', 'BAD_REQUEST'), {
  issuer: issuerOf('tpp').replace('\\,', ','),
});
// --- refused: Date
vector('no Date', no('SIG-01', 'HTTP_HEADER_REQUIRED', 'Date'), { headers: { date: undefined } });
vector('Date 61 seconds behind', no('SIG-11', 'BAD_REQUEST', 'Date'), {
  date: httpDate(NOW - 61_000),
});
vector('Date 61 seconds ahead', no('SIG-11', 'BAD_REQUEST', 'Date'), {
  date: httpDate(NOW + 61_000),
});
vector('Date in ISO 8601', no('SIG-11', 'FORMAT_ERROR', 'Date'), { date: '2026-11-03T09:05:07Z' });
vector('Date in UTC by name', no('SIG-11', 'FORMAT_ERROR', 'Date'), {
  date: 'Tue, 03 Nov 2026 09:05:07 UTC',
});
vector('Date with another weekday', no('SIG-11', 'FORMAT_ERROR', 'Date'), {
  date: 'Mon, 03 Nov 2026 09:05:07 GMT',
});
vector('Date sent twice', no('SIG-13', 'FORMAT_ERROR', 'Date'), {
  headers: { date: [httpDate(NOW), httpDate(NOW)] },
});
// --- refused: Digest
vector('body without Digest', no('SIG-12', 'HTTP_HEADER_REQUIRED', 'Digest'), {
  headers: { digest: undefined },
});
vector('body changed on the way', no('SIG-12', 'BAD_REQUEST', 'Digest'), {
  sentBody: BODY.replace('1.00', '9.00'),
});
vector('Digest in hexadecimal', no('SIG-12', 'BAD_REQUEST', 'Digest'), {
  headers: { digest: `SHA-256=${Buffer.from(sha(256, BODY_BYTES), 'base64').toString('hex')}` },
});
vector('Digest without its algorithm', no('SIG-12', 'FORMAT_ERROR', 'Digest'), {
  headers: { digest: sha(256, BODY_BYTES).replaceAll('=', '') },
});
vector('Digest of an unknown algorithm only', no('SIG-12', 'FORMAT_ERROR', 'Digest'), {
  headers: { digest: 'MD5=HUXZLQLMuI/KZ5KDcJPcOA==' },
});
vector('Digest that is no base64', no('SIG-12', 'FORMAT_ERROR', 'Digest'), {
  headers: { digest: `SHA-256=:${sha(256, BODY_BYTES)}:` },
});
vector('one of two digests wrong', no('SIG-12', 'BAD_REQUEST', 'Digest'), {
  headers: { digest: `SHA-256=${sha(256, BODY_BYTES)},SHA-512=${sha(512, Buffer.alloc(0))}` },
});
vector('wrong Digest of no body', no('SIG-12', 'BAD_REQUEST', 'Digest'), {
  method: 'GET',
  body: '',
  headers: { digest: `SHA-256=${sha(256, BODY_BYTES)}` },
});
vector('Digest sent twice', no('SIG-13', 'FORMAT_ERROR', 'Digest'), {
  headers: { digest: [`SHA-256=${sha(256, BODY_BYTES)}`, `SHA-256=${sha(256, BODY_BYTES)}`] },
});
// --- refused: algorithm and signed headers
vector('algorithm hs2019', no('SIG-07', 'BAD_REQUEST'), { algorithm: 'hs2019' });
vector('algorithm rsa-sha512', no('SIG-07', 'BAD_REQUEST'), {
  algorithm: 'rsa-sha512',
  sign: (text) => signWith('tpp', text, ['-sha512']),
});
vector('RSA key of 1024 bits', no('SIG-07', 'BAD_REQUEST'), { cert: 'weak', keyName: 'weak' });
vector('EC key', no('SIG-07', 'BAD_REQUEST'), { cert: 'ec', keyName: 'ec' });
vector('RSA-PSS key', no('SIG-07', 'BAD_REQUEST'), { cert: 'pss', keyName: 'pss' });
const FIVE = SIGNABLE.filter((name) => name !== 'psu-corporate-id');
for (const left of SIGNABLE) {
  vector(`${left} carried but not signed`, no('SIG-08', 'BAD_REQUEST'), {
    headers: { 'psu-corporate-id': '0b9e486c-7580-4fac-a44b-cbdfcbe628ad' },
    names: SIGNABLE.filter((name) => name !== left),
  });
}
vector('a listed header that is not carried', no('SIG-08', 'BAD_REQUEST'), {
  names: [...FIVE, 'psu-corporate-id'],
});
vector('a header listed twice', no('SIG-08', 'BAD_REQUEST'), { names: [...FIVE, 'date'] });
vector('a header that may not be signed', no('SIG-08', 'BAD_REQUEST'), {
  headers: { host: 'bank.example' },
  names: [...FIVE, 'host'],
});
for (const name of ['x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri']) {
  const value =
    name === 'tpp-redirect-uri' ? 'https://tpp.example/cb' : '0b9e486c-7580-4fac-a44b-cbdfcbe628ad';
  const title = {
    'x-request-id': 'X-Request-ID',
    'psu-id': 'PSU-ID',
    'psu-corporate-id': 'PSU-Corporate-ID',
    'tpp-redirect-uri': 'TPP-Redirect-URI',
  }[name];
  vector(`${name} sent twice`, no('SIG-13', 'FORMAT_ERROR', title), {
    headers: { [name]: [value, value] },
  });
}
// --- refused: signature
const WRONG = no('SIG-10', 'BAD_REQUEST');
vector('signed with CRLF', WRONG, { signedText: (text) => text.replaceAll('\n', '\r\n') });
vector('signed with a newline at the end', WRONG, { signedText: (text) => `${text}\n` });
vector('signed without the space after colons', WRONG, {
  signedText: (text) => text.replaceAll(': ', ':'),
});
vector('signed with SHA-1', WRONG, { sign: (text) => signWith('tpp', text, ['-sha1']) });
vector('signed with SHA-512', WRONG, { sign: (text) => signWith('tpp', text, ['-sha512']) });
vector('signed with PSS', WRONG, {
  sign: (text) => signWith('tpp', text, ['-sha256', '-sigopt', 'rsa_padding_mode:pss']),
});
vector('signed with the key of another certificate', WRONG, { keyName: 'other' });
vector('signature in hexadecimal', WRONG, { encode: (bytes) => bytes.toString('hex') });
vector('signature in URL-safe base64', WRONG, {
  encode: (bytes) => `-_${bytes.toString('base64').slice(2)}`,
});
vector('signature with white space inside', WRONG, {
  encode: (bytes) => bytes.toString('base64').replace(/^.{64}/, '$& '),
});
vector('empty signature', WRONG, { encode: () => '' });
vector('a signed value changed on the way', WRONG, {}, (h) => ({
  ...h,
  'psu-id': '7c875382-8963-4617-a931-738c9b8bae7f',
}));
vector('(request-target) with the method in capitals', WRONG, {
  names: ['(request-target)', ...FIVE],
  signedText: (text) => text.replace('post ', 'POST '),
});
// --- refused: trust and role
const FORBIDDEN = (rule) => no(rule, 'FORBIDDEN', CERT);
vector('certificate expired', FORBIDDEN('TPP-01'), { now: Date.parse('2026-12-01T00:00:01Z') });
vector('certificate not yet valid', FORBIDDEN('TPP-01'), {
  now: Date.parse('2026-10-31T23:59:59Z'),
});
vector('trust bundle of another authority', FORBIDDEN('TPP-02'), { trust: pem('caB') });
vector('trust bundle and no PSD2 statement', FORBIDDEN('TPP-02'), {
  cert: 'plain',
  trust: pem('caA'),
});
vector('an AISP at a payment', FORBIDDEN('TPP-03'), { cert: 'aisp' });
vector('an AISP where either role will do', ok(), { cert: 'aisp', role: 'either' });

// ---------------------------------------------------------------------------- the JVM, and the file

const java = execFileSync('java', [
  join(HERE, 'SigningForms.java'),
  file('tpp.pem'),
  file('tpp.key.der'),
  new Date(NOW).toISOString(),
]);
const kept = JSON.parse(readFileSync(FIXTURE, 'utf8')).vectors.filter((entry) => entry.kept);
const about =
  'Requests signed outside the project, by the openssl command line and by a JVM; certificates only, the keys are gone. ' +
  'Pass `now` as the wall clock, `role` (else PSP_PI) as the role needed and `trust` as the trust bundle. Header values are the bytes on the wire, one character (ISO-8859-1) per byte; a list is a header sent several times; the body is UTF-8. ' +
  'Accepted ones name their findings, refused ones rule, code and path. Made by scripts/make-signing-vectors.mjs, but for those kept.';
const all = [...kept, ...JSON.parse(java), ...vectors];
writeFileSync(FIXTURE, `${JSON.stringify({ about, vectors: all }, null, 1)}\n`);
process.stdout.write(
  `${all.length} vectors, ${all.filter((v) => v.accepted).length} of them accepted\n`,
);
