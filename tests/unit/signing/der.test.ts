import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  childrenOf,
  DerError,
  expectTag,
  readDer,
  readInteger,
  readOid,
  readTime,
  TAG,
} from '../../../server/signing/der.ts';
import { runs } from '../../support/corpus.ts';

const der = (hex: string) => readDer(Buffer.from(hex, 'hex'));
const time = (tag: number, text: string) =>
  readDer(Buffer.concat([Buffer.from([tag, text.length]), Buffer.from(text)]));

test.each([
  ['nothing', ''],
  ['a tag alone', '30'],
  ['a multi-byte tag', '1f8101 00'.replace(' ', '')],
  ['an indefinite length', '30800000'],
  ['a length of five bytes', '308500000000010a'],
  ['a length that is cut short', '3082'],
  ['a length past the end', '3003020101ff'.slice(0, 8)],
  ['bytes at the end', '02010100'],
])('SIG-02: what is not DER: %s', (_, hex) => {
  expect(() => der(hex)).toThrow(DerError);
});

test.each([
  ['no arcs', '0600'],
  ['an arc that does not end', '060188'],
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
  ['2.5.4.97', '0603550461'],
])('values: object identifier %s', (text, hex) => {
  expect(readOid(der(hex))).toBe(text);
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
  [0x17, '20261103090507Z'],
  [0x18, '261103090507Z'],
  [0x17, '261103090507+0100'],
  [0x17, '261399090507Z'],
  [0x04, '261103090507Z'],
])('values: no time %i %s', (tag, text) => {
  expect(() => readTime(time(tag, text))).toThrow(DerError);
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
