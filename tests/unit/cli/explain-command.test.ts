// `sandbank explain`: what it prints, what it ends with, and that nothing but words comes out of what
// cannot be read.
import { spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { sandbank } from '../../support/commands.ts';
import { replace } from '../../support/own-process.ts';
import { filesIn, testFolder } from '../../support/test-folder.ts';
import {
  curlCommand,
  message,
  type Wire,
  wireOf,
  withHeader,
  withoutBody,
} from '../offline/captures.ts';
import { type Draft, mint, NOW } from '../signing/support.ts';

const CLI = fileURLToPath(new URL('../../../cli/sandbank.js', import.meta.url));
const folder = testFolder();
const file = filesIn(folder);
const tpp = await mint();

const wire = (change: Partial<Draft> = {}): Wire => wireOf(tpp, change);

/** What the command says, and its exit code. */
async function explain(...args: string[]) {
  const { code, out: text, err } = await sandbank('explain', ...args);
  /** The lines under a title. */
  const section = (title: string): readonly string[] =>
    text
      .split('\n\n')
      .filter((part) => part.startsWith(title))
      .flatMap((part) => part.split('\n').slice(1));
  return { code, text, err, section };
}

const explainWire = (sent: Wire, ...args: string[]) =>
  explain(file('sent.http', message(sent)), ...args);

const NEWLINE = { signed: (text: string) => `${text}\n` };
const CRLF = { signed: (text: string) => text.replaceAll('\n', '\r\n') };
const DATE = `date: ${new Date(NOW).toUTCString()}`;
const BUILT = 'What the bank builds';
const CHANGES = 'From your string';

test('SIG-15: a refused signature: the sentence, the checks, the strings, and 1', async () => {
  const { code, text, section } = await explainWire(wire(CRLF));
  expect(code).toBe(1);
  expect(text).toMatch(
    /^Refused: You joined the lines with CRLF [\s\S]*\nSIG-10, BAD_REQUEST, path Signature\nPOST \/v1\//,
  );
  expect(section('Checks')).toEqual([
    '  ✓ passed       certificate, signature syntax, keyId, date, digest, algorithm, signed headers',
    '  ✗ refused      signature',
    '  · not reached  validity, role',
  ]);
  expect(section(BUILT)[0]).toBe(`  ${DATE}⏎`);
  expect(section(BUILT)[4]).toMatch(/^ {2}tpp-redirect-uri: .*[^⏎]$/);
  expect(section(CHANGES)[0]).toBe(`  ${DATE}[-\\r-]⏎`);
  expect([...section('Expected'), ...section('Sent')]).toEqual([]);
});

test.each([
  [[], false],
  [['-'], false],
  [[], true],
])('SIG-15: what is piped or pasted is explained: %j %j', async (args, isTTY) => {
  const sent = Readable.from([Buffer.from(message(wire(CRLF)))]);
  const restore = replace({ stdin: Object.assign(sent, { isTTY }) });
  try {
    const { code, text, err } = await explain(...args);
    expect([code, text]).toEqual([1, expect.stringMatching(/^Refused: You joined the lines/)]);
    expect(err.includes('Paste the request')).toBe(isTTY);
  } finally {
    restore();
  }
});

test('SIG-15: a line end that lacks or is too many, and a string that was not found', async () => {
  const joined = await explainWire(wire({ signed: (text) => text.replaceAll('\n', '') }));
  expect(joined.section(CHANGES).slice(0, 2)).toEqual([
    `  ${DATE}{+⏎+}`,
    expect.stringMatching(/^ {2}digest: .*\{\+⏎\+\}$/),
  ]);
  const newline = await explainWire(wire(NEWLINE));
  expect(newline.section(CHANGES).at(-1)).toMatch(/\[-⏎-\]$/);
  const signed = 'nothing that anyone would sign';
  const other = await explainWire(wire({ signed: () => signed }));
  const said = other.section('What the client signed').join(' ');
  expect(said).toMatch(/Not found\. Print the string .* --signed FILE/);
  expect(said).toContain('The signature is RSASSA-PKCS1-v1_5 with SHA-256.');
  expect(said.replace(/ +/g, ' ')).toContain(
    `Hash signed: ${createHash('sha256').update(signed).digest('hex')}`,
  );
});

const keyId = tpp.keyId.replace(/CA=.*/, 'CA=CN=Nobody,C=NO');
const wrongKeyId = wire({ keyId, ...NEWLINE });
const fewNames = wire({ names: ['date', 'digest', 'x-request-id', 'psu-id'] });
const otherBody = { ...wire(NEWLINE), body: Buffer.from('{"creditorName":"Blåbær  A"}') };
const unsigned = withHeader(withHeader(wire(), 'signature'), 'tpp-signature-certificate');
const serialZero = wire({ keyId: tpp.keyId.replace('SN=', 'SN=00') });

test.each<[first: string, sent: Wire, title: string, says: RegExp]>([
  ['SIG-01', unsigned, 'Checks', /✗ refused {6}certificate$/m],
  ['SIG-06', wrongKeyId, 'Expected', new RegExp(`^ {2}${tpp.keyId}$`)],
  ['SIG-06', wrongKeyId, 'Sent', /^ {2}CA=CN=Nobody,C=NO$/],
  ['SIG-06', wrongKeyId, 'Next', /^ {2}- SIG-10: You ended the string with a newline/],
  // It is refused for its signature next, so the string counts.
  ['SIG-06', wrongKeyId, BUILT, /^ {2}date: /],
  ['SIG-06', wrongKeyId, 'The right signature', /openssl dgst/],
  ['SIG-08', fewNames, BUILT, /tpp-redirect-uri: /],
  ['SIG-08', fewNames, 'The right signature', /tpp-redirect-uri: /],
  ['SIG-12', otherBody, 'Expected', /^ {2}SHA-256=/],
  ['SIG-12', otherBody, 'Next', /SIG-10/],
  // The string is another one once the Digest is mended.
  ['SIG-12', otherBody, BUILT, /^$/],
  ['SIG-12', otherBody, 'The right signature', /^$/],
  ['verifies, as', wire(), BUILT, new RegExp(`^ {2}${DATE}⏎`)],
  ['verifies, as', wire(), 'Assumed', /the request's own Date/],
  ['verifies, as', wire(), 'The right signature', /^$/],
  ['verifies, as', serialZero, 'Accepted, but', /SIG-05/],
  ['verifies, as', withoutBody(wire()), 'Checks', /\? not judged {3}digest/],
])('%s: %#', async (first, sent, title, says) => {
  const { code, text, section } = await explainWire(sent);
  expect([code, text.split('\n\n')[0]]).toEqual([
    first.startsWith('SIG') ? 1 : 0,
    expect.stringContaining(first),
  ]);
  expect(section(title).join('\n')).toMatch(says);
});

// What each of them does is in offline/explain-request.test.ts.
test('--cert, --body and --now count', async () => {
  const sent = withHeader(withoutBody(wire()), 'tpp-signature-certificate');
  const der = file('cert.der', new X509Certificate(tpp.certificate).raw);
  const options = ['--cert', der, '--body', file('body', wire().body), '--now'];
  expect(await explainWire(sent, ...options, '2026-11-03T10:06:07+01:00')).toMatchObject({
    code: 0,
    text: expect.stringContaining('date, digest, algorithm'),
  });
  const late = await explainWire(sent, ...options, '2026-11-03T09:06:08Z');
  expect([late.code, late.text]).toEqual([1, expect.stringContaining('SIG-11, BAD_REQUEST')]);
});

// What comes of it is in explain/compare-signed.test.ts.
test('SIG-15: --signed is compared with the signature and with the string of the bank', async () => {
  const { code, section } = await explainWire(wire(), '--signed', file('signed', 'another'));
  expect(code).toBe(0);
  expect(section('The string that you gave').join(' ')).toMatch(
    /not over this string: .* Line\s+1/,
  );
  expect(section(CHANGES).join('')).toMatch(/^ {2}\[-/);
});

test('--json prints the verdict', async () => {
  const { code, text } = await explainWire(wire(NEWLINE), '--json');
  expect([code, JSON.parse(text)]).toEqual([1, expect.objectContaining({ accepted: false })]);
});

test.each([
  [['a', 'b'], 'too many arguments'],
  [['--wrong'], '--wrong'],
  [['GOOD', '--now', 'yesterday'], 'Write a time such as'],
  [['GOOD', '--now', '2026-11-03'], 'Write a time such as'],
  [['GOOD', '--now', '2026-13-03T00:00:00Z'], 'Write a time such as'],
  [['no-such-file'], 'no-such-file cannot be read: there is no such file'],
  [['GOOD', '--body', 'no-such-body'], 'no-such-body cannot be read: there is no such file'],
  [['GOOD', '--cert', 'GOOD'], 'certificate'],
  [['NOISE'], 'line 2: expected a header'],
  [['RECORD'], 'give the certificate with --cert FILE'],
])('%j ends with 2 and one line', async (args, reason) => {
  const paths: Readonly<Record<string, string>> = {
    GOOD: file('good.http', message(wire())),
    RECORD: file(
      'record.json',
      '{"method":"GET","target":"/v1/x","headers":[["TPP-Signature-Certificate","MII…A= (1440 characters)"]],"bodyLength":0}',
    ),
    NOISE: file('noise', 'GET /v1/x HTTP/1.1\nnoise \x1b[31m\n'),
  };
  const { code, text, err } = await explain(...args.map((arg) => paths[arg] ?? arg));
  expect([code, text, err]).toEqual([2, '', expect.stringContaining(reason)]);
  expect(err).toMatch(/^[^\0-\x1f\x7f]*$/);
});

test('prose has 80 columns', async () => {
  const { text } = await explainWire(
    wire({ headers: { 'x-request-id': 'r'.repeat(99) }, ...NEWLINE }),
  );
  const prose = text.split('\n').filter((line) => /^(?:Refused| {2}- | {4}\S)/.test(line));
  expect(prose.length).toBeGreaterThan(2);
  expect(prose.filter((line) => line.length > 80)).toEqual([]);
});

test('a capture does not tell the terminal to do anything', async () => {
  const headers = { 'x-request-id': 'a\x1b[2Jb', 'psu-id': 'c\x07' };
  const sent = wire({ headers, target: '/v1/\x1b]0;x\x07' });
  const printed = await explainWire(sent);
  const json = await explainWire(withHeader(sent, 'date', '\x1b[31m\x9b1m'), '--json');
  expect(printed.text + json.text).toMatch(/^[^\0-\x09\x0b-\x1f\x7f-\x9f]*$/);
});

test('reads standard input as a process of its own', () => {
  const asProcess = (input: Buffer, ...args: string[]) =>
    spawnSync(process.execPath, [CLI, 'explain', ...args], { input, encoding: 'utf8' });
  const { status, stdout } = asProcess(curlCommand(wire(NEWLINE)));
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^Refused: You ended the string/)]);
  const sent = file('bare.http', message(withoutBody(wire())));
  const [body, other] = [
    asProcess(wire().body, sent, '--body', '-'),
    asProcess(Buffer.from('other'), sent, '--body', '-'),
  ];
  expect([body.stdout, other.stdout]).toEqual([
    expect.stringContaining('date, digest, algorithm'),
    expect.stringContaining('SIG-12'),
  ]);
  const empty = asProcess(Buffer.alloc(0));
  expect([empty.status, empty.stdout]).toEqual([2, '']);
  expect(empty.stderr).toMatch(/^sandbank explain: expected a request line .*found nothing.*\n$/);
});
