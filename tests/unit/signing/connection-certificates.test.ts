// The certificates of a TLS connection, the bank's and the TPP's, and the list of those that were revoked.
import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { CertificateRequest } from '../../../server/protocol/generated/schemas.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { buildCertificate } from '../../../server/signing/build-certificate.ts';
import { parseCertificateHeader } from '../../../server/signing/certificate-header.ts';
import {
  type ClientCertificateQuestion,
  checkClientCertificate,
  checkOrganisations,
} from '../../../server/signing/client-certificate.ts';
import { childrenOf, readDer, TAG } from '../../../server/signing/der.ts';
import { createIssuer } from '../../../server/signing/issue-certificate.ts';
import { generateEc } from '../../../server/signing/key-pair.ts';
import { crlToPem } from '../../../server/signing/pem.ts';
import { authorityFromJson } from '../../../server/signing/test-authority.ts';
import { checkRevocation } from '../../../server/signing/trust.ts';
import { ownCertificate, rsaPair } from '../../support/own-certificate.ts';
import { memoryIssuer, NOW, refusal, refusalOf } from './support.ts';

const issuer = memoryIssuer();
const DAY = 86_400_000;

const sentBy = async (request: CertificateRequest, crlUrl?: string) =>
  parseCertificateHeader((await issuer.issue(request, crlUrl)).certificateBase64);

const question = async (
  request: CertificateRequest,
  change: Partial<ClientCertificateQuestion> = {},
): Promise<ClientCertificateQuestion> => {
  const sent = await sentBy({ type: 'QWAC', ...request });
  const anchors = issuer.authorities().map((pem) => new X509Certificate(pem));
  return { sent, role: 'PSP_AI', anchors, now: NOW, ...change };
};

describe('TLS-02: the certificate that the client shows', () => {
  test('TLS-02: a QWAC of the test authority passes, for each role it states', async () => {
    const passed = await question({});
    for (const role of ['PSP_AI', 'PSP_PI', 'none'] as const) {
      expect(() => checkClientCertificate({ ...passed, role })).not.toThrow();
    }
  });

  test.each<
    [says: RegExp, request: CertificateRequest, change: Partial<ClientCertificateQuestion>]
  >([
    [
      /has no client certificate: connect to the HTTPS port .*POST \/_sandbox\/certificates/,
      {},
      { sent: undefined },
    ],
    [/is not valid yet/, { variant: 'not-yet-valid' }, {}],
    [/has expired/, { variant: 'expired' }, {}],
    [
      /neither by the test CA of this bank nor by one of SANDBANK_TRUST/,
      { variant: 'unknown-ca' },
      {},
    ],
    [/is not a QWAC/, { type: 'QSealC' }, {}],
    [/a key of 1024 bits, less than 2048/, { variant: 'weak-key' }, {}],
    [/states no PSD2 roles/, { variant: 'no-psd2' }, {}],
    [/does not state the PSD2 role/, { roles: ['PSP_PI'] }, {}],
  ])('TLS-02: %s', async (says, request, change) => {
    const asked = await question(request, change);
    const { text, ...refused } = refusalOf(() => checkClientCertificate(asked));
    expect(refused).toEqual({ ...refusal('TLS-02', 'FORBIDDEN'), path: undefined });
    expect(text).toMatch(says);
  });

  test('TLS-02: a certificate that lists no use is no QWAC', async () => {
    const { certificate } = ownCertificate({ key: (await rsaPair()).publicKey });
    const asked = await question({});
    const sent = asked.sent && { ...asked.sent, certificate, chain: [] };
    // Its own anchor: what is missing is the use alone.
    const anchors = [certificate.x509];
    expect(refusalOf(() => checkClientCertificate({ ...asked, sent, anchors })).text).toMatch(
      /not a QWAC/,
    );
  });

  test('TLS-02: the key may be elliptic', async () => {
    const { issuing } = authorityFromJson(issuer.saved() as JsonObject);
    const { publicKey } = await generateEc();
    const raw = buildCertificate({
      ...{ kind: 'web', subject: issuing.name, publicKey, issuer: issuing, serial: '41' },
      ...{ notBefore: NOW - DAY, notAfter: NOW + DAY },
      psd2: { roles: ['PSP_AI'], ncaId: 'NO-FSA', ncaName: 'Finanstilsynet' },
    });
    const asked = await question({});
    const { certificate } = parseCertificateHeader(raw.toString('base64'));
    const sent = asked.sent && { ...asked.sent, certificate };
    expect(() => checkClientCertificate({ ...asked, sent })).not.toThrow();
  });

  test('TLS-03: two organisations are a finding, one or none is not', () => {
    const found: unknown[] = [];
    const of = (id: string) => ({ id, name: id });
    const report = (...finding: unknown[]) => void found.push(finding);
    checkOrganisations(undefined, of('NO-1'), report);
    checkOrganisations(of('NO-1'), of('NO-1'), report);
    expect(found).toEqual([]);
    checkOrganisations(of('NO-2'), of('NO-1'), report);
    expect(found).toEqual([['TLS-03', expect.stringContaining('NO-2, and the QSealC')]]);
  });
});

describe('TPP-06: revoked certificates', () => {
  test('TPP-06: one that is listed is refused, however it is looked up', async () => {
    const { certificate } = await sentBy({});
    await checkRevocation(certificate, false);
    await checkRevocation(certificate, Promise.resolve(false));
    await expect(checkRevocation(certificate, Promise.resolve(true))).rejects.toMatchObject({
      rule: 'TPP-06',
      status: 403,
      details: { got: certificate.serial },
    });
  });

  test('TPP-06: the list names them, and the certificate says where it is', async () => {
    const crlUrl = 'http://bank.example/crl';
    const { certificate } = await sentBy({}, crlUrl);
    expect(certificate.x509.raw.includes(Buffer.from(crlUrl))).toBe(true);
    const entries = async (...serials: string[]) => {
      const der = await issuer.crl(serials.map((serial) => ({ serial, revokedAt: NOW })));
      expect(crlToPem(der)).toMatch(
        /^-----BEGIN X509 CRL-----\n[\w+/=\n]+\n-----END X509 CRL-----\n$/,
      );
      const [list] = childrenOf(readDer(der), TAG.SEQUENCE);
      return childrenOf(list, TAG.SEQUENCE).length;
    };
    expect([await entries(), await entries(certificate.serial, 'AB')]).toEqual([6, 7]);
  });
});

describe("TLS-01: the bank's own certificate", () => {
  test('TLS-01: names and addresses are in it, and it is renewed in time', async () => {
    let now = NOW;
    const kept = issuer.saved();
    const own = createIssuer({
      now: () => now,
      randomBytes: (size) => Buffer.alloc(size, 7),
      load: async () => kept,
      save: async () => undefined,
      poolSize: 0,
    });
    const names = ['bank.example', '127.0.0.1', '::1', '2001:db8::ff00:42:8329'];
    const identity = await own.server(names);
    const first = identity();
    const x509 = new X509Certificate(first.cert);
    expect(x509.checkHost('bank.example')).toBe('bank.example');
    for (const address of names.slice(1)) expect(x509.checkIP(address)).toBe(address);
    expect(x509.verify(new X509Certificate(own.authorities()[0] as string).publicKey)).toBe(true);

    now += 19 * DAY;
    expect(identity()).toBe(first);
    now += 2 * DAY;
    const second = identity();
    expect(Date.parse(new X509Certificate(second.cert).validFrom)).toBe(now - DAY);
    expect(second.key).toBe(first.key);
    // A clock that was set back far.
    now = NOW - 30 * DAY;
    expect(Date.parse(new X509Certificate(identity().cert).validFrom)).toBe(now - DAY);
    expect((await own.server([]))().cert).toContain('BEGIN CERTIFICATE');
  });
});
