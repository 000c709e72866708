import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { keywordsOf } from '../../../server/signing/attribute-types.ts';
import { DerError, readDer } from '../../../server/signing/der.ts';
import {
  attributeFrom,
  attributeText,
  type DistinguishedName,
  formatName,
  type NameAttribute,
  nameFromDer,
  sameName,
} from '../../../server/signing/distinguished-name.ts';
import { NameSyntaxError, parseName } from '../../../server/signing/parse-distinguished-name.ts';
import { runs } from '../../support/corpus.ts';

const text = (type: string, value: string): NameAttribute => ({ type, value, isText: true });
const C = text('2.5.4.6', 'NO');
const O = text('2.5.4.10', 'Prøve Tillit AS');
const ORG_ID = text('2.5.4.97', 'NTRNO-974760673');
const CN = text('2.5.4.3', 'Prøve QTSP, CA G1');
const ISSUER: DistinguishedName = [[C], [O], [ORG_ID], [CN]];
const REST = 'O=Prøve Tillit AS,C=NO';
const ID = 'organizationIdentifier=NTRNO-974760673';

test.each([
  ['RFC 2253 with keywords', `CN=Prøve QTSP\\, CA G1,${ID},${REST}`],
  ['UTF-8 as pairs', `CN=Pr\\C3\\B8ve QTSP\\, CA G1,${ID},O=Pr\\c3\\b8ve Tillit AS,C=NO`],
  ['the comma as a pair', `CN=Prøve QTSP\\2C CA G1,${ID},${REST}`],
  ['OID. prefix', `CN=Prøve QTSP\\, CA G1,OID.2.5.4.97=NTRNO-974760673,${REST}`],
  ['oid. prefix', `CN=Prøve QTSP\\, CA G1,oid.2.5.4.97=NTRNO-974760673,${REST}`],
  ['bare OIDs', `2.5.4.3=Prøve QTSP\\, CA G1,2.5.4.97=NTRNO-974760673,${REST}`],
  [
    '#hexadecimal of a UTF8String',
    `CN=Prøve QTSP\\, CA G1,2.5.4.97=#0c0f4e54524e4f2d393734373630363733,${REST}`,
  ],
  [
    '#hexadecimal of a PrintableString',
    `CN=Prøve QTSP\\, CA G1,2.5.4.97=#130F4E54524E4F2D393734373630363733,${REST}`,
  ],
  ['quoted value', `CN="Prøve QTSP, CA G1",${ID},${REST}`],
  ['quoted value with an escape', `CN="Prøve QTSP\\, CA G1",${ID},${REST}`],
  ['quoted value and space', `CN="Prøve QTSP, CA G1" , ${ID},${REST}`],
  ['space after commas', `CN=Prøve QTSP\\, CA G1, ${ID}, O=Prøve Tillit AS, C=NO`],
  ['space around the equals sign', `CN = Prøve QTSP\\, CA G1,${ID},${REST}`],
  ['semicolons (RFC 2253, 4)', `CN=Prøve QTSP\\, CA G1;${ID};O=Prøve Tillit AS;C=NO`],
  [
    'keywords in any case',
    `cn=Prøve QTSP\\, CA G1,ORGANIZATIONIDENTIFIER=NTRNO-974760673,o=Prøve Tillit AS,c=NO`,
  ],
])('SIG-06: spellings of the same name: %s', (_, spelling) => {
  expect(sameName(parseName(spelling), ISSUER)).toBe(true);
});

test.each([
  ['E', 'E=a@b.no', '1.2.840.113549.1.9.1'],
  ['EMAILADDRESS', 'EMAILADDRESS=a@b.no', '1.2.840.113549.1.9.1'],
  ['S', 'S=Troms', '2.5.4.8'],
  ['ST', 'ST=Troms', '2.5.4.8'],
  ['SERIALNUMBER', 'SERIALNUMBER=1', '2.5.4.5'],
  ['DC', 'DC=no', '0.9.2342.19200300.100.1.25'],
])('SIG-06: spellings of the same name: %s is a name of its type', (_, spelling, oid) => {
  expect(parseName(spelling)[0]?.[0]?.type).toBe(oid);
});

test('SIG-06: spellings of the same name: the attributes of a multi-valued name come in any order', () => {
  expect(sameName(parseName('OU=x+CN=y,C=NO'), parseName('CN=y + OU=x,C=NO'))).toBe(true);
  expect(sameName(parseName('OU=x,CN=y,C=NO'), parseName('CN=y+OU=x,C=NO'))).toBe(false);
});

test.each([
  ['another case', `CN=prøve QTSP\\, CA G1,${ID},${REST}`],
  ['a part missing', `CN=Prøve QTSP\\, CA G1,${REST}`],
  ['a part more', `OU=x,CN=Prøve QTSP\\, CA G1,${ID},${REST}`],
  ['percent-encoding', `CN=Prøve%20QTSP\\,%20CA%20G1,${ID},${REST}`],
  ['two spaces inside', `CN=Prøve  QTSP\\, CA G1,${ID},${REST}`],
  ['an escaped space at the end', `CN=Prøve QTSP\\, CA G1\\ ,${ID},${REST}`],
  ['other parts swapped', `${ID},CN=Prøve QTSP\\, CA G1,${REST}`],
  ['the hexadecimal as text', `CN=Prøve QTSP\\, CA G1,2.5.4.97=\\#0c0f,${REST}`],
  ['nothing', ''],
])('SIG-06: other names: %s', (_, spelling) => {
  expect(sameName(parseName(spelling), ISSUER)).toBe(false);
});

test.each([
  ['slashes', '/C=NO/O=x', 'begins with a slash'],
  ['an unescaped comma', 'CN=a, b,C=NO', '(in a value a comma is written \\, and a plus \\+)'],
  ['no type', 'CN=a,b', 'type=value'],
  ['a comma at the end', 'CN=a,', 'type=value'],
  ['an unknown type', 'XYZ=a', 'unknown'],
  ['a misspelt type', 'organisationIdentifier=a', 'it is spelt organizationIdentifier'],
  ['two letters left out', 'orgnizationIdentifer=a', 'it is spelt organizationIdentifier'],
  ['a misspelt short type', 'emal=a', 'it is spelt email'],
  ['a misspelt type of four letters', 'nane=a', 'it is spelt name'],
  ['two letters wrong of six', 'usreId=a', 'it is spelt userId'],
  ['two letters wrong of four', 'nmae=a', 'write its OID'],
  ['a type that is like two', 'jurisdictionX=a', 'write its OID'],
  ['a type too short to be like any', 'CM=a', 'write its OID'],
  ['a long unknown type', `${'X'.repeat(80)}=a`, '…'],
  ['a damaged OID', '2.5.04=a', 'unknown'],
  ['a quote inside', 'CN=a"b', 'escape it'],
  ['angle brackets', 'CN=<a', 'escape it'],
  ['angle brackets closing', 'CN=a>', 'escape it'],
  ['a quote without end', 'CN="a', 'without its end'],
  ['text after a quote', 'CN="a"b', 'without a comma'],
  ['odd hexadecimal', 'CN=#0c0141f', 'odd length'],
  ['hexadecimal that is no BER', 'CN=#0c05', 'BER'],
  ['hexadecimal and text', 'CN=#0c0141xyz', 'without a comma'],
  ['a backslash before a letter', 'CN=a\\x', 'backslash'],
  ['a backslash at the end', 'CN=a\\', 'backslash'],
  ['pairs that are not UTF-8', 'CN=\\C3\\28', 'UTF-8'],
])('SIG-06: what is no name: %s', (_, spelling, reason) => {
  expect(() => parseName(spelling)).toThrow(NameSyntaxError);
  expect(() => parseName(spelling)).toThrow(reason);
});

const attribute = (hex: string) => attributeFrom('2.5.4.3', readDer(Buffer.from(hex, 'hex')));

test.each([
  ['UTF8String', '0c03c3b861', 'øa'],
  ['NumericString', '120131', '1'],
  ['PrintableString', '130141', 'A'],
  ['TeletexString', '1401f8', 'ø'],
  ['IA5String', '160161', 'a'],
  ['VisibleString', '1a0161', 'a'],
  ['BMPString', '1e0400f80061', 'øa'],
])('names from DER: %s is text', (_, hex, value) => {
  expect(attribute(hex)).toEqual({ type: '2.5.4.3', value, isText: true });
});

test.each([
  ['damaged UTF-8', '0c01ff'],
  ['a BMPString of odd length', '1e0100'],
  ['a BIT STRING', '03020080'],
])('names from DER: %s is kept as bytes', (_, hex) => {
  expect(attribute(hex)).toEqual({ type: '2.5.4.3', value: hex, isText: false });
  expect(sameName(parseName(`CN=#${hex.toUpperCase()}`), [[attribute(hex)]])).toBe(true);
});

test('names from DER: an attribute without a value is refused', () => {
  const name = readDer(
    Buffer.from('30093107300506035504030c00'.slice(0, 22), 'hex').subarray(0, 11),
  );
  expect(() => nameFromDer(name)).toThrow(DerError);
});

test('names from DER: attributeText finds text only', () => {
  expect(attributeText(ISSUER, '2.5.4.97')).toBe('NTRNO-974760673');
  expect(attributeText(ISSUER, '2.5.4.5')).toBeUndefined();
  expect(attributeText([[attribute('03020080')]], '2.5.4.3')).toBeUndefined();
});

test.each([
  ['specials', [[text('2.5.4.3', 'a,b+c"d\\e<f>g;h')]], 'CN=a\\,b\\+c\\"d\\\\e\\<f\\>g\\;h'],
  ['space at both ends', [[text('2.5.4.3', '  ')]], 'CN=\\ \\ '],
  ['one space', [[text('2.5.4.3', ' ')]], 'CN=\\ '],
  ['a hash in front', [[text('2.5.4.3', '#a')]], 'CN=\\#a'],
  ['control characters', [[text('2.5.4.3', 'a\nb')]], 'CN=a\\0ab'],
  ['a type without keyword', [[text('1.2.3', 'a')]], '1.2.3=a'],
  ['bytes', [[{ type: '2.5.4.3', value: '0301', isText: false }]], 'CN=#0301'],
  ['order and sets', [[C], [O, CN]], 'O=Prøve Tillit AS+CN=Prøve QTSP\\, CA G1,C=NO'],
])('formatName: %s', (_, name, expected) => {
  expect(formatName(name)).toBe(expected);
});

const value = fc.string({ unit: 'grapheme', maxLength: 12 });
const type = fc.constantFrom('2.5.4.3', '2.5.4.10', '2.5.4.97', '1.2.3.4', '2.25.340282366');
const rdn = fc.array(fc.record({ type, value, isText: fc.constant(true) }), {
  minLength: 1,
  maxLength: 3,
});

// From RFC 4519, X.520 and the guidelines of the CA/Browser Forum; the first keyword is the one that is printed.
test.each(
  [
    ...['2.5.4.3 CN commonName', '2.5.4.4 SN surname', '2.5.4.5 serialNumber'],
    ...['2.5.4.6 C countryName', '2.5.4.7 L localityName', '2.5.4.8 ST S stateOrProvinceName'],
    ...['2.5.4.9 STREET streetAddress', '2.5.4.10 O organizationName', '2.5.4.12 title T'],
    ...['2.5.4.11 OU organizationalUnitName', '2.5.4.13 description', '2.5.4.15 businessCategory'],
    ...['2.5.4.16 postalAddress', '2.5.4.17 postalCode', '2.5.4.20 telephoneNumber'],
    ...['2.5.4.41 name', '2.5.4.42 GN G givenName', '2.5.4.43 initials I', '2.5.4.65 pseudonym'],
    ...['2.5.4.44 generationQualifier generation', '2.5.4.46 dnQualifier DNQ'],
    ...['2.5.4.45 x500UniqueIdentifier uniqueIdentifier', '2.5.4.97 organizationIdentifier'],
    ...['0.9.2342.19200300.100.1.1 UID userId', '0.9.2342.19200300.100.1.25 DC domainComponent'],
    ...['1.2.840.113549.1.9.1 emailAddress E email', '1.2.840.113549.1.9.2 unstructuredName'],
    '1.3.6.1.4.1.311.60.2.1.1 jurisdictionL jurisdictionLocalityName',
    '1.3.6.1.4.1.311.60.2.1.2 jurisdictionST jurisdictionStateOrProvinceName',
    '1.3.6.1.4.1.311.60.2.1.3 jurisdictionC jurisdictionCountryName',
  ].map((row) => row.split(' ')),
)('SIG-06: the attribute type %s is %s', (oid = '', ...keywords) => {
  const name = [[text(oid, 'x')]];
  for (const keyword of [oid, `OID.${oid}`, `oid.${oid}`, ...keywords]) {
    for (const spelling of [keyword, keyword.toLowerCase(), keyword.toUpperCase()]) {
      expect(parseName(`${spelling}=x`)).toEqual(name);
    }
  }
  expect(formatName(name)).toBe(`${keywords[0]}=x`);
});

test('SIG-06: types that RFC 2253 writes as a short keyword are told where they stand in full', () => {
  const told = (type: string): number => {
    const findings: string[] = [];
    parseName(`${type}=x`, (finding) => findings.push(finding));
    return findings.length;
  };
  const long = [
    ...['commonName', 'countryName', 'localityName', 'stateOrProvinceName', 'streetAddress'],
    ...['organizationName', 'organizationalUnitName', 'userId', 'domainComponent', 'email'],
    ...['jurisdictionLocalityName', 'jurisdictionStateOrProvinceName', 'jurisdictionCountryName'],
  ];
  for (const type of long) expect([type, told(type)]).toEqual([type, 1]);
  for (const type of ['CN', 'surname', 'givenName', 'title', 'organizationIdentifier', 'E'])
    expect([type, told(type)]).toEqual([type, 0]);
});

test('SIG-06: all that a type is called comes with the longest first, as one may end another', () => {
  expect(keywordsOf('2.5.4.8')).toEqual(['stateOrProvinceName', '2.5.4.8', 'ST', 'S']);
  expect(keywordsOf('1.2.3')).toEqual(['1.2.3']);
});

test('SIG-06: what is printed is read as the same name', () => {
  fc.assert(
    fc.property(fc.array(rdn, { maxLength: 5 }), (name) => {
      expect(sameName(parseName(formatName(name)), name)).toBe(true);
    }),
    runs(300),
  );
});

test('formatName: any text is a name or a NameSyntaxError', () => {
  const pieces = fc.constantFrom(' ', ...'CN = , + \\ " # C3 ø 😀 ; x 2.5.4.97 0c0141'.split(' '));
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      try {
        parseName(parts.join(''));
      } catch (error) {
        expect(error).toBeInstanceOf(NameSyntaxError);
      }
    }),
    runs(1000),
  );
});
