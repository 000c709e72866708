// Captures with one small thing done to them, at each of their places in turn: what is read in them, and what is said of the
// request, as how many different things and a hash of all.
import { test } from '@jest/globals';
import { explainRequest } from '../../../server/insight/offline/explain-request.ts';
import { readCapture } from '../../../server/insight/offline/read-capture.ts';
import { expectRecorded, saidBy, thrownText } from '../../support/recorded.ts';
import { answersTo, touchedTexts, touchedValues } from '../../support/touched.ts';
import { own, tpp } from '../explain/recorded-requests.ts';
import { requestOf } from '../explain/support.ts';

const TEXTS: readonly string[] = [
  "me@host:~$ curl -sSX POST 'https://u:p@bank.example/v1/x?a=1#f' \\\n > -H 'A: 1' -d '{\"a\":1}'",
  'curl.exe --get --url b.test/x -dA=1 --data-raw @x -H "C;" -H D:',
  "curl -k http://b/y --data-binary @f --header 'E: é' -o out --json '{}' | jq .",
  "curl b -T up.json -H $'X: \\u00e5\\x41\\n\\'' -F a=b # note",
  '### first\n# note\nPOST https://bank.example/v1/x HTTP/1.1\nHost: h\nContent-Length: 7\n\n{"a":1}\n###\nGET /y',
  'GET /v1/x?a=1 HTTP/1.1\r\nHost: h\r\nSignature: s\r\nEmpty:\r\n\r\n{"a":1}\r\nHTTP/1.1 200 OK\r\n',
  '* Connected\n> PUT /v1/x HTTP/2\n> Host: h\n> Digest: SHA-256=x\n> \n} [5 bytes data]\n< HTTP/2 200',
  'POST /v1/x HTTP/1.1\nTransfer-Encoding: chunked\n\n7\n{"a":1}\n0\n',
];

const HAR = {
  log: {
    entries: [
      { request: { method: 'GET', url: 'https://b/one', headers: [{ name: 'A', value: '1' }] } },
      {
        request: {
          ...{ method: 'POST', url: 'https://b/v1/x?a=1', bodyLength: 9 },
          headers: [
            { name: ':path', value: '/v1/x' },
            { name: 'Signature', value: 's' },
          ],
          postData: { text: 'eyJhIjoxfQ==', encoding: 'base64' },
        },
      },
    ],
  },
};
const RECORD = {
  ...{ method: 'POST', target: '/v1/x', bodyLength: 7, body: '{"a":1}' },
  request: {
    headers: [
      ['Host', 'h'],
      ['X', '*********55'],
      ['Signature', 's'],
    ],
  },
};
const VALUES = {
  method: 'PUT',
  target: 'v1/x',
  headers: { A: ['1', '2'], Signature: 's' },
  body: 'é',
};
const INSTEAD: readonly unknown[] = [
  ...[null, 1, 'x', [], {}, [[]], [{}], { headers: {} }, { method: 'GET', headers: {} }],
  ...[
    { method: 'GET', url: '/', headers: ['A'] },
    { method: 'GET', url: '/', headers: ['A', '1'] },
  ],
  ...[
    { ...VALUES, body: {} },
    { ...VALUES, body: null },
    { ...VALUES, headers: [['A', 1]] },
  ],
  ...[
    { ...VALUES, headers: 'A' },
    { ...RECORD, body: '(removed)' },
    { requests: [RECORD, VALUES] },
  ],
];

test('SIG-15: of captures: is what is read now', () => {
  const read = (text: string) => saidBy(() => readCapture(Buffer.from(text)));
  const given = (text: string) =>
    saidBy(() => readCapture(Buffer.from(text), Buffer.from('{"a":1}')));
  const json = [HAR, RECORD, VALUES].flatMap((one: object) =>
    [one, ...touchedValues(one)].map((each) => JSON.stringify(each)),
  );
  const mark = '\u00ef\u00bb\u00bf';
  const encoded = TEXTS.flatMap((text) => [
    Buffer.from(`${mark}${text}`, 'latin1'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    Buffer.concat([Buffer.from([0xff]), Buffer.from(text)]),
  ]);
  expectRecorded('tables/touched-captures.txt', [
    ...TEXTS.map((text) => answersTo(text, touchedTexts(text), read)),
    ...TEXTS.map((text) => answersTo(text, touchedTexts(text).slice(0, 40), given)),
    ...INSTEAD.map((one) => `${JSON.stringify(one)}: ${read(JSON.stringify(one)).slice(0, 300)}`),
    answersTo('JSON', json, read),
    answersTo('values', [VALUES, ...touchedValues(VALUES)], (one) =>
      saidBy(() => readCapture(one as never)),
    ),
    answersTo('other encodings', encoded, (bytes) => saidBy(() => readCapture(bytes))),
  ]);
});

test('SIG-15: of the largest captures: is what is read now', () => {
  const message = 'GET / HTTP/1.1\nHost: h\n\n';
  const said = (text: string) => saidBy(() => readCapture(Buffer.from(text))).slice(0, 120);
  const lines = (count: number) => message + '\n'.repeat(count - 4);
  const head = (size: number) => `GET /${'x'.repeat(size - 6)} HTTP/1.1\nHost: h\n\n`;
  const command = (size: number) => `curl h ${'x'.repeat(size - 13)} -d ab`;
  expectRecorded('tables/largest-captures.txt', [
    ...[100_000, 100_001].map((count) => `${count}: ${said(lines(count))}`),
    ...[256 * 1024, 256 * 1024 + 1].map((size) => `${size}: ${said(head(size))}`.slice(-60)),
    ...[-1, 0, 1].map((more) => {
      const text = command(1024 * 1024 + more);
      return `${more}: ${saidBy(() => readCapture(Buffer.from(text)).body.toString())}`;
    }),
    ...[16 * 1024 * 1024, 16 * 1024 * 1024 + 1].map(
      (size) => `${size}: ${said(`{"a":1}${' '.repeat(size - 7)}`)}`,
    ),
  ]);
});

test('SIG-15: of what is said of a captured request: is what is said now', async () => {
  const { method, target, headers, body } = requestOf(tpp);
  const pairs = headers.names().map((name) => [name, headers.get(name) ?? ''] as const);
  const values = { method, target, headers: pairs, body };
  const certificate = own.certificateBase64;
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`;
  const without = (name: string) => pairs.filter(([one]) => one !== name);
  const put = (name: string, value: string) =>
    pairs.map(([one, old]) => [one, one === name ? value : old] as const);
  const cut = `${certificate.slice(0, 24)}…abc (999 characters)`;
  const record = (own: readonly (readonly [string, string])[]) =>
    Buffer.from(JSON.stringify({ method, target, headers: own, bodyLength: 0, body: '' }));
  const inputs: Readonly<Record<string, unknown>> = {
    right: values,
    ...Object.fromEntries(
      pairs.map(([name]) => [`no ${name}`, { ...values, headers: without(name) }]),
    ),
    'another body': { ...values, body: '{}' },
    'a person': { ...values, target: '/v1/x?id=13039319955' },
    'a certificate that was cut': { ...values, headers: put('tpp-signature-certificate', cut) },
    'a record of one that was cut': record(put('tpp-signature-certificate', cut)),
    'a record': record(pairs),
    'a Date of another century': {
      ...values,
      headers: put('date', 'Tuesday, 03-Nov-26 09:05:07 GMT'),
    },
    'no Date at all': { ...values, headers: put('date', 'now') },
    'a log': `> ${method} ${target} HTTP/1.1\n${pairs.map(([name, value]) => `> ${name}: ${value}`).join('\n')}\n> `,
  };
  const options = {
    none: {},
    ...{
      certificate: { certificate: pem },
      der: { certificate: Buffer.from(certificate, 'base64') },
    },
    ...{ base64: { certificate }, wrong: { certificate: 'no certificate' }, body: { body: '{}' } },
    ...{ now: { now: 0 }, signed: { signed: 'date: x\n' }, page: { surface: 'page' as const } },
  };
  const lines: string[] = [];
  for (const [title, input] of Object.entries(inputs))
    for (const [option, given] of Object.entries(options)) {
      if (title !== 'right' && !['none', 'certificate', 'body'].includes(option)) continue;
      const said = await explainRequest(input as never, given).then(
        (verdict) => JSON.stringify(verdict),
        thrownText,
      );
      lines.push(
        answersTo(`${title}, ${option}`, [said], (one) => one),
        `  ${said.slice(0, 200)}`,
      );
    }
  expectRecorded('tables/explained-captures.txt', lines);
});
