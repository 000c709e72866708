// `sandbank explain`: what it prints, what it ends with, and that nothing but words comes out of what
// cannot be read.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { run } from '../../../cli/run.ts';
import { testFolder } from '../../support/test-folder.ts';
import {
  curlCommand,
  message,
  type Wire,
  wireOf,
  withHeader,
  without,
} from '../offline/captures.ts';
import { type Draft, mint, NOW } from '../signing/support.ts';

const CLI = fileURLToPath(new URL('../../../cli/sandbank.js', import.meta.url));
const folder = testFolder();
let out: string[];
let err: string[];

const tpp = await mint();
beforeEach(() => {
  out = [];
  err = [];
});

const wire = (change: Partial<Draft> = {}): Wire => wireOf(tpp, change);

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const explain = (...args: string[]) =>
  run(['explain', ...args], {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });

/** Explains that request; gives the exit code. */
const explainWire = (sent: Wire | Buffer, ...args: string[]) => {
  out = [];
  return explain(file('sent.http', Buffer.isBuffer(sent) ? sent : message(sent)), ...args);
};

/** The lines under a title. */
function section(title: string): readonly string[] {
  const lines = out.join('\n').split('\n');
  const from = lines.findIndex((line) => line.startsWith(title));
  if (from < 0) return [];
  const length = lines.slice(from + 1).indexOf('');
  return lines.slice(from + 1, length < 0 ? undefined : from + 1 + length);
}

const NEWLINE = { signed: (text: string) => `${text}\n` };
const CRLF = { signed: (text: string) => text.replaceAll('\n', '\r\n') };
const DATE = `date: ${new Date(NOW).toUTCString()}`;

describe('SIG-15: a signature that is refused', () => {
  test('ends with 1, begins with the sentence, and prints the checks and both strings', async () => {
    expect(await explainWire(wire(CRLF))).toBe(1);
    expect(out.join()).toMatch(
      /^Refused: You joined the lines with CRLF .*\nSIG-10, BAD_REQUEST, path Signature\nPOST \/v1\//,
    );
    expect(section('Checks')).toEqual([
      '  ✓ passed       certificate',
      '  ✓ passed       signature syntax',
      '  ✓ passed       keyId',
      '  ✓ passed       date',
      '  ✓ passed       digest',
      '  ✓ passed       algorithm',
      '  ✓ passed       signed headers',
      '  ✗ refused      signature         SIG-10',
      '  · not reached  validity',
      '  · not reached  role',
    ]);
    expect(section('What the bank builds')[0]).toBe(`  ${DATE}⏎`);
    expect(section('What the bank builds').at(-1)).toBe(
      '  tpp-redirect-uri: https://tpp.example/cb?state=1',
    );
    expect(section('What the client signed')[0]).toBe(`  ${DATE}␍⏎`);
    expect(section('From one to the other')[0]).toBe(`  ${DATE}[-␍-]⏎`);
  });

  test('prints a command that makes the signature which the bank wants', async () => {
    await explainWire(wire(CRLF));
    const key = file('tpp.key', tpp.privateKey);
    const command = section('The right signature').join('\n').replace('tpp.key', `'${key}'`);
    const signature = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
    const right = wire().headers.find(([name]) => name === 'signature')?.[1] ?? '';
    expect(right).toContain(`signature="${signature}"`);
    expect(await explainWire(withHeader(wire(CRLF), 'signature', right))).toBe(0);
  });

  test('a CR alone, a line end that lacks, and a string that was not found', async () => {
    await explainWire(wire({ signed: (text) => text.replaceAll('\n', '\r') }));
    expect(section('What the client signed')[0]).toContain('GMT␍digest: ');
    await explainWire(wire(NEWLINE));
    expect(section('From one to the other').at(-1)).toMatch(/\[-⏎-\]$/);
    const signed = 'nothing that anyone would sign';
    await explainWire(wire({ signed: () => signed }));
    const hash = createHash('sha256').update(signed).digest('hex');
    expect(section('What the client signed')).toEqual([
      expect.stringMatching(/^ {2}Not found: \d+ strings were tried\.$/),
      '  The signature is RSASSA-PKCS1-v1_5 with SHA-256.',
      `  Hash signed: ${hash}`,
    ]);
  });
});

describe('other refusals', () => {
  test('SIG-06: print expected and sent as they are to be copied, and the certificate', async () => {
    const keyId = tpp.keyId.replace(/CA=.*/, 'CA=CN=Nobody,C=NO');
    expect(await explainWire(wire({ keyId, ...NEWLINE }))).toBe(1);
    expect(section('Expected')).toEqual([`  ${tpp.keyId}`]);
    expect(section('Sent')).toEqual(['  CA=CN=Nobody,C=NO']);
    expect(section('Certificate')[0]).toBe(`  serial   ${/SN=(.*?),/.exec(tpp.keyId)?.[1]}`);
    expect(section('Next').join()).toMatch(/^ {2}- SIG-10: You ended the string with a newline/);
    // It is refused for its signature next, so the string counts.
    expect(section('What the bank builds')).toHaveLength(5);
    expect(section('The right signature').join()).toContain('openssl dgst');
  });

  test('SIG-12: print no command, as the string is another once the Digest is mended', async () => {
    const body = Buffer.from('{"creditorName":"Blåbær  A"}');
    expect(await explainWire({ ...wire(NEWLINE), body })).toBe(1);
    expect(section('Next').join()).toContain('SIG-10');
    expect(section('Expected').join()).toMatch(/^ {2}SHA-256=/);
    expect(section('The right signature')).toEqual([]);
  });

  test('SIG-08: print the string of what must be signed', async () => {
    expect(await explainWire(wire({ names: ['date', 'digest', 'x-request-id', 'psu-id'] }))).toBe(
      1,
    );
    for (const title of ['What the bank builds', 'The right signature']) {
      expect(section(title).join()).toContain('tpp-redirect-uri: ');
    }
  });
});

describe('SIG-10: a signature that verifies', () => {
  test('ends with 0 and shows what was signed', async () => {
    expect(await explainWire(wire())).toBe(0);
    expect(out.join()).toMatch(/^Accepted: the signature verifies\.\nPOST /);
    expect(section('What was signed')).toHaveLength(5);
    expect(section('The right signature')).toEqual([]);
    expect(section('Assumed').join(' ')).toContain("the request's own Date");
  });

  test('with findings, which it lists', async () => {
    expect(await explainWire(wire({ keyId: tpp.keyId.replace('SN=', 'SN=00') }))).toBe(0);
    expect(out.join()).toMatch(/^Accepted: the signature verifies, with findings\./);
    expect(section('Accepted, but')).toEqual(['  - SIG-05: SN in the keyId has leading zeros.']);
  });

  test('without the body, as far as the capture shows', async () => {
    expect(await explainWire({ ...wire(), body: Buffer.alloc(0) })).toBe(0);
    expect(out.join()).toMatch(/^Accepted: the signature verifies, as far as the capture shows\./);
    expect(section('Checks')).toContain('  ? not judged   digest');
  });
});

describe('options', () => {
  test('SIG-02: --cert stands in for the header', async () => {
    const sent = without(wire(), 'tpp-signature-certificate');
    expect(await explainWire(sent)).toBe(1);
    expect(await explainWire(sent, '--cert', file('cert.pem', tpp.certificate))).toBe(0);
    const der = file('cert.der', new X509Certificate(tpp.certificate).raw);
    expect(await explain('--cert', der, join(folder, 'sent.http'))).toBe(0);
  });

  test('SIG-12: --body is the body', async () => {
    const { body, ...others } = wire();
    const sent = { ...others, body: Buffer.alloc(0) };
    expect(await explainWire(sent, '--body', file('body.json', body))).toBe(0);
    expect(section('Checks')).toContain('  ✓ passed       digest');
    expect(await explainWire(sent, '--body', file('other.json', '{}'))).toBe(1);
  });

  test('SIG-11: --now is the time', async () => {
    expect(await explainWire(wire(), '--now', '2026-11-03T10:06:07+01:00')).toBe(0);
    expect(await explainWire(wire(), '--now', '2026-11-03T09:06:08Z')).toBe(1);
    expect(out.join()).toContain('SIG-11, BAD_REQUEST, path Date');
  });

  test("SIG-15: --signed is the string that the client signed, compared with the bank's", async () => {
    let signed = '';
    const sent = wire({
      signed: (text) => {
        signed = text.replace(/(?<=x-request-id: ).*/, 'another');
        return signed;
      },
    });
    expect(await explainWire(sent, '--signed', file('signed.txt', `${signed}\n`))).toBe(1);
    expect(section('The string that you gave').join(' ')).toMatch(
      /The signature is over this string\. .* Line 3 is the first that +differs/,
    );
    expect(section('From one to the other').join('')).toContain('[-another-]');
  });

  test('--json prints the verdict', async () => {
    expect(await explainWire(wire(NEWLINE), '--json')).toBe(1);
    expect(JSON.parse(out.join('\n'))).toMatchObject({
      accepted: false,
      refusal: { rule: 'SIG-10', code: 'BAD_REQUEST', path: 'Signature' },
      explanation: { mistakes: ['trailing-newline'] },
    });
    expect(await explainWire(wire(), '--json')).toBe(0);
    expect(JSON.parse(out.join('\n'))).toMatchObject({ accepted: true });
  });

  test('--help has examples', async () => {
    expect(await explain('--help')).toBe(0);
    expect(out.join()).toContain('Usage: sandbank explain [FILE]');
    expect(out.join()).toContain('Examples:');
    for (const line of out.join('\n').split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('wrong usage and what cannot be read', () => {
  test.each([
    [['a', 'b'], 'give one file'],
    [['--wrong'], '--wrong'],
    [['FILE', '--now', 'yesterday'], '--now yesterday is not a time'],
    [['FILE', '--now', '2026-11-03'], 'is not a time'],
    [['FILE', '--now', '2026-13-03T00:00:00Z'], 'is not a time'],
    [['no-such-file'], 'cannot read no-such-file'],
    [['FILE', '--cert', 'no-such-cert'], 'cannot read no-such-cert'],
    [['FILE', '--body', 'no-such-body'], 'cannot read no-such-body'],
    [['FILE', '--cert', 'FILE'], 'certificate'],
    [['NOISE'], 'line 2: expected a header'],
  ])('%j ends with 2 and one line', async (args, reason) => {
    const paths: Readonly<Record<string, string>> = {
      FILE: file('good.http', message(wire())),
      NOISE: file('noise', 'GET /v1/x HTTP/1.1\nnoise \x1b[31m\n'),
    };
    expect(await explain(...args.map((arg) => paths[arg] ?? arg))).toBe(2);
    expect(err).toEqual([expect.stringContaining(reason)]);
    expect(err[0]).toMatch(/^[^\0-\x1f\x7f]*$/);
    expect(out).toEqual([]);
  });
});

describe('the terminal', () => {
  /** Values to compare and to copy are not broken, which is the terminal's affair. */
  const AS_THEY_ARE = ['Expected', 'Sent', 'Certificate', 'The right signature'];

  test.each<[string, Partial<Draft>]>([
    ['crlf', CRLF],
    [
      'long',
      {
        headers: { 'tpp-redirect-uri': `https://tpp.example/${'path/'.repeat(60)}` },
        ...NEWLINE,
      },
    ],
    ['wide', { headers: { 'x-request-id': 'r'.repeat(99) }, signed: () => 'x' }],
    ['target', { target: `/v1/${'a'.repeat(300)}` }],
    ['key', { keyId: 'SN=1,CA=CN=Nobody' }],
  ])('80 columns are enough: %s', async (_, change) => {
    await explainWire(wire(change));
    let title = '';
    const lines = out.join('\n').split('\n');
    const wide = lines.filter((line) => {
      if (/^\S/.test(line)) title = line;
      return [...line].length > 80 && !AS_THEY_ARE.some((each) => title.startsWith(each));
    });
    expect(wide).toEqual([]);
  });

  test('is not told to do anything by a capture', async () => {
    const headers = { 'x-request-id': 'a\x1b[2Jb', 'psu-id': 'c\x07' };
    const sent = wire({ headers, target: '/v1/\x1b]0;x\x07' });
    await explainWire(sent);
    const printed = out;
    await explainWire(withHeader(sent, 'date', '\x1b[31m\x9b1m'), '--json');
    expect([...printed, ...out].join('\n')).toMatch(/^[^\0-\x09\x0b-\x1f\x7f-\x9f]*$/);
  });

  test('no colours, from standard input, as a process of its own', () => {
    const refused = asProcess(curlCommand(wire(NEWLINE)));
    expect(refused.status).toBe(1);
    expect(refused.stdout).toMatch(/^Refused: You ended the string with a newline/);
    expect(refused.stdout).not.toContain('\x1b');
    expect(asProcess(message(wire())).status).toBe(0);
    const empty = asProcess(Buffer.alloc(0));
    expect([empty.status, empty.stdout]).toEqual([2, '']);
    expect(empty.stderr).toMatch(/^sandbank explain: expected a request line .*found nothing.*\n$/);
  });
});

const asProcess = (input: Buffer) =>
  spawnSync(process.execPath, [CLI, 'explain'], { input, encoding: 'utf8' });
