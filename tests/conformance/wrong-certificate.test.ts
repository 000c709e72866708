// Another certificate than one's own in TPP-Signature-Certificate, over HTTP, or what is no certificate: the
// answer says what to send, and a private key is shown nowhere afterwards.
import { describe, expect, test } from '@jest/globals';
import { setHeader } from '../support/conformance-changes.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { testBank } from '../support/test-bank.ts';
import { Tpp, type TppRequest } from '../support/tpp.ts';

const house = await testBank();
const bank = house.tenant();
// Only so much is explained to one TPP in a second.
const asking = await bank.newTpp({ organisationId: 'PSDNO-FSA-111111111' });
const answer = await bank.control('POST', '/_sandbox/certificates', {
  organisationId: 'PSDNO-FSA-222222222',
  name: 'Nabo AS',
});
/** Issued by this bank, and not used yet. */
const issued = answer.body;

const PATH = '/v1/sandbox/customers';
const sending = (certificate: string): TppRequest => ({
  after: (headers) =>
    headers.map(([name, value]) => [
      name,
      name === 'TPP-Signature-Certificate' ? certificate : value,
    ]),
});

describe('SIG-05: a certificate that this bank has issued is known before its first use', () => {
  test('SIG-05: its keyId and signature with another certificate: it is asked for', async () => {
    const tpp = new Tpp(bank.url, issued);
    const answer = await tpp.get(PATH, sending(asking.credentials.certificateBase64));
    expectRefusal(answer, {
      code: 'BAD_REQUEST',
      path: 'Signature',
      says: /names and whose key made the signature; send that one\.$/,
    });
  });

  test('SIG-05: another bank of the process knows nothing of it', async () => {
    const tpp = new Tpp(house.tenant().url, issued);
    const answer = await tpp.get(PATH, sending(asking.credentials.certificateBase64));
    expectRefusal(answer, {
      code: 'BAD_REQUEST',
      path: 'Signature',
      says: /another serial number; send SN=/,
    });
  });
});

describe('WEB-06: a private key instead of a certificate', () => {
  test.each<[string, () => string, RegExp]>([
    ['PKCS #12', () => issued.pkcs12, /holds a PKCS #12 bundle .*Never send that to anyone/],
    [
      'PKCS #8',
      () => issued.privateKey.replace(/-----[^-]+-----|\s/g, ''),
      /holds a private key \(PKCS #8\).*Never send that to anyone/,
    ],
    [
      'PEM, behind other text',
      () => Buffer.from(`Bag Attributes\n${issued.privateKey}`).toString('base64'),
      /holds a private key \(PEM "PRIVATE KEY"\)/,
    ],
  ])('WEB-06: %s is named, and not shown again', async (name, make, says) => {
    const value = make();
    const requestId = `key-${name.length}`;
    const answer = await asking.get(PATH, {
      ...sending(value),
      before: (draft) => setHeader(draft, 'X-Request-ID', requestId),
    });
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: 'TPP-Signature-Certificate', says });
    const record = await bank.control('GET', `/_sandbox/requests/${requestId}`);
    const list = await bank.control('GET', '/_sandbox/requests');
    expect(record.body.curl).toContain('$SECRET');
    for (const { text } of [answer, record, list]) {
      for (let at = 0; at + 32 <= value.length; at += 16) {
        expect(text).not.toContain(value.slice(at, at + 32));
      }
    }
  });
});
