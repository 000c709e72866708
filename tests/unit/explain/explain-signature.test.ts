// SIG-10 explained where the signature shows little of itself, or is of another key or string.
import { constants, sign } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { NOW } from '../signing/support.ts';
import { digestInfo, hashOf, padded } from './made-with-key.ts';
import { ownCertificate, rsaPair } from './own-certificate.ts';
import { ABOUT, explained, namesOf, ownTpp, refusalOf, requestOf, tell } from './support.ts';

const tpp = await ownTpp();
const right = diagnose(requestOf(tpp), NOW).bankString ?? '';

describe('SIG-15: of signatures that show little', () => {
  const explain = (signature: Buffer) =>
    explained(requestOf(tpp, { signature: signature.toString('base64') }));

  test('SIG-15: zero bytes at the beginning that were dropped', () => {
    // Another X-Request-ID each time, until the signature begins with zero.
    for (let at = 0; ; at += 1) {
      const change = { headers: { 'x-request-id': `request-${at}` } };
      const text = diagnose(requestOf(tpp, change), NOW).bankString ?? '';
      const signature = sign('RSA-SHA256', Buffer.from(text, 'latin1'), tpp.privateKey);
      if (signature[0] !== 0) continue;
      const short = signature.subarray(1).toString('base64');
      const { readings, sentence } = explained(requestOf(tpp, { ...change, signature: short }));
      expect(namesOf({ readings })).toEqual(['signature-cut']);
      expect(sentence).toBe(
        'The signature has 255 bytes; RSA of 2048 bits makes 256: keep the zero bytes that it begins with.',
      );
      return;
    }
  });

  test("SIG-15: PSS with Node's longest salt: told where the string proves it, guessed where not", () => {
    const pss = (text: string) =>
      sign('sha256', Buffer.from(text, 'latin1'), {
        key: tpp.privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
      });
    expect(namesOf(explain(pss(right)))).toEqual(['pss']);
    expect(namesOf(explain(pss(`${right}\n`)))).toEqual(['pss + trailing-newline']);
    const { readings, sentence, signature } = explain(pss(`${right}!`));
    expect([readings, signature]).toEqual([[], undefined]);
    expect(sentence).toMatch(
      /looks like RSASSA-PSS with SHA-\d+ over another string .* or was not made with the private key/,
    );
  });

  test('SIG-15: another hash, and another string', () => {
    const hashed = (text: string) => digestInfo('608648016503040208', hashOf('sha3-256', text));
    const { readings } = explain(padded(tpp.privateKey, hashed(`${right}\n`)));
    expect(namesOf({ readings })).toEqual(['hash-other + trailing-newline']);
  });

  test('SIG-15: a hash that nobody knows: of the string nothing is said', () => {
    const unknown = digestInfo('2a0304', hashOf('sha256', 'something else'));
    expect(explain(padded(tpp.privateKey, unknown)).sentence).toBe(
      'You hashed with another hash (OID 1.2.3.4); rsa-sha256 hashes with SHA-256.',
    );
  });

  test('SIG-15: a hash that was padded, over another string', () => {
    const hash = hashOf('sha256', 'something else');
    const { readings, sentence, signature } = explain(padded(tpp.privateKey, hash));
    expect(namesOf({ readings })).toEqual(['no-digest-info']);
    expect(sentence).toMatch(
      /bare hash.* Besides, the string that was signed is not the bank's\.$/,
    );
    expect(signature).toEqual({
      form: 'PKCS #1 v1.5 padding of a bare SHA-256 hash',
      hash: hash.toString('hex'),
    });
  });

  test("SIG-15: the certificate's key over another string: the bank's is shown", () => {
    const { sentence, readings, bankString, signedString } = explained(
      requestOf(tpp, { signed: (text) => `${text}!` }),
    );
    expect([readings, signedString]).toEqual([[], undefined]);
    expect(sentence).toMatch(
      /^The signature was made with the certificate's key, but over another string/,
    );
    expect(sentence).toContain('"date: Tue, 03 Nov 2026 09:05:07 GMT⏎digest: ');
    expect(bankString).toBe(right);
  });
});

test('SIG-15: the key of another certificate is told, and nothing of that certificate', async () => {
  const { publicKey, privateKey } = await rsaPair();
  const explainer = createExplainer();
  const { certificate } = ownCertificate({ key: publicKey, subject: 'CN=Nabo', serial: 'A1' });
  explainer.know(ABOUT.bank, certificate);
  const request = requestOf(tpp, { privateKey });
  const explanation = tell(explainer, request, refusalOf(request), ABOUT);
  expect(explanation?.sentence).toMatch(
    /^The signature was made with the key of another certificate than the one you sent \(serial [0-9A-F]+\); send the certificate that belongs to your key\.$/,
  );
  expect(JSON.stringify(explanation)).not.toMatch(/Nabo|"A1"|serial A1/);
});
