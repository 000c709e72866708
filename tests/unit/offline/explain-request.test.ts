// A captured request explained: the same verdict from every form, certificates and bodies that the capture
// lacks, the time, and the package's own entry.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createRequestView } from '../../../server/insight/inspector/request-view.ts';
import {
  type ExplainOptions,
  explainRequest,
  type OfflineVerdict,
  UnreadableRequest,
} from '../../../server/insight/offline/explain-request.ts';
import { ROOT } from '../../support/source-tree.ts';
import { seenRequest } from '../inspector/sample-request.ts';
import { type Draft, mint, NOW } from '../signing/support.ts';
import { message, type Wire, wireOf, withHeader, withoutBody } from './captures.ts';

const CERTIFICATE = 'tpp-signature-certificate';
const TEN_YEARS_ON = NOW + 10 * 365 * 24 * 3_600_000;
const NEWLINE = { signed: (text: string) => `${text}\n` };
const BLÅBÆR = Buffer.from('https://tpp.example/blåbær').toString('latin1');

const ASKS = expect.stringContaining('give the certificate with --cert FILE');

const tpp = await mint();
const other = await mint({ name: 'Another' });

const wire = (change: Partial<Draft> = {}): Wire =>
  wireOf(tpp, { body: '{"creditorName":"Acme AS"}', ...change });
const explain = (capture: Wire | Buffer, options: ExplainOptions = {}): Promise<OfflineVerdict> =>
  explainRequest(Buffer.isBuffer(capture) ? capture : message(capture), options);

const outcomeOf = ({ checks }: OfflineVerdict, check: string): string | undefined =>
  checks.find((each) => each.check === check)?.outcome;
const refusedStep = ({ checks }: OfflineVerdict) =>
  checks.find(({ outcome }) => outcome === 'refused');
const refusedCheck = (verdict: OfflineVerdict) => refusedStep(verdict)?.check;

// That every form gives the same values is in read-capture.test.ts; which checks are listed and what is
// next, in cli/explain-command.test.ts.

test('SIG-15: the verdict: says rule, code, path and sentence, shows both strings, and is in the documentation', async () => {
  const verdict = await explain(wire(NEWLINE));
  const { refusal, explanation, signature, checks, request } = verdict;
  const said = { rule: 'SIG-10', code: 'BAD_REQUEST', path: 'Signature' };
  expect(refusal).toEqual({ ...said, text: explanation?.sentence });
  expect(refusal?.text).toMatch(/^You ended the string with a newline/);
  expect(signature?.signedString).toHaveLength(6);
  expect(signature).toMatchObject({
    bankString: [{ text: `date: ${new Date(NOW).toUTCString()}`, end: 'LF' }, {}, {}, {}, {}],
    openssl: expect.stringContaining('openssl dgst -sha256 -sign tpp.key'),
    expectedKeyId: tpp.keyId,
    certificate: { organisationId: 'PSDNO-FSA-987654321', keyType: 'rsa', keyBits: 2048 },
  });
  const changed = signature?.diff?.filter(({ op }) => op !== 'same');
  expect(changed).toEqual([{ op: 'removed', text: '', end: 'LF' }]);
  expect(JSON.parse(JSON.stringify(verdict))).toStrictEqual(verdict);
  const docs = readFileSync(join(ROOT, 'docs/signing.md'), 'utf8');
  const section = docs.split('## Explain a request offline')[1]?.split('\n## ')[0];
  const names = [verdict, signature, explanation, request, ...checks].map((one) => one ?? {});
  const members = names.flatMap(Object.keys);
  expect(members.length).toBeGreaterThan(25);
  expect(members.filter((name) => !section?.includes(`\`${name}\``))).toEqual([]);
});

test('WEB-06: the verdict: masks a national id', async () => {
  const redirect = 'https://tpp.example/cb?psu=13039319955';
  const verdict = await explain(wire({ headers: { 'tpp-redirect-uri': redirect }, ...NEWLINE }));
  const noted = await explainRequest('curl https://h/v1 -F psu=13039319955');
  const text = JSON.stringify([verdict, noted.notes]);
  expect(text).not.toContain('13039319955');
  expect(text.split('psu=*********55').length).toBeGreaterThan(3);
});

test("SIG-09: a program gives text as UTF-8, and Node's rawHeaders as bytes", async () => {
  const { headers, body, ...others } = wire({ headers: { 'tpp-redirect-uri': BLÅBÆR } });
  const text = headers.map(([name, value]) => [name, `${Buffer.from(value, 'latin1')}`] as const);
  const asText = { ...others, headers: text, body: body.toString() };
  expect((await explainRequest(asText)).accepted).toBe(true);
  expect((await explainRequest({ ...others, headers: headers.flat(), body })).accepted).toBe(true);
});

const base64 = tpp.certificateBase64;

test.each<[form: string, given: string | Buffer]>([
  ['PEM with its chain', [tpp.certificate, ...tpp.chain].join('')],
  ['base64 in lines', base64.replace(/.{64}/g, '$&\n')],
  ['base64 of PEM', Buffer.from(tpp.certificate).toString('base64')],
  ['DER', Buffer.from(base64, 'base64')],
])(
  'SIG-02: a certificate beside the capture: stands in for an absent header: %s',
  async (_form, certificate) => {
    const lacking = withHeader(wire(), CERTIFICATE);
    const refused = await explain(lacking);
    expect([refused.refusal?.rule, refused.notes[0]]).toEqual(['SIG-01', ASKS]);
    const { accepted, notes } = await explain(lacking, { certificate });
    expect([accepted, notes.join()]).toEqual([true, expect.stringContaining('is used instead')]);
  },
);

test.each([
  ['its start and an ellipsis', base64.slice(0, 40) + Buffer.from('…').toString('latin1')],
  ['its two ends', `${base64.slice(0, 24)}…${base64.slice(-8)} (1476 characters)`],
  ['a word', '[REDACTED]'],
  ['stars', '********'],
])(
  'SIG-02: a certificate beside the capture: stands in for a header of which there is only %s, and is asked for',
  async (_what, value) => {
    const shortened = withHeader(wire(), CERTIFICATE, value);
    expect((await explain(shortened, { certificate: tpp.certificate })).accepted).toBe(true);
    const { refusal, notes } = await explain(shortened);
    expect(refusal).toMatchObject({ rule: 'SIG-02', path: 'TPP-Signature-Certificate' });
    expect(notes[0]).toEqual(ASKS);
  },
);

test('SIG-02: a certificate beside the capture: does not stand in for another one', async () => {
  const { accepted } = await explain(wire(), { certificate: other.certificate });
  expect(accepted).toBe(true);
});

test('SIG-02: a certificate beside the capture: names the key of another one', async () => {
  const signedByOther = wire({ privateKey: other.privateKey });
  const certificate = tpp.certificate + other.certificate;
  const { explanation } = await explain(signedByOther, { certificate });
  expect(explanation?.mistakes).toEqual(['another-key']);
});

const KEY = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n';

test.each([[''], [KEY], ['not one at all']])(
  'SIG-02: a certificate beside the capture: %j is none and is refused',
  async (certificate) => {
    const says = expect.stringContaining('certificate');
    const refused = expect(explain(wire(), { certificate })).rejects;
    await refused.toThrow(expect.objectContaining({ name: 'UnreadableRequest', message: says }));
  },
);

const bare = (change: Partial<Draft> = {}) => withoutBody(wire(change));

test.each<
  [change: Partial<Draft>, options: ExplainOptions, check: string | undefined, digest: string]
>([
  [{}, {}, undefined, 'not judged'],
  [NEWLINE, {}, 'signature', 'not judged'],
  [{ now: TEN_YEARS_ON }, {}, 'validity', 'not judged'],
  [{}, { now: NOW + 100_000 }, 'date', 'not reached'],
  [{}, { body: '{"creditorName":"Acme AS"}\n' }, undefined, 'passed'],
  [{}, { body: Buffer.from('{}') }, 'digest', 'refused'],
  // Whatever the body was.
  [{ headers: { digest: undefined } }, {}, 'digest', 'refused'],
  [{ headers: { digest: 'SHA-256=%' } }, {}, undefined, 'not judged'],
])(
  'SIG-12: a body that the capture lacks: what else is refused is found and explained: %j %j',
  async (change, options, check, judged) => {
    const verdict = await explain(bare(change), options);
    expect([refusedCheck(verdict), outcomeOf(verdict, 'digest')]).toEqual([check, judged]);
    expect(verdict.explanation?.next ?? []).toEqual([]);
    const { expected = '' } = verdict.checks.find((one) => one.check === 'digest') ?? {};
    if (options.body === undefined) expect(expected).not.toMatch(/SHA-256=[A-Za-z0-9+/]{40}/);
    // What was expected instead is shown as it is of the whole request.
    if (check === undefined || check === 'digest') return;
    const whole = await explain(wire(change), options);
    expect(refusedStep(verdict)?.expected).toBe(refusedStep(whole)?.expected);
  },
);

const inTime = { accepted: true, judgedAt: '2026-11-03T09:05:07.000Z' };
const own = { ...inTime, notes: [expect.stringContaining(`own Date, ${inTime.judgedAt}`)] };
const later = { ...inTime, judgedAt: '2026-11-03T09:05:37.000Z', notes: [] };
const date = (value: string) => ({ headers: { date: value } });

test.each<[change: Partial<Draft>, options: ExplainOptions, verdict: object]>([
  [{}, {}, own],
  // The year is of our century.
  [date('Tuesday, 03-Nov-26 09:05:07 GMT'), {}, own],
  // It has no Date of its own that one could judge at.
  [date('yesterday'), {}, { refusal: { rule: 'SIG-11', code: 'FORMAT_ERROR' }, notes: [] }],
  [{}, { now: NOW + 30_000 }, later],
  [{}, { now: NOW + 3_600_000 }, { refusal: { rule: 'SIG-11', code: 'BAD_REQUEST' } }],
  [{ now: TEN_YEARS_ON }, {}, { refusal: { rule: 'TPP-01', code: 'FORBIDDEN' } }],
])("SIG-11: the time is the request's own Date or the given one: %j %j", async (...row) => {
  const [change, options, verdict] = row;
  expect(await explain(wire(change), options)).toMatchObject(verdict);
});

async function explainRecord({ method, target, headers, body }: Wire, certificate?: string) {
  const request = seenRequest({
    ...{ at: NOW, method, target, path: target, rawHeaders: headers.flat() },
    body: { bytes: body.subarray(0, 65_536), length: body.length },
    entered: ['certificate'],
  });
  const record = await createRequestView()(request, { flowOf: async () => ({}) });
  return explain(Buffer.from(JSON.stringify(record)), certificate ? { certificate } : {});
}

test('CTRL-05: a record of the inspector: is read, with the certificate that it shortens given', async () => {
  const sent = wire({ headers: { 'tpp-redirect-uri': BLÅBÆR }, ...NEWLINE });
  // It is the log that has shortened it, so nothing is refused.
  await expect(explainRecord(sent)).rejects.toMatchObject({
    name: 'UnreadableRequest',
    message: ASKS,
  });
  const verdict = await explainRecord(sent, tpp.certificate);
  expect(verdict.request.form).toBe('inspector record');
  expect(verdict.explanation?.mistakes).toEqual(['trailing-newline']);
  expect(outcomeOf(verdict, 'digest')).toBe('passed');
});

test('CTRL-05: a record of the inspector: without a body has no Digest to miss, also if it hides a national id', async () => {
  const headers = { 'psu-id': '13039319955', digest: undefined };
  const verdict = await explainRecord(wire({ method: 'GET', body: '', headers }), tpp.certificate);
  expect(refusedCheck(verdict)).toBe('signature');
  expect(verdict.notes.join()).toContain('what holds it cannot be verified.');
});

test.each([
  ['hides a national id', '{"person":"13039319955"}'],
  ['lacks a part of the body', `"${'x'.repeat(70_000)}"`],
])(
  'CTRL-05: a record of the inspector: that %s has a Digest that is not judged',
  async (what, body) => {
    const { accepted, notes, ...verdict } = await explainRecord(wire({ body }), tpp.certificate);
    expect([accepted, outcomeOf({ accepted, notes, ...verdict }, 'digest')]).toEqual([
      true,
      'not judged',
    ]);
    expect(notes.join()).toContain(what);
    expect(notes.filter((note) => note.includes('not judged; give'))).toHaveLength(1);
  },
);

test('rejects with the line that cannot be read', async () => {
  const failed = await explainRequest('GET /v1/x HTTP/1.1\nnothing\n').catch((error) => error);
  expect(failed).toBeInstanceOf(UnreadableRequest);
  expect(failed).toMatchObject({ message: expect.stringMatching(/^line 2: expected a header/) });
});
