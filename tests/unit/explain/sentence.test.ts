// What the developer reads: clear, short, whole, and nothing in it that cannot be seen.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import {
  type SentenceParts,
  sentenceOf,
  whereTheyDiffer,
} from '../../../server/insight/explain/explanation.ts';
import type { MistakeName } from '../../../server/insight/explain/mistake-names.ts';
import { type Owned, ownCertificate, rsaPair } from '../../support/own-certificate.ts';
import { type Draft, NOW } from '../signing/support.ts';
import { anyFind, explained, namesOf, ownTpp, requestOf } from './support.ts';

const reading = (sentence: string, mistake: MistakeName = 'crlf') =>
  anyFind().says([mistake], sentence);

test.each<[of: string, told: SentenceParts, sentence: string]>([
  ['the plain refusal where nothing is known', { readings: [] }, 'It is wrong.'],
  ['with its full stop', { readings: [], remark: 'The key was another' }, 'The key was another.'],
  [
    'what explains it, and what is wrong besides',
    { readings: [reading('You did this.')], remark: 'The rest too' },
    'You did this. The rest too.',
  ],
  [
    'what explains it, and the plain refusal',
    { readings: [reading('You did this.')], isBeside: true, remark: 'The rest too' },
    'You did this. It is wrong. The rest too.',
  ],
  [
    'all that may explain it',
    { readings: [reading('You did this.'), reading('You did that.', 'cr')] },
    'There are 2 possible explanations, and the request does not show which is right. (1) You did this. (2) You did that.',
  ],
])('SIG-15: a sentence of %s', (_, told, sentence) => {
  expect(sentenceOf('It is wrong.', told)).toBe(sentence);
});

test("SIG-15: the bank's string, with bytes that are no UTF-8 as ISO-8859-1", () => {
  const before = "It is wrong. The bank's is, with ⏎ for each LF: ";
  expect(sentenceOf('It is wrong', { readings: [] }, 'date: D\npsu-id: P\tQ\nx: Ã¸')).toBe(
    `${before}"date: D⏎psu-id: P␉Q⏎x: ø".`,
  );
  expect(sentenceOf('', { readings: [] }, 'psu-id: \xf8')).toContain('psu-id: ø');
});

test('SIG-15: 512 characters, of which the last are an ellipsis and a full stop', () => {
  const long = sentenceOf('x', { readings: [reading(`You did ${'this and '.repeat(100)}that.`)] });
  expect(long).toHaveLength(512);
  expect(long.endsWith('….')).toBe(true);
  const plain = (text: string) => sentenceOf(text, { readings: [] });
  expect(plain('y'.repeat(511))).toBe(`${'y'.repeat(511)}.`);
  expect(plain('y'.repeat(512))).toBe(`${'y'.repeat(510)}….`);
  // Nor is a character cut in halves.
  expect(plain(`${'y'.repeat(509)}😀 and on`)).toBe(`${'y'.repeat(509)}….`);
});

describe('SIG-15: values in a sentence', () => {
  test('SIG-15: two long ones are shown where they differ', () => {
    const same = 'x'.repeat(39);
    expect(whereTheyDiffer(`${same}a`, `${same}b`)).toEqual([`"${same}a"`, `"${same}b"`]);
    const longer = 'x'.repeat(40);
    expect(whereTheyDiffer(`${longer}a`, `${longer}b`)).toEqual([
      '"…xxxxxxxxxxa"',
      '"…xxxxxxxxxxb"',
    ]);
    expect(whereTheyDiffer(longer, `${longer}b`)).toEqual(['"…xxxxxxxxxx"', '"…xxxxxxxxxxb"']);
  });
});

const tpp = await ownTpp();
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

const { publicKey, privateKey } = await rsaPair();

describe('SIG-15: of an issuer with a very long name, and one in other letters', () => {
  const LONG = `CN=${'Utsteder '.repeat(60)}AS,OU=${'x'.repeat(300)},O=Sørlandet 漢字 AS,C=NO`;
  let owned: Owned;
  beforeAll(() => {
    owned = ownCertificate({ key: publicKey, issuer: LONG, subject: 'CN=\u202eløs\u0007,C=NO' });
  });
  const explain = (change: Partial<Draft>) =>
    explained(
      requestOf(tpp, {
        certificate: owned.certificateBase64,
        privateKey,
        keyId: utf8(`SN=A0B0C,CA=${LONG}`),
        ...change,
      }),
    );

  const [first = '', second = '', ...others] = LONG.split(',');
  test.each<[names: string, keyId: string, says?: string]>([
    ['issuer-reversed', `SN=A0B0C,CA=${[first, second, ...others].reverse()}`, 'reversed order'],
    ['issuer-rdn-missing', `SN=A0B0C,CA=${[second, ...others]}`],
    ['issuer-rdn-extra', `SN=A0B0C,CA=${LONG},DC=x`],
    [
      'issuer-value',
      `SN=A0B0C,CA=${[first, `${second}y`, ...others]}`,
      'says "…xxxxxxxxxxy" where the issuer\'s name says "…xxxxxxxxxx"',
    ],
    ['serial-wrong', `SN=1,CA=${LONG}`],
    ['key-id-form', LONG],
  ])('SIG-15: %s is told within 512 characters', (...row) => {
    const [name, keyId, says = ''] = row;
    const { readings, sentence, expectedKeyId } = explain({ keyId: utf8(keyId) });
    expect(namesOf({ readings })).toEqual([name]);
    expect(sentence).toContain(says);
    // What does not fit is in full beside it.
    expect(expectedKeyId).toContain('O=Sørlandet 漢字 AS,C=NO');
  });

  test('SIG-15: an RFC 2047 word of UTF-8 that says iso-8859-1', () => {
    const issuer = 'CN=Bokføring CA,C=NO';
    const { certificateBase64 } = ownCertificate({ key: publicKey, issuer });
    const { readings, sentence } = explain({
      certificate: certificateBase64,
      keyId: `SN=A0B0C,CA=${issuer}`,
      header: (value) => `=?ISO-8859-1?B?${Buffer.from(value).toString('base64')}?=`,
    });
    expect(namesOf({ readings })).toEqual(['issuer-encoded-twice']);
    expect(sentence).toMatch(/^The RFC 2047 word in Signature says iso-8859-1, but its bytes are/);
  });

  test('SIG-15: a word around the signature alone says nothing of the issuer before it', () => {
    const issuer = 'CN=Bokføring CA,C=NO';
    const { certificateBase64 } = ownCertificate({ key: publicKey, issuer });
    const { readings, sentence } = explain({
      certificate: certificateBase64,
      keyId: utf8(utf8(`SN=A0B0C,CA=${issuer}`)),
      header: (value) =>
        value.replace(
          /(?<=,signature=")[^"]*/,
          (text) => `=?ISO-8859-1?B?${Buffer.from(text).toString('base64')}?=`,
        ),
    });
    expect(namesOf({ readings })).toEqual(['issuer-encoded-twice']);
    expect(sentence).toMatch(/^CA in the keyId was received as /);
  });

  test('SIG-15: a name that would turn the text is told with an escape for what cannot be seen', () => {
    const explainer = createExplainer();
    const own = diagnose(requestOf(tpp), NOW).sent;
    if (own === undefined) throw new Error('no certificate');
    explainer.know('default', own.certificate);
    const request = requestOf(tpp, { certificate: owned.certificateBase64 });
    const { sentence, readings } = explained(request, explainer);
    expect(namesOf({ readings })).toEqual(['another-certificate']);
    expect(sentence).toContain(String.raw`"CN=\u{202e}løs\07,C=NO"`);
  });
});
