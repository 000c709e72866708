// The client certificate of a TLS connection, where processes with TLS ports do not lead
// (tests/process/client-certificates.test.ts, tls.test.ts), and the list of those that were revoked.
import { X509Certificate } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../../server/protocol/json.ts';
import type { PspRole } from '../../../server/protocol/tpp.ts';
import { buildCertificate } from '../../../server/signing/build-certificate.ts';
import { parseCertificateHeader } from '../../../server/signing/certificate-header.ts';
import {
  type ClientCertificateQuestion,
  checkClientCertificate,
  checkOrganisations,
} from '../../../server/signing/client-certificate.ts';
import { createIssuer } from '../../../server/signing/issue-certificate.ts';
import { generateEc } from '../../../server/signing/key-pair.ts';
import { authorityFromJson } from '../../../server/signing/test-authority.ts';
import { checkRevocation } from '../../../server/signing/trust.ts';
import { ownCertificate, rsaPair } from '../../support/own-certificate.ts';
import { expectRefused } from './refused.ts';
import { memoryIssuer, NOW } from './support.ts';

const issuer = memoryIssuer();
const DAY = 86_400_000;
const anchors = await issuer.issue({ type: 'QWAC' }).then(() => issuer.authorities());
const { certificateBase64 } = await issuer.issue({ type: 'QWAC' });
const sent = parseCertificateHeader(certificateBase64);
const asked: ClientCertificateQuestion = {
  ...{ sent, role: 'PSP_AI', now: NOW },
  anchors: anchors.map((pem) => new X509Certificate(pem)),
};

test('TLS-02: without a certificate it says where to get one', () => {
  expectRefused(
    () => checkClientCertificate({ ...asked, sent: undefined }),
    'TLS-02 FORBIDDEN ',
    'POST /_sandbox/certificates',
  );
});

test('TLS-02: a certificate is valid through the last second that it names', () => {
  const { notBefore, notAfter } = sent.certificate;
  const at = (now: number) => () => checkClientCertificate({ ...asked, now });
  expect(at(notBefore)).not.toThrow();
  expect(at(notAfter + 999)).not.toThrow();
  expectRefused(at(notBefore - 1), 'TLS-02 FORBIDDEN ', 'is not valid yet');
  expectRefused(at(notAfter + 1000), 'TLS-02 FORBIDDEN ', 'has expired');
});

test('CERT-01: a stored authority that lacks a part is refused', () => {
  const saved = issuer.saved() as JsonObject;
  for (const part of ['issuing', 'root', 'privateKey']) {
    expect(() => authorityFromJson({ ...saved, [part]: 1 })).toThrow('authority is damaged');
  }
});

test('TLS-02: a certificate that lists no use is no QWAC', async () => {
  const { certificate } = ownCertificate({ key: (await rsaPair()).publicKey });
  // Its own anchor: what is missing is the use alone.
  const own = { sent: { ...sent, certificate, chain: [] }, anchors: [certificate.x509] };
  expectRefused(() => checkClientCertificate({ ...asked, ...own }), 'TLS-02 FORBIDDEN ', 'a QWAC');
});

test('TLS-02: it states the role that the operation needs, and is read as X.509 version 3', async () => {
  const roleOf = (own: PspRole, role: ClientCertificateQuestion['role']) => async () => {
    const made = await issuer.issue({ type: 'QWAC', roles: [own] });
    const presented = parseCertificateHeader(made.certificateBase64);
    expect(presented.certificate.x509.raw.toString('hex')).toContain('a003020102');
    checkClientCertificate({ ...asked, sent: presented, role });
  };
  await roleOf('PSP_PI', 'PSP_PI')();
  await expect(roleOf('PSP_PI', 'PSP_AI')).rejects.toMatchObject({
    rule: 'TLS-02',
    details: { got: 'PSP_PI' },
  });
});

test('TLS-02: an RSA key has 2048 bits or more', async () => {
  const { certificateBase64: weak } = await issuer.issue({ type: 'QWAC', variant: 'weak-key' });
  const own = { ...asked, sent: parseCertificateHeader(weak) };
  expectRefused(() => checkClientCertificate(own), 'TLS-02 FORBIDDEN ', 'a key of 1024 bits');
});

test('TLS-02: the key may be elliptic', async () => {
  const { issuing } = authorityFromJson(issuer.saved() as JsonObject);
  const { publicKey } = await generateEc();
  const raw = buildCertificate({
    ...{ kind: 'web', subject: issuing.name, publicKey, issuer: issuing, serial: '41' },
    ...{ notBefore: NOW - DAY, notAfter: NOW + DAY },
    psd2: { roles: ['PSP_AI'], ncaId: 'NO-FSA', ncaName: 'Finanstilsynet' },
  });
  const { certificate } = parseCertificateHeader(raw.toString('base64'));
  const own = { ...asked, sent: { ...sent, certificate } };
  expect(() => checkClientCertificate(own)).not.toThrow();
});

test('TLS-03: one organisation, or none, is no finding', () => {
  const found: unknown[] = [];
  const report = (...finding: unknown[]) => void found.push(finding);
  const own = { id: 'NO-1', name: 'NO-1' };
  checkOrganisations(undefined, own, report);
  checkOrganisations(own, own, report);
  expect(found).toEqual([]);
});

test('TPP-06: one that is listed is refused, however it is looked up', async () => {
  const { certificate } = sent;
  await checkRevocation(certificate, false);
  await checkRevocation(certificate, Promise.resolve(false));
  await expect(checkRevocation(certificate, Promise.resolve(true))).rejects.toMatchObject({
    rule: 'TPP-06',
    status: 403,
    details: { got: certificate.serial },
  });
});

test("TLS-01: the bank's own certificate is renewed in time, also where the clock was set back far", async () => {
  let now = NOW;
  const own = createIssuer({
    now: () => now,
    randomBytes: (size) => Buffer.alloc(size, 7),
    load: async () => issuer.saved(),
    save: async () => undefined,
    poolSize: 0,
  });
  const names = [
    'bank.example',
    '127.0.0.1',
    '::1',
    '2001:db8::',
    '2001:db8::ff00:42:8329',
    '1:2:3:4:5:6:7:8',
  ];
  const identity = await own.server(names);
  const first = identity();
  for (const address of names.slice(1)) {
    expect(new X509Certificate(first.cert).checkIP(address)).toBe(address);
  }
  now += 19 * DAY;
  expect(identity()).toBe(first);
  now += 2 * DAY;
  const begins = () => Date.parse(new X509Certificate(identity().cert).validFrom);
  expect([begins(), identity().key]).toEqual([now - DAY, first.key]);
  now = NOW - 30 * DAY;
  expect(begins()).toBe(now - DAY);
  expect((await own.server([]))().cert).toContain('BEGIN CERTIFICATE');
});
