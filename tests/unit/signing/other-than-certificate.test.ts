// SIG-02: what is sent for a certificate and is none is named, by its PEM label or by the shape of its DER.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseCertificateHeader } from '../../../server/signing/certificate-header.ts';
import { otherThanCertificate } from '../../../server/signing/other-than-certificate.ts';
import { nextPair } from '../../support/key-stock.ts';
import { testFolder } from '../../support/test-folder.ts';
import { expectRefused } from './refused.ts';
import { mint } from './support.ts';

const folder = testFolder();
const rsa = await nextPair();
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const ed = generateKeyPairSync('ed25519');

const der = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1' | 'spki'): Buffer =>
  key.export({ format: 'der', type } as never) as unknown as Buffer;
const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'spki'): Buffer =>
  Buffer.from(key.export({ format: 'pem', type } as never) as unknown as string);
const encrypted = (): Buffer =>
  rsa.privateKey.export({
    ...{ format: 'der', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' },
  }) as Buffer;
/** OpenSSL reads only files here. */
function openssl(input: string | Buffer, args: (path: string) => readonly string[]): Buffer {
  const path = join(folder, 'input.pem');
  writeFileSync(path, input);
  return execFileSync('openssl', args(path), { stdio: ['ignore', 'pipe', 'ignore'] });
}
const csr = (form: string): Buffer =>
  openssl(pem(rsa.privateKey, 'pkcs8'), (path) =>
    `req -new -key ${path} -subj /CN=x/O=y -outform ${form}`.split(' '),
  );
const armour = (label: string): Buffer =>
  Buffer.from(`-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`);

/** What is said of it. */
const refused = (bytes: Buffer, header = bytes.toString('base64')) =>
  expectRefused(
    () => parseCertificateHeader(header),
    'SIG-02 FORMAT_ERROR TPP-Signature-Certificate',
  );

test.each<[string, () => Buffer, string, boolean]>([
  ['PKCS #8', () => der(rsa.privateKey, 'pkcs8'), 'a private key (PKCS #8)', true],
  ['PKCS #8 of a curve', () => der(ec.privateKey, 'pkcs8'), 'a private key (PKCS #8)', true],
  ['PKCS #8 of Ed25519', () => der(ed.privateKey, 'pkcs8'), 'a private key (PKCS #8)', true],
  ['PKCS #8, encrypted', encrypted, 'a private key (PKCS #8, encrypted)', true],
  ['PKCS #1', () => der(rsa.privateKey, 'pkcs1'), 'a private key (PKCS #1)', true],
  ['SEC 1', () => der(ec.privateKey, 'sec1'), 'a private key (SEC 1)', true],
  ['PEM', () => pem(rsa.privateKey, 'pkcs8'), 'a private key (PEM "PRIVATE KEY")', true],
  [
    'PEM of the old kind',
    () => pem(rsa.privateKey, 'pkcs1'),
    'a private key (PEM "RSA PRIVATE KEY")',
    true,
  ],
  ['a public key', () => der(rsa.publicKey, 'spki'), 'a public key', false],
  ['one of a curve', () => der(ec.publicKey, 'spki'), 'a public key', false],
  ['one of PKCS #1', () => der(rsa.publicKey, 'pkcs1'), 'a public key', false],
  ['one as PEM', () => pem(rsa.publicKey, 'spki'), 'a public key', false],
  ['a request', () => csr('der'), 'a certificate request (CSR)', false],
  ['a request as PEM', () => csr('pem'), 'a certificate request (CSR)', false],
  ['one of the old kind', () => armour('NEW CERTIFICATE REQUEST'), 'a certificate request', false],
  ['CMS as PEM', () => armour('CMS'), 'a PKCS #7 bundle', false],
  ['PKCS #7 as PEM', () => armour('PKCS7'), 'a PKCS #7 bundle', false],
  ['an old PEM', () => armour('X509 CERTIFICATE'), 'PEM of "X509 CERTIFICATE", not of "C', false],
  [
    'two numbers',
    () => Buffer.from('3006020101020102', 'hex'),
    'a public key or an ECDSA sig',
    false,
  ],
  ['another PEM', () => armour('X509 CRL'), 'PEM of "X509 CRL", not of "CERTIFICATE"', false],
  ['unknown PEM', () => armour('PKCS12'), 'PEM of "PKCS12", not of "CERTIFICATE"', true],
  ['a Java key store', () => Buffer.from('feedfeed00000002', 'hex'), 'a Java key store', true],
  ['PKCS #12 in BER', () => Buffer.from('30800201033080', 'hex'), 'a PKCS #12 bundle', true],
])('SIG-02: what is no certificate: %s', (_, make, words, isSecret) => {
  const bytes = make();
  const text = refused(bytes);
  expect(text).toMatch(/^TPP-Signature-Certificate holds .* base64 of the DER certificate.*\.$/);
  expect(text).toContain(`holds ${words}`);
  expect(text.includes('Never send that to anyone')).toBe(isSecret && !words.startsWith('PEM'));
  expect(otherThanCertificate(bytes)?.isSecret).toBe(isSecret);
});

test('SIG-02: what is no certificate: the PKCS #12 that this bank issues', async () => {
  const { pkcs12, certificateBase64 } = await mint({});
  expect(refused(Buffer.from(pkcs12, 'base64'))).toContain('openssl pkcs12 -clcerts -nokeys');
  expect(otherThanCertificate(Buffer.from(certificateBase64, 'base64'))).toBeUndefined();
});

test('SIG-02: what is no certificate: a PKCS #7 bundle in DER', async () => {
  const { certificate } = await mint({});
  const bundle = openssl(certificate, (path) =>
    `crl2pkcs7 -nocrl -certfile ${path} -outform der`.split(' '),
  );
  expect(refused(bundle)).toContain('holds a PKCS #7 bundle (.p7b)');
});

test('SIG-02: what is no certificate: PEM as it is, with the key', () => {
  const key = pem(rsa.privateKey, 'pkcs8');
  const text = refused(key, String(key).replaceAll('\n', ' '));
  expect(text).toContain('holds a private key');
  expect(text).not.toContain('send only the base64 between');
});

test('SIG-02: a certificate with its key in one PEM file is taken, and told', async () => {
  const { certificate } = await mint({});
  const both = Buffer.from(String(pem(rsa.privateKey, 'pkcs8')) + certificate);
  const { findings } = parseCertificateHeader(both.toString('base64'));
  expect(findings).toContain(
    'TPP-Signature-Certificate holds a private key as well; never send that to anyone.',
  );
});

test.each([
  ['nothing', ''],
  ['an empty SEQUENCE', '3000'],
  ['damage', '3003020105ff'],
  ['depth', '30840000ffff'.repeat(1000)],
  ['numbers in a list of lists', `301d301b${'020100'.repeat(9)}`],
  [
    'a public key of an algorithm of its own',
    '3013300d06012a3008300306012a04010003020001',
    'holds a public key',
  ],
  ['many', `3082${(3000).toString(16).padStart(4, '0')}${'020100'.repeat(1000)}`, 'PKCS #1'],
])('SIG-02: of %s nothing is made up, nor is time spent', (_, hex, words = 'unknown') => {
  const other = otherThanCertificate(Buffer.from(hex, 'hex'));
  expect(other?.trouble ?? 'unknown').toContain(words);
});
