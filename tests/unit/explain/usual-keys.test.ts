// SIG-15: with which keys a signature is looked at: the caller chooses the key in its certificate, and rare ones cost much.
import { createPublicKey, sign } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sizeOf, sureIn } from '../../../server/insight/explain/signature/recover.ts';
import { rsaSpki, withExponent } from '../../support/own-certificate.ts';
import { seededRsa } from '../../support/seeded-rsa.ts';
import { digestInfo, hashOf, SHA_256 } from './made-with-key.ts';
import { noise } from './recorded-texts.ts';

const keyOf = (modulus: Buffer, exponent: bigint) =>
  createPublicKey({ key: rsaSpki(modulus, exponent), format: 'der', type: 'spki' });

/** A hash in its padding, as long as the key's signatures. */
function blockOf(size: number): Buffer {
  const payload = digestInfo(SHA_256, hashOf('sha256', 'text'));
  const fill = Buffer.alloc(size - payload.length - 3, 255);
  return Buffer.concat([Buffer.from([0, 1]), fill, Buffer.from([0]), payload]);
}

const readingOf = (bytes: Buffer) => [{ parts: [], bytes, text: '' }];

test('SIG-15: of keys of up to 4096 bits', () => {
  const shown = [2048, 4088, 4096, 4104].map((bits) => {
    const modulus = noise(bits / 8, 'modulus');
    modulus[0] = 0xc1;
    modulus[bits / 8 - 1] = 1;
    // To the power of one the block is its own signature.
    const key = keyOf(modulus, 1n);
    const found = sureIn(readingOf(blockOf(bits / 8)), key);
    return `${sizeOf(key)} ${found?.form} ${found?.test('text')} ${found?.test('other')}`;
  });
  const right = 'RSASSA-PKCS1-v1_5 with SHA-256 true false';
  expect(shown).toEqual([
    ...[256, 511, 512].map((size) => `${size} ${right}`),
    '513 undefined undefined undefined',
  ]);
  expect([sizeOf(undefined), sureIn(readingOf(blockOf(256)), undefined)]).toEqual([0, undefined]);
});

test('SIG-15: of exponents below 2 to the power of 32', () => {
  const pair = seededRsa('exponents', 1024);
  const shown = [3n, 2n ** 32n - 1n, 2n ** 32n + 1n, 2n ** 33n - 1n].map((exponent) => {
    const { privateKey, publicKey } = withExponent(pair, exponent);
    const made = sign('RSA-SHA256', Buffer.from('text'), privateKey);
    return `${exponent} ${sureIn(readingOf(made), publicKey)?.form}`;
  });
  const right = 'RSASSA-PKCS1-v1_5 with SHA-256';
  expect(shown).toEqual([
    ...[`3 ${right}`, `4294967295 ${right}`],
    ...['4294967297 undefined', '8589934591 undefined'],
  ]);
});
