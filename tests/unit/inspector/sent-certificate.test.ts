// WEB-06: of what stands in TPP-Signature-Certificate, what may be a private key is shown nowhere.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { curlCommand } from '../../../server/insight/inspector/commands.ts';
import { entryView } from '../../../server/insight/inspector/entry-view.ts';
import { createMask } from '../../../server/insight/inspector/masking.ts';
import { createRequestView } from '../../../server/insight/inspector/request-view.ts';
import { mayHoldKey } from '../../../server/insight/inspector/sent-certificate.ts';
import { mint } from '../signing/support.ts';
import { seenRequest } from './sample-request.ts';

const issued = await mint({});

const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const der = (key: KeyObject, type: string): string =>
  (key.export({ format: 'der', type } as never) as unknown as Buffer).toString('base64');
const inner = () => issued.privateKey.split('\n').slice(1, -2).join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_');

/** Values, and whether they may be shown. */
const SECRETS: readonly (readonly [string, () => string])[] = [
  ['PKCS #8', inner],
  ['PKCS #8, cut short', () => inner().slice(0, 700)],
  ['PKCS #8, URL-safe', () => urlSafe(inner())],
  ['PKCS #8 in hexadecimal', () => Buffer.from(inner(), 'base64').toString('hex')],
  ['PKCS #12', () => issued.pkcs12],
  ['PKCS #12, cut short', () => issued.pkcs12.slice(0, 900)],
  ['PKCS #12, percent-encoded', () => encodeURIComponent(issued.pkcs12)],
  ['a key of a curve, SEC 1', () => der(ec.privateKey, 'sec1')],
  ['a key of a curve, PKCS #8', () => der(ec.privateKey, 'pkcs8')],
  ['PEM', () => issued.privateKey.replaceAll('\n', ' ')],
  ['PEM, cut in its first line', () => '-----BEGIN PRIVATE KEY abcdefghijklmnopqrstuvwxyz 01234'],
  ['PEM of another name', () => `-----BEGIN SECRET-----\n${inner()}\n-----END SECRET-----`],
  ['base64 of PEM', () => base64(issued.privateKey)],
  ['PEM of key and certificate', () => base64(`Bag\n${issued.privateKey}${issued.certificate}`)],
  ['a certificate and a key', () => `${issued.certificateBase64},${inner()}`],
  ['both, one base64 behind the other', () => `${issued.certificateBase64}==${issued.pkcs12}`],
];

describe.each(SECRETS)('WEB-06: %s', (_, make) => {
  test('WEB-06: is neither in the record nor in its commands', async () => {
    const value = make();
    expect(mayHoldKey(value)).toBe(true);
    const request = seenRequest({
      rawHeaders: ['Host', 'x', 'TPP-Signature-Certificate', value],
      refusal: {
        rule: 'SIG-02',
        code: 'FORMAT_ERROR',
        status: 400,
        text: 'No.',
        details: { got: value },
      },
    });
    const around = { flowOf: async () => ({}) };
    const views = [await createRequestView()(request, around), entryView(request)];
    const shown = JSON.stringify(views);
    for (let at = 0; at + 24 <= value.length; at += 8) {
      expect(shown).not.toContain(JSON.stringify(value.slice(at, at + 24)).slice(1, -1));
    }
    const mask = createMask(request.rawHeaders);
    const curl = curlCommand({ request, mask, origin: 'http://x' });
    expect(curl).toContain('TPP-Signature-Certificate: \'"$SECRET"');
  });
});

test.each<[string, () => string]>([
  ['a certificate', () => issued.certificateBase64],
  ['one that is cut short', () => issued.certificateBase64.slice(0, 800)],
  ['one with white space', () => issued.certificateBase64.replace(/.{64}/g, '$& ')],
  ['PEM', () => issued.certificate.replaceAll('\n', ' ')],
  ['base64 of PEM', () => base64(issued.certificate + issued.chain.join(''))],
  ['a public key', () => der(ec.publicKey, 'spki')],
  ['words, shorter than any key', () => 'this is none, and has 40 characters left'],
])('WEB-06: what is public: %s is in the command as it came', (_, make) => {
  const value = make();
  expect(mayHoldKey(value)).toBe(false);
  const request = seenRequest({ rawHeaders: ['TPP-Signature-Certificate', value] });
  const curl = curlCommand({ request, mask: createMask([]), origin: 'http://x' });
  expect(curl).toContain(value);
});

test.each(SECRETS.filter(([name]) => /^(?:PKCS #(?:8|12)|a key of a curve, .*)$/.test(name)))(
  'WEB-06: keys and bundles elsewhere: %s in a body is removed',
  (_, make) => {
    expect(createMask([]).text(`{"a":"${make()}"}`)).toBe('{"a":"(removed)"}');
  },
);
