// SIG-10 explained where what was sent is no signature, or is one that went through something on its way:
// nothing is said of it that its bytes do not prove.
import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { isEcdsa } from '../../../server/insight/explain/signature/ecdsa.ts';
import { type Draft, NOW } from '../signing/support.ts';
import { explained, namesOf, ownTpp, requestOf } from './support.ts';
import {
  base64,
  type Given,
  LOST_BYTES,
  NO_BARE,
  NO_SIGNATURE,
  noise,
  type Row,
  UNDONE,
} from './without-padding-rows.ts';

let given: Given;
let change: Partial<Draft>;
beforeAll(async () => {
  const tpp = await ownTpp();
  // One signature in two hundred has no + in its base64.
  for (let at = 0; ; at += 1) {
    change = { headers: { 'x-request-id': `request-${at}` } };
    const bankString = diagnose(requestOf(tpp, change), NOW).bankString ?? '';
    const text = Buffer.from(bankString, 'latin1');
    const right = sign('RSA-SHA256', text, tpp.privateKey);
    given = { tpp, text, right };
    if (right.toString('base64').includes('+')) return;
  }
});

const explain = (signature: string) => explained(requestOf(given.tpp, { ...change, signature }));

/** What must not be said unless the row asks for it. */
const CLAIMS = [/another key/, /cut short/, /ECDSA/, /hash or an HMAC/, /does not verify/];

function expectSaid(make: Row[1], names: string, words: RegExp): void {
  const { readings, sentence } = explain(make(given));
  expect(namesOf({ readings }).join(' | ')).toBe(names);
  expect(sentence).toMatch(words);
  const claims = CLAIMS.filter(
    (claim) => claim.test(sentence) && !words.source.includes(claim.source),
  );
  expect(claims).toEqual([]);
}

describe.each([
  ['a right signature that is undone', UNDONE],
  ['bytes that went through text and are lost', LOST_BYTES],
  ['no bare signature', NO_BARE],
  ['texts and hashes instead of a signature', NO_SIGNATURE],
])('SIG-15: %s', (_title, rows) => {
  test.each(rows)('SIG-15: %s', (_, make, names, words) => expectSaid(make, names, words));
});

test('SIG-15: nothing of a private key is repeated', () => {
  const body = given.tpp.privateKey.split('\n')[1] as string;
  const { sentence } = explain(base64(given.tpp.privateKey));
  expect(sentence).not.toContain(body.slice(0, 12));
});

test('SIG-15: an error text that speaks of a key is no key', () => {
  const { readings } = explain(base64('no -----BEGIN PRIVATE KEY----- in key.pem'));
  expect(namesOf({ readings })).toEqual(['not-signed']);
});

describe('SIG-15: where there is only a length', () => {
  const NOT_WHOLE = (bytes: number) =>
    new RegExp(`stands for ${bytes} bytes, and RSA of 2048 bits makes 256: it is not a whole sig`);
  test.each<Row>([
    ['the word test', () => 'test', '', NOT_WHOLE(3)],
    ['words', () => 'put-your-signature-here', '', NOT_WHOLE(17)],
    [
      'a placeholder',
      () => 'x'.repeat(80),
      '',
      /^The signature "x+…" stands for 60 bytes, and .* not a whole signature;/,
    ],
    ['bytes', () => base64(noise(25)), '', NOT_WHOLE(25)],
    [
      'half a signature',
      () => base64(noise(160)),
      'signature-cut',
      /has 160 bytes; RSA of 2048 bits makes 256: it was probably cut short on the way\.$/,
    ],
    [
      'half a signature in base64url',
      () => `-_${noise(160).toString('base64url')}`.slice(0, 200),
      'signature-base64url + signature-cut',
      /written in base64url .* cut short on the way\.$/,
    ],
    [
      'the first line of base64',
      () => base64(noise(48)),
      'signature-cut',
      /only the first line of its base64 .*, or no signature but a SHA-384 hash or an HMAC\.$/,
    ],
    [
      'ECDSA or 128 characters',
      () => base64(noise(96)),
      'ecdsa | signature-cut',
      /2 possible explanations.*\(1\) .* ECDSA on P-384 .*\(2\) .* cut short/,
    ],
    [
      'a length that no key has',
      () => base64(noise(300)),
      '',
      /has 300 bytes, but the key .* makes 256: send the base64 of the 256 bytes/,
    ],
    [
      'a longer key',
      () => base64(noise(384)),
      '',
      /makes 256; it was made with another key, or became longer on the way:/,
    ],
    [
      'a longer key, in hexadecimal',
      () => noise(384).toString('hex'),
      'signature-hex',
      /hexadecimal.*has 384 bytes.* another key/,
    ],
    [
      'prose',
      () => 'Your Signature goes here as a line of text and it is not short at all',
      '',
      /^The signature "Your Signature .*" stands for \d+ bytes, and .* it is not a whole signature/,
    ],
    [
      'a word that no base64 has',
      () => 'hello',
      '',
      /has 5 characters, which no base64 has; .* 344/,
    ],
    [
      'one character more',
      () => `${base64(noise(256)).slice(0, -2)}ABC`,
      '',
      /has 345 characters, which no base64 has; RSA of 2048 bits makes 256 bytes, so 344 characters\.$/,
    ],
  ])('SIG-15: %s', (_, make, names, words) => expectSaid(make, names, words));
});

describe('SIG-15: ECDSA', () => {
  test.each(['P-256', 'P-384', 'P-521'])('SIG-15: on %s, as DER', (namedCurve) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve });
    for (let round = 0; round < 20; round += 1) {
      expect(isEcdsa(sign('sha256', Buffer.from(String(round)), privateKey))).toBe(true);
    }
    const signature = base64(sign('sha256', Buffer.from('a'), privateKey));
    expect(namesOf(explain(signature))).toEqual(['ecdsa']);
    expect(explain(signature).sentence).toMatch(/looks like ECDSA; the certificate's key is RSA/);
  });

  test('SIG-15: but for two numbers nothing is', () => {
    const good = Buffer.concat([
      Buffer.from([0x30, 68, 2, 32]),
      noise(32),
      Buffer.from([2, 32]),
      noise(32),
    ]);
    expect(isEcdsa(good)).toBe(true);
    for (const at of [0, 1, 2, 3, 36, 37]) {
      const bad = Buffer.from(good);
      bad[at] = (bad[at] as number) ^ 1;
      expect(isEcdsa(bad)).toBe(false);
    }
    for (const bytes of [Buffer.alloc(0), noise(64), Buffer.from([0x30, 6, 2, 1, 1, 2, 1, 1])]) {
      expect(isEcdsa(bytes)).toBe(false);
    }
  });
});
