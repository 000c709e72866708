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
const serialOf = (keyId: string): string => /SN=([^,]*)/.exec(keyId)?.[1] ?? '';

describe('SIG-05: a certificate that this bank has issued is known before its first use', () => {
  test('SIG-05, SIG-15: its serial number in the keyId is called that of another certificate', async () => {
    const keyId = (id: string) => id.replace(/SN=[^,]*/, `SN=${serialOf(issued.keyId)}`);
    const answer = await asking.get(PATH, {
      before: (draft) => {
        draft.keyId = keyId(draft.keyId);
      },
    });
    expectRefusal(answer, {
      code: 'BAD_REQUEST',
      path: 'Signature',
      says: /^SN in the keyId is the serial number of another certificate .*; send keyId="SN=/,
    });
    expect(answer.text).not.toMatch(/Nabo/);
  });

  test("SIG-05: the issuing authority's certificate, alone and before the own one", async () => {
    const tpp = new Tpp(bank.url, issued);
    const [issuing] = issued.chain as readonly [string];
    const der = issuing.replace(/-----[^-]+-----|\s/g, '');
    expectRefusal(await tpp.get(PATH, sending(der)), {
      code: 'BAD_REQUEST',
      path: 'Signature',
      says: /holds an authority's certificate .*, not the one that your keyId names .*; send that one, before any other\.$/,
    });
    const chain = Buffer.from(issuing + issued.certificate).toString('base64');
    expectRefusal(await tpp.get(PATH, sending(chain)), {
      code: 'BAD_REQUEST',
      path: 'Signature',
      says: /holds an authority's certificate .*; send that one, before any other\.$/,
    });
  });
});

test('WEB-06: in PEM, behind other text, it is named, and not shown again', async () => {
  const value = Buffer.from(`Bag Attributes\n${issued.privateKey}`).toString('base64');
  const says = /holds a private key \(PEM "PRIVATE KEY"\).*Never send that to anyone/;
  const answer = await asking.get(PATH, {
    ...sending(value),
    before: (draft) => setHeader(draft, 'X-Request-ID', 'key'),
  });
  expectRefusal(answer, { code: 'FORMAT_ERROR', path: 'TPP-Signature-Certificate', says });
  const record = await bank.control('GET', '/_sandbox/requests/key');
  const list = await bank.control('GET', '/_sandbox/requests');
  expect(record.body.curl).toContain('$SECRET');
  for (const { text } of [answer, record, list]) {
    for (let at = 0; at + 32 <= value.length; at += 16) {
      expect(text).not.toContain(value.slice(at, at + 32));
    }
  }
});
