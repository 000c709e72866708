// Reading a capture: the same bytes from every form, and what is wrong named with its line.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { UnreadableRequest } from '../../../server/insight/offline/captured-request.ts';
import { parseHttpRequest } from '../../../server/insight/offline/parse-http-request.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { testFolder } from '../../support/test-folder.ts';
import { digest } from '../signing/support.ts';
import {
  curlCommand,
  curlLog,
  FORMS,
  harEntry,
  message,
  signedWire,
  type Wire,
  withHeader,
  without,
} from './captures.ts';

const parse = (text: string | Buffer, body?: Buffer) => parseHttpRequest(Buffer.from(text), body);

const refusal = (text: string | Buffer): string => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof UnreadableRequest) return error.message;
    throw error;
  }
  throw new Error('it was read');
};

describe.each(FORMS)('%s', (name, form, write) => {
  test('gives method, target, headers and body as they were sent, UTF-8 byte by byte', async () => {
    const redirect = Buffer.from('https://tpp.example/blåbær').toString('latin1');
    const headers = { 'tpp-redirect-uri': redirect };
    const wire = await signedWire({ body: '{"creditorName":"Acme AS"}', headers });
    const read = parse(write(wire));
    const { method, target, body } = wire;
    expect(read).toMatchObject({ form, method, target, body, bodyKnown: 'wholly' });
    // JSON has characters and no bytes.
    const notes = form === 'HAR' ? [expect.stringContaining('taken as UTF-8')] : [];
    expect(read.notes).toEqual(notes);
    const got = new RawHeaders(read.rawHeaders);
    const shown = (value: string) =>
      name === 'curl --trace-ascii' ? value.replace(/[^ -~]/g, '.') : value;
    for (const [header, value] of without(wire, 'content-length').headers) {
      expect([header, got.all(header.toLowerCase())]).toEqual([header, [shown(value)]]);
    }
  });

  test('gives a request without body', async () => {
    const read = { method: 'GET', target: '/v1/accounts?withBalance=true' };
    const wire = await signedWire({ ...read, body: '' });
    expect(parse(write(wire))).toMatchObject({ ...read, body: wire.body, bodyKnown: 'wholly' });
  });
});

describe('bytes', () => {
  test('a latin1 header and body stay latin1', async () => {
    const wire: Wire = {
      method: 'POST',
      target: '/v1/x',
      headers: [['PSU-ID', 'bl\xe5b\xe6r']],
      body: Buffer.from([0x7b, 0xe5, 0x7d]),
    };
    for (const write of [message, curlLog, curlCommand]) {
      const read = parse(write(wire));
      expect(new RawHeaders(read.rawHeaders).get('psu-id')).toBe('bl\xe5b\xe6r');
      expect([...read.body]).toEqual([0x7b, 0xe5, 0x7d]);
    }
  });

  test('a byte order mark and UTF-16 are read through', async () => {
    const wire = await signedWire();
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), message(wire)]);
    expect(parse(marked).body).toEqual(wire.body);
    const log = curlLog(await signedWire({ method: 'GET', body: '' })).toString();
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(log, 'utf16le')]);
    const read = parse(utf16);
    expect(read.method).toBe('GET');
    expect(read.notes.join()).toContain('UTF-16');
  });

  test('a folded header is joined with a space, and a note says where', () => {
    const read = parse('GET /v1/x HTTP/1.1\r\nSignature: keyId="a",\r\n  \theaders="b"\r\n\r\n');
    expect(new RawHeaders(read.rawHeaders).get('signature')).toBe('keyId="a", headers="b"');
    expect(read.notes).toEqual([expect.stringContaining('Line 3 continues')]);
  });
});

describe('where the body ends', () => {
  const post = (head: string, body: string, given?: string) =>
    parse(
      `POST /v1/x HTTP/1.1\n${head}\n\n${body}`,
      given === undefined ? undefined : Buffer.from(given),
    );
  /** Digest of {} */
  const DIGEST = 'Digest: SHA-256=RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=';

  const lines = `Content-Length: 4\nDigest: ${digest('{\r\n}')}`;
  const chunked = 'Transfer-Encoding: chunked';

  test.each<[head: string, rest: string, body: string, note?: string]>([
    ['Content-Length: 2', '{}', '{}'],
    ['Content-Length: 2', '{}\n', '{}', "an editor's"],
    ['Content-Length: 2', '{}\r\n', '{}', "an editor's"],
    ['Content-Length: 2', '{}\n###\n', '{}', '(5 bytes) was left out'],
    // No length: the Digest tells where it ends.
    [DIGEST, '{}', '{}'],
    [DIGEST, '{}\n', '{}', "taken for an editor's"],
    [DIGEST, '{}\r\n', '{}', "taken for an editor's"],
    [DIGEST, '{ }\n', '{ }\n'],
    [DIGEST, '{}\n\n', '{}\n\n'],
    // Neither.
    ['Accept: */*', '\r\n\n', ''],
    ['Accept: */*', '{}\n', '{}\n'],
    // Line ends that the capture has changed.
    ['Content-Length: 8', '{\n11\n}', '{\r\n11\r\n}', 'was put back'],
    ['Content-Length: 4', '{\r\n\r\n}', '{\n\n}', 'was put back'],
    [lines, '{\r\n}\n', '{\r\n}', "an editor's"],
    [chunked, '1\r\n{\r\n1;x=y\r\n}\r\n0\r\n\r\n', '{}', 'in chunks'],
    [chunked, '3\r\n{}', '3\r\n{}'],
    // That a proxy has joined already.
    [`${chunked}\n${DIGEST}`, '{}', '{}'],
    ['Accept: */*', '\r\nHTTP/1.1 401 Unauthorized\r\n\r\n{}', '', 'a response'],
    ['Accept: */*', 'HTTP/2 401\n\n{}', '', 'a response'],
    [DIGEST, '{}\n\n\nHTTP/1.1 400 Bad Request\n', '{}', 'a response'],
    [DIGEST, '{}\n\n### next\nGET /\n', '{}', 'a line ###'],
    ['Content-Length: 6', '{\n###}', '{\n###}'],
  ])('%j %j', (...row) => {
    const [head, rest, body, note] = row;
    const read = post(head, rest);
    expect([read.body.toString(), read.bodyKnown]).toEqual([body, 'wholly']);
    if (note === undefined) expect(read.notes).toEqual([]);
    else expect(read.notes.join()).toContain(note);
  });

  test.each([
    ['absent', 'Content-Length: 12', ''],
    ['cut', 'Content-Length: 12', '{"a":'],
    ['in chunks that are not there', 'Transfer-Encoding: chunked', ''],
  ])('a body that is %s is not known, and the note asks for it', (_what, head, rest) => {
    const read = post(head, rest);
    expect(read.bodyKnown).toBe('partly');
    expect(read.notes.join()).toContain('--body FILE');
  });

  test('the Digest knows better than a Content-Length that is too large', () => {
    const read = post(`Content-Length: 9\n${DIGEST}`, '{}');
    expect([read.bodyKnown, read.body.toString()]).toEqual(['wholly', '{}']);
  });

  test('a body that is given counts', () => {
    const read = post('Content-Length: 2', '', '{}\n');
    expect([read.bodyKnown, read.body.toString()]).toEqual(['wholly', '{}']);
    const other = post('Accept: */*', '{}', '[]');
    expect(other.body.toString()).toBe('[]');
    expect(other.notes.join()).toContain('not the 2 bytes in the capture');
    const wrong = post('Content-Length: 5', '', '[]');
    expect([wrong.bodyKnown, wrong.body.toString()]).toEqual(['wholly', '[]']);
    expect(wrong.notes.join()).toContain('Content-Length');
  });

  test('HTTP/2 may send a body without saying its length', () => {
    expect(parse(`POST /v1/x HTTP/2\n${DIGEST}\n\n`).bodyKnown).toBe('partly');
    expect(parse(`POST /v1/x HTTP/1.1\n${DIGEST}\n\n`).bodyKnown).toBe('wholly');
  });

  test('curl -v names a body only by its length', async () => {
    const log = curlLog(await signedWire())
      .toString('latin1')
      .replace(/^> \{.*\n/m, '');
    const read = parse(Buffer.from(log, 'latin1'));
    expect(read.bodyKnown).toBe('partly');
    expect(read.body.length).toBe(0);
  });
});

describe('a curl command', () => {
  test.each([
    ['curl https://h/v1/x', 'GET', '/v1/x', ''],
    ['curl h', 'GET', '/', ''],
    ['curl "https://h/v1/x?a=%20b&c#part"', 'GET', '/v1/x?a=%20b&c', ''],
    ['curl --url https://h/v1/x -I', 'HEAD', '/v1/x', ''],
    ['$ curl https://h/v1/x -d {}', 'POST', '/v1/x', '{}'],
    ['curl -sSkXPUT https://h/v1/x -d a -d b', 'PUT', '/v1/x', 'a&b'],
    ["curl https://h/v1/x -G -d a=1 --data 'b=2'", 'GET', '/v1/x?a=1&b=2', ''],
    ["curl https://h/v1/x --json '{}' -o /dev/null -m 5 | jq .", 'POST', '/v1/x', '{}'],
    ['curl https://h/v1/x --data-raw @file', 'POST', '/v1/x', '@file'],
    ['curl.exe https://h/v1/x > out 2>&1', 'GET', '/v1/x', ''],
    ['# what was run\n\ncurl https://h/v1/x', 'GET', '/v1/x', ''],
    ['# curl would be\nroot@host:~# curl https://h/v1/x', 'GET', '/v1/x', ''],
    ['export A=1\nme@host:~/tpp$ curl https://h/v1/x', 'GET', '/v1/x', ''],
    ['$ curl https://h/v1/x \\\n>   -X \\\n> DELETE', 'DELETE', '/v1/x', ''],
    [
      String.raw`curl https://h/v1/x -d $'\u00e5\x41\101\n\'\ud83d\ude00'`,
      'POST',
      '/v1/x',
      "åAA\n'😀",
    ],
    [`curl https://h/v1/x -d 'it'"'"'s'`, 'POST', '/v1/x', "it's"],
    [`curl https://h/v1/x -d "a\\"b\\$c\\\nd"`, 'POST', '/v1/x', 'a"b$cd'],
  ])('%j', (command, method, target, body) => {
    const read = parse(command);
    expect([read.method, read.target, read.body.toString()]).toEqual([method, target, body]);
  });

  test('reads headers as curl does', () => {
    const { rawHeaders } = parse(
      "curl https://u@h:8/v1 -H 'A:1' -H 'B: ' -H 'C;' --header 'D: 2 '",
    );
    expect(rawHeaders).toEqual(['Host', 'h:8', 'A', '1', 'C', '', 'D', '2 ']);
  });

  test.each([
    ['-d @pay.json', '--data @pay.json'],
    ['--data-binary @-', '--data-binary @-'],
    ['-F a=b', '--form a=b'],
    ['-T pay.json', '--upload-file pay.json'],
  ])('%s: the body is elsewhere, and the note says where', (option, named) => {
    const read = parse(`curl https://h/v1 ${option}`);
    expect(read.bodyKnown).toBe('partly');
    expect(read.notes.join()).toContain(named);
  });

  test('a file that was given goes through -d as through curl', () => {
    const body = Buffer.from('{\r\n"a":1\n}\n');
    expect(parse('curl https://h/v1 -d @f', body).body.toString()).toBe('{"a":1}');
    expect(parse('curl https://h/v1 -d @f', body).notes.join()).toContain('line breaks');
    expect(parse('curl https://h/v1 --data-binary @f', body).body).toEqual(body);
  });
});

describe('what cannot be read', () => {
  test.each([
    ['', 'expected a request line such as "GET /v1/accounts HTTP/1.1"'],
    ['\n\n', 'found nothing'],
    ['hello', 'line 1: expected a request line'],
    ['\nDate: now\n', 'line 2: expected a request line'],
    ['HTTP/1.1 400 Bad Request\n\n', 'line 1: expected a request; found a response'],
    [
      'GET /v1/x HTTP/1.1\nDate: now\nno colon here\n\n',
      'line 3: expected a header, "Name: value"',
    ],
    ['GET /v1/x HTTP/1.1\n folded\n\n', 'line 2: expected a header'],
    [':path: /v1/x\n\n', 'line 1: expected the pseudo header :method'],
    ['*\n> GET /v1/x HTTP/1.1\n* x\n> nothing\n>\n', 'line 4: expected a header'],
    ['{"a":', 'expected JSON'],
    ['{"a":1}', 'expected a HAR file or entry'],
    ['{"log":{"entries":[]}}', 'expected a HAR file or entry'],
    ['{"request":{"headers":{}}}', 'a method and a url'],
    ['{"method":"GET","url":"/x","headers":{"Date":1}}', 'expected headers as'],
    ['{"method":"GET","url":"/x","headers":"Date: x"}', 'expected headers as'],
    ['curl', 'line 1: expected a request line'],
    ['curl -X GET', 'line 1: expected one URL in the curl command; found none'],
    ['curl https://a https://b', 'found "https://a" and "https://b"'],
    ["curl https://a \\\n -H 'Date: x", "line 2: ' opens a quote"],
    ['curl https://a \\\n -H "Date: $date"', 'line 2: $date is filled in by the shell'],
    ['curl https://a -H "Date: $(date)"', 'line 1: $( is filled in by the shell'],
    ['curl $url', 'line 1: $url is filled in by the shell'],
    ['curl https://a ^\n -H x', 'for bash'],
    ['curl https://a -H @headers.txt', '@headers.txt'],
    [
      '=> Send header, 4 bytes (0x4)\n0000: GET / HTTP/1.1\n',
      'line 2: expected a row of curl --trace',
    ],
  ])('%j', (text, expected) => {
    expect(refusal(text)).toContain(expected);
  });
});

describe('a log with several requests', () => {
  test('the first that carries a Signature is read, and a note says so', async () => {
    const plain = Buffer.from('> GET /token HTTP/1.1\r\n> Host: h\r\n> \r\n< HTTP/1.1 200 OK\r\n');
    const wire = await signedWire();
    const read = parse(Buffer.concat([plain, curlLog(wire), plain]));
    expect(read.target).toBe(wire.target);
    expect(read.notes.join()).toContain('3 requests in the capture; this is number 2');
    expect(parse(Buffer.concat([plain, plain])).notes.join()).toContain('none carries a Signature');
  });
});

describe('JSON', () => {
  const wire: Wire = {
    method: 'GET',
    target: '/v1/x?a',
    headers: [['Date', 'now']],
    body: Buffer.alloc(0),
  };

  test.each([
    ['headers by name', { Date: 'now' }],
    ['headers with lists', { Date: ['now'] }],
    ['pairs', [['Date', 'now']]],
    ["Node's rawHeaders", ['Date', 'now']],
    [
      'name and value',
      [
        { name: ':path', value: '/' },
        { name: 'Date', value: 'now' },
      ],
    ],
  ])('%s', (_what, headers) => {
    const { method, target } = wire;
    expect(parse(JSON.stringify({ method, target, headers })).rawHeaders).toEqual(['Date', 'now']);
  });

  test('a HAR body in base64, and one that the HAR leaves out', () => {
    const entry = JSON.parse(harEntry(withHeader(wire, 'Date', 'x')).toString());
    entry.request.postData = { text: '/w==', encoding: 'base64' };
    expect([...parse(JSON.stringify(entry)).body]).toEqual([0xff]);
    entry.request.headers.push({
      name: 'Digest',
      value: 'SHA-256=RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=',
    });
    entry.request.postData = { params: [] };
    expect(parse(JSON.stringify(entry)).bodyKnown).toBe('partly');
  });
});

const curl = spawnSync('curl', ['--version']).error === undefined ? test : test.skip;

const folder = testFolder();

describe('what curl really prints', () => {
  curl.each([
    ['-v', 'curl log', 'partly'],
    ['--trace', 'curl trace', 'wholly'],
    ['--trace-ascii', 'curl trace', 'partly'],
  ])('%s', async (option, form, bodyKnown) => {
    const seen: string[][] = [];
    const server = createServer((request, response) => {
      seen.push(request.rawHeaders);
      request.resume().on('end', () => response.end('{"x":1}'));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const body = '{\n "creditorName": "Blåbær"\n}\n';
    writeFileSync(join(folder, 'body'), body);
    const long = `Signature: ${'keyId="x",'.repeat(20)}`;
    const digest = 'Digest: SHA-256=RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=';
    const url = `http://127.0.0.1:${port}/v1/x?a=b`;
    const args = ['-sS', '-H', long, '-H', digest, '--data-binary', '@body', url];
    const log = option === '-v' ? ['-v', '--stderr', 'log'] : [option, 'log'];
    await promisify(execFile)('curl', [...args, ...log, '-o', 'out'], { cwd: folder });
    server.close();
    const read = parse(readFileSync(join(folder, 'log')));
    expect([read.form, read.method, read.target]).toEqual([form, 'POST', '/v1/x?a=b']);
    expect(read.rawHeaders).toEqual(seen[0]);
    expect(read.bodyKnown).toBe(bodyKnown);
    if (bodyKnown === 'wholly') expect(read.body.toString()).toBe(body);
  });
});
