import { createPrivateKey, createPublicKey } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { generateEc, isSameKey } from '../../../server/signing/key-pair.ts';
import { nextPair } from '../../support/key-stock.ts';

test('keys are compared whatever their kinds, and a private key can be read afterwards', async () => {
  const [rsa, other, ec] = await Promise.all([nextPair(), nextPair(), generateEc()]);
  const pem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' });
  expect(isSameKey(rsa.publicKey, other.publicKey)).toBe(false);
  expect(isSameKey(rsa.publicKey, ec.publicKey)).toBe(false);
  expect(isSameKey(rsa.publicKey, createPublicKey(createPrivateKey(pem)))).toBe(true);
});
