// Explaining decides nothing and gives nothing away: what is accepted was rightly signed, and what is told
// is the caller's own, or a public fact.
import { sign, verify, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import type { Explanation } from '../../../server/insight/explain/explanation.ts';
import { keyIdOf } from '../../../server/signing/key-id.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';
import { runs } from '../../support/corpus.ts';
import { createVerifier } from '../../support/verifier.ts';
import { type Credentials, type Draft, digest, NOW } from '../signing/support.ts';
import { mutatedRequests } from './mutated-requests.ts';
import { ownCertificate, rsaPair } from './own-certificate.ts';
import { ABOUT, explained, ownTpp, refusalOf, requestOf, verdictOn } from './support.ts';

let tpp: Credentials;
beforeAll(async () => {
  tpp = await ownTpp();
});

const spoilt = (text: string) => `${text}!`;

/** The string that the Signature header speaks of, made by the test alone. */
function stringOf({ method, target, headers }: SignedRequest): string {
  const parameters = Object.fromEntries(
    [...(headers.get('signature') ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
      ([, name, value]) => [name, value],
    ),
  );
  const lines = (parameters['headers'] ?? '')
    .split(' ')
    .filter((name: string) => name !== '')
    .map((name: string) => name.toLowerCase())
    .map((name: string) =>
      name === '(request-target)'
        ? `${name}: ${method.toLowerCase()} ${target}`
        : `${name}: ${headers.get(name) ?? ''}`,
    );
  return lines.join('\n');
}

function isGood(request: SignedRequest): boolean {
  const header = request.headers.get('signature') ?? '';
  const base64 = /signature="([^"]*)"/.exec(header)?.[1] ?? '';
  const der = Buffer.from(request.headers.get('tpp-signature-certificate') ?? '', 'base64');
  const text = Buffer.from(stringOf(request), 'latin1');
  const { publicKey } = new X509Certificate(der);
  return verify('RSA-SHA256', text, publicKey, Buffer.from(base64, 'base64'));
}

describe('SIG-15: it is no oracle', () => {
  test('SIG-15: nothing is accepted that was not rightly signed, however much was explained before', () => {
    const verifier = createVerifier({ ownAuthorities: () => [] });
    const explainer = createExplainer();
    const outcome = (request: SignedRequest) => {
      try {
        const { signer, tpp: who } = verifier.verify(request, NOW, 'none');
        explainer.know(ABOUT.bank, signer);
        return `accepted ${who.id}`;
      } catch (error) {
        const { rule, message } = error as { readonly rule?: string; readonly message: string };
        return `${rule} ${message}`;
      }
    };
    let accepted = 0;
    let second = 0;
    fc.assert(
      fc.property(
        mutatedRequests(() => tpp),
        (request) => {
          const before = outcome(request);
          const good = before.startsWith('accepted');
          if (good) accepted += 1;
          if (good) expect(isGood(request)).toBe(true);
          const refusal = verdictOn(request);
          expect(refusal === undefined).toBe(good);
          second += 1;
          // Another second for each that is explained, or the limit would keep it from that.
          const about = { ...ABOUT, now: NOW + second * 1000 };
          if (refusal !== undefined && second % 5 === 0) explainer.explain(request, refusal, about);
          expect(outcome(request)).toBe(before);
        },
      ),
      runs(1500),
    );
    expect(accepted).toBeGreaterThan(5);
  }, 120_000);

  test('SIG-15: a signature with a single bit changed is refused, and the explanation gives no right one', () => {
    const good = requestOf(tpp);
    const header = good.headers.get('signature') ?? '';
    const base64 = /signature="([^"]*)"/.exec(header)?.[1] ?? '';
    fc.assert(
      fc.property(fc.nat(256 * 8 - 1), (bit) => {
        const bytes = Buffer.from(base64, 'base64');
        bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
        const request = requestOf(tpp, { signature: bytes.toString('base64') });
        expect(refusalOf(request).rule).toBe('SIG-10');
        expect(JSON.stringify(explained(request))).not.toContain(base64);
      }),
      runs(100),
    );
  });

  test('SIG-15: the signature of another request is refused, and nothing of that one is told', () => {
    const other = requestOf(tpp, { headers: { 'x-request-id': 'secret-of-the-other-request' } });
    const header = other.headers.get('signature') ?? '';
    const signature = /signature="([^"]*)"/.exec(header)?.[1] ?? '';
    const explanation = explained(requestOf(tpp, { signature }));
    expect(explanation.readings).toEqual([]);
    expect(JSON.stringify(explanation)).not.toContain('secret-of-the-other-request');
  });
});

const { publicKey, privateKey } = await rsaPair();

describe('SIG-15: nothing of another TPP is told, neither name nor serial number', () => {
  const SUBJECT = 'CN=nabo.example,O=Nabo AS,C=NO';
  const ISSUER = 'CN=Secret CA,OU=Hidden,C=SE';
  const neighbour = ownCertificate({
    key: publicKey,
    serial: 'ABCDEF01',
    issuer: ISSUER,
    subject: SUBJECT,
  });

  /** What of a certificate might be told and must not be. */
  const secrets = () => {
    const { x509 } = neighbour.certificate;
    const { n = '' } = publicKey.export({ format: 'jwk' });
    const modulus = Buffer.from(n, 'base64url');
    return [
      'nabo.example',
      'Nabo AS',
      'Secret CA',
      'Hidden',
      neighbour.certificateBase64.slice(0, 40),
      x509.fingerprint256,
      x509.fingerprint,
      n.slice(0, 40),
      modulus.toString('hex').slice(0, 40),
      modulus.toString('base64').slice(0, 40),
      x509.validTo,
      String(neighbour.certificate.notAfter),
    ];
  };

  const told = (request: SignedRequest): Explanation => {
    const explainer = createExplainer();
    explainer.know(ABOUT.bank, neighbour.certificate);
    return explained(request, explainer);
  };

  test.each<[string, () => Partial<Draft>]>([
    ['a signature by its key', () => ({ privateKey })],
    ['one over another string', () => ({ privateKey, signed: spoilt })],
    ['its serial number', () => ({ keyId: tpp.keyId.replace(/SN=[^,]*/, 'SN=ABCDEF01') })],
    [
      'its serial number in decimal',
      () => ({ keyId: tpp.keyId.replace(/SN=[^,]*/, 'SN=2882400001') }),
    ],
    [
      'its serial number, and a signature by its key',
      () => ({ privateKey, keyId: tpp.keyId.replace(/SN=[^,]*/, 'SN=ABCDEF01') }),
    ],
    [
      'its keyId, and a signature by its key',
      () => ({ privateKey, keyId: keyIdOf(neighbour.certificate) }),
    ],
    ['its keyId', () => ({ keyId: keyIdOf(neighbour.certificate) })],
    ['its issuer', () => ({ keyId: tpp.keyId.replace(/CA=.*/, `CA=${ISSUER}`) })],
    ['its subject as issuer', () => ({ keyId: tpp.keyId.replace(/CA=.*/, `CA=${SUBJECT}`) })],
    ['nothing of it', () => ({ signed: spoilt })],
    ['a keyId of no form', () => ({ keyId: 'x' })],
    ['a wrong Digest', () => ({ headers: { digest: digest('x') } })],
  ])('SIG-15: to one who sends %s', (_, change) => {
    const text = JSON.stringify(told(requestOf(tpp, change())));
    for (const secret of [...secrets(), 'ABCDEF01']) expect(text).not.toContain(secret);
  });

  test('SIG-15: and of one at another bank nothing at all', () => {
    const explainer = createExplainer();
    explainer.know('acme', neighbour.certificate);
    for (const change of [
      { privateKey },
      { keyId: tpp.keyId.replace(/SN=[^,]*/, 'SN=ABCDEF01') },
    ]) {
      const text = JSON.stringify(explained(requestOf(tpp, change), explainer));
      for (const secret of secrets()) expect(text).not.toContain(secret);
    }
  });

  test('SIG-15: nor is a private key or a token that came along', () => {
    const secret = 'Bearer eyJhbGciOi-secret-token';
    const signed = (text: string) => `${text}\nauthorization: ${secret}`;
    const request = requestOf(tpp, { headers: { authorization: secret }, signed });
    expect(JSON.stringify(explained(request))).not.toContain('secret-token');
    const good = sign('RSA-SHA256', Buffer.from('x'), tpp.privateKey).toString('base64');
    const text = JSON.stringify(explained(requestOf(tpp, { signature: good })));
    expect(text).not.toContain('PRIVATE KEY');
  });
});
