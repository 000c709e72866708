// Reading a capture: the same bytes from every form, and what is wrong named with its line.
import { describe, expect, test } from '@jest/globals';
import { readCapture } from '../../../server/insight/offline/read-capture.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { digest } from '../signing/support.ts';
import { curlCommand, curlLog, FORMS, message, signedWire } from './captures.ts';

const parse = (text: string | Buffer, body?: string | Buffer) =>
  readCapture(Buffer.from(text as Buffer), body === undefined ? body : Buffer.from(body as Buffer));

const DIGEST = `Digest: ${digest('{}')}`;

describe.each(FORMS)('%s', (_name, form, write) => {
  test('gives method, target, headers and body as they were sent, UTF-8 byte by byte', async () => {
    const redirect = Buffer.from('https://tpp.example/blåbær').toString('latin1');
    const headers = { 'tpp-redirect-uri': redirect };
    const wire = await signedWire({ body: '{"creditorName":"Acme AS"}', headers });
    const { method, target, body } = wire;
    const read = parse(write(wire), form === 'curl log' ? body : undefined);
    expect(read).toMatchObject({ form, method, target, body, doubt: undefined, notes: [] });
    const got = new RawHeaders(read.rawHeaders);
    for (const [header, value] of wire.headers.filter(([each]) => each !== 'content-length')) {
      expect([header, got.all(header.toLowerCase())]).toEqual([header, [value]]);
    }
  });

  test('gives a request without body', async () => {
    const read = { method: 'GET', target: '/v1/accounts?withBalance=true' };
    const wire = await signedWire({ ...read, body: '' });
    expect(parse(write(wire))).toMatchObject({ ...read, body: wire.body, doubt: undefined });
  });
});

test('bytes: latin1 stays latin1, and UTF-16 and a byte order mark are read through', () => {
  const [value, body] = ['bl\xe5b\xe6r', Buffer.from('{\xe5}', 'latin1')];
  const wire = { method: 'POST', target: '/v1/x', headers: [['PSU-ID', value]] as const, body };
  for (const write of [message, curlCommand]) {
    const read = parse(write(wire));
    expect(read.rawHeaders.slice(-2)).toEqual(['PSU-ID', value]);
    expect(read.body).toEqual(body);
  }
  const log = `> GET /v1/x HTTP/1.1\r\n> \r\n`;
  for (const capture of [Buffer.from(`\ufeff${log}`, 'utf16le'), `\ufeff${log}`]) {
    expect(parse(capture)).toMatchObject({ target: '/v1/x', notes: [] });
  }
});

const chunked = 'Transfer-Encoding: chunked';
const response = 'HTTP/1.1 401 Unauthorized';

test.each([
  ['Content-Length: 2', '{}', '{}'],
  ['Content-Length: 2', '{}\r\n', '{}'],
  ['Content-Length: 2', '{}\n###\n', '{}'],
  // No length: the Digest tells where it ends.
  [DIGEST, '{}', '{}'],
  [DIGEST, '{}\n', '{}'],
  [DIGEST, '{}\n\n', '{}'],
  [`Digest: ${digest('{}\n')}`, '{}\n', '{}\n'],
  [DIGEST, '{ }\n', '{ }\n'],
  ['Accept: */*', '\r\n\n', ''],
  // Line ends that the capture has changed.
  ['Content-Length: 8', '{\n11\n}', '{\r\n11\r\n}'],
  ['Content-Length: 4', '{\r\n\r\n}', '{\n\n}'],
  [`Content-Length: 4\nDigest: ${digest('{\r\n}')}`, '{\r\n}\n', '{\r\n}'],
  // A Content-Length that is too large: the Digest knows better.
  [`Content-Length: 9\n${DIGEST}`, '{}', '{}'],
  // That a proxy has joined already.
  [`${chunked}\n${DIGEST}`, '{}', '{}'],
  ['Accept: */*', `\r\n${response}\r\n\r\n{}`, ''],
  [DIGEST, `{}\n\n\n${response}\n`, '{}'],
  [DIGEST, '{}\n\n### next\nGET /\n', '{}'],
  ['Content-Length: 6', '{\n###}', '{\n###}'],
])('where the body ends: %j %j', (head, rest, body) => {
  const read = parse(`POST /v1/x HTTP/1.1\n${head}\n\n${rest}`);
  expect([read.body.toString(), read.doubt]).toEqual([body, undefined]);
  const note = expect.stringContaining(`${body.length} bytes were taken for the body`);
  expect(read.notes).toEqual(body === rest || body === '' ? [] : [note]);
});

test.each([
  ['POST /v1/x HTTP/1.1\nContent-Length: 12\n\n', 'but the body here has 0'],
  ['POST /v1/x HTTP/1.1\nContent-Length: 12\n\n{"a":', 'but the body here has 5'],
  [`POST /v1/x HTTP/1.1\n${chunked}\n\n`, 'shows no body'],
  [`POST /v1/x HTTP/1.1\n${chunked}\n\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`, 'is in chunks'],
  // Over HTTP/2 a body needs no length.
  [`POST /v1/x HTTP/2\n${DIGEST}\n\n`, 'shows no body'],
  [`{"method":"POST","url":"/v1/x","headers":{"Digest":"x"},"postData":{}}`, 'shows no body'],
  ['curl https://h/v1 -d @pay.json', '-d @pay.json'],
  ['curl https://h/v1 --data-binary @-', '--data-binary @-'],
  ['curl https://h/v1 -F a=b', '-F a=b'],
  ['curl https://h/v1 -T pay.json', '-T pay.json'],
])(
  'where the body ends: %j: the body is not known, and the note says why and asks for it',
  (text, why) => {
    const { doubt, notes } = parse(text);
    expect(doubt).toContain(why);
    expect(notes.join()).toMatch(
      /, so the Digest was not judged; give the body with --body FILE\.$/,
    );
  },
);

test('where the body ends: a body over HTTP/2 is known if it is there', () => {
  expect(parse(`POST /v1/x HTTP/2\n${DIGEST}\n\n[]`).doubt).toBeUndefined();
});

test.each([
  ['Content-Length: 2\n\n', '{}\n', '{}', 'editors change line ends'],
  ['Accept: */*\n\n{}', '[]', '[]', ''],
  ['Content-Length: 5\n\n', '[]', '[]', 'but the body here has 2.'],
])('where the body ends: a body that is given counts: %j %j', (head, given, body, note) => {
  const read = parse(`POST /v1/x HTTP/1.1\n${head}`, given);
  expect([read.doubt, read.body.toString()]).toEqual([undefined, body]);
  expect(read.notes.join()).toContain(note);
});

test('where the body ends: a file that is given goes through -d as through curl', () => {
  const file = '{\r\n"a":1\n}\n';
  for (const option of ['-d', '--data', '--data-ascii']) {
    expect(parse(`curl https://h/v1 ${option} @f`, file).body.toString()).toBe('{"a":1}');
  }
  for (const option of ['--data-binary', '--json', '-T', '--upload-file']) {
    expect(parse(`curl https://h/v1 ${option} @f`, file).body.toString()).toBe(file);
  }
});

test.each([
  ['curl https://h/v1/x', 'GET', '/v1/x', ''],
  ['curl h', 'GET', '/', ''],
  ['curl "https://h/v1/x?a=%20b&c#part"', 'GET', '/v1/x?a=%20b&c', ''],
  ['curl --url https://h/v1/x', 'GET', '/v1/x', ''],
  ['curl --request PATCH h', 'PATCH', '/', ''],
  ['curl h --get -d a', 'GET', '/?a', ''],
  ['curl h -T file', 'PUT', '/', ''],
  ['curl h --upload-file file', 'PUT', '/', ''],
  // Options that are called almost so.
  ['curl h --requests --geto --uploads -d a', 'POST', '/', 'a'],
  ['$ curl https://h/v1/x -d {}', 'POST', '/v1/x', '{}'],
  ['curl -sSkXPUT https://h/v1/x -d a -d b', 'PUT', '/v1/x', 'a&b'],
  ["curl https://h/v1/x -G -d a=1 --data 'b=2'", 'GET', '/v1/x?a=1&b=2', ''],
  ["curl 'https://h/v1/x#top' -G -d a=1", 'GET', '/v1/x?a=1', ''],
  ["curl https://h/v1/x --json '{}' -o /dev/null -m 5 | jq .", 'POST', '/v1/x', '{}'],
  ['curl https://h/v1/x --data-raw @file', 'POST', '/v1/x', '@file'],
  ['curl.exe https://h/v1/x > out 2>&1', 'GET', '/v1/x', ''],
  ['# what was run\n\ncurl https://h/v1/x # so', 'GET', '/v1/x', ''],
  ['# curl would be\nroot@host:~# curl https://h/v1/x', 'GET', '/v1/x', ''],
  ['export A=1\nme@host:~/tpp$ curl https://h/v1/x', 'GET', '/v1/x', ''],
  ['$ curl https://h/v1/x \\\n>   -X \\\n> DELETE', 'DELETE', '/v1/x', ''],
  [String.raw`curl h -d $'\u00e5\x41A\n\'\ud83d\ude00'`, 'POST', '/', "åAA\n'😀"],
  // No start of a message without its HTTP.
  ['see https://docs.example/x\ncurl https://h/v1/x', 'GET', '/v1/x', ''],
  // An option that is not known has no value.
  ['curl --headerless https://h/v1/x', 'GET', '/v1/x', ''],
  [`curl h -d 'it'"'"'s'`, 'POST', '/', "it's"],
  [`curl h -d "a\\"b\\$c\\\nd"`, 'POST', '/', 'a"b$cd'],
])('curl sends it: %j', (command, method, target, body) => {
  const read = parse(command);
  expect([read.method, read.target, read.body.toString()]).toEqual([method, target, body]);
});

test('curl reads headers so', () => {
  const { rawHeaders } = parse(
    "curl https://u@h:8/ -H 'A:1' -H 'B: ' -H 'C;' -H 'E : 3' --header 'D: 2 '",
  );
  expect(rawHeaders).toEqual(['Host', 'h:8', 'A', '1', 'C', '', 'E', '3', 'D', '2 ']);
});

test.each([
  ['', 'expected a request line such as "GET /v1/accounts HTTP/1.1"'],
  ['\n\n', 'found nothing'],
  ['\nDate: now\nand so on', 'line 2: expected a request line'],
  ['HTTP/1.1 400 Bad Request\n\n', 'line 1: expected a request line'],
  ['GET /v1/x HTTP/1.1\nDate: now\nno colon\n\n', 'line 3: expected a header in one line'],
  ['GET /v1/x HTTP/1.1\nA: b\n folded\n\n', 'line 3: expected a header in one line'],
  ['*\n> GET /v1/x HTTP/1.1\n* x\n> nothing\n>\n', 'line 4: expected a header'],
  ['{"a":', 'expected JSON'],
  ['{"a":1}', 'expected a HAR file or entry'],
  ['{"log":{"entries":[]}}', 'expected a HAR file or entry'],
  ['{"request":{"headers":{}}}', 'expected a method and a url'],
  ['{"method":"GET","headers":{}}', 'expected a method and a url'],
  ['{"method":"GET","url":"/x","headers":{"Date":1}}', 'expected headers as'],
  ['{"method":"POST","url":"/x","headers":{},"body":{"a":1}}', 'expected the body as text'],
  ['{"method":"GET","url":"/x","headers":"Date: x"}', 'expected headers as'],
  ['curl -X GET', 'line 1: expected a URL in the curl command'],
  ["curl https://a \\\n -H 'Date: x", 'line 2: expected a curl command for bash'],
  ['curl https://a \\\n -H "Date: $date"', 'found ""Date: $date""'],
  ['curl https://a -H "Date: $(date)"', 'with values for its variables'],
  ['curl $url', 'line 1: expected a curl command for bash'],
  ['curl https://a ^\n -H x', 'found "^\\n -H x"'],
  ['curl ^"https://a^"', 'line 1: expected a curl command for bash'],
  ['curl https://a -H @headers.txt', 'found "@headers.txt"'],
  // What looks like a header behind it makes it none.
  ['curl https://a -H "@C:/headers.txt"', 'found "@C:/headers.txt"'],
  ['curl https://a -H ":authority: a"', 'found ":authority: a"'],
  ['curl https://a -H ";Date: a"', 'found ";Date: a"'],
])('%j cannot be read', (text, expected) => {
  expect(() => parse(text)).toThrow(
    expect.objectContaining({
      name: 'UnreadableRequest',
      message: expect.stringContaining(expected),
    }),
  );
});

test('a target with headers of 256 KiB is read, and none that is longer', () => {
  const target = `/${'a'.repeat(256 * 1024 - 1)}`;
  expect(parse(`GET ${target} HTTP/1.1\n\n`)).toMatchObject({ target });
  expect(() => parse(`GET ${target}a HTTP/1.1\n\n`)).toThrow(/are longer than any$/);
});

test('of several requests the first that carries a Signature is read, and a note says so', async () => {
  const plain = Buffer.from('> GET /token HTTP/1.1\r\n> Host: h\r\n> \r\n< HTTP/1.1 200 OK\r\n');
  const wire = await signedWire();
  const read = parse(Buffer.concat([plain, curlLog(wire), plain]));
  expect(read.target).toBe(wire.target);
  expect(read.notes.join()).toContain('3 requests in the capture; this is number 2.');
  expect(parse(Buffer.concat([plain, plain])).notes.join()).toContain('this is number 1.');
});

test.each([
  [{ Date: 'now' }],
  [{ Date: ['now'] }],
  [[['Date', 'now']]],
  [['Date', 'now']],
  [
    [
      { name: ':path', value: '/' },
      { name: 'Date', value: 'now' },
    ],
  ],
])('JSON: headers %j', (headers) => {
  const { rawHeaders } = parse(JSON.stringify({ method: 'GET', target: '/v1/x', headers }));
  expect(rawHeaders).toEqual(['Date', 'now']);
});

test('what begins with a message is one, whatever commands follow', () => {
  expect(parse('GET /v1/x HTTP/1.1\n\n\n$ curl https://h/v1/y')).toMatchObject({
    ...{ form: 'HTTP message', target: '/v1/x' },
  });
});

test('JSON: only a record of the inspector hides what it says it hides', () => {
  const headers = { 'X-Note': '(removed)' };
  const { doubt } = parse(JSON.stringify({ method: 'GET', url: '/v1/x', headers }));
  expect(doubt).toBeUndefined();
});

test('JSON: a HAR body in base64', () => {
  const postData = { text: '/w==', encoding: 'base64' };
  const { body } = parse(JSON.stringify({ method: 'PUT', url: '/', headers: [], postData }));
  expect([...body]).toEqual([0xff]);
});
