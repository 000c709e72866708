// SIG-12 explained: which forms of a body were hashed, several digests in one header, and what it costs. What
// programs do is in the corpora.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { explainDigest } from '../../../server/insight/explain/explain-digest.ts';
import { bodyField } from '../../../server/insight/explain/rows/digest-rows.ts';
import { textAfter } from '../../../server/insight/explain/rows/draft.ts';
import { atOnce } from '../../../server/insight/explain/slices.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { checkDigest } from '../../../server/signing/digest.ts';
import { runs } from '../../support/corpus.ts';
import { hashOf } from './made-with-key.ts';
import { explained, namesOf, ownTpp, refusalOf, requestOf } from './support.ts';

const BODY = '{"creditorName":"Blåbær / sønn AS","b":[1, 2]}';
const base64 = (name: string, body: string | Buffer = BODY) =>
  hashOf(name, body).toString('base64');
const explain = (header: string, body: string | Buffer = BODY) =>
  atOnce(
    explainDigest(header, {
      method: 'POST',
      target: '/v1/payments',
      headers: new RawHeaders([]),
      body: Buffer.from(body as string),
    }),
  );
const namesIn = (...given: Parameters<typeof explain>) => namesOf(explain(...given)).join(' | ');
const hex = (body: string) => hashOf('sha256', body).toString('hex');
const of = (body: string | Buffer, hashed: string | Buffer) =>
  namesIn(`SHA-256=${base64('sha256', hashed)}`, body);

const RIGHT = base64('sha256');
test.each<[says: RegExp, ...headers: string[]]>([
  [
    /^The Digest is the right hash with its letters in another case/,
    `SHA-256=${RIGHT.toLowerCase()}`,
  ],
  [/^The Digest is the right hash cut after 24 of 32 bytes/, `SHA-256=${RIGHT.slice(0, 32)}`],
  [/cut after 16 of 32 bytes/, `SHA-256=${hashOf('sha256', BODY).toString('hex', 0, 16)}`],
  [
    /is the right hash but written otherwise/,
    `{"SHA-256":"${RIGHT}"}`,
    btoa(`SHA-256=${RIGHT}`),
    `SHA\xe2\x80\x93256=${RIGHT}`,
  ],
])('SIG-15: a right hash that something was done to: %s', (says, ...headers) => {
  for (const header of headers) {
    const { readings } = explain(header);
    expect(readings.map(({ mistakes }) => mistakes.join())).toEqual(['digest-damaged']);
    expect(readings[0]?.sentence).toMatch(says);
  }
});

test.each([
  ['GET', '', '{}', 'not what the bank received; a GET has none here, nor a Digest.'],
  ['POST', '', 'null', 'it came without one: send the body, or no Digest if it has none.'],
  ['POST', 'a=1', '{}', 'hash exactly the bytes that you send, '],
  ['POST', '\u{feff}{"a":1}', '{"a":1}', 'send that body: the one that came begins with a byte'],
])(
  'SIG-15: a %s with the body "%s" and the hash of %s is not told to send what is none',
  (...row) => {
    const [method, body, hashed, advice] = row;
    const request = {
      method,
      target: '/v1/x',
      headers: new RawHeaders([]),
      body: Buffer.from(body),
    };
    const { readings } = atOnce(explainDigest(`SHA-256=${base64('sha256', hashed)}`, request));
    expect(readings.map(({ sentence }) => sentence).join(' ')).toContain(advice);
  },
);

test.each([
  ['{"amount":"{{amount}}"}', '"{{amount}}", which is probably a variable without its value'],
  ['{"iban":"NO93****7947"}', '"****", which is probably data that something masked on its way'],
])('SIG-15: what is seldom in a body that was hashed is shown: %s', (body, words) => {
  const { readings, remark } = explain(`SHA-256=${base64('sha256', 'other')}`, body);
  expect([readings, remark]).toEqual([[], `The body has ${words}`]);
});

test('SIG-12: a list of numbers is said to be one, although commas part digests', () => {
  const header = `SHA-256=${[...hashOf('sha256', BODY)].join(',')}`;
  const refuse = () => checkDigest(new RawHeaders(['Digest', header]), Buffer.from(BODY));
  expect(refuse).toThrow(/is not base64: it is a list of numbers/);
});

test('SIG-15: a hash that begins with the one byte of a body does not hold it', () => {
  const all = Array.from({ length: 4000 }, (_, at) => hashOf('sha256', `${at}`));
  const hash = all.find(([first]) => first === 0x31) as Buffer;
  expect(namesIn(`SHA-256=${hash.toString('base64')}`, '1')).toBe('');
  expect(namesIn(`SHA-256=${btoa('1')}`, '1')).toBe('digest-is-body');
});

test('SIG-15: the output of openssl names the algorithm, though not as a Digest does', () => {
  const { readings } = explain(`SHA256(a.json)= ${hashOf('sha256', BODY).toString('hex')}`);
  expect(readings[0]?.sentence).toMatch(/The Digest has no SHA-256= before its value;/);
});

test('SIG-15: another algorithm than the one whose hash it is', () => {
  const { readings } = explain(`MD5=${base64('sha256', `${BODY}\n`)}`);
  expect(readings[0]?.sentence).toContain(
    'names its algorithm "MD5=", and is a hash of SHA-256; write SHA-256=<base64>.',
  );
});

test('SIG-15: a Content-Encoding that is none is not said to be done', () => {
  const headers = { digest: `SHA-256=${base64('sha256', '{}')}`, 'content-encoding': 'utf-8' };
  const { sentence } = explained(requestOf(tpp, { body: '{"a":1}', headers }));
  expect(sentence).not.toMatch(/is encoded/);
  headers.digest = `SHA-256=${base64('sha256', '{"a":1}\n')}`;
  expect(explained(requestOf(tpp, { body: '{"a":1}', headers })).sentence).toMatch(
    /without Content-Encoding: the one that came has it \(utf-8\)/,
  );
});

test('SIG-15: of two digests the wrong one is explained', () => {
  const header = `SHA-256=${base64('sha256', '{"a":1}\n')},SHA-512=${base64('sha512', '{"a":1}')}`;
  expect(namesIn(header, '{"a":1}')).toBe('body-trailing-newline');
});

/** Bodies, and the forms in which they were hashed: explanations are joined by ` | `. */
test.each<[names: string, body: string | Buffer, hashed: string]>([
  ['body-minified + body-numbers', '{ "a": 10.00 }', '{"a":10}'],
  ['body-minified', '{ "a": 10.00, "b": "x  y \\" z" }', '{"a":10.00,"b":"x  y \\" z"}'],
  ['body-spaced + body-keys-sorted', '{"b":1,"a":[1,2]}', '{"a": [1, 2], "b": 1}'],
  ['body-spaced + body-json-escaped', '{"a":"ø","b":[1,2]}', '{"a": "\\u00f8", "b": [1, 2]}'],
  ['body-trailing-newline', '{"a":1}', '\n{"a":1}'],
  ['body-trailing-newline + body-pretty-printed', '{"a":1}', '{\n  "a": 1\n}\n'],
  [
    'body-stringified + body-json-escaped',
    `{"a":"<b> & 'c'"}`,
    JSON.stringify(String.raw`{"a":"\u003cb\u003e & \u0027c\u0027"}`),
  ],
  ['body-as-object', '{"a":"b","c":[1,true]}', "{'a': 'b', 'c': [1, True]}"],
  ['body-base64', 'a', 'YQ=='],
  ['body-as-form', 'a%5Bb%5D=1&c=2', '{"a":{"b":"1"},"c":"2"}'],
  ['body-numbers', '{"a":10.00}', '{"a":10.0}'],
  ['body-numbers', '{"amount":"123.40"}', '{"amount":"123.4"}'],
  ['body-numbers', '{"amount":"123.40"}', '{"amount":"123,40"}'],
  ['body-numbers', '{"amount":"123,40"}', '{"amount":"123.40"}'],
  ['body-keys-renamed', '{"the_key":1}', '{"theKey":1}'],
  ['body-keys-renamed', '{"TheKey":1}', '{"theKey":1}'],
  ['body-as-object', '{"a":"b"}', "{'a':'b'}"],
  ['body-cut', '{"a":1}\0\0\0', '{"a":1}'],
  ['body-members', '{"a":1,"b":{"c":2,"d":3}}', '{"a":1,"b":{"c":2}}'],
  ['body-members', '{"data":{"a":1}}', '{"a":1}'],
  ['body-members', '[{"a":1}]', '{"a":1}'],
  ['body-keys-sorted', '{"c":1,"a":2,"b":3}', '{"b":3,"c":1,"a":2}'],
  ['body-as-object', '{"a":1}', 'body.json'],
  ['body-numbers', '{"amount":"123.40"}', '{"amount":"12340"}'],
  ['body-numbers', '{"amount":123.4}', '{"amount":"123.40"}'],
  ['body-numbers', '{"amount":"123.40"}', '{"amount":"123.400"}'],
  // Ten times as much is not the same amount.
  ['', '{"amount":"12"}', '{"amount":"120"}'],
  ['url-encoded', '{"a":1}', '%7B%22a%22%3A1%7D'],
  ['body-compressed + body-cut', gzipSync('{"a":"åå"}'), '{"a":"åå'],
  ['body-latin1 + body-members', '{"a":"å"}', '[{"a":"?"}]'],
  ['body-latin1 + body-members', Buffer.from('{"a":"\x80"}', 'latin1'), '[{"a":"€"}]'],
  // It came without its first byte.
  ['body-cut', '"a":1}', '{"a":1}'],
  ['body-utf16', '{\0"\0a\0"\0:\x001\0}\0', '{"a":1}'],
  // Minified or printed without the newline at its end: the same bytes.
  ['body-minified | body-trailing-newline', '[1]\n', '[1]'],
  ['body-trailing-newline | body-pretty-printed', '{\n  "a": 1\n}\n', '{\n  "a": 1\n}'],
  ['body-pretty-printed + hashed-twice', '{"a":1}', hex('{\n    "a": 1\n}')],
  // The hash of nothing in hexadecimal is two mistakes; a body that is its base64 would be one.
  ['body-empty', 'x', ''],
])('SIG-15: %s: %j', (names, body, hashed) => {
  expect(of(body, hashed)).toBe(names);
});

test.each([
  ['digest-other-algorithm', `SHA-256=${base64('md5')}`],
  ['digest-other-algorithm', `MD5=${base64('md5')}`],
  // As long as an accepted one.
  ...['sha512-256', 'sha3-256', 'sha3-512'].map((name) => [
    'digest-other-algorithm',
    `SHA-${name.endsWith('512') ? 512 : 256}=${base64(name)}`,
  ]),
  ['', `SHA-512=${base64('sha512')}`],
  ['digest-algorithm-name', `SHA512=${base64('sha512')}`],
  ['digest-base64-twice', `SHA-256=${btoa(base64('sha256'))}`],
  [
    'digest-without-algorithm + digest-quoted + digest-hex',
    `"${hashOf('sha256', BODY).toString('hex')}"`,
  ],
  [
    'digest-hex + body-trailing-newline',
    `SHA-256=${hashOf('sha256', `${BODY}\n`).toString('hex')}`,
  ],
  ...['', 'SHA-256=""', `CRC32=${Buffer.alloc(4).toString('base64')}`].map((header) => [
    '',
    header,
  ]),
  // The right one.
  ['', `SHA-256=${base64('sha256')}`],
])('SIG-15: %s: %s', (names, header) => {
  expect(namesIn(header as string)).toBe(names);
});

describe('SIG-15: several digests in one header', () => {
  const right = `SHA-256=${base64('sha256')}`;
  const newline = `SHA-512=${base64('sha512', `${BODY}\n`)}`;
  const wrong = `SHA-512=${base64('sha512', 'something else')}`;

  test.each([
    ['the first is explained', [newline, wrong], 'body-trailing-newline'],
    ['the first that the bank reads', [`MD5=${base64('md5')}`, newline], 'body-trailing-newline'],
    ['and no second', [right, newline], ''],
  ])('SIG-15: %s', (_, digests, names) => {
    expect(namesIn(digests.join(', '))).toBe(names);
  });
});

describe('SIG-15: what it costs', () => {
  test.each([
    ['nested so deep that JSON.stringify gives up', 15_000, 1],
    ['a long list nested deep, which would grow by the square', 60, 12_000],
  ])('SIG-15: a body %s is not printed anew', (_, depth, count) => {
    const body = `${'['.repeat(depth)}${Array(count).fill('1').join(',')}${']'.repeat(depth)}`;
    const { start, rows } = bodyField(Buffer.from(body));
    const size = (row: (typeof rows)[number]) => textAfter(row, start)?.length ?? 0;
    const indented = rows.filter(({ name }) => name === 'body-pretty-printed');
    expect(indented.map(size)).toEqual(indented.map(() => 0));
  });

  test('SIG-15: a list that is indented by 32 KiB in all is printed anew', () => {
    const list = JSON.stringify(Array(32 * 1024).fill(1));
    const { start, rows } = bodyField(Buffer.from(list));
    const printed = rows.filter(({ name }) => name === 'body-pretty-printed');
    expect(textAfter(printed[0] as (typeof rows)[number], start)).toMatch(/^\[\n {2}1,\n {2}1,/);
  });

  test('SIG-15: what is hashed is bounded, and a body of a megabyte is hashed only as it is', () => {
    const wrong = `SHA-256=${Buffer.alloc(32).toString('base64')}`;
    const long = JSON.stringify(Array(1500).fill({ a: 'Leverandør nummer 1', b: [1, '2,3'] }));
    // A megabyte and a half, and the last one.
    expect(explain(wrong, long).tried * long.length).toBeLessThan(2 * 1024 * 1024);
    const body = Buffer.alloc(1024 * 1024, 'a');
    expect(explain(wrong, body)).toMatchObject({ tried: 1, readings: [] });
    expect(namesIn(`SHA-256=${hashOf('sha256', body).toString('hex')}`, body)).toBe('digest-hex');
    // One of many payments is tried as machines send it.
    const many = JSON.stringify(Array(1200).fill('Leverandor AS'));
    expect(of(many, `${many.length.toString(16)}\r\n${many}\r\n0\r\n\r\n`)).toBe('body-chunked');
  });

  test('SIG-15: any bytes have forms, none of them named for nothing', () => {
    const bodies = fc.oneof(
      fc.json().map((text) => Buffer.from(text)),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(bodies, (body) => {
        const { start, rows } = bodyField(body);
        for (const row of rows) {
          expect([typeof textAfter(row, start), row.says(row, '', '') === '']).toEqual([
            expect.stringMatching('string|undefined'),
            false,
          ]);
        }
      }),
      runs(400),
    );
  });
});

const tpp = await ownTpp();

describe('SIG-15: of a whole request', () => {
  const sending = (digest: string | undefined, body = BODY) =>
    requestOf(tpp, { body, headers: { digest } });
  const nonsense = `SHA-256=${Buffer.alloc(32).toString('base64')}`;

  test.each([
    [BODY, /Next: 1\. print how many .* 3\. compare what often differs: the data, a number/],
    ['a=1&b=2', /The body is a form \(name=value, urlencoded\), and the API reads JSON\.$/],
    ['<a>1</a>', /The body is XML or HTML, and/],
    [' \n<a/>', /The body is XML or HTML, and/],
    ['{"a":"<b>1</b>"}', /Next: 1\. print how many /],
    ['--x\r\nContent-Disposition: form-data\r\n', /The body is of several parts/],
    // What looks like them.
    ...[btoa('{"a":12}'), '<Buffer 7b>', '---\na: 1', '-----BEGIN X-----\n'].map(
      (body): [string, RegExp] => [body, /The body is not JSON \(/],
    ),
  ])('SIG-15: where nothing fits it says so: %.10s', (body, says) => {
    const { readings, sentence } = explained(sending(nonsense, body));
    expect([readings, sentence.startsWith(refusalOf(sending(nonsense, body)).message)]).toEqual([
      [],
      true,
    ]);
    expect(sentence).toMatch(says);
  });
});
