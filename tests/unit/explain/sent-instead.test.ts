// SIG-10 explained where what was sent is no signature, or is one that went through something on its way:
// nothing is said of it that its bytes do not prove.
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { isEcdsa } from '../../../server/insight/explain/signature/ecdsa.ts';
import { join } from './made-with-key.ts';
import {
  base64,
  CONTAINERS,
  LOST_BYTES,
  NO_SIGNATURES,
  noise,
  OF_OTHER_LENGTH,
  right,
  text,
  tpp,
} from './sent-instead.ts';
import { explained, namesOf, requestOf } from './support.ts';

const explain = (signature: string) => explained(requestOf(tpp, { signature }));

/** What must not be said unless the row asks for it. */
const CLAIMS = [/another key/, /cut short/, /ECDSA/, /hash or an HMAC/, /does not verify/];

describe.each([
  ['another number of bytes than the key makes, or other bytes', OF_OTHER_LENGTH],
  ['bytes that went through text and are lost', LOST_BYTES],
  ['no bare signature', CONTAINERS],
  ['texts and hashes instead of a signature', NO_SIGNATURES],
])('SIG-15: %s', (_title, rows) => {
  test.each(rows)('SIG-15: %s %s', (names, says, ...sent) => {
    for (const signature of sent) {
      const { readings, sentence } = explain(signature);
      expect(sentence).toMatch(says);
      expect(namesOf({ readings }).join(' | ')).toBe(names);
      const unasked = CLAIMS.filter((claim) => !says.source.includes(claim.source));
      expect(unasked.filter((claim) => claim.test(sentence))).toEqual([]);
    }
  });
});

test('SIG-15: nothing of a private key is repeated', () => {
  const body = tpp.privateKey.split('\n')[1] as string;
  expect(explain(base64(tpp.privateKey)).sentence).not.toContain(body.slice(0, 12));
});

test('SIG-15: what else was wrong is still found', () => {
  const other = sign('RSA-SHA256', join(text, '\n'), tpp.privateKey);
  const { readings } = explain(base64(join('\0', other)));
  expect(namesOf({ readings })).toEqual(['signature-longer + trailing-newline']);
  expect(right.equals(other)).toBe(false);
});

describe('SIG-15: ECDSA', () => {
  test.each(['P-256', 'P-384', 'P-521'])('SIG-15: on %s, as DER', (namedCurve) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve });
    for (let round = 0; round < 20; round += 1) {
      expect(isEcdsa(sign('sha256', Buffer.from(String(round)), privateKey))).toBe(true);
    }
    const { readings, sentence } = explain(base64(sign('sha256', Buffer.from('a'), privateKey)));
    expect(namesOf({ readings })).toEqual(['ecdsa']);
    expect(sentence).toMatch(/looks like ECDSA; the certificate's key is RSA/);
  });

  test('SIG-15: but for two numbers nothing is', () => {
    const number = join(Buffer.from([2, 32]), noise(32));
    const good = join(Buffer.from([0x30, 68]), number, number);
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
