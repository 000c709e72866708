import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../../../server/protocol/errors.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { readSignatureHeader } from '../../../server/signing/signature-header.ts';
import { whyNotUtf8 } from '../../../server/signing/signature-trouble.ts';
import { runs } from '../../support/corpus.ts';
import { expectRefused } from './refused.ts';
import { refusalOf } from './support.ts';

const PLAIN = 'keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="date",signature="QUJD"';
const PARTS = {
  keyId: 'SN=1,CA=CN=x',
  algorithm: 'rsa-sha256',
  headers: 'date',
  signature: 'QUJD',
};

function read(...values: string[]) {
  const rules: string[] = [];
  const headers = new RawHeaders(values.flatMap((value) => ['Signature', value]));
  return { ...readSignatureHeader(headers, (rule) => rules.push(rule)), rules };
}

const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('base64');
const word = (text: string) => `=?utf-8?B?${base64(text)}?=`;
const latin1 = (text: string) => Buffer.from(text).toString('latin1');

test.each([
  ['as the interface writes it', PLAIN],
  ['another order', 'signature="QUJD",headers="date",algorithm="rsa-sha256",keyId="SN=1,CA=CN=x"'],
  ['space after commas', PLAIN.replaceAll('",', '", ')],
  ['tabs after commas', PLAIN.replaceAll('",', '",\t')],
  ['outer white space', `  ${PLAIN} `],
])('SIG-03: forms that are read: %s', (_, value) => {
  expect(read(value)).toEqual({ ...PARTS, rules: [] });
});

test.each([
  ['commas, equals signs', 'SN=1,CA=CN=a\\, b,O=c=d'],
  ['escaped quotes', 'SN=1,CA=CN=\\"a, b\\",O=c'],
  ['a backslash pair at the end', 'SN=1,CA=CN=a\\\\'],
  ['nothing', ''],
])('SIG-03: forms that are read: a value with %s is kept as sent', (_, keyId) => {
  expect(read(PLAIN.replace('SN=1,CA=CN=x', () => keyId)).keyId).toBe(keyId);
});

test.each([
  ['created=1793696707', ['SIG-03']],
  ['created="1793696707"', ['SIG-03']],
  ['x-y_z=', ['SIG-03']],
  ['created=1,expires=2', ['SIG-03', 'SIG-03']],
])('SIG-03: forms that are read: unknown %s is ignored with a finding', (extra, rules) => {
  expect(read(`${extra},${PLAIN}`)).toEqual({ ...PARTS, rules });
  expect(read(`${PLAIN},${extra}`)).toEqual({ ...PARTS, rules });
});

test('SIG-03: forms that are read: raw UTF-8 is read as UTF-8', () => {
  expect(read(latin1(PLAIN.replace('=x', '=Prøve'))).keyId).toBe('SN=1,CA=CN=Prøve');
});

test.each([
  ['keyId unquoted', PLAIN.replace('"SN=1,CA=CN=x"', 'abc'), 'quotes'],
  ['algorithm unquoted', PLAIN.replace('"rsa-sha256"', 'rsa-sha256'), 'quotes'],
  ['a quote without end', PLAIN.slice(0, -1), 'ends inside its signature'],
  ['single quotes', PLAIN.replaceAll('"', "'"), 'quotes'],
  ['the name in another case', PLAIN.replace('keyId', 'keyid'), 'no keyId'],
  ['space before a comma', PLAIN.replace('",', '" ,'), 'has " ," between its parameters'],
  [
    'space around a sign',
    PLAIN.replace('algorithm=', 'algorithm ='),
    'has " =" between a name and',
  ],
  ['space behind a sign', PLAIN.replace('keyId=', 'keyId= '), 'has "= " between a name and its'],
  ['colons', PLAIN.replaceAll('="', ':"'), 'has ":" between a name and its value'],
  ['semicolons', PLAIN.replaceAll('",', '";'), 'has ";" between its parameters'],
  ['blanks', PLAIN.replaceAll('",', '" '), 'has white space between its parameters'],
  ['two commas', PLAIN.replace('",', '",,'), 'has ",," between its parameters'],
  ['JSON', '{"keyId":"x","signature":"y"}', 'begins as JSON does'],
  ['quotes around all', `'${PLAIN}'`, 'is in quotes as a whole'],
  ['quotes around all, in capitals', '"KEYID="x""', 'is in quotes as a whole'],
  ['a JWS', 'eyJhbGciOiJSUzI1NiJ9..c2ln', 'is a JWS'],
  ['the signature alone', 'c2ln'.repeat(80), 'is base64 or hexadecimal alone, without parameters'],
  ['the signature alone, in hexadecimal', 'c2'.repeat(256), 'is base64 or hexadecimal alone'],
  ['a word before the signature', `hello ${'c2ln'.repeat(80)}`, 'cannot be read'],
  ['all in base64', Buffer.from(PLAIN.repeat(2)).toString('base64'), 'without the =?utf-8?B?…?='],
  ['an object as printed', '[object Object]', 'is what a program prints of an object'],
  ['a variable', '{{signature}}', 'is a variable without its value'],
  ['a word for nothing', 'undefined', 'is no value: a program probably printed it'],
  ['an access token', 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln', 'is an access token'],
  ['one in lower case', 'bearer c2ln', 'is an access token'],
  ['an object as Java prints it', 'com.acme.Signature@1f2e3d4c', 'prints of an object'],
  ['a list as PHP prints it', 'Array', 'prints of an object'],
  ['a list of numbers', '[12,3,4,5,-6,7,8,9,10]', 'is a list of numbers'],
  ['XML', '<Signature xmlns="a">c2ln</Signature>', 'begins as XML, HTML or'],
  ['HTML', '<!DOCTYPE html><html></html>', 'begins as XML, HTML or'],
  ['a placeholder', '<insert "signature" here>', 'or a placeholder does'],
  ['an escaped quote at the end', PLAIN.replace(/"$/, '\\"'), 'or has a backslash before it.'],
  ['a comma at the end', `${PLAIN},`, 'cannot be read'],
  ['a comma and space at the end', word(`${PLAIN}, `), 'cannot be read'],
  ['nothing in a word', '=?utf-8?B??=', 'no keyId; it needs'],
  ['a comma in front', `,${PLAIN}`, 'cannot be read'],
  ['a scheme in front', `Signature ${PLAIN}`, 'scheme'],
  ['a word', 'hello', 'cannot be read'],
  ['a raw quote inside a value', PLAIN.replace('CN=x', 'CN="x"'), 'on, as the quote before that'],
  ['a parameter twice', `${PLAIN},algorithm="rsa-sha256"`, 'twice'],
  ['an unknown parameter twice', `${PLAIN},created=1,created=1`, 'twice'],
  ...['keyId', 'algorithm', 'headers', 'signature'].map((name) => [
    `no ${name}`,
    PLAIN.split(/,(?=[a-z]+=")/)
      .filter((part) => !part.startsWith(name))
      .join(','),
    `no ${name}`,
  ]),
])('SIG-03: forms that are refused: %s', (_, value, reason) => {
  expectRefused(() => read(value as string), 'SIG-03 FORMAT_ERROR Signature', reason);
});

test.each([
  ['keyid', 'keyId', 'has no keyId, but "keyid"; the name is written keyId.'],
  ['KeyId', 'keyId', 'has no keyId, but "KeyId"; the name is written keyId.'],
  ['key_id', 'keyId', 'has no keyId, but "key_id"; the name is written keyId.'],
  ['Headers', 'headers', 'has no headers, but "Headers"; the name is written headers.'],
  ['key', 'keyId', 'has no keyId, but "key"; the name is written keyId'],
  ['sig', 'signature', 'has no signature, but "sig"; the name is written signature'],
])('SIG-03: forms that are refused: the name is not %s', (wrong, right, words) => {
  expect(refusalOf(() => read(PLAIN.replace(`${right}=`, `${wrong}=`))).text).toContain(words);
});

test.each([
  ['Signature: ', '"Signature:", the name of a header in its value'],
  ['signature:', '"signature:", the name of a header in its value'],
  ['signature=', '"signature=", the name of a header in its value'],
  ['Signature ', '"Signature", a scheme, which belongs in Authorization only'],
  ['Authorization: Signature ', '"Authorization: Signature", the name of a header'],
  ['Signature: Signature ', '"Signature: Signature", the name of a header'],
])('SIG-03: nothing stands before the first parameter: %s', (prefix, words) => {
  const { text } = refusalOf(() => read(prefix + PLAIN));
  expect(text).toBe(
    `The Signature header begins with ${words.replace(/header$/, 'header in its value')}; leave it out and begin with keyId="…".`,
  );
});

test('SIG-03: an unknown parameter called Signature is no prefix', () => {
  expect(read(`Signature=created=1,${PLAIN}`)).toEqual({ ...PARTS, rules: ['SIG-03'] });
});

test.each([
  ['backslashes', '\\"', 'with a backslash before them (\\"); leave the backslashes out'],
  ['typographic ones', latin1('“'), 'in typographic quotes'],
  ['German ones', latin1('„'), 'in typographic quotes'],
  ['French ones', latin1('«'), 'in typographic quotes; write straight ones'],
  ['single ones', "'", 'in single quotes; write double ones'],
  ['none', '', 'must stand between two quotes'],
  ['backticks', '`', 'in backticks; write double quotes'],
  ['full-width ones', latin1('＂'), 'in full-width quotes (U+FF02)'],
  ...['&quot;', '&QUOT;', '&#34;', '&#x22;', '\\u0022'].map(
    (quote) => [quote, quote, 'in quotes that are escaped'] as const,
  ),
])('SIG-03: forms that are refused: quotes that are none: %s', (_, quote, words) => {
  expect(refusalOf(() => read(PLAIN.replaceAll('"', quote))).text).toContain(words);
  const inside = PLAIN.replace('"SN=1,CA=CN=x"', () => `a${quote}b`);
  expect(refusalOf(() => read(inside)).text).toContain('must stand between two quotes');
});

test.each([
  ['a word before a scheme', `x Signature ${PLAIN}`, 'begins with'],
  ['quotes around all but a letter', `x"${PLAIN}"`, 'in quotes as a whole'],
  ['quotes around all, and a letter', `"${PLAIN}"x`, 'in quotes as a whole'],
  ['a quote before all', `"${PLAIN}`, 'in quotes as a whole'],
  ['names in quotes', PLAIN.replace(/(\w+)=(?=")/g, '"$1":'), 'in quotes as a whole'],
  ['a signature alone behind a mark', `*${'c2ln'.repeat(80)}`, 'the signature alone'],
  ['a signature alone before a mark', `${'c2ln'.repeat(80)}*`, 'the signature alone'],
])('SIG-03: forms that are refused: %s is something else', (_, value, words) => {
  expect(refusalOf(() => read(value)).text).not.toContain(words);
});

const NEEDS = 'it needs keyId, algorithm, headers, signature.';
test.each([
  ['kid="x"', ', but "kid"; the name is written keyId.'],
  ['keyIdentifier="x"', ', but "keyIdentifier"; the name is written keyId.'],
  ['ke="x"', `, but "ke"; ${NEEDS}`],
  ['sig1="x",tag="y",a="1",b="2"', `, but "sig1" and "tag" and "a"; ${NEEDS}`],
  [`${'a'.repeat(20)}="x"`, `, but "${'a'.repeat(20)}"; ${NEEDS}`],
  [`${'a'.repeat(21)}="x"`, `; ${NEEDS}`],
  ['ke="x",headers="date"', `; ${NEEDS}`],
  ['key="x",algorithm="a"', ', but "key"; the name is written keyId.'],
])('SIG-03: forms that are refused: no keyId, but %s', (value, words) => {
  expect(refusalOf(() => read(value)).text).toBe(`The Signature header has no keyId${words}`);
});

test('SIG-03: forms that are refused: kid is not meant for another', () => {
  const { text } = refusalOf(() => read(PLAIN.replace('algorithm=', 'kid=')));
  expect(text).toBe(`The Signature header has no algorithm; ${NEEDS}`);
});

test.each([
  ['ISO-8859-1', 'Bl\xe5b\xe6r CA', '(0xE5 in "…N=1,CA=CN=Blåbær CA"…", ISO-8859-1 by its look)'],
  ['Windows quotes', '\x93x', '(0x93 in "…"SN=1,CA=CN=?x",algo…", perhaps a typographic quote of'],
  ['UTF-8 cut in two', 'Bl\xc3b\x80', '(0xC3 in "…N=1,CA=CN=BlÃb?",alg…"); send it'],
  ['the first of them', 'Bl\xc3\xa5b\xe6r', '(0xE6 in "…,CA=CN=BlÃ¥bær",algo…"); send'],
])('SIG-04: bytes that are not UTF-8 are shown: %s', (_, name, words) => {
  const { text } = refusalOf(() => read(PLAIN.replace('CN=x', `CN=${name}`)));
  expect(text).toContain(words);
  expect(text).toContain('=?utf-8?B?<base64>?=');
});

test('SIG-04: bytes that are not UTF-8 have no look beside some that are, wherever those are', () => {
  const looks = ['\xe6', '\xc3\xa5\xe6', 'x\xc3\xa5\xe6'].map((bytes) =>
    whyNotUtf8(bytes).includes('ISO-8859-1 by its look'),
  );
  expect(looks).toEqual([true, false, false]);
});

test('SIG-03: forms that are refused: the signature in Authorization instead', () => {
  const headers = new RawHeaders(['Authorization', `Signature ${PLAIN}`]);
  expectRefused(
    () => readSignatureHeader(headers, () => undefined),
    'SIG-03 FORMAT_ERROR Signature',
    'Authorization',
  );
});

test('SIG-03: forms that are refused: another Authorization changes nothing', () => {
  const headers = new RawHeaders(['Authorization', 'Bearer signature x']);
  expectRefused(
    () => readSignatureHeader(headers, () => undefined),
    'SIG-01 HTTP_HEADER_REQUIRED Signature',
    'missing',
  );
  const both = new RawHeaders(['Authorization', 'Signature x', 'Signature', PLAIN]);
  expect(readSignatureHeader(both, () => undefined)).toEqual(PARTS);
});

test('SIG-13: an empty one counts beside another', () => {
  expectRefused(() => read('', PLAIN), 'SIG-13 FORMAT_ERROR Signature', '2 times');
});

const NORDIC = PLAIN.replace('=x', '=Prøve');
const q = latin1(NORDIC).replace(
  /[^A-Za-z0-9]/g,
  (c) => `=${c.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
);
const halves = [NORDIC.slice(0, 15), NORDIC.slice(15)];
const bytes = Buffer.from(NORDIC);
const cut = bytes.indexOf(0xb8);

test.each([
  ['one B word', word(NORDIC)],
  ['charset and encoding in other cases', `=?UTF-8?b?${base64(NORDIC)}?=`],
  ['iso-8859-1', `=?ISO-8859-1?B?${base64(NORDIC, 'latin1')}?=`],
  ['one Q word', `=?utf-8?Q?${q}?=`],
  ['two words', halves.map(word).join(' ')],
  [
    'words of both charsets',
    `=?iso-8859-1?B?${base64(halves[0] ?? '', 'latin1')}?= ${word(halves[1] ?? '')}`,
  ],
  ['two words and a tab', halves.map(word).join('\t')],
  [
    'two words with a character cut in two',
    [bytes.subarray(0, cut), bytes.subarray(cut)]
      .map((b) => `=?utf-8?B?${b.toString('base64')}?=`)
      .join(' '),
  ],
])('SIG-04: RFC 2047 words: %s around the whole value', (_, value) => {
  expect(read(value)).toEqual({ ...PARTS, keyId: 'SN=1,CA=CN=Prøve', rules: [] });
});

test('SIG-04: RFC 2047 words: an underscore in a Q word is a space', () => {
  expect(read(`=?utf-8?Q?${q}=2C_x=3D1?=`).rules).toEqual(['SIG-03']);
});

test.each([
  ['its base64', word('QUJD'), 'QUJD'],
  ['its base64, in two words', `${word('QU')} ${word('JD')}`, 'QUJD'],
  [
    'its bytes',
    `=?utf-8?B?${base64('\u00ff\u00fe', 'latin1')}?=`,
    base64('\u00ff\u00fe', 'latin1'),
  ],
  ['its bytes, in Q', '=?iso-8859-1?Q?=FF=FE?=', base64('\u00ff\u00fe', 'latin1')],
  ['nothing', '=?utf-8?B??=', ''],
])('SIG-04: RFC 2047 words: a word around the signature parameter: %s', (_, value, signature) => {
  const plain = PLAIN.replace('QUJD', value);
  expect(read(plain).signature).toBe(signature);
  expect(read(word(plain)).signature).toBe(signature);
});

test.each([
  ['another charset', `=?us-ascii?B?${base64(PLAIN)}?=`, 'charset'],
  ['a language tag', `=?utf-8*en?B?${base64(PLAIN)}?=`, 'charset'],
  ['another encoding', `=?utf-8?X?${base64(PLAIN)}?=`, 'whose encoding is neither B nor Q.'],
  [
    'base64 said to be Q',
    `=?utf-8?Q?${base64(PLAIN).slice(0, 43)}=?=`,
    'it is base64, so its encoding is B',
  ],
  ['Q with base64 in it', `=?utf-8?Q?=4-${base64(PLAIN).slice(0, 43)}=?=`, 'in encoding Q.'],
  ['no base64', `=?utf-8?B?${base64(PLAIN)}!?=`, 'in encoding B; '],
  ['no base64 in a small b', `=?utf-8?b?${base64(PLAIN)}!?=`, 'in encoding b; '],
  ['base64 without padding', '=?utf-8?B?QQ?=', 'encoding'],
  ['a damaged Q pair', '=?utf-8?Q?=4?=', 'encoding'],
  ['a raw byte in Q', '=?utf-8?Q?\u00f8?=', 'encoding'],
  ['no end', `=?utf-8?B?${base64(PLAIN)}`, 'RFC 2047 word'],
  ['text after it', `${word(PLAIN)} x`, 'RFC 2047 word'],
  ['mixed charsets, one damaged', '=?iso-8859-1?B?+A==?= =?utf-8?B?+A==?=', 'not UTF-8'],
  [
    'the bare signature in a word around the value',
    `=?utf-8?B?${Buffer.alloc(256, 0xff).toString('base64')}?=`,
    'its 256 bytes look like the bare signature',
  ],
  ['bytes that are not UTF-8', '=?utf-8?B?/w==?=', 'but its bytes are not UTF-8.'],
  ['raw bytes that are not UTF-8', PLAIN.replace('=x', '=Pr\u00f8ve'), 'RFC 2047'],
  ['a damaged word around the signature', PLAIN.replace('QUJD', '=?utf-8?B?QQ?='), 'encoding'],
  ['text that is not encoded', `=?utf-8?B?keyId="SN=1", a="b"?=`, 'only base64 or Q stands in it'],
])('SIG-04: RFC 2047 words: %s is refused', (_, value, reason) => {
  expectRefused(() => read(value), 'SIG-04 FORMAT_ERROR Signature', reason);
});

test('SIG-03: in whichever order the parameters stand, they are the same', () => {
  const outcome = (value: string) => {
    try {
      const { rules, ...parts } = read(value);
      return { ...parts, rules: new Set(rules) };
    } catch (error) {
      return (error as ApiError).rule;
    }
  };
  const text = fc
    .array(fc.constantFrom('SN=', 'a', '1', ' ', ',', '=', '+', '/', 'QUJD', '\\"', '"', '\\'))
    .map((pieces) => pieces.join(''));
  const names = fc.constantFrom('algorithm', 'Algorithm', 'created');
  fc.assert(
    fc.property(text, text, names, (keyId, signature, name) => {
      const [first, last] = [`keyId="${keyId}"`, `signature="${signature}"`];
      const others = `${name}="rsa-sha256",headers="date"`;
      const usual = outcome(`${first},${others},${last}`);
      expect(usual).toEqual(outcome(`${last},${others},${first}`));
    }),
    runs(2_000),
  );
});

test('hostile values: any value is read or refused with FORMAT_ERROR', () => {
  const pieces = fc.constantFrom(
    ' ',
    PLAIN,
    ...'keyId signature = " , \\ =? ?= ?B? utf-8 ÿ QQ=='.split(' '),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
      try {
        read(parts.join(''));
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
        expect((error as ApiError).status).toBe(400);
      }
    }),
    runs(1000),
  );
});

test.each([
  ['backslashes', `keyId="${'\\'.repeat(100_001)}`],
  ['quotes', '"'.repeat(100_000)],
  ['parameters', 'a=1,'.repeat(25_000)],
  ['words', '=?utf-8?B?QQ==?= '.repeat(6_000)],
  ['question marks', `=?${'?'.repeat(100_000)}`],
  ['spaces', `keyId="x",${' '.repeat(100_000)}`],
  ['letters', 'a'.repeat(100_000)],
])(
  'hostile values: 100 kB of %s are refused within the time limit, which backtracking would pass',
  (_, value) => {
    expect(() => read(value)).toThrow(ApiError);
  },
);

test.each([
  ['missing', []],
  ['empty', ['']],
])('SIG-01: a header that is %s is called so', (state, values) => {
  const words = `Signature is ${state}.`;
  expectRefused(() => read(...values), 'SIG-01 HTTP_HEADER_REQUIRED Signature', words);
});
