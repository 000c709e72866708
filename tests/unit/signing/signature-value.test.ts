// SIG-10: what the bank does with the answer of whoever verifies, whatever thread or realm it comes from.
import { generateKeyPairSync, sign } from 'node:crypto';
import vm from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { checkSignatureValue, verifyAside } from '../../../server/signing/signature-value.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const TEXT = 'date: Tue, 03 Nov 2026 09:05:07 GMT';
const right = sign('RSA-SHA256', Buffer.from(TEXT), privateKey).toString('base64');

describe('SIG-10: on another thread', () => {
  test('a right signature passes', async () => {
    await expect(checkSignatureValue(right, TEXT, publicKey, verifyAside)).resolves.toBeUndefined();
  });

  test('one over another string is refused', async () => {
    await expect(checkSignatureValue(right, `${TEXT} `, publicKey, verifyAside)).rejects.toThrow(
      'does not verify',
    );
  });

  test.each([
    ['no answer', undefined],
    ['a promise of another realm', vm.runInNewContext('new Promise(() => {})')],
  ])('%s is no yes', (_, answer) => {
    const by = () => answer as unknown as boolean;
    expect(() => checkSignatureValue(right, TEXT, publicKey, by)).toThrow('does not verify');
  });
});
