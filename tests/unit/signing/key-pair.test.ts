import { createPrivateKey, sign, verify } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { generateEc, generateRsa } from '../../../server/signing/key-pair.ts';

const MESSAGE = Buffer.from('date: today');

test.each([2048, 1024])('SIG-07: an RSA pair of %i bits signs and is read back', async (size) => {
  const { publicKey, privateKey } = await generateRsa(size);
  for (const key of [publicKey, privateKey]) {
    expect(key.asymmetricKeyType).toBe('rsa');
    expect(key.asymmetricKeyDetails).toEqual({ modulusLength: size, publicExponent: 65537n });
  }
  const again = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  expect(verify('sha256', MESSAGE, publicKey, sign('sha256', MESSAGE, again))).toBe(true);
});

test('an elliptic pair is on P-256', async () => {
  const { publicKey, privateKey } = await generateEc();
  expect(publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  expect(verify('sha256', MESSAGE, publicKey, sign('sha256', MESSAGE, privateKey))).toBe(true);
});
