// A captured request explained: the same verdict from every form, certificates and bodies that the capture
// lacks, the time, and the package's own entry.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { requestView } from '../../../server/insight/inspector/request-view.ts';
import {
  type ExplainOptions,
  explainRequest,
  type OfflineVerdict,
  parseHttpRequest,
  UnreadableRequest,
} from '../../../server/insight/offline/explain-request.ts';
import { sample } from '../../support/corpus.ts';
import { ROOT } from '../../support/source-tree.ts';
import { seenRequest } from '../inspector/sample-request.ts';
import { type Draft, digest, mint, NOW } from '../signing/support.ts';
import { VECTORS, type Vector } from '../signing/vector-file.ts';
import { curlCommand, FORMS, message, type Wire, wireOf, withHeader, without } from './captures.ts';

const ASCII = { body: '{"creditorName":"Acme AS"}' };
const CERTIFICATE = 'tpp-signature-certificate';
const TEN_YEARS_ON = NOW + 10 * 365 * 24 * 3_600_000;
const NEWLINE = { signed: (text: string) => `${text}\n` };

const tpp = await mint();
const other = await mint({ name: 'Another' });

const wire = (change: Partial<Draft> = {}): Wire => wireOf(tpp, { ...ASCII, ...change });
const explain = (capture: Wire | Buffer, options: ExplainOptions = {}): Promise<OfflineVerdict> =>
  explainRequest(Buffer.isBuffer(capture) ? capture : message(capture), options);

const outcomeOf = ({ checks }: OfflineVerdict, check: string): string | undefined =>
  checks.find((each) => each.check === check)?.outcome;
const refusedCheck = ({ checks }: OfflineVerdict): string | undefined =>
  checks.find(({ outcome }) => outcome === 'refused')?.check;

/** A copied curl command lacks the headers that curl adds, so fewer strings are tried. */
const comparable = ({ request: _, explanation, ...rest }: OfflineVerdict) => ({
  ...rest,
  explanation: explanation && { ...explanation, tried: 0 },
});

/** What is changed in a request, and what the verdict must say. */
const CASES: readonly (readonly [
  what: string,
  change: Partial<Draft>,
  check?: string,
  rule?: string,
  ...mistakes: string[],
])[] = [
  ['a request signed rightly', {}],
  ['one without body', { method: 'GET', target: '/v1/accounts', body: '' }],
  ['a newline at the end', NEWLINE, 'signature', 'SIG-10', 'trailing-newline'],
  [
    'a keyId with the wrong issuer',
    { keyId: 'SN=1,CA=CN=Nobody' },
    'keyId',
    'SIG-05',
    'serial-wrong',
  ],
  [
    'a Digest of another body',
    { headers: { digest: digest('{"creditorName": "Acme AS"}') } },
    ...(['digest', 'SIG-12', 'body-spaced'] as const),
  ],
  [
    'a header that is not listed',
    { names: ['date', 'digest', 'x-request-id', 'psu-id'] },
    ...(['signed headers', 'SIG-08'] as const),
  ],
];

test.each(CASES)('SIG-15: %s', async (...row) => {
  const [, change, check, rule, ...mistakes] = row;
  const verdict = await explainRequest(wire(change));
  expect(verdict.request.form).toBe('values');
  expect(verdict.accepted).toBe(rule === undefined);
  expect(refusedCheck(verdict)).toBe(check);
  expect(verdict.refusal?.rule).toBe(rule);
  expect(verdict.explanation?.mistakes ?? []).toEqual(mistakes);
});

// That every form gives the same bytes is in parse-http-request.test.ts.
test.each(FORMS)('SIG-15: %s has the verdict of its values', async (_name, form, write) => {
  const sent = wire(NEWLINE);
  const fromForm = await explain(write(sent));
  expect(fromForm.request.form).toBe(form);
  expect(fromForm.request.bodyLength).toBe(sent.body.length);
  expect(comparable(fromForm)).toEqual(comparable(await explainRequest(sent)));
});

describe('SIG-15: the verdict', () => {
  test('lists every check in order, passed, refused and not reached', async () => {
    const { checks } = await explain(wire({ algorithm: 'hs2019' }));
    expect(checks.map(({ check, outcome }) => [check, outcome])).toEqual([
      ...['certificate', 'signature syntax', 'keyId', 'date', 'digest'].map((one) => [
        one,
        'passed',
      ]),
      ['algorithm', 'refused'],
      ...['signed headers', 'signature', 'validity', 'role'].map((one) => [one, 'not reached']),
    ]);
    expect(checks[5]).toMatchObject({ rule: 'SIG-07', got: 'hs2019' });
  });

  test('says of a refusal rule, code, path and the sentence; is JSON; is in the documentation', async () => {
    const verdict = await explain(wire(NEWLINE));
    const { refusal, explanation, signature, checks, request } = verdict;
    const said = { rule: 'SIG-10', code: 'BAD_REQUEST', path: 'Signature' };
    expect(refusal).toEqual({ ...said, text: explanation?.sentence });
    expect(refusal?.text).toMatch(/^You ended the string with a newline/);
    expect(JSON.parse(JSON.stringify(verdict))).toStrictEqual(verdict);
    const section = readFileSync(join(ROOT, 'docs/signing.md'), 'utf8')
      .split('## Explain a request offline')[1]
      ?.split('\n## ')[0];
    const members = [verdict, signature, explanation, request, ...checks].flatMap((one) =>
      Object.keys(one ?? {}),
    );
    expect(members.length).toBeGreaterThan(25);
    expect(members.filter((name) => !section?.includes(`\`${name}\``))).toEqual([]);
  });

  test('shows both strings, their difference, and the command for the right signature', async () => {
    const { signature } = await explain(wire(NEWLINE));
    expect(signature?.bankString?.map(({ end }) => end)).toEqual(['LF', 'LF', 'LF', 'LF', '']);
    const date = `date: ${new Date(NOW).toUTCString()}`;
    expect(signature?.bankString?.[0]).toEqual({ text: date, end: 'LF' });
    expect(signature?.signedString).toHaveLength(6);
    expect(signature?.diff?.filter(({ op }) => op !== 'same')).toEqual([
      { op: 'removed', text: '', end: 'LF' },
    ]);
    expect(signature).toMatchObject({
      openssl: expect.stringContaining('openssl dgst -sha256 -sign tpp.key'),
      expectedKeyId: tpp.keyId,
      header: { keyId: tpp.keyId },
      certificate: { organisationId: 'PSDNO-FSA-987654321', keyType: 'rsa', keyBits: 2048 },
    });
  });

  test('tells what would be refused next', async () => {
    const keyId = tpp.keyId.replace(/CA=.*/, 'CA=CN=Nobody');
    const { refusal, explanation } = await explain(wire({ keyId, ...NEWLINE }));
    expect(refusal?.rule).toBe('SIG-06');
    expect(explanation?.next).toEqual([
      { rule: 'SIG-10', text: expect.stringContaining('newline') },
    ]);
  });

  test('SIG-05: lists what is taken with a finding', async () => {
    const keyId = tpp.keyId.replace(/SN=[^,]*/, (sn) => `SN=${sn.slice(3).toLowerCase()}`);
    const { accepted, findings } = await explain(wire({ keyId }));
    expect(accepted).toBe(true);
    expect(findings.map(({ rule }) => rule)).toEqual(['SIG-05']);
  });

  test('WEB-06: masks a national id', async () => {
    const redirect = 'https://tpp.example/cb?psu=13039319955';
    const verdict = await explain(wire({ headers: { 'tpp-redirect-uri': redirect }, ...NEWLINE }));
    const text = JSON.stringify(verdict);
    expect(text).not.toContain('13039319955');
    expect(text).toContain('*********55');
    const noted = await explainRequest('curl https://h/v1 -F psu=13039319955');
    expect(noted.notes.join()).toContain('psu=*********55');
  });
});

// What captures make of such bytes is in parse-http-request.test.ts.
describe('SIG-09: bytes outside ASCII, from a program', () => {
  const redirect = Buffer.from('https://tpp.example/blåbær').toString('latin1');
  const values = () => wire({ headers: { 'tpp-redirect-uri': redirect } });

  test('text is its UTF-8', async () => {
    const { headers, body, ...others } = values();
    const read = headers.map(
      ([name, value]) => [name, Buffer.from(value, 'latin1').toString()] as const,
    );
    const verdict = await explainRequest({ ...others, headers: read, body: body.toString() });
    expect(verdict.accepted).toBe(true);
  });

  test("Node's rawHeaders are bytes as latin1 text", async () => {
    const sent = values();
    const { accepted } = await explainRequest({ ...sent, headers: sent.headers.flat() });
    expect(accepted).toBe(true);
  });
});

describe('SIG-02: a certificate beside the capture', () => {
  const base64 = () => tpp.certificateBase64;
  const forms: Readonly<Record<string, () => string | Buffer>> = {
    PEM: () => tpp.certificate,
    'PEM with its chain': () => [tpp.certificate, ...tpp.chain].join(''),
    base64,
    'base64 in lines': () => base64().replace(/.{64}/g, '$&\n'),
    'base64 of PEM': () => Buffer.from(tpp.certificate).toString('base64'),
    DER: () => Buffer.from(base64(), 'base64'),
  };

  test.each(Object.entries(forms))('stands in for an absent header: %s', async (_form, given) => {
    const verdict = await explain(without(wire(), CERTIFICATE), { certificate: given() });
    expect(verdict.accepted).toBe(true);
    expect(verdict.notes.join()).toContain('is used instead');
    expect(verdict.signature?.certificate?.serial).toBe(/SN=(.*?),/.exec(tpp.keyId)?.[1]);
  });

  test.each([
    () => base64().slice(0, 200),
    () => `${base64().slice(0, 20)}...`,
    () => `${base64().slice(0, 40)}${Buffer.from('…').toString('latin1')}`,
    () => `${base64().slice(0, 24)}…${base64().slice(-8)} (1476 characters)`,
    () => '',
    () => '[REDACTED]',
    () => '********',
  ])('stands in for a header that is shortened: %s', async (value) => {
    const shortened = withHeader(wire(), CERTIFICATE, value());
    expect((await explain(shortened, { certificate: tpp.certificate })).accepted).toBe(true);
    const alone = await explain(shortened);
    expect(alone.refusal?.path).toBe('TPP-Signature-Certificate');
  });

  test('is asked for where the header is absent', async () => {
    const { notes } = await explain(without(wire(), CERTIFICATE));
    expect(notes.join()).toContain('--cert FILE');
  });

  test.each([
    ['MIIE...', /is shortened in the capture.*--cert FILE/],
    ['[REDACTED]', /is shortened in the capture.*--cert FILE/],
    ['MIIEVzCCAz+gAwIBAgIQV07S…aTbQQADm (1476 characters)', /is shortened in the capture/],
    ['not%base64', /is not base64/],
  ])('is asked for in the first place where the header is %s', async (value, says) => {
    const { refusal } = await explain(withHeader(wire(), CERTIFICATE, value));
    expect(refusal).toMatchObject({ rule: 'SIG-02', code: 'FORMAT_ERROR' });
    expect(refusal?.text).toMatch(says);
  });

  test('does not stand in for a header that is another one or wrong by itself', async () => {
    const its = other.certificate;
    const sent = await explain(wire(), { certificate: its });
    expect(sent.accepted).toBe(true);
    expect(sent.notes.join()).toContain('the header counts');
    const wrong = withHeader(wire(), CERTIFICATE, `%${base64().slice(1)}`);
    const refused = await explain(wrong, { certificate: tpp.certificate });
    expect(refused.refusal).toMatchObject({ rule: 'SIG-02', code: 'FORMAT_ERROR' });
    const foreign = withHeader(wire(), CERTIFICATE, other.certificateBase64.slice(0, 600));
    expect((await explain(foreign, { certificate: tpp.certificate })).refusal?.rule).toBe('SIG-02');
  });

  test.each([['certificate'], ['chain']])('names the key of another one (%s)', async (option) => {
    const signedByOther = wire({ privateKey: other.privateKey });
    const { explanation } = await explain(signedByOther, { [option]: other.certificate });
    expect(explanation?.mistakes).toEqual(['another-key']);
    expect(explanation?.sentence).toMatch(/made with the key of another certificate/);
  });

  test.each([
    ['nothing', ''],
    ['a key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n'],
    ['noise', 'not a certificate at all'],
  ])('what is %s is refused in words', async (_what, certificate) => {
    await expect(explain(wire(), { certificate })).rejects.toThrow(UnreadableRequest);
    await expect(explain(wire(), { certificate })).rejects.toThrow(/certificate/);
  });
});

describe('SIG-12: a body that the capture lacks', () => {
  const bare = (change: Partial<Draft> = {}) => message({ ...wire(change), body: Buffer.alloc(0) });
  const cut = (change: Partial<Draft>) => message(wire(change)).subarray(0, -5);

  test('is not judged, and the signature is all the same', async () => {
    const verdict = await explain(bare());
    expect(verdict.accepted).toBe(true);
    const checks = ['digest', 'signature', 'role'].map((check) => outcomeOf(verdict, check));
    expect(checks).toEqual(['not judged', 'passed', 'passed']);
    expect(verdict.notes.join()).toContain('--body FILE');
  });

  test.each<[change: Partial<Draft>, now: number, check: string, digest: string]>([
    [NEWLINE, NOW, 'signature', 'not judged'],
    [{ algorithm: 'hs2019' }, NOW, 'algorithm', 'not judged'],
    [{}, NOW + 100_000, 'date', 'not reached'],
  ])('what else is refused is found and explained: %j', async (change, now, check, judged) => {
    const verdict = await explain(cut(change), { now });
    expect([refusedCheck(verdict), outcomeOf(verdict, 'digest')]).toEqual([check, judged]);
    if (change !== NEWLINE) return;
    expect(verdict.explanation).toMatchObject({ mistakes: ['trailing-newline'], next: [] });
  });

  test('TPP-01, TPP-03: the certificate is judged all the same', async () => {
    const roleless = await mint({ variant: 'no-psd2' });
    const sent = (change: Partial<Draft>) =>
      message({ ...wireOf(roleless, { ...ASCII, ...change }), body: Buffer.alloc(0) });
    const verdict = await explain(sent({}));
    expect([verdict.accepted, outcomeOf(verdict, 'digest')]).toEqual([true, 'not judged']);
    expect(verdict.findings.map(({ rule }) => rule)).toEqual(['TPP-03']);
    const late = await explain(sent({ now: TEN_YEARS_ON }));
    expect(late.refusal?.rule).toBe('TPP-01');
  });

  test.each([
    ['absent', undefined, 'HTTP_HEADER_REQUIRED'],
    ['not base64', 'SHA-256=%', 'FORMAT_ERROR'],
  ])('a Digest that is %s is refused whatever the body was', async (_what, value, code) => {
    const verdict = await explain(bare({ headers: { digest: value } }));
    expect(refusedCheck(verdict)).toBe('digest');
    expect(verdict.refusal).toMatchObject({ rule: 'SIG-12', code });
    const { expected = '' } = verdict.checks.find(({ check }) => check === 'digest') ?? {};
    expect(expected).not.toMatch(/SHA-256=[A-Za-z0-9+/]{40}/);
  });

  test('is judged once it is given, as bytes or as text', async () => {
    for (const body of [ASCII.body, Buffer.from(ASCII.body), `${ASCII.body}\n`]) {
      const verdict = await explain(bare(), { body });
      expect([verdict.accepted, outcomeOf(verdict, 'digest')]).toEqual([true, 'passed']);
    }
    expect((await explain(bare(), { body: '{}' })).refusal?.rule).toBe('SIG-12');
  });
});

describe('SIG-11: the time', () => {
  test("is the request's own Date unless another is given", async () => {
    const [own, later] = [NOW, NOW + 30_000].map((at) => new Date(at).toISOString());
    const verdict = await explain(wire());
    expect([verdict.accepted, verdict.judgedAt]).toEqual([true, own]);
    expect(verdict.notes.join()).toContain(`own Date, ${own}`);
    const asked = await explain(wire(), { now: NOW + 30_000 });
    expect([asked.accepted, asked.judgedAt, asked.notes]).toEqual([true, later, []]);
  });

  test.each<[change: Partial<Draft>, options: ExplainOptions, refusal: object]>([
    [{}, { now: NOW + 3_600_000 }, { rule: 'SIG-11', code: 'BAD_REQUEST', path: 'Date' }],
    [{ now: TEN_YEARS_ON }, {}, { rule: 'TPP-01', code: 'FORBIDDEN' }],
    [{ headers: { date: 'yesterday' } }, {}, { rule: 'SIG-11', code: 'FORMAT_ERROR' }],
  ])('%j %j is out of tolerance, of a period, or no date', async (change, options, refusal) => {
    expect((await explain(wire(change), options)).refusal).toMatchObject(refusal);
  });

  test('the year of an RFC 850 one is of our century', async () => {
    const rfc850 = await explain(wire({ headers: { date: 'Tuesday, 03-Nov-26 09:05:07 GMT' } }));
    expect([rfc850.accepted, rfc850.judgedAt]).toEqual([true, '2026-11-03T09:05:07.000Z']);
  });
});

test('SIG-09: a target that was captured without its bank gets that back', async () => {
  const names = [
    '(request-target)',
    'date',
    'digest',
    'x-request-id',
    'psu-id',
    'tpp-redirect-uri',
  ];
  const sent = wire({ names, target: '/banks/acme/v1/payments' });
  const captured = { ...sent, target: '/v1/payments' };
  expect((await explain(captured)).refusal?.rule).toBe('SIG-10');
  for (const bankPrefix of ['/banks/acme', '/banks/acme/']) {
    const verdict = await explain(captured, { bankPrefix });
    expect([verdict.accepted, verdict.request.target]).toEqual([true, '/banks/acme/v1/payments']);
  }
  expect((await explain(sent, { bankPrefix: '/banks/acme' })).accepted).toBe(true);
});

describe('certificates of real authorities (openssl and Java signed these)', () => {
  const capture = ({ method, target, headers, body }: Vector) => {
    const sent = { 'Content-Length': String(Buffer.byteLength(body)), ...headers };
    const lines = Object.entries(sent).flatMap(([name, value]) =>
      [value].flat().map((each) => `${name}: ${each}\r\n`),
    );
    const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
    return Buffer.concat([head, Buffer.from(body)]);
  };
  const judged = VECTORS.filter(({ trust, rule }) => trust === undefined && rule !== 'TPP-03');

  test('there are enough', () => {
    expect(judged.filter(({ accepted }) => accepted).length).toBeGreaterThan(50);
    expect(judged.filter(({ accepted }) => !accepted).length).toBeGreaterThan(70);
  });

  test.each(sample(judged, 8).map((vector) => [vector.title, vector] as const))(
    'SIG-10: %s',
    async (_title, vector) => {
      const verdict = await explain(capture(vector), { now: Date.parse(vector.now) });
      expect(verdict.refusal?.rule).toBe(vector.rule);
      expect(verdict.refusal?.code).toBe(vector.code);
      if (vector.accepted) {
        expect(verdict.findings.map(({ rule }) => rule)).toEqual(vector.findings);
      }
    },
  );
});

describe('CTRL-05: a record of the inspector', () => {
  async function recordOf(sent: Wire): Promise<Buffer> {
    const request = seenRequest({
      at: NOW,
      method: sent.method,
      target: sent.target,
      path: sent.target,
      rawHeaders: sent.headers.flat(),
      body: { bytes: sent.body.subarray(0, 65_536), length: sent.body.length },
      entered: ['certificate'],
    });
    return Buffer.from(JSON.stringify(await requestView(request, { flowOf: async () => ({}) })));
  }

  test('is read, with the certificate that it shortens given', async () => {
    const redirect = Buffer.from('https://tpp.example/blåbær').toString('latin1');
    const sent = wire({ headers: { 'tpp-redirect-uri': redirect }, ...NEWLINE });
    const record = await recordOf(sent);
    const alone = await explain(record);
    expect(alone.refusal?.rule).toBe('SIG-02');
    expect(alone.refusal?.text).toContain('--cert FILE');
    const verdict = await explain(record, { certificate: tpp.certificate });
    expect(verdict.request.form).toBe('inspector record');
    expect(verdict.explanation?.mistakes).toEqual(['trailing-newline']);
    expect(outcomeOf(verdict, 'digest')).toBe('passed');
  });

  test('that hides a national id in the body has a Digest that is not judged', async () => {
    const record = await recordOf(wire({ body: '{"person":"13039319955"}' }));
    const verdict = await explain(record, { certificate: tpp.certificate });
    expect([verdict.accepted, outcomeOf(verdict, 'digest')]).toEqual([true, 'not judged']);
    expect(verdict.notes.join()).toContain('hides a national id');
  });

  test('that holds the beginning of the body has a Digest that is not judged', async () => {
    const whole = wire({ body: `"${'x'.repeat(70_000)}"` });
    const sent = without(whole, 'content-length');
    const verdict = await explain(await recordOf(sent), { certificate: tpp.certificate });
    const sized = await explain(await recordOf(whole), { certificate: tpp.certificate });
    expect(sized.notes.filter((note) => note.includes('not judged; give'))).toHaveLength(1);
    expect([verdict.accepted, outcomeOf(verdict, 'digest')]).toEqual([true, 'not judged']);
    expect(verdict.notes.join()).toContain('the beginning of the body');
  });
});

describe('the package', () => {
  test('exports explainRequest and parseHttpRequest as sandbank/explain', () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(exports['./explain']).toEqual({
      types: './dist/server/insight/offline/explain-request.d.ts',
      default: './dist/server/insight/offline/explain-request.js',
    });
    expect(parseHttpRequest(message(wire())).method).toBe('POST');
  });

  test('a text is read as a capture in UTF-8', async () => {
    const verdict = await explainRequest(curlCommand(wire()).toString());
    expect(verdict.accepted).toBe(true);
  });

  test('what cannot be read rejects with the line', async () => {
    const failed = await explainRequest('GET /v1/x HTTP/1.1\nnothing\n').catch((error) => error);
    expect(failed).toBeInstanceOf(UnreadableRequest);
    expect((failed as UnreadableRequest).line).toBe(2);
  });
});
