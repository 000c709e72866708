import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  childrenOf,
  DerError,
  expectTag,
  readDer,
  readInteger,
  readOid,
  readText,
  readTime,
  statedSize,
  TAG,
} from '../../../server/signing/der.ts';
import { runs } from '../../support/corpus.ts';

const der = (hex: string) => readDer(Buffer.from(hex, 'hex'));
const time = (tag: number, text: string) =>
  readDer(Buffer.concat([Buffer.from([tag, text.length]), Buffer.from(text)]));

test.each([
  ['nothing', '', 'an element is cut short'],
  ['a tag alone', '30', 'an element is cut short'],
  ['a multi-byte tag', '1f810100', 'multi-byte tags are not used in certificates'],
  ['an indefinite length', '30800000', 'indefinite or absurd length'],
  ['a length of five bytes', '308500000000010a', 'indefinite or absurd length'],
  ['a length that is cut short', '3082', 'an element is cut short'],
  ['a length that is cut shorter', '308201', 'an element is cut short'],
  ['a length past the end', '30030201', 'an element is longer than what holds it'],
  ['a length past the end by one', '020201', 'an element is longer than what holds it'],
  ['bytes at the end', '02010100', 'bytes follow the last element'],
])('SIG-02: what is not DER: %s', (_, hex, reason) => {
  expect(() => der(hex)).toThrow(new DerError(reason));
});

test('SIG-02: a length of four bytes, and one that ends with its holder', () => {
  expect(der('308400000003020101').content).toHaveLength(3);
  expect(der('0200')).toMatchObject({ tag: TAG.INTEGER, content: Buffer.alloc(0) });
});

test.each([
  ['UTF8String', '0c03c3a56b', 'åk'],
  ['UTF8String, damaged', '0c02c3c3', undefined],
  ['NumericString', '12023132', '12'],
  ['PrintableString', '13024142', 'AB'],
  ['TeletexString', '1402e541', 'åA'],
  ['IA5String', '16024142', 'AB'],
  ['VisibleString', '1a024142', 'AB'],
  ['BMPString', '1e0400e50041', 'åA'],
  ['BMPString, cut', '1e0300e500', undefined],
  ['INTEGER', '020141', undefined],
])('SIG-02: values: the text of %s', (_, hex, text) => {
  const element = der(hex);
  const before = element.bytes.toString('hex');
  expect(readText(element)).toBe(text);
  // Reading changes no bytes, which are signed.
  expect(element.bytes.toString('hex')).toBe(before);
});

test.each([
  ['no arcs', '0600'],
  ['an arc that does not end', '060188'],
  ['an arc that begins again', '060180'],
  ['an endless arc', `0641${'81'.repeat(64)}01`],
])('SIG-02: what is not DER: an object identifier with %s', (_, hex) => {
  expect(() => readOid(der(hex))).toThrow(DerError);
});

test('SIG-02: what is not DER: another tag, or none', () => {
  expect(() => childrenOf(der('020101'), TAG.SEQUENCE)).toThrow('0x2');
  expect(() => expectTag(undefined, TAG.SET)).toThrow('missing');
  expect(() => readInteger(der('0200'))).toThrow(DerError);
});

test.each([
  ['0.4.0.19495.2', '060604008198 2702'.replace(' ', '')],
  ['1.2.840.113549', '06062a864886f70d'],
  ['2.999', '06028837'],
  ['1.39', '06014f'],
  ['2.0', '060150'],
  ['2.5.4.97', '0603550461'],
])('values: object identifier %s', (text, hex) => {
  expect(readOid(der(hex))).toBe(text);
});

test('values: the longest object identifier that is read', () => {
  expect(readOid(der(`0640${'01'.repeat(64)}`)).split('.')).toHaveLength(65);
});

test.each([
  [0n, '020100'],
  [255n, '020200ff'],
  [-1n, '0201ff'],
  [65537n, '0203010001'],
])('values: integer %s', (value, hex) => {
  expect(readInteger(der(hex))).toBe(value);
});

test('values: long lengths are read', () => {
  expect(
    readDer(Buffer.concat([Buffer.from('0481c8', 'hex'), Buffer.alloc(200)])).content,
  ).toHaveLength(200);
});

test.each([
  [0x17, '261103090507Z', '2026-11-03T09:05:07.000Z'],
  [0x17, '491231235959Z', '2049-12-31T23:59:59.000Z'],
  [0x17, '500101000000Z', '1950-01-01T00:00:00.000Z'],
  [0x17, '2611030905Z', '2026-11-03T09:05:00.000Z'],
  [0x18, '20501103090507Z', '2050-11-03T09:05:07.000Z'],
])('values: time %i %s', (tag, text, iso) => {
  expect(new Date(readTime(time(tag, text))).toISOString()).toBe(iso);
});

test.each([
  [0x17, '20261103090507Z', 'damaged time'],
  [0x18, '261103090507Z', 'damaged time'],
  [0x17, '261103090507+0100', 'damaged time'],
  [0x17, '0261103090507Z', 'damaged time'],
  [0x17, '261103090507Z0', 'damaged time'],
  [0x17, '261399090507Z', 'a time that no calendar has'],
  [0x04, '261103090507Z', 'tag 0x4 where 0x17 belongs'],
])('values: no time %i %s', (tag, text, reason) => {
  expect(() => readTime(time(tag, text))).toThrow(new DerError(reason));
});

test.each([
  ['of a certificate', '3082012c30', 304],
  ['cut after its length', '3082012c', 304],
  ['cut before its length ends', '308201', undefined],
  ['of one byte', '30812c0030', undefined],
  ['of another element', '3182012c30', undefined],
  ['of nothing', '', undefined],
])('SIG-02: the stated size %s', (_, hex, size) => {
  expect(statedSize(Buffer.from(hex, 'hex'))).toBe(size);
});

test('SIG-02: values: any bytes are DER or a DerError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      try {
        const element = readDer(Buffer.from(bytes));
        childrenOf(element, element.tag);
      } catch (error) {
        expect(error).toBeInstanceOf(DerError);
      }
    }),
    runs(1000),
  );
});
