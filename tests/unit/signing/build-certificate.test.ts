// What an authority signs, byte for byte, is what is written in tests/fixtures/signing/certificates.txt. `npm run examples`
// records it again. The public key is the curve's own base point (SEC 2, 2.4.2), which nobody's key is.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  buildCertificate,
  type CertificatePlan,
  type Signer,
} from '../../../server/signing/build-certificate.ts';
import { buildCrl } from '../../../server/signing/build-crl.ts';
import { childrenOf, readDer, TAG } from '../../../server/signing/der.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { NOW } from './support.ts';

const [x, y] = [
  '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
].map((hex) => Buffer.from(hex, 'hex').toString('base64url')) as [string, string];
const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const subject = {
  ...{ country: 'NO', organisation: 'Blåbær AS', organisationId: 'PSDNO-FSA-987654321' },
  commonName: 'blabar.example',
};
const issuer: Signer = {
  name: { ...subject, organisation: 'Sandbank', commonName: 'Sandbank Test Issuing CA' },
  ...{ publicKey, privateKey },
};
const plan: CertificatePlan = {
  ...{ subject, publicKey, issuer, serial: '0fedcba987654321', kind: 'seal' },
  ...{ notBefore: NOW, notAfter: NOW + 86_400_000 },
};
const psd2 = { roles: ['PSP_AI'], ncaName: 'Finanstilsynet', ncaId: 'NO-FSA' } as const;

const PLANS: Readonly<Record<string, Partial<CertificatePlan>>> = {
  'a root': { kind: 'root' },
  'an authority that issues': { kind: 'issuing' },
  'a QSealC': { psd2 },
  'a QSealC of every role': { psd2: { ...psd2, roles: ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'] } },
  'a QSealC without PSD2': {},
  'with a list of revoked ones': { crlUrl: 'http://127.0.0.1:8080/_sandbox/crl' },
  'a QWAC': { kind: 'web', psd2 },
  'a server': {
    kind: 'server',
    names: ['localhost', '127.0.0.1', '::1', '2001:db8::1:0:0:1', '::', '1::'],
  },
  'a server without names': { kind: 'server' },
  'a serial with its first bit set': { serial: '80' },
  'times of UTCTime and of GeneralizedTime': {
    ...{ notBefore: Date.UTC(2049, 11, 31, 23, 59, 59), notAfter: Date.UTC(2050, 0, 1) },
  },
};

/** What is signed: the rest is a signature, which is another each time. */
function signedHex(der: Buffer): string {
  const [tbs] = childrenOf(readDer(der), TAG.SEQUENCE);
  return (tbs?.bytes.toString('hex') ?? 'none').replaceAll(/.{1,96}/g, '\n  $&');
}

test('CTRL-02: certificates and lists of revoked ones of every kind are what the bank makes now', () => {
  const revoked = [1, 2].map((n) => ({ serial: `0${n}`, revokedAt: NOW - n * 60_000 }));
  expectRecorded('signing/certificates.txt', [
    ...Object.entries(PLANS).map(
      ([title, change]) => `${title}:${signedHex(buildCertificate({ ...plan, ...change }))}`,
    ),
    `nothing is revoked:${signedHex(buildCrl({ issuer, revoked: [], now: NOW }))}`,
    `two are revoked:${signedHex(buildCrl({ issuer, revoked, now: NOW }))}`,
  ]);
});

test.each(['ec', 'rsa'] as const)('CTRL-02: the algorithm of a signature by %s', (type) => {
  const pair =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = buildCertificate({ ...plan, issuer: { ...issuer, ...pair } });
  const [, algorithm, signature] = childrenOf(readDer(der), TAG.SEQUENCE);
  expect(algorithm?.bytes.toString('hex')).toBe(
    { ec: '300a06082a8648ce3d040302', rsa: '300d06092a864886f70d01010b0500' }[type],
  );
  expect(signature?.content[0]).toBe(0);
});
