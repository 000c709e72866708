// SIG-12 explained: each way to write a digest down, of each form of the body.
import { describe, expect, test } from '@jest/globals';
import { formsOfBody } from '../../../server/insight/explain/body/body-forms.ts';
import { explainDigest } from '../../../server/insight/explain/body/explain-digest.ts';
import { atOnce } from '../../../server/insight/explain/slices.ts';
import { sample } from '../../support/corpus.ts';
import { hashOf } from './made-with-key.ts';
import { explained, namesOf, ownTpp, refusalOf, requestOf } from './support.ts';

const BODY = '{"creditorName":"Blåbær / sønn AS","b":[1, 2]}';

const hash = (name: string, body: string | Buffer = BODY) => hashOf(name, body);
const base64 = (name: string, body: string | Buffer = BODY) => hash(name, body).toString('base64');
const explain = (header: string, body: string | Buffer = BODY) =>
  atOnce(explainDigest(header, Buffer.from(body as string)));
const namesIn = (...given: Parameters<typeof explain>) => namesOf(explain(...given));
const sentenceOf = (...given: Parameters<typeof explain>) =>
  explain(...given).readings[0]?.sentence;

/** Ways to write a SHA-256 down, by what is wrong with them. */
const WRITINGS = (
  [
    ['digest-without-algorithm', (b) => b.toString('base64')],
    ['digest-hex', (b) => `SHA-256=${b.toString('hex')}`],
    ['digest-hex', (b) => `sha-256=${b.toString('hex').toUpperCase()}`],
    ['digest-hex', (b) => `SHA-256=${b.toString('hex').replace(/..(?=.)/g, '$&-')}`],
    ['digest-base64-twice', (b) => `SHA-256=${btoa(b.toString('base64'))}`],
    ['digest-percent-encoded', (b) => `SHA-256=${encodeURIComponent(b.toString('base64'))}`],
    ['digest-hex', (b) => `SHA-256=${Buffer.from(b.toString('hex')).toString('base64')}`],
    ['digest-base64url', (b) => `SHA-256=${b.toString('base64url')}=`],
    ['digest-without-padding', (b) => `SHA-256=${b.toString('base64').slice(0, -1)}`],
    ['digest-algorithm-name', (b) => `SHA256=${b.toString('base64')}`],
    ['digest-algorithm-name', (b) => `sha256=${b.toString('base64')}`],
    ['digest-algorithm-name', (b) => `SHA-256:${b.toString('base64')}`],
    ['digest-quoted', (b) => `SHA-256="${b.toString('base64')}"`],
    // RFC 9530
    ['digest-quoted', (b) => `sha-256=:${b.toString('base64')}:`],
    ['digest-other-algorithm', (b) => `SHA-512=${b.toString('base64')}`],
  ] satisfies readonly (readonly [string, (bytes: Buffer) => string])[]
).map(([name, write]) => [name, write(Buffer.from('…')), write] as const);

/** A text for which base64 and base64url are not the same, so that nothing is said of it by chance. */
function odd(body: string): string {
  for (let at = 0; ; at += 1) {
    const text = `${body}${' '.repeat(at)}`;
    if (/[+/].*[+/]/.test(base64('sha256', text))) return text;
  }
}

describe('SIG-15: the digest of what arrived, written down wrongly', () => {
  test.each(WRITINGS)('SIG-15: %s: %s', (name, _, write) => {
    const body = odd(BODY);
    const { readings } = explain(write(hash('sha256', body)), body);
    expect(namesOf({ readings })).toEqual([name]);
    expect(readings[0]?.sentence).toMatch(/^The .*\.$/);
    expect(readings[0]?.sentence).not.toContain('what the bank received');
  });

  test.each([
    ['digest-without-algorithm + digest-hex', ''],
    ['digest-algorithm-name + digest-hex', 'sha256='],
    ['digest-without-algorithm + digest-hex + digest-quoted', '"'],
  ])('SIG-15: %s', (names, before) => {
    const end = before === '"' ? '"' : '';
    expect(namesIn(before + hash('sha256').toString('hex') + end)).toEqual([names]);
  });

  test.each([
    ['md5', 'MD5'],
    ['sha1', 'SHA-1'],
    ['sha384', 'SHA-384'],
  ])('SIG-15: of %s, under its own name or another or none', (algorithm, title) => {
    const value = base64(algorithm);
    for (const label of [`${title}=`, `${title.toLowerCase()}=`, 'SHA-256=', '']) {
      expect(namesIn(label + value)).toEqual(['digest-other-algorithm']);
      expect(sentenceOf(label + value)).toContain(title);
      expect(sentenceOf(label + value)).toContain('the API accepts SHA-256 and SHA-512');
    }
    expect(sentenceOf(`SHA-256=${value}`)).toContain(`says SHA-256 but is ${title}`);
  });

  test('SIG-15: SHA-512 is as good, and is named where it is meant', () => {
    const value = base64('sha512');
    expect(explain(`SHA-512=${value}`).readings).toEqual([]);
    expect(sentenceOf(`SHA-256=${value}`)).toBe(
      'The Digest says SHA-256 but its value is a hash of SHA-512; write SHA-512=<base64>.',
    );
    expect(sentenceOf(value)).toContain('write SHA-512=<base64>');
    expect(sentenceOf(`SHA512=${value}`)).toContain('names its algorithm SHA512=');
  });
});

describe('SIG-15: the digest of another form of the body', () => {
  const { forms } = formsOfBody(Buffer.from(BODY));

  test.each([
    ['sha256', 'SHA-256'],
    ['sha512', 'sha-512'],
  ])('SIG-15: every form is named, with the words that say which: %s', (algorithm, label) => {
    expect(forms.length).toBeGreaterThan(40);
    for (const { mistakes, words, bytes } of sample(forms, 4)) {
      const { readings } = explain(`${label}=${base64(algorithm, bytes)}`);
      expect(namesOf({ readings })).toContain(mistakes.join(' + '));
      // Another form of the same name may have the same bytes, and then comes first.
      if (readings.length > 1) continue;
      expect(readings[0]?.sentence).toBe(
        `The Digest is that of the body ${words}, which is not what the bank received; hash exactly the bytes that you send.`,
      );
    }
  });

  test.each(WRITINGS)('SIG-15: %s as well: %s', (name, _, write) => {
    for (const { mistakes, bytes } of sample(forms, 10)) {
      const named = namesIn(write(hash('sha256', bytes)));
      expect(named.length).toBeGreaterThan(0);
      // Where base64 needs none of the letters that differ, less explains it.
      if (name === 'digest-base64url') continue;
      expect(named).toContain(`${name} + ${mistakes.join(' + ')}`);
    }
  });

  test('SIG-15: both parts have their sentence', () => {
    const header = `SHA-256=${hash('sha256', `${BODY}\n`).toString('hex')}`;
    expect(namesIn(header)).toEqual(['digest-hex + body-trailing-newline']);
    expect(sentenceOf(header)).toMatch(
      /hexadecimal.* The Digest is that of the body with a newline after it/,
    );
  });

  test('SIG-15: what two forms explain is named twice, and of two the one with fewer mistakes', () => {
    const both = ['body-minified', 'body-trailing-newline'];
    expect(namesIn(`SHA-256=${base64('sha256', '[1]')}`, '[1]\n')).toEqual(both);
    // The hash of nothing in hexadecimal is two mistakes; a body that is its base64 would be one.
    expect(namesIn(`SHA-256=${base64('sha256', '')}`, 'x')).toEqual(['body-empty']);
  });
});

describe('SIG-15: several digests in one header', () => {
  const right = `SHA-256=${base64('sha256')}`;
  const newline = `SHA-512=${base64('sha512', `${BODY}\n`)}`;
  const wrong = `SHA-512=${base64('sha512', 'something else')}`;

  test.each([
    ['the one that is wrong is explained', [right, newline], ['body-trailing-newline']],
    ['the first as well', [newline, right], ['body-trailing-newline']],
    ['what nothing explains', [right, wrong], []],
    ['one of an algorithm that the bank passes over', [wrong, `MD5=${base64('md5')}`], []],
    ['that one alone', [`MD5=${base64('md5')}`], ['digest-other-algorithm']],
    ['one that few know', [`SHA-224=${base64('sha224')}`], ['digest-other-algorithm']],
    ['the first four are looked at', [wrong, wrong, wrong, newline], ['body-trailing-newline']],
    ['and no fifth', [wrong, wrong, wrong, wrong, newline], []],
  ])('SIG-15: %s', (_, digests, names) => {
    expect(namesIn(digests.join(', '))).toEqual(names);
  });

  test('SIG-15: each form is hashed once by each algorithm', () => {
    const { tried } = explain(Array(500).fill(wrong).join(','));
    expect(tried).toBe(formsOfBody(Buffer.from(BODY)).forms.length + 1);
  });

  test('SIG-15: what is hashed of a long body is bounded, whatever the header asks for', () => {
    const both = [32, 64].map((size) => `SHA-${8 * size}=${Buffer.alloc(size).toString('base64')}`);
    const long = JSON.stringify(Array(1500).fill({ a: 'Leverandør nummer 1', b: [1, '2,3'] }));
    const { tried, complete } = explain(both.join(), long);
    expect([tried > 4, complete]).toEqual([true, false]);
    // Two megabytes at most.
    expect((tried * long.length) / 1024 / 1024).toBeLessThan(2.2);
  });

  test('SIG-15: a body of a megabyte is hashed as it is and in no other form', () => {
    const body = Buffer.alloc(1024 * 1024, 'a');
    const newlined = Buffer.concat([body, Buffer.from('\n')]);
    expect(explain(`SHA-256=${base64('sha256', newlined)}`, body).readings).toEqual([]);
    const hex = `SHA-256=${hash('sha256', body).toString('hex')}`;
    const { readings, tried } = explain(hex, body);
    expect(namesOf({ readings })).toEqual(['digest-hex']);
    // Its 48 bytes would also be a SHA-384.
    expect(tried).toBe(2);
  });
});

test.each([
  ...['', 'SHA-256=not base64 at all!', 'SHA-256=""'],
  `SHA-256=${Buffer.alloc(28).toString('base64')}`,
  `CRC32=${Buffer.alloc(4).toString('base64')}`,
  `SHA-999=${base64('sha256')}`,
  `SHA-256=${Buffer.alloc(32, 7).toString('base64')}`,
  `SHA-256=${Buffer.alloc(32, 7).toString('hex')}`,
  // The right one.
  `SHA-256=${base64('sha256')}`,
])('SIG-15: nothing explains %j', (header) => {
  expect(explain(header).readings).toEqual([]);
});

const tpp = await ownTpp();

describe('SIG-15: of a whole request', () => {
  const sending = (digest: string | undefined, body = BODY) =>
    requestOf(tpp, { body, headers: { digest } });
  const nonsense = `SHA-256=${Buffer.alloc(32).toString('base64')}`;

  test('SIG-15: the refusal of a Digest that does not match is told its cause', () => {
    const minified = JSON.stringify(JSON.parse(BODY));
    const request = sending(`SHA-256=${base64('sha256', minified)}`);
    expect(refusalOf(request)).toMatchObject({ rule: 'SIG-12', code: 'BAD_REQUEST' });
    const explanation = explained(request);
    expect(namesOf(explanation)).toEqual(['body-minified']);
    expect(explanation.sentence).toBe(
      'The Digest is that of the body minified, which is not what the bank received; hash exactly the bytes that you send.',
    );
    expect(explanation.next).toEqual([]);
  });

  test('SIG-15: so is that of one that cannot be read', () => {
    const request = sending(`SHA256=${base64('sha256')}`);
    expect(refusalOf(request)).toMatchObject({ rule: 'SIG-12', code: 'FORMAT_ERROR' });
    expect(namesOf(explained(request))).toEqual(['digest-algorithm-name']);
  });

  test.each([
    [200_000, 'other forms'],
    [100_000, 'every other form'],
  ])('SIG-15: of a body of %i bytes it says that it is too long for %s', (size, which) => {
    const body = JSON.stringify({ a: 'ø'.repeat(size / 2) });
    const request = sending(nonsense, body);
    expect(explained(request).sentence).toBe(
      `${refusalOf(request).message} The body is too long to try ${which} of it.`,
    );
    const hex = `SHA-256=${hash('sha256', body).toString('hex')}`;
    expect(explained(sending(hex, body)).sentence).not.toContain('too long');
  });

  test('SIG-15: a Digest that is missing, or that nothing explains, keeps its plain text', () => {
    for (const digest of [undefined, nonsense]) {
      const { readings, sentence } = explained(sending(digest));
      expect([readings, sentence]).toEqual([[], refusalOf(sending(digest)).message]);
    }
  });
});
