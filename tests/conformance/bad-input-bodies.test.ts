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

/** Every mistake of JSON is in tests/unit/validation/parse-json.test.ts; here is what reaches it. */
const unreadable = [
  { name: 'that is cut short', says: /it ends/, change: edited((text) => text.slice(0, -1)) },
  {
    name: 'with its mistake on the third line',
    says: /line 3, column 7/,
    change: body('{\n  "ø☃": 1,\n  "é":x\n}'),
  },
  { name: 'with a number beyond a double', says: /lose digits/, change: member('"x":1e400') },
  {
    name: 'with a byte of Latin-1',
    says: /not UTF-8/,
    change: before('"creditorName', Buffer.from([0xf8])),
  },
  { name: 'in UTF-16', change: bytes((text) => Buffer.from(text.toString(), 'utf16le')) },
  { name: 'of nothing', says: /empty/, change: body('') },
  {
    name: 'with a member twice further down',
    path: '/x/y',
    says: /there twice/,
    change: member('"x":{"y":1,"y":2}'),
  },
  {
    name: 'with __proto__',
    path: '/__proto__',
    says: /__proto__/,
    change: member('"\\u005f_proto__":1'),
  },
  {
    name: 'of objects 100,000 deep',
    says: /64 levels/,
    change: member(`"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  },
].map((row) => ({ ...row, rule: 'HDR-06' }));

const hostile = [
  ...['constructor', 'toString', 'then'].map((name) => ({
    name: `with a member ${name}`,
    path: `/${name}`,
    change: member(`"${name}":{"prototype":{"admin":true}}`),
  })),
  {
    name: 'with a member whose name needs escaping',
    path: '/a~1b~0c',
    change: member('"a/b~c":1'),
  },
  {
    name: 'with 50,000 unknown members',
    change: member(Array.from({ length: 50_000 }, (_, i) => `"m${i}":0`).join(',')),
  },
  {
    name: 'with a text of 900 kB',
    path: '/creditorName',
    change: named(`"${'x'.repeat(900_000)}"`),
  },
  { name: 'with a number of 100,000 digits', change: named(`1${'0'.repeat(100_000)}`) },
  ...['"pay"', 'null', '{}', '[]', '[null]'].map((json) => ({
    name: `that is ${json}`,
    change: body(json),
  })),
  ...['null', '1', '["Kaffebar"]'].map((json) => ({
    name: `whose creditorName is ${json}`,
    path: '/creditorName',
    change: named(json),
  })),
].map((row) => ({ ...row, rule: 'PAY-02' }));

const beyond = ['"a\\u0000b"', '"Kaffe \\ud83d\\ude00"'].map((json) => ({
  rule: 'PAY-09',
  name: `whose creditorName is ${json}`,
  path: '/creditorName',
  change: named(json),
}));

const refused: readonly RefusedRow[] = [...unreadable, ...hostile, ...beyond].map((row) => ({
  ...row,
  name: `with a body ${row.name}`,
  on: READS_BODY,
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
