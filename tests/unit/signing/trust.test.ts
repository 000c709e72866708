import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readCertificate, type SigningCertificate } from '../../../server/signing/certificate.ts';
import type { IssuedCertificate } from '../../../server/signing/issuer.ts';
import { checkTrust, readBundle } from '../../../server/signing/trust.ts';
import { testFolder } from '../../support/test-folder.ts';
import { createVerifier } from '../../support/verifier.ts';
import { expectRefused } from './refused.ts';
import {
  type Draft,
  draftOf,
  headersOf,
  memoryIssuer,
  mint,
  NOW,
  rulesOf,
  verifyDraft,
} from './support.ts';
import { certificateOf, vectorTitled } from './vector-file.ts';

const PATH = 'TPP-Signature-Certificate';
const DAY = 24 * 3_600_000;
const FOREIGN = vectorTitled('trust bundle of another authority').trust as string;

const folder = testFolder();
const good = await mint();
const plain = await mint({ variant: 'no-psd2' });

const verify = (issued: IssuedCertificate, change: Partial<Draft> = {}) =>
  verifyDraft(draftOf(issued, change));
const forbidden = (run: () => unknown, rule: string, reason: string) => {
  expectRefused(run, `${rule} FORBIDDEN ${PATH}`, reason);
};
const asPem = (issued: IssuedCertificate) =>
  Buffer.from([issued.certificate, ...issued.chain].join('')).toString('base64');

test.each([
  ['the first second', NOW - 3_600_000],
  ['the last second', NOW + 365 * DAY],
  ['the last millisecond', NOW + 365 * DAY + 999],
])('TPP-01: validity by the wall clock: %s is inside', (_, now) => {
  expect(verify(good, { now }).tpp.id).toBe('PSDNO-FSA-987654321');
});

test.each([
  ['before it', NOW - 3_600_001, 'not valid before'],
  ['after it', NOW + 365 * DAY + 1000, 'expired on'],
])('TPP-01: validity by the wall clock: %s', (_, now, reason) => {
  forbidden(() => verify(good, { now }), 'TPP-01', reason);
});

test('TPP-02: trust: without a bundle any certificate is trusted', async () => {
  expect(verify(await mint({ variant: 'unknown-ca' })).tpp.id).toBe('PSDNO-FSA-987654321');
});

test('TPP-02: trust: the chain must end in the bundle', () => {
  forbidden(() => verify(good, { trust: FOREIGN }), 'TPP-02', 'not issued by');
  expect(() => verify(good, { trust: FOREIGN + good.chain[0] })).not.toThrow();
});

test('TPP-02: trust: a root alone needs what lies between, from a PEM file', () => {
  const root = good.chain[1] as string;
  forbidden(() => verify(good, { trust: root }), 'TPP-02', 'not issued by');
  expect(rulesOf(verify(good, { trust: root, certificate: asPem(good) }))).toEqual(['SIG-02']);
});

test('TPP-02: trust: what lies between must have been issued by the root', () => {
  const certificate = asPem(good);
  forbidden(() => verify(good, { trust: FOREIGN, certificate }), 'TPP-02', 'not issued by');
});

test('TPP-02: trust: what lies between must be an authority itself, whatever it has signed', () => {
  const issue = (name: string, ...more: readonly string[]) => {
    const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'.split(' ');
    const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`];
    // Without configuration openssl adds no extension, so no key usage forbids signing either.
    const args = ['req', '-x509', '-config', '/dev/null', ...key, ...files, ...more];
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
    return new X509Certificate(readFileSync(join(folder, `${name}.pem`)));
  };
  const by = (name: string) => ['-CA', `${name}.pem`, '-CAkey', `${name}.key`];
  const anchors = [issue('root', '-addext', 'basicConstraints=critical,CA:TRUE')];
  const [own, forged] = [issue('own', ...by('root')), issue('forged', ...by('own'))].map(
    ({ raw }) => readCertificate(raw),
  ) as [SigningCertificate, SigningCertificate];
  const check = (certificate: SigningCertificate) => () =>
    checkTrust({ certificate, chain: [own], anchors, now: Date.now() });
  forbidden(check(own), 'TPP-02', 'QCStatement');
  forbidden(check(forged), 'TPP-02', 'not issued by');
});

test('TPP-02: trust: an authority of the right name with another key is refused', async () => {
  const other = await memoryIssuer().issue({});
  forbidden(() => verify(good, { trust: other.chain.join('') }), 'TPP-02', 'not issued by');
});

test('TPP-02: trust: the certificate itself in the bundle is trusted', () => {
  expect(() => verify(good, { trust: good.certificate })).not.toThrow();
});

const AUTHORITY = new X509Certificate(good.chain[0] ?? '');
const [BEGIN, END] = [AUTHORITY.validFrom, AUTHORITY.validTo].map(Date.parse) as [number, number];

test.each([
  ['now', NOW, true],
  ['before its time', BEGIN - 1, false],
  ['in its first second', BEGIN, true],
  ['in its last second', END + 999, true],
  ['after its time', END + 1000, false],
])('TPP-02: trust: an authority vouches only within its own period: %s', (_, now, trusted) => {
  const certificate = readCertificate(Buffer.from(good.certificateBase64, 'base64'));
  const anchors = readBundle(good.chain.join(''));
  const check = () => checkTrust({ certificate, chain: [], anchors, now });
  if (trusted) expect(check).not.toThrow();
  else forbidden(check, 'TPP-02', 'not issued by');
});

test('TPP-02: trust: an authority whose key nobody can read vouches for nothing', () => {
  const vector = vectorTitled('trust bundle that issued the certificate');
  const anchor = new X509Certificate(vector.trust as string);
  const oid = Buffer.from('300d06092a864886f70d010101', 'hex');
  const strange = Buffer.from(anchor.raw);
  strange[strange.indexOf(oid) + oid.length - 1] = 99;
  const certificate = readCertificate(certificateOf(vector.title));
  const now = Date.parse(vector.now);
  const check = (der: Buffer) => () =>
    checkTrust({ certificate, chain: [], anchors: [new X509Certificate(der)], now });
  expect(check(anchor.raw)).not.toThrow();
  forbidden(check(strange), 'TPP-02', 'not issued by');
});

test("TPP-02: trust: the bank's own authority is always trusted", () => {
  const verifier = createVerifier({ trust: FOREIGN, ownAuthorities: () => good.chain });
  const draft = draftOf(good);
  const { method, target } = draft;
  const request = { method, target, headers: headersOf(draft), body: Buffer.from(draft.body) };
  expect(() => verifier.verify(request, NOW, 'PSP_PI')).not.toThrow();
});

test('TPP-02: trust: with a bundle the PSD2 statement must be there', () => {
  forbidden(() => verify(plain, { trust: plain.chain.join('') }), 'TPP-02', 'QCStatement');
});

test('TPP-02: trust: a bundle that holds nothing refuses to start', () => {
  const start = (trust: string) => () => createVerifier({ trust, ownAuthorities: () => [] });
  expect(start('')).toThrow('no PEM certificate');
  expect(start('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toThrow();
});

test.each([
  ['PSP_AI', 'PSP_AI'],
  ['PSP_AI', 'either'],
  ['PSP_PI', 'PSP_PI'],
  ['PSP_PI', 'either'],
  ['PSP_IC', 'none'],
] as const)('TPP-03: roles: %s is enough for %s', async (role, need) => {
  const { tpp } = verify(await mint({ roles: [role] }), { role: need });
  expect(tpp.roles).toEqual([role]);
});

test.each([
  ['PSP_AI', 'PSP_PI'],
  ['PSP_PI', 'PSP_AI'],
  ['PSP_IC', 'either'],
  ['PSP_AS', 'PSP_AI'],
] as const)('TPP-03: roles: %s is not enough for %s', async (role, need) => {
  const issued = await mint({ roles: [role] });
  forbidden(() => verify(issued, { role: need }), 'TPP-03', `states ${role}`);
});

test.each(['PSP_AI', 'PSP_PI', 'either', 'none'] as const)(
  'TPP-03: roles: no statement: all roles, with a finding (%s)',
  (role) => {
    const verification = verify(plain, { role });
    expect(rulesOf(verification)).toEqual(['TPP-03']);
    expect(verification.tpp).not.toHaveProperty('roles');
  },
);
