// What clients of today do: other standards under this API's header, forms in transit, bodies that a machine changed,
// placeholders and swaps. Bodies are compressed by the programs that are named: Node, PHP, Python and Java.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { httpbis } from 'http-message-signatures';
import { FlattenedSign, importPKCS8 } from 'jose';
import { KEY_ID, kit, run } from './client.mjs';

const pem = kit('own.key');
const hashOf = (bytes) => `SHA-256=${createHash('sha256').update(bytes).digest('base64')}`;
const pipe = (command, args, input) => execFileSync(command, args, { input });
const digest = (change) => ({ digest: (text, object) => hashOf(change(text, object)) });
const stack = (name) => ({ stack: name });
const keys = (change) => (_text, object) => {
  const renamed = (value) =>
    value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), renamed(one)]))
      : value;
  return JSON.stringify(renamed(object));
};
const java = join(mkdtempSync(join(tmpdir(), 'gzip-')), 'Gzip.java');
writeFileSync(
  java,
  `public class Gzip { public static void main(String[] a) throws Exception {
  var out = new java.util.zip.GZIPOutputStream(System.out); System.in.transferTo(out); out.finish(); out.flush(); } }`,
);

const send = ({ url, method, headers, body }) => fetch(url, { method, headers, body });
const lineOf = (plain, name) => plain.split('\n').find((line) => line.startsWith(`${name}: `));
const sentOf = (plain, name) => lineOf(plain, name)?.slice(name.length + 2);
const swapped = (a, b) => (plain) =>
  plain
    .split('\n')
    .map((line) => {
      if (line === lineOf(plain, a)) return `${a}: ${sentOf(plain, b)}`;
      return line === lineOf(plain, b) ? `${b}: ${sentOf(plain, a)}` : line;
    })
    .join('\n');
/** What jose signs: its signature is deterministic, so that the input can be told from the parts. */
const jose = async (head, text) => {
  const key = await importPKCS8(pem, 'RS256');
  const { signature, protected: first } = await new FlattenedSign(Buffer.from(text))
    .setProtectedHeader(head)
    .sign(key);
  return { input: `${first}.${Buffer.from(text).toString('base64url')}`, signature };
};
const joseRows = [];
for (const head of [{ alg: 'RS256' }, { alg: 'RS256', typ: 'JWT' }]) joseRows.push(head);
const base9421 =
  (params) =>
  (_plain, { get }) => {
    const fields = FIELDS.filter((name) => get(name) !== undefined);
    const request = { method: 'GET', url: 'http://127.0.0.1:8080/', headers: {} };
    for (const name of fields) request.headers[name] = get(name);
    const parts = httpbis.createSignatureBase({ fields }, request);
    parts.push([
      '"@signature-params"',
      [`(${fields.map((one) => `"${one}"`).join(' ')})${params(get)}`],
    ]);
    return httpbis.formatSignatureBase(parts);
  };
const seconds = (get) => Date.parse(get('date')) / 1000;
const FIELDS = ['date', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];
const invisible = (char, at) => KEY_ID.own.slice(0, at) + char + KEY_ID.own.slice(at);
const inBytes = (text) => Buffer.from(text).toString('latin1');

let path;
await run(
  [
    [
      'gzip-node',
      'gzipSync(body) is hashed, and a proxy unpacks it',
      ['body-compressed'],
      'body',
      digest(gzipSync),
      stack('node:zlib'),
    ],
    [
      'gzip-php',
      'gzencode($body) is hashed',
      ['body-compressed'],
      'body letters',
      digest((text) => pipe('php', ['-r', 'echo gzencode(stream_get_contents(STDIN));'], text)),
      stack('PHP'),
    ],
    [
      'gzip-python',
      'gzip.compress(body, mtime=0)',
      ['body-compressed'],
      'body',
      digest((text) =>
        pipe(
          'python3',
          [
            '-c',
            'import gzip,sys; sys.stdout.buffer.write(gzip.compress(sys.stdin.buffer.read(), mtime=0))',
          ],
          text,
        ),
      ),
      stack('Python'),
    ],
    [
      'gzip-java',
      'GZIPOutputStream',
      ['body-compressed'],
      'body letters',
      digest((text) => pipe('java', [java], text)),
      stack('Java'),
    ],
    [
      'deflate-python',
      'zlib.compress(body)',
      ['body-compressed'],
      'body',
      digest((text) =>
        pipe(
          'python3',
          [
            '-c',
            'import zlib,sys; sys.stdout.buffer.write(zlib.compress(sys.stdin.buffer.read()))',
          ],
          text,
        ),
      ),
      stack('Python'),
    ],
    [
      'deflate-node',
      'deflateSync(body)',
      ['body-compressed'],
      'body letters',
      digest(deflateSync),
      stack('node:zlib'),
    ],
    [
      'brotli-node',
      'brotliCompressSync(body)',
      ['body-compressed'],
      'body',
      digest(brotliCompressSync),
      stack('node:zlib'),
    ],
    [
      'chunked',
      'A raw socket: the framing is hashed with the body',
      ['body-chunked'],
      'body',
      digest((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`),
      stack('Node'),
    ],
    [
      'cut-hash',
      'buffer.subarray(0, text.length): the end is not hashed',
      ['body-cut'],
      'body letters',
      digest((text) => Buffer.from(text).subarray(0, text.length)),
      stack('Node'),
    ],
    [
      'cut-body',
      'Content-Length: text.length, so the end is cut off',
      ['body-cut'],
      'body letters',
      { sent: (body) => Buffer.from(body).subarray(0, body.length) },
      stack('Node'),
    ],
    [
      'pascal',
      'A naming policy: keys in PascalCase are hashed',
      ['body-keys-renamed'],
      'body',
      digest(keys((key) => key.replace(/^./, (one) => one.toUpperCase()))),
      stack('Node'),
    ],
    [
      'snake',
      'A naming policy: keys in snake_case are hashed',
      ['body-keys-renamed'],
      'body letters',
      digest(keys((key) => key.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`))),
      stack('Node'),
    ],
    [
      'psu-variable',
      'The template has {psu-id} when it is signed',
      ['variable-unresolved'],
      'psu',
      { text: (plain) => plain.replace(sentOf(plain, 'psu-id'), '{psu-id}') },
      stack('Node'),
    ],
    [
      'percent-variable',
      '%PSU_ID% of a batch file is signed',
      ['variable-unresolved'],
      'psu',
      { text: (plain) => plain.replace(sentOf(plain, 'psu-id'), '%PSU_ID%') },
      stack('cmd'),
    ],
    [
      'undefined',
      'The string is made before the header is set',
      ['header-empty'],
      'psu',
      { text: (plain) => plain.replace(sentOf(plain, 'psu-id'), 'undefined') },
      stack('Node'),
    ],
    [
      'swapped-ids',
      'The arguments psuId and requestId are swapped',
      ['values-swapped'],
      'psu',
      { text: swapped('x-request-id', 'psu-id') },
      stack('Node'),
    ],
    [
      'swapped-date',
      'The arguments date and requestId are swapped',
      ['values-swapped'],
      'get',
      { text: swapped('x-request-id', 'date') },
      stack('Node'),
    ],
    [
      'names',
      'headers.join(" ") is signed instead of the lines',
      ['names-signed'],
      'get',
      {
        text: (plain) =>
          plain
            .split('\n')
            .map((line) => line.split(':')[0])
            .join(' '),
      },
      stack('Node'),
    ],
    [
      'percent-newline',
      'encodeURIComponent of a value with its newline',
      ['value-trailing-newline'],
      'psu',
      { text: (plain) => plain.replace(sentOf(plain, 'psu-id'), '$&%0A') },
      stack('Node'),
    ],
    [
      'signed-mark',
      'A copied PSU-ID begins with U+200E, which the HTTP library takes away',
      ['invisible-character'],
      'psu',
      { text: (plain) => plain.replace(sentOf(plain, 'psu-id'), '\u200e$&') },
      stack('Node'),
    ],
    [
      'key-id-mark',
      'The serial number copied from the Windows dialog begins with U+200E',
      ['invisible-character'],
      'get',
      { keyId: inBytes(invisible('\u200e', 3)) },
      stack('Windows'),
    ],
    [
      'key-id-space',
      'The issuer copied from a PDF has a no-break space',
      ['invisible-character'],
      'get',
      { keyId: inBytes(invisible('\u00a0', KEY_ID.own.indexOf('Trust') - 1)) },
      stack('PDF'),
    ],
    [
      'pseudo',
      ':method and :path of node:http2 in the string',
      ['pseudo-headers'],
      'get',
      {
        headers: (context) => {
          path = context.path;
          return {};
        },
        text: (plain) => `:method: GET\n:path: ${path}\n${plain}`,
      },
      stack('node:http2'),
    ],
    [
      'rfc9421-created',
      'httpbis.formatSignatureBase of the listed headers, with created',
      ['http-message-signatures'],
      'get',
      { text: base9421((get) => `;created=${seconds(get)}`) },
      stack('http-message-signatures'),
    ],
    [
      'rfc9421-keyid',
      'The same with created and keyid',
      ['http-message-signatures'],
      'get',
      { text: base9421((get) => `;created=${seconds(get)};keyid="${KEY_ID.own}"`) },
      stack('http-message-signatures'),
    ],
    [
      'rfc9421-plain',
      'The same without parameters',
      ['http-message-signatures'],
      'get',
      { text: base9421(() => '') },
      stack('http-message-signatures'),
    ],
  ],
  send,
);

for (const [at, head] of joseRows.entries()) {
  const plainOf = {};
  await run(
    [
      [
        `jose-${at}`,
        `FlattenedSign with ${JSON.stringify(head)}: its signature, in base64`,
        ['jws'],
        'get',
        {
          text: (plain) => {
            const first = Buffer.from(JSON.stringify(head)).toString('base64url');
            plainOf.text = plain;
            return `${first}.${Buffer.from(plain).toString('base64url')}`;
          },
          send: async (request) => {
            // jose's own signature is sent, which is that of the same input.
            const { signature } = await jose(head, plainOf.text);
            const base64 = Buffer.from(signature, 'base64url').toString('base64');
            request.headers.Signature = request.headers.Signature.replace(
              /signature="[^"]*"/,
              `signature="${base64}"`,
            );
            await send(request);
          },
        },
        stack('jose'),
      ],
    ],
    send,
  );
}
