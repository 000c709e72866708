// SIG-12 explained: each way to write a digest down, of each form of the body.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { bodyForms } from '../../../server/insight/explain/body/body-forms.ts';
import { explainDigest } from '../../../server/insight/explain/body/explain-digest.ts';
import { sample } from '../../support/corpus.ts';
import type { Credentials } from '../signing/support.ts';
import { explained, namesOf, ownTpp, refusalOf, requestOf } from './support.ts';

const BODY = '{"creditorName":"Blåbær / sønn AS","b":[1, 2]}';

const hash = (algorithm: string, bytes: string | Buffer = BODY) =>
  createHash(algorithm).update(bytes).digest();
const explain = (header: string, body: string | Buffer = BODY) =>
  explainDigest(header, Buffer.from(body as string));

interface Writing {
  readonly title: string;
  readonly name: string;
  readonly write: (bytes: Buffer) => string;
}

const base64url = (bytes: Buffer) => `${bytes.toString('base64url')}=`;

/** Ways to write a SHA-256 down. */
const WRITINGS: readonly Writing[] = [
  {
    title: 'without its algorithm',
    name: 'digest-without-algorithm',
    write: (b) => b.toString('base64'),
  },
  { title: 'in hexadecimal', name: 'digest-hex', write: (b) => `SHA-256=${b.toString('hex')}` },
  {
    title: 'in hexadecimal, capitals',
    name: 'digest-hex',
    write: (b) => `sha-256=${b.toString('hex').toUpperCase()}`,
  },
  {
    title: 'in base64 of its hexadecimal',
    name: 'digest-hex',
    write: (b) => `SHA-256=${Buffer.from(b.toString('hex')).toString('base64')}`,
  },
  { title: 'in base64url', name: 'digest-base64url', write: (b) => `SHA-256=${base64url(b)}` },
  {
    title: 'without padding',
    name: 'digest-without-padding',
    write: (b) => `SHA-256=${b.toString('base64').slice(0, -1)}`,
  },
  {
    title: 'as SHA256',
    name: 'digest-algorithm-name',
    write: (b) => `SHA256=${b.toString('base64')}`,
  },
  {
    title: 'as sha256',
    name: 'digest-algorithm-name',
    write: (b) => `sha256=${b.toString('base64')}`,
  },
  {
    title: 'with a colon',
    name: 'digest-algorithm-name',
    write: (b) => `SHA-256:${b.toString('base64')}`,
  },
  {
    title: 'in quotation marks',
    name: 'digest-quoted',
    write: (b) => `SHA-256="${b.toString('base64')}"`,
  },
  {
    title: 'between colons (RFC 9530)',
    name: 'digest-quoted',
    write: (b) => `sha-256=:${b.toString('base64')}:`,
  },
  {
    title: 'as SHA-512',
    name: 'digest-other-algorithm',
    write: (b) => `SHA-512=${b.toString('base64')}`,
  },
];

/** A text for which base64 and base64url are not the same, so that nothing is said of it by chance. */
function odd(body: string): string {
  for (let at = 0; ; at += 1) {
    const text = `${body}${' '.repeat(at)}`;
    if (/[+/].*[+/]/.test(hash('sha256', text).toString('base64'))) return text;
  }
}

describe('SIG-15: the digest of what arrived, written down wrongly', () => {
  test.each(WRITINGS.map((writing) => [writing.title, writing] as const))(
    'SIG-15: %s',
    (_, { name, write }) => {
      const body = odd(BODY);
      const { readings } = explain(write(hash('sha256', body)), body);
      expect(namesOf({ readings })).toEqual([name]);
      expect(readings[0]?.sentence).toMatch(/^The .*\.$/);
      expect(readings[0]?.sentence).not.toContain('what the bank received');
    },
  );

  test('SIG-15: base64 of the hexadecimal text is told from hexadecimal', () => {
    const hex = hash('sha256').toString('hex');
    const [base64] = explain(`SHA-256=${Buffer.from(hex).toString('base64')}`).readings;
    expect(base64?.sentence).toBe(
      'The Digest is base64 of the hexadecimal text of the hash; base64 its 32 bytes themselves.',
    );
    expect(explain(`SHA-256=${hex}`).readings[0]?.sentence).toContain('written in hexadecimal');
  });

  test('SIG-15: two mistakes in writing it down', () => {
    const digest = hash('sha256');
    expect(namesOf(explain(digest.toString('hex')))).toEqual([
      'digest-without-algorithm + digest-hex',
    ]);
    expect(namesOf(explain(`sha256=${digest.toString('hex')}`))).toEqual([
      'digest-algorithm-name + digest-hex',
    ]);
    expect(namesOf(explain(`"${digest.toString('hex')}"`))).toEqual([
      'digest-without-algorithm + digest-quoted + digest-hex',
    ]);
  });

  test.each([
    ['md5', 'MD5'],
    ['sha1', 'SHA-1'],
    ['sha384', 'SHA-384'],
  ])('SIG-15: of %s, under its own name or another or none', (algorithm, title) => {
    const value = hash(algorithm).toString('base64');
    for (const label of [`${title}=`, `${title.toLowerCase()}=`, 'SHA-256=', '']) {
      const { readings } = explain(label + value);
      expect(namesOf({ readings })).toEqual(['digest-other-algorithm']);
      expect(readings[0]?.sentence).toContain(title);
      expect(readings[0]?.sentence).toContain('the API accepts SHA-256 and SHA-512');
    }
    expect(explain(`SHA-256=${value}`).readings[0]?.sentence).toContain(
      `says SHA-256 but is ${title}`,
    );
  });

  test('SIG-15: SHA-512 is as good, and is named where it is meant', () => {
    const value = hash('sha512').toString('base64');
    expect(explain(`SHA-512=${value}`).readings).toEqual([]);
    expect(explain(`SHA-256=${value}`).readings[0]?.sentence).toBe(
      'The Digest says SHA-256 but its value is a hash of SHA-512; write SHA-512=<base64>.',
    );
    expect(explain(value).readings[0]?.sentence).toContain('write SHA-512=<base64>');
    expect(explain(`SHA512=${value}`).readings[0]?.sentence).toContain(
      'names its algorithm SHA512=',
    );
  });
});

describe('SIG-15: the digest of another form of the body', () => {
  const forms = bodyForms(Buffer.from(BODY));

  test('SIG-15: every form is named, with the words that say which', () => {
    expect(forms.length).toBeGreaterThan(40);
    for (const algorithm of ['sha256', 'sha512']) {
      const label = algorithm === 'sha256' ? 'SHA-256' : 'sha-512';
      for (const { mistakes, words, bytes } of sample(forms, 4)) {
        const { readings } = explain(`${label}=${hash(algorithm, bytes).toString('base64')}`);
        expect(namesOf({ readings })).toContain(mistakes.join(' + '));
        // Another form of the same name may have the same bytes, and then comes first.
        if (readings.length > 1) continue;
        expect(readings[0]?.sentence).toBe(
          `The Digest is that of the body ${words}, which is not what the bank received; hash exactly the bytes that you send.`,
        );
      }
    }
  });

  test.each(WRITINGS.map((writing) => [writing.title, writing] as const))(
    'SIG-15: %s as well',
    (_, { name, write }) => {
      for (const { mistakes, bytes } of sample(forms, 10)) {
        const { readings } = explain(write(hash('sha256', bytes)));
        const named = namesOf({ readings });
        expect(named.length).toBeGreaterThan(0);
        // Where base64 needs none of the letters that differ, less explains it.
        if (named.includes(`${name} + ${mistakes.join(' + ')}`)) continue;
        expect(['digest-base64url']).toContain(name);
      }
    },
  );

  test('SIG-15: both parts have their sentence', () => {
    const { readings } = explain(`SHA-256=${hash('sha256', `${BODY}\n`).toString('hex')}`);
    expect(namesOf({ readings })).toEqual(['digest-hex + body-trailing-newline']);
    expect(readings[0]?.sentence).toMatch(
      /hexadecimal.* The Digest is that of the body with a newline after it/,
    );
  });

  test('SIG-15: what two forms explain is named twice', () => {
    const { readings } = explain(`SHA-256=${hash('sha256', '[1]').toString('base64')}`, '[1]\n');
    expect(namesOf({ readings })).toEqual(['body-minified', 'body-trailing-newline']);
  });

  test('SIG-15: of two explanations the one with fewer mistakes is told', () => {
    // The hash of nothing in hexadecimal is two mistakes; a body that is its base64 would be one.
    const { readings } = explain(`SHA-256=${hash('sha256', '').toString('base64')}`, ' ');
    expect(namesOf({ readings })).toEqual(['body-empty']);
  });
});

describe('SIG-15: several digests in one header', () => {
  const right = `SHA-256=${hash('sha256').toString('base64')}`;
  const other = (bytes: string) => `SHA-512=${hash('sha512', bytes).toString('base64')}`;

  test('SIG-15: the one that is wrong is explained', () => {
    expect(namesOf(explain(`${right}, ${other(`${BODY}\n`)}`))).toEqual(['body-trailing-newline']);
    expect(namesOf(explain(`${other(`${BODY}\n`)},${right}`))).toEqual(['body-trailing-newline']);
    expect(explain(`${right},${other('something else')}`).readings).toEqual([]);
  });

  test('SIG-15: one of an algorithm that the bank passes over explains nothing', () => {
    const unknown = `MD5=${hash('md5').toString('base64')}`;
    expect(explain(`${other('something else')},${unknown}`).readings).toEqual([]);
    expect(namesOf(explain(unknown))).toEqual(['digest-other-algorithm']);
    const sha224 = `SHA-224=${hash('sha224').toString('base64')}`;
    expect(namesOf(explain(sha224))).toEqual(['digest-other-algorithm']);
  });

  test('SIG-15: the first four are looked at, each form hashed once by each algorithm', () => {
    const wrong = other('something else');
    const { tried, work } = explain(Array(500).fill(wrong).join(','));
    expect(tried).toBe(bodyForms(Buffer.from(BODY)).length);
    expect(work).toBeLessThan(1000);
    expect(explain([wrong, wrong, wrong, other(`${BODY}\n`)].join(',')).readings).toHaveLength(1);
    expect(explain([wrong, wrong, wrong, wrong, other(`${BODY}\n`)].join(',')).readings).toEqual(
      [],
    );
  });
});

describe('SIG-15: what explains nothing', () => {
  test.each([
    ['nothing', ''],
    ['words', 'SHA-256=not base64 at all!'],
    ['a hash of another length', `SHA-256=${Buffer.alloc(28).toString('base64')}`],
    ['an algorithm that nobody has', `CRC32=${Buffer.alloc(4).toString('base64')}`],
    ['a label that only looks like one', `SHA-999=${hash('sha256').toString('base64')}`],
    ['random bytes', `SHA-256=${Buffer.alloc(32, 7).toString('base64')}`],
    ['random bytes in hexadecimal', `SHA-256=${Buffer.alloc(32, 7).toString('hex')}`],
    ['the right digest', `SHA-256=${hash('sha256').toString('base64')}`],
    ['quotes around nothing', 'SHA-256=""'],
  ])('SIG-15: %s', (_, header) => {
    expect(explain(header).readings).toEqual([]);
  });
});

describe('SIG-15: of a whole request', () => {
  let tpp: Credentials;
  beforeAll(async () => {
    tpp = await ownTpp();
  });

  test('SIG-15: the refusal of a Digest that does not match is told its cause', () => {
    const digest = `SHA-256=${hash('sha256', JSON.stringify(JSON.parse(BODY))).toString('base64')}`;
    const request = requestOf(tpp, { body: BODY, headers: { digest } });
    expect(refusalOf(request)).toMatchObject({ rule: 'SIG-12', code: 'BAD_REQUEST' });
    const explanation = explained(request);
    expect(namesOf(explanation)).toEqual(['body-minified']);
    expect(explanation.sentence).toBe(
      'The Digest is that of the body minified, which is not what the bank received; hash exactly the bytes that you send.',
    );
    expect(explanation.next).toEqual([]);
  });

  test('SIG-15: so is that of one that cannot be read', () => {
    const digest = `SHA256=${hash('sha256').toString('base64')}`;
    const request = requestOf(tpp, { body: BODY, headers: { digest } });
    expect(refusalOf(request)).toMatchObject({ rule: 'SIG-12', code: 'FORMAT_ERROR' });
    expect(namesOf(explained(request))).toEqual(['digest-algorithm-name']);
  });

  test.each([
    [200_000, 'other forms'],
    [100_000, 'every other form'],
  ])(
    'SIG-15: of a body of %i bytes not every form is tried, and the answer says so',
    (size, which) => {
      const body = JSON.stringify({ a: 'ø'.repeat(size / 2) });
      const digest = `SHA-256=${Buffer.alloc(32).toString('base64')}`;
      const request = requestOf(tpp, { body, headers: { digest } });
      expect(explained(request).sentence).toBe(
        `${refusalOf(request).message} The body is too long to try ${which} of it.`,
      );
      const hex = { digest: `SHA-256=${hash('sha256', body).toString('hex')}` };
      expect(explained(requestOf(tpp, { body, headers: hex })).sentence).not.toContain('too long');
    },
  );

  test('SIG-15: a Digest that is missing, or that nothing explains, keeps its plain text', () => {
    for (const digest of [undefined, `SHA-256=${Buffer.alloc(32).toString('base64')}`]) {
      const request = requestOf(tpp, { body: BODY, headers: { digest } });
      const { readings, sentence } = explained(request);
      expect(readings).toEqual([]);
      expect(sentence).toBe(refusalOf(request).message);
    }
  });
});
