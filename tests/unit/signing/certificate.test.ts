import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../../../server/protocol/errors.ts';
import { readCertificate } from '../../../server/signing/certificate.ts';
import { parseCertificateHeader } from '../../../server/signing/certificate-header.ts';
import { DerError } from '../../../server/signing/der.ts';
import { formatName } from '../../../server/signing/distinguished-name.ts';
import { readPsd2Statement } from '../../../server/signing/psd2-statement.ts';
import { runs } from '../../support/corpus.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { createVerifier } from '../../support/verifier.ts';
import { expectRefused } from './refused.ts';
import { refusalOf } from './support.ts';
import { certificateOf, requestOf, vectorTitled } from './vector-file.ts';

const DER = certificateOf('openssl: body, five headers');
const BASE64 = DER.toString('base64');
const PEM = `-----BEGIN CERTIFICATE-----\n${BASE64}\n-----END CERTIFICATE-----\n`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const UTF16 = Buffer.from(`\ufeff${PEM}`, 'utf16le').toString('base64');
const CERTIFICATE = 'TPP-Signature-Certificate';

test('what is read from a certificate: serial, names, period, roles, authority and key', () => {
  const certificate = readCertificate(DER);
  expect(certificate.serial).toBe('FA0B1C2D3E4F5A');
  expect(formatName(certificate.issuer)).toBe(
    'CN=Prøve QTSP\\, CA G1,organizationIdentifier=NTRNO-974760673,O=Prøve Tillit AS,C=NO',
  );
  expect(formatName(certificate.subject)).toBe(
    'CN=tpp.example,organizationIdentifier=PSDNO-FSA-987654321,O=Tredjepart AS,C=NO',
  );
  expect(new Date(certificate.notBefore).toISOString()).toBe('2026-11-01T00:00:00.000Z');
  expect(new Date(certificate.notAfter).toISOString()).toBe('2026-12-01T00:00:00.000Z');
  expect(certificate.psd2).toEqual({
    roles: ['PSP_PI', 'PSP_AI'],
    ncaName: 'Finanstilsynet',
    ncaId: 'NO-FSA',
  });
  expect(certificate.publicKey?.asymmetricKeyDetails?.modulusLength).toBe(2048);
});

test('what is read from a certificate: a certificate without PSD2 statement', () => {
  const plain = certificateOf('certificate without PSD2 statement has all roles');
  expect(readCertificate(plain).psd2).toBeUndefined();
});

test('what is read from a certificate: a certificate without extensions', () => {
  const { publicKey: key = DER } = readCertificate(DER);
  expect(ownCertificate({ key }).certificate.psd2).toBeUndefined();
});

test('what is read from a certificate: a key that OpenSSL does not know is no key', () => {
  // rsaEncryption 1.2.840.113549.1.1.1 becomes …1.1.99, in the key only.
  const oid = Buffer.from('300d06092a864886f70d010101', 'hex');
  const strange = Buffer.from(DER);
  strange[strange.indexOf(oid) + oid.length - 1] = 99;
  expect(readCertificate(strange).publicKey).toBeUndefined();
});

test.each([
  ['one line', BASE64, 0],
  ['white space inside', `${BASE64.slice(0, 64)} \t${BASE64.slice(64)}`, 1],
  ['base64 of PEM', base64(PEM), 1],
  ['base64 of PEM with text around it', base64(`Certificate:\n${PEM}bye\n`), 1],
  ['base64 of PEM with CRLF', base64(PEM.replaceAll('\n', '\r\n')), 1],
  ['both', base64(PEM).replace(/.{64}/g, '$& '), 2],
])('SIG-02: forms of the header: %s', (_, value, findings) => {
  const sent = parseCertificateHeader(value);
  expect(sent.certificate.serial).toBe('FA0B1C2D3E4F5A');
  expect(sent.findings).toHaveLength(findings);
  expect(sent.chain).toEqual([]);
});

test('SIG-02: forms of the header: further certificates of a PEM file are its chain', () => {
  const sent = parseCertificateHeader(base64(PEM + PEM));
  expect(sent.chain.map(({ serial }) => serial)).toEqual(['FA0B1C2D3E4F5A']);
});

test.each([
  ['PEM as it is', PEM.replaceAll('\n', ' '), 'PEM'],
  ['a letter of no alphabet', `*${BASE64.slice(1)}`, '"*"'],
  ['URL-safe base64', '-_-_'.repeat(40), 'where base64 has + and /, padded with ='],
  ['PEM without dashes and END', `*BEGIN CERTIFICATE*${BASE64}`, 'the words BEGIN CERTIFICATE;'],
  ['base64 with dots', `${BASE64.slice(0, 200)}...`, 'it was probably shortened'],
  ['a word', 'tpp-qseal', 'is "tpp-qseal", and no certificate is so short'],
  ['a word in base64', 'eyJhIjoxfQ==', 'is base64 of the text "{"a":1}"'],
  ['a fingerprint as a JWK has it', 'A'.repeat(43), 'as long as a fingerprint in base64url'],
  ['a URL', 'https://tpp.example/cert.der', 'is a URL'],
  ['a name', 'CN=My TPP,C=NO', 'is the name in a certificate'],
  ['a name in lower case', 'cn=My TPP', 'is the name in a certificate'],
  ['a subject', 'subject=CN = My TPP', 'is the name in a certificate'],
  ['a certificate as printed', 'serialnumber: 1', 'that a program prints of a certificate'],
  ['a fingerprint of SHA-1 as a JWK has it', 'A'.repeat(27), 'a fingerprint in base64url'],
  ['a file in capitals', 'CERT.PEM', 'the name of a file'],
  ['a keyId', 'SN=AB,CA=CN=x', 'is a keyId'],
  ['a keyId in lower case', 'sn=AB,ca=CN=x', 'is a keyId'],
  ['a name with a serial number', 'CN=My TPP,SN=AB', 'is the name in a certificate'],
  ['a list with a JWK', '[{"kty":"RSA"}]', 'as what a program prints of an object or a list'],
  ['a JWK', '{"kty":"RSA","n":"0"}', 'is a key as JSON'],
  ['no value', 'undefined', 'is no value'],
  ['an object', 'sun.security.x509.X509CertImpl@5e2de80c', 'is what a program prints of an object'],
  ['a ZIP file', `UEsDBBQA${'A'.repeat(200)}`, 'is base64 of a ZIP file'],
  ['gzip', gzipSync(DER).toString('base64'), 'is base64 of gzip'],
  ['UTF-16', UTF16, 'is base64 of a text in UTF-16'],
  [
    'its end',
    DER.subarray(40).toString('base64'),
    'its beginning was lost, or it is something else',
  ],
  ['base32', 'GCBAHWRQQ'.repeat(40), 'is base32 by its letters'],
  ['percent-encoded', BASE64.replace(/.$/, '%3D'), 'percent'],
  ['without its padding', 'QUI'.repeat(41), 'padding'],
  ['base64 of text', base64('hello'), 'DER'],
  ['base64 of an empty PEM', base64('-----BEGIN CERTIFICATE-----'), 'DER'],
  ['bytes after it', Buffer.concat([DER, Buffer.alloc(3)]).toString('base64'), 'follow'],
  ['cut short', BASE64.slice(0, 800), 'it was probably cut short, or damaged'],
  ['put into lower case', BASE64.toLowerCase(), 'lower case'],
  ['a file by its name', '@certs/qseal.pem', 'the name of a file, "@certs/qseal.pem"'],
  ['a variable', '{{certificate}}', 'a variable without its value'],
  ['a fingerprint', 'AB:'.repeat(20).slice(0, -1), 'a fingerprint'],
  ['a fingerprint in hexadecimal', '0f'.repeat(20), 'as long as a fingerprint'],
  ['one of SHA-256 in hexadecimal', '0F'.repeat(32), 'as long as a fingerprint'],
  ['a key of SSH', 'ssh-rsa AAAA', 'SSH public key'],
  ['an empty SEQUENCE', 'MAA=', 'no certificate is so short'],
  ['a private key by mistake', base64('-----BEGIN PRIVATE KEY-----'), 'DER'],
])('SIG-02: forms of the header: %s is refused', (_, value, reason) => {
  expectRefused(() => parseCertificateHeader(value), `SIG-02 FORMAT_ERROR ${CERTIFICATE}`, reason);
});

test.each([
  ['a fingerprint with a word before', `sha1 ${'ab'.repeat(20)}`, 'fingerprint'],
  ['a fingerprint with a word behind', `${'ab'.repeat(20)} x`, 'fingerprint'],
  ['21 bytes', 'ab'.repeat(21), 'fingerprint'],
  ['one in base64url with a mark before', `.${'A'.repeat(27)}`, 'fingerprint'],
  ['one in base64url with a mark behind', `${'A'.repeat(27)}.`, 'fingerprint'],
  ['one of SHA-256 with a mark before', `.${'A'.repeat(43)}`, 'fingerprint'],
  ['one of SHA-256 with a mark behind', `${'A'.repeat(43)}.`, 'fingerprint'],
  ['a name behind another letter', 'XCN=abc', 'the name in a certificate'],
  ['JSON behind a letter', 'x{"kty":"RSA"}', 'JSON'],
  ['a word before Certificate', 'Your Certificate: x', 'a program prints'],
  ['a file with something behind', 'cert.pem x', 'the name of a file'],
  ['a file with something before', 'my cert.pem', 'the name of a file'],
  ['gzip in its middle', `AAAAH4sI${'A'.repeat(200)}`, 'gzip'],
  ['a ZIP file in its middle', `AAAAUEsDBBQA${'A'.repeat(200)}`, 'ZIP'],
  ['UTF-16 in its middle', `AAAA${UTF16}`, 'UTF-16'],
  ['letters of base32 behind others', `aaaa${'GCBAHWRQ'.repeat(40)}`, 'base32'],
  ['letters of base32 before others', `${'GCBAHWRQ'.repeat(40)}aaaa`, 'base32'],
  ['lower case in its middle', `aaaa${BASE64.toLowerCase()}`, 'lower case'],
  ['text with a zero before', base64('\0hello'), 'the text'],
  ['text with a zero behind', base64('hello\0'), 'the text'],
])('SIG-02: forms of the header: %s is something else', (_, value, words) => {
  const { rule, text } = refusalOf(() => parseCertificateHeader(value));
  expect(rule).toBe('SIG-02');
  expect(text).not.toContain(words);
});

test('SIG-02: forms of the header: DER that our reader takes and OpenSSL does not is refused', () => {
  // Two bytes of the outer signature algorithm, which nothing of ours reads.
  const damaged = Buffer.from(DER);
  const oid = Buffer.from('06092a864886f70d01010b', 'hex');
  damaged[damaged.lastIndexOf(oid)] = 0x05;
  const { text } = refusalOf(() => parseCertificateHeader(damaged.toString('base64')));
  expect(text).toContain('OpenSSL');
});

const statements = (hex: string) => readPsd2Statement(Buffer.from(hex, 'hex'));
const tlv = (tag: string, ...parts: string[]) => {
  const content = parts.join('');
  return `${tag}${(content.length / 2).toString(16).padStart(2, '0')}${content}`;
};
const PSD2 = '0606040081982702';
const OTHER = '060604008e460101';
const utf8 = (text: string) => tlv('0c', Buffer.from(text).toString('hex'));
const role = (last: string) => tlv('30', `0607040081982701${last}`, utf8('x'));
const info = (roles: string) => tlv('30', tlv('30', roles), utf8('FSA'), utf8('NO-FSA'));
const psd2 = (roles: string) => tlv('30', PSD2, info(roles));
const stating = (roles: string) => tlv('30', tlv('30', OTHER), psd2(roles));
const EVERY = ['01', '02', '03', '04'].map(role).join('');

test.each([
  ['every role', stating(EVERY), ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC']],
  ['a role that nobody knows', stating(role('63') + role('03')), ['PSP_AI']],
  ['no role', stating(''), []],
  ['two, of which the first counts', tlv('30', psd2(role('03')), psd2(EVERY)), ['PSP_AI']],
  ['no statement', tlv('30'), undefined],
  ['another statement', tlv('30', tlv('30', OTHER)), undefined],
])('SIG-02: the PSD2 statement: %s', (_, value, expected) => {
  expect(statements(value)?.roles).toEqual(expected);
});

test.each([
  ['no content', tlv('30', PSD2)],
  ['no authority', tlv('30', PSD2, tlv('30', tlv('30')))],
  ['an authority that is no text', tlv('30', PSD2, tlv('30', tlv('30'), '020101', '020101'))],
])('SIG-02: the PSD2 statement: %s is damage', (_, value) => {
  expect(() => statements(tlv('30', value))).toThrow(DerError);
});

const attempt = (der: Buffer) => {
  try {
    parseCertificateHeader(der.toString('base64'));
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).rule).toBe('SIG-02');
  }
};

test('SIG-02: hostile certificates: changed bytes are read or refused', () => {
  const change = fc.tuple(fc.nat(DER.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const damaged = Buffer.from(DER);
      for (const [at, value] of changes) damaged[at] = value;
      attempt(damaged);
    }),
    runs(500),
  );
});

test('hostile certificates: a whole verification of a damaged certificate ends in a refusal of 4xx', () => {
  const vector = vectorTitled('openssl: body, five headers');
  const verifier = createVerifier({ ownAuthorities: () => [] });
  fc.assert(
    fc.property(fc.nat(DER.length - 1), fc.integer({ min: 1, max: 255 }), (at, xor) => {
      const damaged = Buffer.from(DER);
      damaged[at] = (damaged[at] as number) ^ xor;
      const certificate = { 'tpp-signature-certificate': damaged.toString('base64') };
      const request = requestOf({ ...vector, headers: { ...vector.headers, ...certificate } });
      try {
        verifier.verify(request, Date.parse(vector.now), 'PSP_PI');
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
        expect((error as ApiError).status).toBeLessThan(500);
      }
    }),
    runs(500),
  );
});

test('hostile certificates: 100 kB of nesting neither overflow the stack nor pass the time limit', () => {
  const deep = Buffer.from('30840000ffff'.repeat(16_000), 'hex');
  for (const hostile of [deep, Buffer.alloc(100_000, 0x30)]) {
    expect(() => attempt(hostile)).not.toThrow();
  }
});
