// SIG-14: the bank's own seal is made once, kept with the authority, and never without it.
import { verify, X509Certificate } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { readCertificate } from '../../../server/signing/certificate.ts';
import { createIssuer } from '../../../server/signing/issue-certificate.ts';
import type { IssuerOptions } from '../../../server/signing/issuer.ts';
import { signResponse } from '../../../server/signing/sign-response.ts';
import { readSignatureHeader } from '../../../server/signing/signature-header.ts';
import { memoryIssuer } from './support.ts';

const issuer = memoryIssuer(Date.now());

const seal = await issuer.seal();

const restarted = (saved: JsonObject, change: Partial<IssuerOptions> = {}) =>
  createIssuer({
    now: Date.now,
    randomBytes: () => {
      throw new Error('nothing to make');
    },
    load: async () => JSON.parse(JSON.stringify(saved)),
    save: async () => {
      throw new Error('nothing to save');
    },
    poolSize: 0,
    ...change,
  });

test('SIG-14: it is a seal that the authority issued, of a bank', () => {
  const certificate = readCertificate(Buffer.from(new X509Certificate(seal.certificate).raw));
  const [issuing] = issuer.authorities();
  expect(seal.chain).toEqual(issuer.authorities());
  expect(certificate.x509.verify(new X509Certificate(issuing ?? '').publicKey)).toBe(true);
  expect(certificate.psd2).toMatchObject({ roles: ['PSP_AS'], ncaId: 'NO-FSA' });
  expect(certificate.x509.checkPrivateKey(seal.privateKey)).toBe(true);
  expect(seal.keyId.startsWith(`SN=${certificate.serial},CA=CN=`)).toBe(true);
});

test('SIG-14: it signs what an answer lists', () => {
  const answer = signResponse({ now: 0, body: Buffer.of(), requestId: 'r-1' }, seal);
  const header = new RawHeaders(['Signature', answer['Signature'] ?? '']);
  const { signature, ...others } = readSignatureHeader(header, () => undefined);
  const headers = 'date digest x-request-id';
  expect(others).toEqual({ keyId: seal.keyId, algorithm: 'rsa-sha256', headers });
  const text = `date: ${answer['Date']}\ndigest: ${answer['Digest']}\nx-request-id: r-1`;
  const { publicKey } = new X509Certificate(seal.certificate);
  const bytes = Buffer.from(signature, 'base64');
  expect(verify('RSA-SHA256', Buffer.from(text), publicKey, bytes)).toBe(true);
});

test('SIG-14: a stored seal that lacks a part is refused', async () => {
  const saved = issuer.saved() as JsonObject;
  for (const part of ['certificate', 'privateKey']) {
    const damaged = { ...saved, seal: { ...(saved['seal'] as JsonObject), [part]: 1 } };
    await expect(restarted(damaged).seal()).rejects.toThrow('seal of the bank is damaged');
  }
});

test('SIG-14: an authority that was saved without one gets one', async () => {
  const { seal: _, ...before } = issuer.saved() as JsonObject;
  const kept: JsonObject[] = [];
  const { randomBytes } = await import('node:crypto');
  const save = async (json: JsonObject) => void kept.push(json);
  const made = await restarted(before, { randomBytes, save }).seal();
  expect(made.certificate).not.toBe(seal.certificate);
  expect(kept).toEqual([
    { ...before, seal: expect.objectContaining({ certificate: made.certificate }) },
  ]);
});

test.each([
  ['one that is damaged', () => ({ certificate: 1 }), 'the stored seal of the bank is damaged'],
  ['a text that holds no certificate', (kept: object) => ({ ...kept, certificate: 'nothing' }), ''],
])('SIG-14: %s is no seal', async (_, damage, words) => {
  const { seal: kept, ...rest } = issuer.saved() as JsonObject;
  const saved = { ...rest, seal: damage(kept as JsonObject) } as JsonObject;
  await expect(restarted(saved).seal()).rejects.toThrow(words);
});
