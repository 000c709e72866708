// Signed bodies that are no good JSON, or hostile in what they hold: refused with their place, nothing stored.
import { drafted, plus, setBody } from '../support/conformance-changes.ts';
import { type AcceptedRow, describeRows, type RefusedRow } from '../support/conformance-rows.ts';

const READS_BODY = ['pay', 'mock'] as const;

const body = (bytes: string | Buffer) => drafted((draft) => setBody(draft, bytes));
/** Changes the text of the valid body. */
const edited = (change: (text: string) => string) =>
  drafted((draft) => setBody(draft, change(String(draft.body))));
const bytes = (change: (text: Buffer) => Buffer) =>
  drafted((draft) => setBody(draft, change(Buffer.from(draft.body ?? ''))));
/** One more member at the end of the valid body, as it is written in JSON. */
const member = (json: string) => edited((text) => `${text.slice(0, -1)},${json}}`);
/** The valid body with another text as creditorName, as it is written in JSON. */
const named = (json: string) =>
  edited((text) => text.replace(/"creditorName":"[^"]*"/, () => `"creditorName":${json}`));
const before = (at: string, inserted: Buffer) =>
  bytes((text) => {
    const place = text.indexOf(at);
    return Buffer.concat([text.subarray(0, place), inserted, text.subarray(place)]);
  });
const nested = (depth: number, open: string, close: string) =>
  `"x":${open.repeat(depth)}${close.repeat(depth)}`;

const unreadable: readonly RefusedRow[] = [
  { name: 'that is cut short', says: /it ends/, change: edited((text) => text.slice(0, -1)) },
  { name: 'with a comma too many', change: edited((text) => text.replace(/}$/, ',}')) },
  { name: 'in single quotes', change: edited((text) => text.replaceAll('"', "'")) },
  { name: 'with a comment', change: edited((text) => `/* pay */${text}`) },
  { name: 'with NaN', change: member('"x":NaN') },
  { name: 'with undefined', change: member('"x":undefined') },
  { name: 'with a leading zero', change: member('"x":01') },
  { name: 'with a plus sign', change: member('"x":+1') },
  { name: 'with a number beyond a double', says: /lose digits/, change: member('"x":1e400') },
  { name: 'of two values', says: /end of the body/, change: edited((text) => text + text) },
  { name: 'that is a form', says: /line 1, column 1/, change: body('amount=1&currency=NOK') },
  { name: 'that is XML', says: /line 1, column 1/, change: body('<Document/>') },
  {
    name: 'with its mistake on the third line',
    says: /line 3, column 7/,
    change: body('{\n  "ø☃": 1,\n  "é":x\n}'),
  },
  { name: 'with a raw line break in a text', change: named('"two\nlines"') },
  { name: 'with a raw zero byte in a text', change: named('"a\0b"') },
  { name: 'with a wrong escape', says: /no escape/, change: named('"\\x41"') },
  { name: 'with half a \\u escape', says: /four hexadecimal/, change: named('"\\u00"') },
  { name: 'with a lone high surrogate', says: /lone surrogate/, change: named('"\\ud83d"') },
  { name: 'with a lone low surrogate', says: /lone surrogate/, change: named('"\\ude00x"') },
  { name: 'with surrogates the wrong way round', change: named('"\\ude00\\ud83d"') },
  {
    name: 'with a byte order mark',
    says: /byte order mark/,
    change: bytes((text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text])),
  },
  {
    name: 'in UTF-16',
    change: bytes((text) => Buffer.from(text.toString(), 'utf16le')),
  },
  ...(
    [
      ['a byte of Latin-1', [0xf8]],
      ['an overlong form', [0xc0, 0xaf]],
      ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
      ['a character beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
      ['half a character', [0xe2, 0x82]],
    ] as const
  ).map(([what, wrong]) => ({
    name: `with ${what}`,
    says: /not UTF-8/,
    change: before('"creditorName', Buffer.from(wrong)),
  })),
  { name: 'of nothing', says: /empty/, change: body('') },
  { name: 'of white space', says: /empty/, change: body(' \r\n\t ') },
].map((row) => ({ ...row, rule: 'HDR-06', name: `with a body ${row.name}` }) as RefusedRow);

const hostile: readonly RefusedRow[] = [
  {
    rule: 'HDR-06',
    name: 'with a member twice',
    path: '/creditorName',
    says: /there twice/,
    change: member('"creditorName":"Again"'),
  },
  {
    rule: 'HDR-06',
    name: 'with a member twice, once escaped',
    path: '/creditorName',
    says: /there twice/,
    change: member('"creditor\\u004eame":"Again"'),
  },
  {
    rule: 'HDR-06',
    name: 'with a member twice further down',
    path: '/x/y',
    says: /there twice/,
    change: member('"x":{"y":1,"y":2}'),
  },
  ...['"__proto__":{"admin":true}', '"\\u005f_proto__":1'].map((json) => ({
    rule: 'HDR-06',
    name: `with ${json}`,
    path: '/__proto__',
    says: /__proto__/,
    change: member(json),
  })),
  ...['constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'].map((name) => ({
    rule: 'PAY-02',
    name: `with a member ${name}`,
    path: `/${name}`,
    change: member(`"${name}":{"prototype":{"admin":true}}`),
  })),
  {
    rule: 'PAY-02',
    name: 'with a member whose name needs escaping',
    path: '/a~1b~0c',
    change: member('"a/b~c":1'),
  },
  {
    rule: 'HDR-06',
    name: 'with arrays 65 deep',
    says: /64 levels/,
    change: member(nested(65, '[', ']')),
  },
  {
    rule: 'HDR-06',
    name: 'with arrays 100,000 deep',
    says: /64 levels/,
    change: member(nested(100_000, '[', ']')),
  },
  {
    rule: 'HDR-06',
    name: 'with objects 100,000 deep',
    says: /64 levels/,
    change: member(`"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  },
  {
    rule: 'PAY-02',
    name: 'with 50,000 unknown members',
    change: member(Array.from({ length: 50_000 }, (_, i) => `"m${i}":0`).join(',')),
  },
  {
    rule: 'PAY-02',
    name: 'with a text of 900 kB',
    path: '/creditorName',
    change: named(`"${'x'.repeat(900_000)}"`),
  },
  {
    rule: 'PAY-02',
    name: 'with a number of 100,000 digits',
    change: named(`1${'0'.repeat(100_000)}`),
  },
  {
    rule: 'PAY-02',
    name: 'with an amount of 500,000 digits',
    path: '/instructedAmount/amount',
    on: ['pay'] as const,
    change: edited((text) => text.replace('"1.00"', `"${'9'.repeat(500_000)}"`)),
  },
  {
    rule: 'PAY-09',
    name: 'with an escaped zero character',
    path: '/creditorName',
    change: named('"a\\u0000b"'),
  },
  {
    rule: 'PAY-09',
    name: 'with an emoji',
    path: '/creditorName',
    change: named('"Kaffe \\ud83d\\ude00"'),
  },
].map((row) => row as RefusedRow);

const mistyped: readonly RefusedRow[] = [
  { name: 'a text', json: '"pay"' },
  { name: 'a number', json: '1' },
  { name: 'null', json: 'null' },
  { name: 'true', json: 'true' },
  { name: 'an empty object', json: '{}' },
  { name: 'an empty array', json: '[]' },
  { name: 'an array of arrays', json: '[[[]]]' },
  { name: 'an array of null', json: '[null]' },
]
  .map(
    ({ name, json }): Omit<RefusedRow, 'rule' | 'code'> => ({
      name: `whose body is ${name}`,
      change: body(json),
    }),
  )
  .concat(
    ['null', '1', 'true', '[]', '{}', '["Kaffebar"]'].map((json) => ({
      name: `whose creditorName is ${json}`,
      path: '/creditorName',
      change: named(json),
    })),
  )
  .map((row) => ({ ...row, rule: 'PAY-02', code: 'FORMAT_ERROR' }));

const refused = [...unreadable, ...hostile, ...mistyped].map((row) => ({
  ...row,
  on: row.on ?? READS_BODY,
  code: 'FORMAT_ERROR',
}));

const accepted: readonly AcceptedRow[] = [
  {
    rule: 'HDR-06',
    name: 'a chunked body',
    on: ['pay', 'consent', 'mock', 'initialize'],
    change: plus('Transfer-Encoding', 'chunked'),
  },
  {
    rule: 'HDR-06',
    name: 'a body laid out on many lines',
    on: READS_BODY,
    change: edited((text) => `\r\n${JSON.stringify(JSON.parse(text), null, '\t')}\n\n`),
  },
  {
    rule: 'HDR-06',
    name: 'a body with every character escaped',
    on: READS_BODY,
    change: named('"\\u004b\\u0061\\u0066\\u0066\\u0065\\u0062\\u0061\\u0072 \\/ \\u00f8"'),
  },
];

describeRows({ refused, accepted });
