import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseJsonBody } from '../../../server/validation/parse-json.ts';
import { runs } from '../../support/corpus.ts';
import { refusalOf } from './bodies.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));
const refused = (body: string | Buffer) => {
  const error = refusalOf(() => parseJsonBody(Buffer.from(body as string)));
  expect([error.status, error.code, error.rule]).toEqual([400, 'FORMAT_ERROR', 'HDR-06']);
  return error;
};

test('HDR-06: every JSON value comes out as JSON.parse would have it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 2), (text, indent) => {
      // JSON.parse makes an own member of __proto__, which is refused here.
      fc.pre(!text.includes('__proto__'));
      const again = JSON.stringify(JSON.parse(text), null, indent);
      expect(parse(again)).toEqual(JSON.parse(again));
    }),
    runs(1_000),
  );
});

test('HDR-06: JSON bodies: every form of the grammar is read', () => {
  const text = String.raw` { "a" : [ 1 , -0.5e+2 , true , false , null ] , "\u0062\n\"\\\/\b\f\r\t" : "\uD83D\uDE00ø" } `;
  expect(parse(text)).toEqual(JSON.parse(text));
  expect(parse('[]')).toEqual([]);
  expect(parse('{}')).toEqual({});
  expect(parse('0')).toBe(0);
});

test.each([
  ['{"a":1,}', 1, 8],
  ['{"a" 1}', 1, 6],
  ['{\n  "a": tru\n}', 2, 8],
  ['{"a":1}\r\n x', 2, 2],
  ['{"å😀": ]', 1, 8],
  ["{'a':1}", 1, 2],
  ['[1,2', 1, 5],
  ['[01]', 1, 3],
  ['[1.]', 1, 3],
  ['[+1]', 1, 2],
  ['[NaN]', 1, 2],
  ['"a\nb"', 1, 3],
  ['"a\0b"', 1, 3],
  ['"\\x"', 1, 2],
  ['"\\u12g4"', 1, 2],
  ['"abc', 1, 5],
  ['// x\n1', 1, 1],
  ['1 2', 1, 3],
  ['[1 2]', 1, 4],
])('HDR-06: %j is refused at its line and column', (text, line, column) => {
  expect(refused(text).message).toContain(`line ${line}, column ${column}:`);
});

test('HDR-06: invalid UTF-8 is refused where it stands', () => {
  const cases = [
    [Buffer.from([0x7b, 0x0a, 0x22, 0xff, 0x22]), 'line 2, column 2'],
    [Buffer.from([0x22, 0xc3, 0xb8, 0xc3, 0x22]), 'line 1, column 3'],
    [Buffer.from([0x22, 0xef, 0xbf, 0x61, 0x22]), 'line 1, column 2'],
    [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'line 1, column 2'],
    [Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 'line 1, column 2'],
    [Buffer.from([0x22, 0xef, 0xbf, 0xbd, 0xe2, 0x82]), 'line 1, column 3'],
  ] as const;
  for (const [bytes, place] of cases) {
    const { message } = refused(bytes);
    expect(message).toContain(place);
    expect(message).toContain('UTF-8');
  }
});

test('HDR-06: what follows the value is said to be after the end of the body', () => {
  expect(refused('{} x').message).toContain('the end of the body after its value was expected');
});

test.each(['', ' \r\n\t '])('HDR-06: JSON bodies: the empty body %j is refused', (text) => {
  expect(refused(text).message).toContain('empty');
});

test('HDR-06: a byte order mark is refused and named', () => {
  expect(refused('\uFEFF{}').message).toContain('byte order mark');
});

test('HDR-06: duplicate keys are refused with position and path, escapes or not', () => {
  const error = refused('{"a":[0,{"b":1,\n "\\u0062":2}]}');
  expect(error.details.path).toBe('/a/1/b');
  expect(error.message).toContain('line 2, column 2');
  expect(parse('[{"b":1},{"b":2}]')).toEqual([{ b: 1 }, { b: 2 }]);
});

test('HDR-06: names of Object.prototype are names like others, __proto__ is refused', () => {
  expect(parse('{"constructor":1,"toString":2}')).toEqual({ constructor: 1, toString: 2 });
  expect(refused('{"a":{"__proto__":{}}}').details.path).toBe('/a/__proto__');
  expect(refused('{"\\u005f_proto__":1}').details.path).toBe('/__proto__');
});

test('HDR-06: JSON bodies: 64 levels pass, 65 are refused', () => {
  const nested = (n: number) => '['.repeat(n) + ']'.repeat(n);
  expect(JSON.stringify(parse(nested(64)))).toBe(nested(64));
  expect(refused(nested(65)).message).toContain('column 65');
  expect(refused('{"a":'.repeat(65)).message).toContain('deeper than 64');
});

test.each(['"\\uD800"', '"\\uDC00\\uD800"', '"\\uD800x"', '{"\\uDFFF":1}'])(
  'HDR-06: the lone surrogate in %s is refused',
  (text) => expect(refused(text).message).toContain('lone surrogate'),
);

test.each(['12345678901234567.89', '1e400', '9007199254740993', '-0.1234567890123456789'])(
  'HDR-06: JSON bodies: the number %s would lose digits',
  (text) => {
    const error = refused(`{"amount":${text}}`);
    expect(error.details.path).toBe('/amount');
    expect(error.message).toContain('send it as text');
  },
);

test.each(['0.1', '12.10', '1e3', '1.50E-2', '9007199254740992', '-0', '100000000000000000000'])(
  'HDR-06: JSON bodies: the number %s keeps every digit',
  (text) => expect(parse(text)).toBe(Number(text)),
);

test('HDR-06: hostile bodies of 1 MiB are answered in linear time', () => {
  const size = 1 << 20;
  const members = Array.from({ length: 80_000 }, (_, i) => `"m${i}":0`).join();
  const bodies = [
    '['.repeat(size),
    '"'.padEnd(size, '\\n'),
    `[${'0,'.repeat(size / 2)}`,
    `{${members}`,
    `[${'1'.repeat(size)}`,
    `[1${'0'.repeat(size / 2)}1${'0'.repeat(size / 2)}]`,
    `${' '.repeat(size)}x`,
    `${'\n'.repeat(size)}x`,
  ];
  for (const body of bodies) refused(body);
  // Quadratic time would take hours here: jest's own limit is the judge.
});
