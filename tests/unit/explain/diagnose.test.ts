// The checks of a signature one after another, on beyond one that refuses: what is told first, and what
// would come next.
import { describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';
import { rsaPair } from '../../support/own-certificate.ts';
import { type Draft, digest, NOW } from '../signing/support.ts';
import { ABOUT, explained, namesOf, ownTpp, refusalOf, requestOf, tell } from './support.ts';

const tpp = await ownTpp();

const rulesOf = (request: SignedRequest, now = NOW) =>
  diagnose(request, now).refusals.map(({ rule }) => rule);
const NAMES = ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];
const serialOf = () => tpp.keyId.slice(3, tpp.keyId.indexOf(','));

/** One way to break each check, which leaves the others as they are. */
const BROKEN: readonly (readonly [rule: string, change: () => Partial<Draft>])[] = [
  ['SIG-02', () => ({ certificate: 'none' })],
  ['SIG-03', () => ({ header: (value) => value.replace('algorithm=', 'algorithms=') })],
  ['SIG-05', () => ({ keyId: tpp.keyId.replace('SN=', 'SN=0x') })],
  ['SIG-06', () => ({ keyId: `SN=${serialOf()},CA=CN=Nobody,C=NO` })],
  ['SIG-11', () => ({ headers: { date: new Date(NOW - 61_000).toUTCString() } })],
  ['SIG-12', () => ({ headers: { digest: digest('something else') } })],
  ['SIG-07', () => ({ algorithm: 'rsa-sha512' })],
  ['SIG-08', () => ({ names: ['digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'] })],
  ['SIG-10', () => ({ signed: (text) => `${text}\n` })],
];

describe('SIG-15: what is diagnosed', () => {
  test('SIG-15: nothing in a good request, and all its parts', () => {
    const request = requestOf(tpp);
    expect(diagnose(request, NOW)).toMatchObject({
      refusals: [],
      sent: { certificate: { serial: serialOf() } },
      signature: { keyId: tpp.keyId },
      key: { asymmetricKeyType: 'rsa' },
      signedNames: NAMES,
      bankString: expect.stringMatching(/^date: .*\ndigest: /),
    });
  });

  test.each(BROKEN)('SIG-15: %s alone', (rule, change) => {
    const request = requestOf(tpp, change());
    expect(rulesOf(request)).toEqual([rule]);
    expect(refusalOf(request).rule).toBe(rule);
  });

  test('SIG-15: without certificate there is neither key nor keyId to judge', () => {
    const request = requestOf(tpp, { certificate: undefined, keyId: 'none', signed: () => '' });
    expect(rulesOf(request)).toEqual(['SIG-01']);
    const bankString = expect.stringMatching(/^date: /);
    expect(diagnose(request, NOW)).toMatchObject({ bankString });
  });
});

const crlf = (text: string) => text.replaceAll('\n', '\r\n');
/** With another list of headers in the Signature than the one that was signed. */
const listing =
  (write: (list: string) => string): Draft['header'] =>
  (header) =>
    header.replace(/headers="([^"]*)"/, (_, list: string) => `headers="${write(list)}"`);
const nextOf = (change: Partial<Draft>) =>
  explained(requestOf(tpp, change)).next.map(({ rule, text }) => `${rule} ${text}`);

describe('SIG-15: two mistakes in one request', () => {
  const pairs = BROKEN.flatMap((first, at) =>
    BROKEN.slice(at + 1).map((second) => [first[0], second[0], first[1], second[1]] as const),
  );
  /** By what is broken first: what cannot be judged then. */
  const HIDDEN: Readonly<Record<string, readonly string[]>> = {
    // No certificate, no key: keyId, algorithm and signature cannot be judged.
    'SIG-02': ['SIG-05', 'SIG-06', 'SIG-07', 'SIG-10'],
  };
  /** The second change takes the first one's place: there is one keyId, and one set of headers. */
  const isOneChange = (first: string, second: string) =>
    ['SIG-05 SIG-06', 'SIG-11 SIG-12'].includes(`${first} ${second}`);

  test.each(pairs.filter(([first, second]) => !isOneChange(first, second)))(
    'SIG-15: %s is told, %s comes next if it can be judged',
    (first, second, one, other) => {
      const request = requestOf(tpp, { ...one(), ...other() });
      expect(refusalOf(request).rule).toBe(first);
      const { rule, next } = explained(request);
      expect(rule).toBe(first);
      const isHidden = HIDDEN[first]?.includes(second) ?? false;
      const text = expect.stringMatching(/\.$/);
      expect(next).toEqual(isHidden ? [] : [{ rule: second, text }]);
    },
  );

  test('SIG-15: of a signature that comes next the mistake is named', () => {
    const explanation = explained(
      requestOf(tpp, {
        keyId: tpp.keyId.replace('SN=', 'SN=0x'),
        headers: { digest: digest('') },
        signed: crlf,
      }),
    );
    expect(namesOf(explanation)).toEqual(['serial-prefix']);
    expect(explanation.next).toEqual([
      { rule: 'SIG-12', text: expect.stringContaining('the body taken as empty') },
      {
        rule: 'SIG-10',
        text: 'You joined the lines with CRLF (\\r\\n); join them with a single LF (\\n).',
      },
    ]);
    // What the signature showed is told with the refusal that is about it.
    expect([explanation.signedString, explanation.signature]).toEqual([undefined, undefined]);
    expect(explanation.bankString).toMatch(/^date: /);
  });

  test('SIG-15: a string that would be right with the right Digest is no further mistake', () => {
    const right = requestOf(tpp).headers.get('digest');
    const signed = (text: string) => text.replace(/^digest: .*$/m, () => `digest: ${right}`);
    expect(nextOf({ headers: { digest: digest('') }, signed })).toEqual([]);
  });

  test.each(['date', 'digest'])(
    'SIG-15: that %s is absent is said once, not of the list too',
    (name) => {
      const request = requestOf(tpp, { headers: { [name]: undefined }, names: NAMES });
      expect(rulesOf(request)).toEqual([name === 'date' ? 'SIG-01' : 'SIG-12', 'SIG-08', 'SIG-10']);
      expect(explained(request).next).toEqual([]);
    },
  );

  test('SIG-15: one that nothing explains says so', async () => {
    const { privateKey } = await rsaPair();
    for (const change of [{ algorithm: 'none' }, { keyId: 'mine' }]) {
      expect(nextOf({ ...change, privateKey })).toEqual([
        expect.stringMatching(/^SIG-10 .*was probably not made with the private key/),
      ]);
    }
  });

  test('SIG-15: the same is not told twice', () => {
    expect(nextOf({ keyId: tpp.keyId.replace(',CA=', ';CA=') })).toEqual([]);
    for (const name of ['date', 'digest']) {
      const value = requestOf(tpp).headers.get(name) as string;
      const request = requestOf(tpp, { headers: { [name]: [value, value] } });
      expect(refusalOf(request).rule).toBe('SIG-13');
      expect(explained(request).next).toEqual([]);
    }
  });

  test.each<[what: string, next: RegExp, change: () => Partial<Draft>]>([
    [
      'a list with commas, and CRLF',
      /^SIG-10 You joined the lines with CRLF/,
      () => ({ header: listing((list) => list.replaceAll(' ', ',')), signed: crlf }),
    ],
    [
      'a list that lacks one, and CRLF',
      /^SIG-10 You joined the lines with CRLF/,
      () => ({ names: NAMES.filter((name) => name !== 'psu-id'), signed: crlf }),
    ],
    [
      'single quotes, and 0x',
      /^SIG-05 SN in the keyId has the prefix 0x/,
      () => ({
        keyId: tpp.keyId.replace('SN=', 'SN=0x'),
        header: (value) => value.replaceAll('"', "'"),
      }),
    ],
    [
      'no quotes, and another algorithm',
      /^SIG-07 .* is "RS256"/,
      () => ({ algorithm: 'RS256', header: (value) => value.replaceAll('"', '') }),
    ],
    [
      'no keyId, and a newline',
      /^SIG-10 You ended the string with a newline/,
      () => ({
        header: (value) => value.replace(/^keyId="[^"]*",/, ''),
        signed: (text) => `${text}\n`,
      }),
    ],
    [
      'PEM, and 0x',
      /^SIG-05 SN in the keyId has the prefix 0x/,
      () => ({
        certificate: `-----BEGIN CERTIFICATE-----\\n${tpp.certificateBase64}\\n-----END CERTIFICATE-----`,
        keyId: tpp.keyId.replace('SN=', 'SN=0x'),
      }),
    ],
  ])('SIG-15: past a refused form its meaning is judged: %s', (_what, says, change) => {
    const [next, ...others] = nextOf(change());
    expect([next, others]).toEqual([expect.stringMatching(says), []]);
    const { sentence } = explained(requestOf(tpp, change()));
    expect(sentence).toContain(` Then: ${next?.slice('SIG-10 '.length)}`);
  });

  test.each<[what: string, header: (value: string) => string]>([
    ['quotes are escaped for HTML', (value) => value.replaceAll('"', '&quot;')],
    ['quotes are escaped as in JSON', (value) => value.replaceAll('"', '\\u0022')],
    ['the last quote is missing', (value) => value.slice(0, -1)],
    ['a value of the issuer is in quotes', (value) => value.replace(/,O=([^,]*)/, ',O="$1, AS"')],
    ['the list is in brackets', (value) => value.replace(/headers="([^"]*)"/, 'headers=["$1"]')],
    ['the algorithm is in brackets', (value) => value.replace(/"(rsa-sha256)"/, '["$1"]')],
  ])('SIG-15: where only %s, nothing else is said to be wrong', (_, header) => {
    expect(explained(requestOf(tpp, { header }))).toMatchObject({ rule: 'SIG-03', next: [] });
  });

  test.each<[header: string, sent: (right: string) => string, next: string[], then?: typeof crlf]>([
    ['digest', (right) => right.replace('SHA-256=', ''), []],
    ['digest', (right) => right.replace('SHA-256=', ''), ['SIG-10'], crlf],
    ['digest', (right) => `"${right}"`, []],
    ['digest', () => digest('other'), []],
    ['date', (right) => new Date(right).toISOString(), []],
    ['date', (right) => `"${right}"`, []],
  ])(
    'SIG-15: where the right %s was signed and %s is sent instead, next is %j',
    (name, sent, next, then = (text) => text) => {
      const right = requestOf(tpp).headers.get(name) ?? '';
      const wrong = sent(right);
      const signed = (text: string) => then(text.replace(`${name}: ${wrong}`, `${name}: ${right}`));
      const request = requestOf(tpp, { headers: { [name]: wrong }, signed });
      expect(explained(request).next.map(({ rule }) => rule)).toEqual(next);
    },
  );

  test('SIG-15: of two Signature headers none is judged', () => {
    const { headers, ...request } = requestOf(tpp);
    const names = headers.names().flatMap((name) => [name, headers.get(name) ?? '']);
    const old = ['Signature', requestOf(tpp, { signed: crlf }).headers.get('signature') ?? ''];
    const both = { ...request, headers: new RawHeaders([...old, ...names]) };
    expect(explained(both)).toMatchObject({ rule: 'SIG-13', next: [] });
  });

  test.each(['date', 'digest x-request-id'])(
    'SIG-15: past two lists, one of which is "%s", nothing is judged',
    (list) => {
      const more = (value: string) => `${value},headers="${list}"`;
      const request = requestOf(tpp, { header: more, signed: crlf });
      expect(explained(request)).toMatchObject({ rule: 'SIG-03', next: [] });
    },
  );

  test('SIG-15: of a keyId that lacks its first quote the last one is no part', () => {
    const header = (value: string) => value.replace('keyId="', 'keyId=');
    expect(explained(requestOf(tpp, { header })).next).toEqual([]);
  });

  test('SIG-15: what does not fit behind the first mistake is told by its first half', () => {
    const keyId = tpp.keyId.replace('SN=', 'SN=0x');
    const headers = { digest: digest(''), date: new Date(NOW - 61_000).toUTCString() };
    const { sentence, next } = explained(requestOf(tpp, { keyId, headers, signed: crlf }));
    expect(next.map(({ rule }) => rule)).toEqual(['SIG-11', 'SIG-12', 'SIG-10']);
    expect(sentence).toMatch(/ Then: The Date ".* Then: You joined the lines with CRLF/);
    expect(sentence.length).toBeLessThanOrEqual(512);
  });

  test.each(['date host', 'date date', 'date psu-corporate-id', 'date, digest', ''])(
    'SIG-15: of the refused list "%s" it is not told what was signed',
    (list) => {
      const request = requestOf(tpp, { header: listing(() => list), signed: crlf });
      expect(explained(request)).toMatchObject({ rule: 'SIG-08', next: [] });
    },
  );
});

describe('SIG-15: findings that a bank refuses', () => {
  const refuse = (request: SignedRequest, refusal: ApiError, now = NOW) =>
    tell(createExplainer(), request, refusal, { ...ABOUT, now });

  test('SIG-15: a form that this bank forbids keeps its own text, the real mistake comes next', () => {
    const request = requestOf(tpp, {
      keyId: `SN=${serialOf().toLowerCase()},CA=CN=Nobody`,
      signed: (text) => `${text}\n`,
    });
    const text = 'SN in the keyId should be in upper-case hexadecimal.';
    const explanation = refuse(request, new ApiError('SIG-05', 'BAD_REQUEST', text));
    const sentence = expect.stringMatching(
      /^SN in the keyId should be in upper-case hexadecimal\. Then: CA in/,
    );
    expect(explanation).toMatchObject({ sentence, readings: [] });
    expect(explanation?.next.map(({ rule }) => rule)).toEqual(['SIG-06', 'SIG-10']);
  });

  test('SIG-15: a refusal whose text has changed with the second is not told twice', () => {
    const request = requestOf(tpp, { headers: { date: new Date(NOW - 61_000).toUTCString() } });
    const before = refusalOf(request);
    const later = refuse(request, before, NOW + 1000);
    expect(later).toMatchObject({ sentence: before.message, next: [] });
  });

  test.each(['TPP-01', 'HDR-01', 'ORD-01', 'ERR-01'] as const)(
    'SIG-15: %s is about something else',
    (rule) => {
      const refusal = new ApiError(rule, 'FORBIDDEN', 'No.');
      expect(refuse(requestOf(tpp), refusal)).toBeUndefined();
    },
  );
});
