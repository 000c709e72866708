#!/usr/bin/env node
// Adds vectors to fixtures/signing-vectors.json: signed requests, good ones and broken ones, each with what a
// bank must answer. Keys, certificates, digests and signatures come from the openssl command line and
// from a JVM (SigningForms.java), never from this project's own code, so that a mistake in it cannot
// agree with itself. Keys live in a temporary folder and are thrown away.
//
//   node scripts/make-signing-vectors.mjs       needs openssl 3 and java 17
//
// Vectors that the file has stay as they are; those with a new title are added. The rows here are one of each kind. The
// others, with which the file was made, are in the history of the repository.
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

const words = (text) => text.split(' ');

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
  openssl(words(`pkcs8 -topk8 -nocrypt -in ${name}.key -outform DER -out ${name}.key.der`));
}

/** A certificate by `openssl ca`, the only command of OpenSSL 3.0 that sets both dates. */
function certificate(name, { keyName = name, subject = SUBJECT, issuer, serial, extensions }) {
  const asked = words('req -new -config openssl.cnf -utf8 -multivalue-rdn -subj');
  openssl([...asked, subject, ...words(`-key ${keyName}.key -out ${name}.csr`)]);
  writeFileSync(file('serial'), `${serial}\n`);
  const signer =
    issuer === undefined
      ? `-selfsign -keyfile ${keyName}.key`
      : `-cert ${issuer}.pem -keyfile ${issuer}.key`;
  const dates = `-startdate ${FROM} -enddate ${UNTIL}`;
  const files = `-in ${name}.csr -out ${name}.pem`;
  const plain = 'ca -batch -notext -config openssl.cnf -utf8 -multivalue-rdn';
  openssl(words(`${plain} ${dates} -extensions ${extensions} ${signer} ${files}`));
}

key('caA');
key('caB');
key('tpp');
key('ec', ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256']);
certificate('caA', { subject: ISSUER_A, serial: '01', extensions: 'authority' });
certificate('caB', { subject: ISSUER_B, serial: '02', extensions: 'authority' });
const tpp = { keyName: 'tpp', issuer: 'caA', extensions: 'both' };
certificate('tpp', { ...tpp, serial: 'FA0B1C2D3E4F5A' });
certificate('tppB', { ...tpp, issuer: 'caB', serial: '0ABCDE' });
certificate('decimal', { ...tpp, serial: '1234567890' });
certificate('aisp', { ...tpp, serial: '2001', extensions: 'ai' });
certificate('ec', { ...tpp, keyName: 'ec', serial: '2004' });

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
const CERT = 'TPP-Signature-Certificate';

vector('openssl: body, five headers', ok());
vector('(request-target) signed, with its query', ok(), {
  target: '/v1/payments/sepa-credit-transfers?allowLogicalDuplicate=true',
  names: ['(request-target)', ...SIGNABLE.filter((n) => n !== 'psu-corporate-id')],
});
vector('parameters in another order, space after commas', ok(), {
  order: ['signature', 'headers', 'keyId', 'algorithm'],
  separator: ', ',
});
vector('whole value in several adjacent words', ok(), {
  wholeValue: (t) =>
    t
      .match(/.{1,45}/g)
      .map((part) => wrap(part))
      .join(' '),
});
vector('issuer B: multi-valued name, quotes, plus, hash, trailing space', ok(), {
  cert: 'tppB',
  serial: 'ABCDE',
});
vector('Digest SHA-512', ok(), { headers: { digest: `SHA-512=${sha(512, BODY_BYTES)}` } });
vector('trust bundle that issued the certificate', ok(), { trust: pem('caA') });
vector('certificate as PEM in one line', no('SIG-02', 'FORMAT_ERROR', CERT), {
  certificate: pem('tpp').replaceAll('\n', ' ').trim(),
});
vector('Signature sent twice', no('SIG-13', 'FORMAT_ERROR'), {}, (h) => ({
  ...h,
  signature: [h.signature, h.signature],
}));
vector('serial in decimal', no('SIG-05', 'BAD_REQUEST'), {
  cert: 'decimal',
  serial: BigInt('0x1234567890').toString(),
});
vector('issuer in reversed order', no('SIG-06', 'BAD_REQUEST'), {
  issuer: issuerOf('tpp', 'RFC2253,-dn_rev'),
});
vector('Date 61 seconds behind', no('SIG-11', 'BAD_REQUEST', 'Date'), {
  date: httpDate(NOW - 61_000),
});
vector('body changed on the way', no('SIG-12', 'BAD_REQUEST', 'Digest'), {
  sentBody: BODY.replace('1.00', '9.00'),
});
vector('algorithm rsa-sha512', no('SIG-07', 'BAD_REQUEST'), {
  algorithm: 'rsa-sha512',
  sign: (text) => signWith('tpp', text, ['-sha512']),
});
vector('EC key', no('SIG-07', 'BAD_REQUEST'), { cert: 'ec', keyName: 'ec' });
vector('signed with CRLF', no('SIG-10', 'BAD_REQUEST'), {
  signedText: (text) => text.replaceAll('\n', '\r\n'),
});
vector('a signed value changed on the way', no('SIG-10', 'BAD_REQUEST'), {}, (h) => ({
  ...h,
  'psu-id': '7c875382-8963-4617-a931-738c9b8bae7f',
}));
vector('an AISP at a payment', no('TPP-03', 'FORBIDDEN', CERT), { cert: 'aisp' });

// ---------------------------------------------------------------------------- the JVM, and the file

const java = execFileSync('java', [
  join(HERE, 'SigningForms.java'),
  file('tpp.pem'),
  file('tpp.key.der'),
  new Date(NOW).toISOString(),
]);
const { about, vectors: known } = JSON.parse(readFileSync(FIXTURE, 'utf8'));
const titles = new Set(known.map(({ title }) => title));
const added = [...JSON.parse(java), ...vectors].filter(({ title }) => !titles.has(title));
writeFileSync(FIXTURE, `${JSON.stringify({ about, vectors: [...known, ...added] }, null, 1)}\n`);
process.stdout.write(`${known.length} vectors stay, ${added.length} are new\n`);
