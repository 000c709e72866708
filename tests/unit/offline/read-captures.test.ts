// What is read in captures of every form, sound, odd and damaged, is what is written in tests/fixtures/tables/captures.txt.
// `npm run examples` records it again.
import { test } from '@jest/globals';
import { readCapture, WAYS } from '../../../server/insight/offline/read-capture.ts';
import { expectRecorded, saidBy, shown } from '../../support/recorded.ts';

const HEAD = 'POST /v1/x?a=1 HTTP/1.1';
const HOST = 'Host: bank.example';
const SIGNED = 'Signature: keyId="x"';
const message = (...lines: readonly string[]) => lines.join('\r\n');
const curl = (rest: string) => `curl ${rest}`;
const URL_ = 'https://bank.example/v1/x?a=1#part';

const MESSAGES = [
  message(HEAD, HOST, '', ''),
  message(HEAD, HOST, 'Content-Length: 2', '', '{}'),
  message(HEAD, HOST, 'Content-Length: 3', '', '{}'),
  message(HEAD, HOST, 'Content-Length: 1', '', '{}'),
  message(HEAD, HOST, 'Content-Length: x', '', '{}'),
  message(HEAD, HOST, 'Transfer-Encoding: chunked', '', '2', '{}', '0', '', ''),
  message(HEAD, HOST, 'Transfer-Encoding: chunked', '', 'z', '{}'),
  message(HEAD, HOST, 'Content-Encoding: gzip', '', '{}'),
  message(HEAD, HOST, '', '{}', 'HTTP/1.1 200 OK', '', '{}'),
  message(HEAD, HOST, '', '{}', '', '### next', 'GET https://bank.example/v1/y', ''),
  message('### first', '# @name a', '// note', `GET ${URL_}`, 'A: 1', '  b=2', ''),
  message(`get ${URL_}`, ''),
  message('GET v1/x HTTP/1.1', HOST, ''),
  message('GET /v1/x HTTP/2', ':authority: bank.example', ''),
  message('GET /v1/x', 'No colon', ''),
  message('GET /v1/x', 'Bad name: 1', ''),
  message('GET /v1/x', ': empty', ''),
  message('GET /v1/x', 'A:1', 'A: 2', 'B:', ' folded', ''),
  message('FETCH /v1/x', ''),
  message('', '', HEAD, HOST, ''),
  message('words', 'of no request'),
  '',
  '\n',
  `GET /${'x'.repeat(262_144)} HTTP/1.1\n\n`,
];
const LOGS = [
  `> ${HEAD}\n> ${HOST}\n> \n< HTTP/1.1 200 OK\n`,
  `* Trying\n> ${HEAD}\n> ${HOST}\n> ${SIGNED}\n> \n} [2 bytes data]\n< HTTP/1.1 401\n> GET /v1/z HTTP/1.1\n> \n`,
  `> GET /v1/a HTTP/1.1\n>\n> GET /v1/b HTTP/1.1\n> ${SIGNED}\n>\n`,
  '> GET /v1/a HTTP/1.1\n',
  '> nothing\n',
];
const COMMANDS = [
  curl(URL_),
  curl(`-X PUT ${URL_} -H 'A: 1' -H "B: \\"2\\"" -d '{}'`),
  curl(`--request DELETE --url ${URL_} --header A:1`),
  curl(`-XPOST ${URL_} -dA=1 -d B=2`),
  curl(`${URL_} --data-raw $'a\\'b\\n\\u00f8\\x41'`),
  curl(`${URL_} --data @file`),
  curl(`${URL_} --data-binary @- -H @headers`),
  curl(`${URL_} --json '{}'`),
  curl(`-G ${URL_} -d a=2`),
  curl(`-I ${URL_}`),
  curl(`-sSkL --compressed ${URL_} -o out -u a:b --cert c.pem`),
  curl(`${URL_} \\\n  -H 'A: 1' \\\r\n  -H 'B: 2'`),
  curl(`${URL_} ^\r\n  -H "A: 1"`),
  curl(`-H 'A: 1' -H 'A;' -H 'Host:' ${URL_}`),
  curl(`"${URL_}`),
  curl(`'${URL_}`),
  curl(`-H 'A: 1'`),
  curl(`${URL_} https://other.example/`),
  curl(`bank.example/v1/x`),
  curl(`-H`),
  curl(`--unknown ${URL_}`),
  curl(`--not-G ${URL_} -d a=2`),
  curl(`-sGk ${URL_} -d a=2`),
  curl(`-0Gd a=2 ${URL_}`),
  `$ ${curl(URL_)} | jq .`,
  `curl.exe ${URL_}`,
];
const JSONS = [
  '{}',
  '[]',
  '{',
  '{"method":"GET"}',
  `{"method":"POST","url":"${URL_}","headers":{"A":"1","B":["2","3"]},"body":"{}"}`,
  `{"method":"POST","target":"/v1/x","headers":[{"name":"A","value":"1"}],"body":{"a":1}}`,
  `{"method":"POST","url":"${URL_}","headers":"A: 1"}`,
  `{"method":1,"url":"${URL_}"}`,
  `{"method":"GET","url":"no url"}`,
  `{"method":"GET","url":"${URL_}","headers":{"A":1}}`,
  `{"request":{"method":"GET","url":"${URL_}","headers":[]}}`,
  `{"log":{"entries":[]}}`,
  `{"log":{"entries":[{"request":{"method":"GET","url":"${URL_}","headers":[{"name":"A","value":"ø"}]}},{"request":{"method":"POST","url":"${URL_}","headers":[{"name":"Signature","value":"x"}],"postData":{"text":"{}"}}}]}}`,
  `[{"method":"GET","url":"${URL_}","headers":{}}]`,
  `{"log":{"entries":[{"request":{}}]}}`,
];

/** What JavaScript's own parser says is another text in another version. */
const read = (text: string, body?: string): string =>
  saidBy(() =>
    readCapture(Buffer.from(text), body === undefined ? body : Buffer.from(body)),
  ).replace(/expected JSON: .*/, 'expected JSON');

test('CLI-04: captures: are what the bank says now', () => {
  const lines = [...MESSAGES, ...LOGS, ...COMMANDS, ...JSONS].flatMap((text) => [
    `# ${JSON.stringify(text).slice(0, 400)}`,
    read(text),
  ]);
  for (const text of [MESSAGES[1], MESSAGES[2], LOGS[1], COMMANDS[1], JSONS[4]])
    lines.push(`with a body: ${read(text ?? '', '{"own":1}')}`);
  // A byte order mark of UTF-16 is two bytes.
  for (const mark of [
    [0xff, 0xfe],
    [0xff, 0x47],
    [0x47, 0xfe],
    [0xfe, 0xff],
  ])
    lines.push(saidBy(() => readCapture(Buffer.from([...mark, ...Buffer.from(`${HEAD}\n\n`)]))));
  lines.push(`16 MB: ${read('x'.repeat(16 * 1024 * 1024 + 1))}`);
  lines.push(`lines: ${read('\n'.repeat(100_001))}`, shown(WAYS));
  expectRecorded('tables/captures.txt', lines);
});
