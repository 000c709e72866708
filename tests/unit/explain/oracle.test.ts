// Explaining decides nothing and gives nothing away: what is accepted was rightly signed, and what is told
// is the caller's own, or a public fact.
import { verify, X509Certificate } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { keyIdOf } from '../../../server/signing/key-id.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';
import { runs } from '../../support/corpus.ts';
import { ownCertificate, rsaPair } from '../../support/own-certificate.ts';
import { createVerifier } from '../../support/verifier.ts';
import { type Draft, digest, NOW } from '../signing/support.ts';
import {
  ABOUT,
  expectWellFormed,
  explained,
  ownTpp,
  refusalOf,
  requestOf,
  tell,
  verdictOn,
} from './support.ts';

const tpp = await ownTpp();

const spoilt = (text: string) => `${text}!`;
const signatureIn = ({ headers }: SignedRequest) =>
  /signature="([^"]*)"/.exec(headers.get('signature') ?? '')?.[1] ?? '';

/** The string that the Signature header speaks of, made by the test alone. */
function stringOf({ method, target, headers }: SignedRequest): string {
  const listed = /headers="((?:[^"\\]|\\.)*)"/.exec(headers.get('signature') ?? '')?.[1] ?? '';
  return listed
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => name.toLowerCase())
    .map((name) =>
      name === '(request-target)'
        ? `${name}: ${method.toLowerCase()} ${target}`
        : `${name}: ${headers.get(name) ?? ''}`,
    )
    .join('\n');
}

function isGood(request: SignedRequest): boolean {
  const der = Buffer.from(request.headers.get('tpp-signature-certificate') ?? '', 'base64');
  const text = Buffer.from(stringOf(request), 'latin1');
  const { publicKey } = new X509Certificate(der);
  return verify('RSA-SHA256', text, publicKey, Buffer.from(signatureIn(request), 'base64'));
}

/** Names and values of headers, in turn and as sent. */
type Flat = readonly string[];
type Change = (flat: Flat) => Partial<SignedRequest> & { flat?: Flat };

const words = ['', ' ', '"', '\\', '\\"', '%', '%2', '=', '{}', 'null', '\n', '\r\n', ':', '0'];
const anyText = fc.oneof(
  fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength: 60 }),
  fc.constantFrom(...words, '-1', 'SN=1,CA=C=NO', '=?utf-8?Q?=C3=B8?='),
  fc.base64String({ maxLength: 400 }),
);
const instead = (change: Partial<SignedRequest>) => (): Partial<SignedRequest> => change;

/** One thing done to a request on its way. */
const change: fc.Arbitrary<Change> = fc.oneof(
  // A piece of a header's value is replaced, taken out, doubled, turned round or put elsewhere.
  fc.tuple(fc.nat(), fc.nat(), fc.nat(80), fc.oneof(anyText, fc.constantFrom(1, 2, 3))).map(
    ([which, from, length, put]): Change =>
      (flat) => {
        const at = (which % (flat.length / 2)) * 2 + 1;
        const value = flat[at] as string;
        const start = from % (value.length + 1);
        const piece = value.slice(start, start + length);
        const others = [piece + piece, [...piece].reverse().join(''), piece.toUpperCase()];
        const other = typeof put === 'string' ? put : others[put - 1];
        return {
          flat: flat.with(at, value.slice(0, start) + other + value.slice(start + length)),
        };
      },
  ),
  // A header is left out, sent twice, sent under another name, or swapped with its neighbour.
  fc.tuple(fc.nat(), fc.constantFrom('out', 'twice', 'name', 'swap')).map(
    ([which, what]): Change =>
      (flat) => {
        const at = (which % (flat.length / 2)) * 2;
        const [name = '', value = ''] = flat.slice(at, at + 2);
        const rest = flat.toSpliced(at, 2);
        if (what === 'out') return { flat: rest };
        if (what === 'name') return { flat: flat.with(at, `x-${name}`) };
        return { flat: [...(what === 'twice' ? flat : rest), name, value] };
      },
  ),
  fc.tuple(anyText, anyText).map(
    ([name, value]): Change =>
      (flat) => ({ flat: [...flat, name.replace(/[^a-z-]/gi, 'x') || 'x', value] }),
  ),
  fc
    .oneof(fc.json(), fc.string(), fc.uint8Array({ maxLength: 300 }))
    .map((body) => instead({ body: Buffer.from(body as string) })),
  fc.constantFrom('GET', 'post', 'DELETE', 'X').map((method) => instead({ method })),
  anyText.map((target) => instead({ target: `/${target}` })),
  fc.constant<Change>(() => ({})),
);

const TARGET_SIGNED = ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];
const start = fc.record({
  signed: fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text,
    (text) => text.replaceAll('\n', '\r\n'),
    (text) => `${text}\n`,
    (text) => text.toLowerCase(),
    () => '',
  ),
  body: fc.constantFrom('', '{}', '{\n  "a": "ø"\n}\n', '[1, 2]'),
  names: fc.constantFrom(undefined, TARGET_SIGNED),
  keyId: fc.constantFrom(undefined, 'SN=1,CA=C=NO'),
});

/** A good or wrongly signed request, then up to three things done to it on its way. */
const requests = fc.tuple(start, fc.array(change, { maxLength: 3 })).map(([drawn, changes]) => {
  const { keyId = tpp.keyId, names, ...rest } = drawn;
  const own = names !== undefined && rest.body === '' ? { names } : {};
  let request = requestOf(tpp, { ...rest, ...own, keyId });
  for (const apply of changes) {
    const { headers } = request;
    const sent = headers.names().flatMap((name) => headers.all(name).map((value) => [name, value]));
    const { flat, ...others } = apply(sent.flat());
    request = {
      ...request,
      ...others,
      headers: flat === undefined ? headers : new RawHeaders(flat),
    };
  }
  return request;
});

describe('SIG-15: it is no oracle', () => {
  test('SIG-15: nothing is accepted that was not rightly signed, and what is refused is explained the same twice', () => {
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
    let tried = 0;
    fc.assert(
      fc.property(requests, (request) => {
        const before = outcome(request);
        const refusal = verdictOn(request);
        expect(refusal === undefined).toBe(before.startsWith('accepted'));
        tried += 1;
        if (refusal === undefined) {
          accepted += 1;
          expect(isGood(request)).toBe(true);
        } else if (tried % 5 === 0) {
          tell(explainer, request, refusal, ABOUT);
          const explain = () => tell(createExplainer(), request, refusal, ABOUT);
          const explanation = explain();
          expect(explain()).toEqual(explanation);
          expect(explanation?.rule).toBe(
            refusal.rule.startsWith('SIG-') ? refusal.rule : undefined,
          );
          if (explanation !== undefined) expectWellFormed(explanation);
          expect(JSON.parse(JSON.stringify(explanation ?? null))).toEqual(explanation ?? null);
        }
        expect(outcome(request)).toBe(before);
      }),
      runs(1500),
    );
    expect(accepted).toBeGreaterThan(0);
  });

  test('SIG-15: a signature with a single bit changed is refused, and the explanation gives no right one', () => {
    const base64 = signatureIn(requestOf(tpp));
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
    const explanation = explained(requestOf(tpp, { signature: signatureIn(other) }));
    expect(explanation.readings).toEqual([]);
    expect(JSON.stringify(explanation)).not.toContain('secret-of-the-other-request');
  });

  test('SIG-15: nor is a token told that came along', () => {
    const secret = 'Bearer eyJhbGciOi-secret-token';
    const signed = (text: string) => `${text}\nauthorization: ${secret}`;
    const request = requestOf(tpp, { headers: { authorization: secret }, signed });
    expect(JSON.stringify(explained(request))).not.toContain('secret-token');
  });
});

const { publicKey, privateKey } = await rsaPair();

describe('SIG-15: nothing of another TPP is told, neither name nor serial number', () => {
  const SUBJECT = 'CN=nabo.example,O=Nabo AS,C=NO';
  const issuer = 'CN=Secret CA,OU=Hidden,C=SE';
  const named = { serial: 'ABCDEF01', issuer, subject: SUBJECT };
  const neighbour = ownCertificate({ key: publicKey, ...named });
  const { x509, notAfter } = neighbour.certificate;
  const { n = '' } = publicKey.export({ format: 'jwk' });
  const modulus = Buffer.from(n, 'base64url');

  /** What of a certificate might be told and must not be. */
  const secrets = [
    ...['nabo.example', 'Nabo AS', 'Secret CA', 'Hidden', x509.validTo, String(notAfter)],
    ...[x509.fingerprint256, x509.fingerprint],
    ...[neighbour.certificateBase64, n, modulus.toString('hex'), modulus.toString('base64')].map(
      (text) => text.slice(0, 40),
    ),
  ];
  const withSerial = (serial: string) => ({ keyId: tpp.keyId.replace(/SN=[^,]*/, `SN=${serial}`) });
  const withIssuer = (name: string) => ({ keyId: tpp.keyId.replace(/CA=.*/, `CA=${name}`) });
  const itsKeyId = keyIdOf(neighbour.certificate);

  /** All that is told by an explainer that knows the neighbour at that bank. */
  function told(change: Partial<Draft>, bank: string = ABOUT.bank): string {
    const explainer = createExplainer();
    explainer.know(bank, neighbour.certificate);
    return JSON.stringify(explained(requestOf(tpp, change), explainer));
  }

  test.each<[string, () => Partial<Draft>]>([
    ['a signature by its key', () => ({ privateKey })],
    ['one over another string', () => ({ privateKey, signed: spoilt })],
    ['its serial number', () => withSerial('ABCDEF01')],
    ['its serial number in decimal', () => withSerial('2882400001')],
    ['its serial number, and a signature', () => ({ privateKey, ...withSerial('ABCDEF01') })],
    ['its keyId, and a signature by its key', () => ({ privateKey, keyId: itsKeyId })],
    ['its keyId', () => ({ keyId: itsKeyId })],
    ['its issuer', () => withIssuer(issuer)],
    ['its subject as issuer', () => withIssuer(SUBJECT)],
    ['nothing of it', () => ({ signed: spoilt })],
    ['a keyId of no form', () => ({ keyId: 'x' })],
    ['a wrong Digest', () => ({ headers: { digest: digest('x') } })],
  ])('SIG-15: to one who sends %s', (_, change) => {
    const text = told(change());
    for (const secret of [...secrets, 'ABCDEF01']) expect(text).not.toContain(secret);
  });

  test('SIG-15: and of one at another bank nothing at all', () => {
    for (const change of [{ privateKey }, withSerial('ABCDEF01')]) {
      for (const secret of secrets) expect(told(change, 'acme')).not.toContain(secret);
    }
  });
});
