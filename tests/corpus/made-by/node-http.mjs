// Node's own http.request and node:crypto, as in a signer that a team writes from the bank's manual.
import {
  constants,
  createHash,
  createHmac,
  createSign,
  privateEncrypt,
  sign,
  X509Certificate,
} from 'node:crypto';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { KEY_ID, kit, rsa, run, sha256 } from './client.mjs';

const send = ({ url, method, headers, body }) =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (answer) =>
      answer.resume().on('end', resolve),
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });

const key = kit('own.key');
const x509 = new X509Certificate(kit('own.pem'));
const letters = new X509Certificate(kit('letters.pem'));
const withTarget = (get) => [
  '(request-target)',
  'date',
  ...['digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'].filter(
    (name) => get(name) !== undefined,
  ),
];
const all = (get) =>
  ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'].filter(
    (name) => get(name) !== undefined,
  );
const target = (write) => ({
  names: withTarget,
  value: (name, _, context) => (name === '(request-target)' ? write(context) : undefined),
});
const pretty = (object) => JSON.stringify(object, null, 2);
const titled = (name) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

await run(
  [
    [
      'join-comma',
      'The lines are an array that is put into a template literal, so JavaScript joins them with commas',
      ['joined-with-comma'],
      '',
      { join: (lines) => `${lines}` },
    ],
    [
      'template-literal',
      'The string is a multi-line template literal, and its second and later lines carry the indentation of the source',
      ['lines-indented'],
      'psu',
      { join: (lines) => lines.join('\n      ') },
    ],
    [
      'template-framed',
      'The template literal begins after its first backtick with a line end and ends with one',
      ['leading-newline', 'trailing-newline'],
      'get',
      { join: (lines) => `\n${lines.join('\n')}\n` },
    ],
    [
      'escaped-newline',
      "The separator was written as '\\\\n' in a configuration file, so a backslash and an n stand between the lines",
      ['joined-with-escaped-newline'],
      'body',
      { join: (lines) => lines.join('\\n') },
    ],
    [
      'each-line-ended',
      'Each line is ended with a line feed, the last one too',
      ['trailing-newline'],
      'delete',
      { join: (lines) => lines.map((line) => `${line}\n`).join('') },
      { source: 'https://github.com/TritonDataCenter/node-http-signature/issues/82' },
    ],
    [
      'os-eol',
      'os.EOL joins the lines on a Windows machine',
      ['crlf'],
      'body',
      { join: (lines) => lines.join('\r\n') },
      { source: 'https://github.com/arkerone/api-key-auth/issues/2' },
    ],
    [
      'names-as-sent',
      'The names are taken from Object.entries(headers), capitals and all',
      ['names-in-capitals'],
      'psu get',
      { line: (name, value) => `${titled(name)}: ${value}` },
    ],
    [
      'no-space',
      'The manual was read as name:value',
      ['no-space-after-colon'],
      'body',
      { line: (name, value) => `${name}:${value}` },
    ],
    [
      'json-of-headers',
      'JSON.stringify of an object with the headers is signed',
      [],
      'get',
      {
        join: (lines) =>
          JSON.stringify(Object.fromEntries(lines.map((line) => line.split(/: (.*)/s)))),
      },
      { cause: 'a JSON object of the headers is signed instead of lines', says: ['JSON'] },
    ],
    [
      'digest-hex',
      "digest('hex') instead of digest('base64') for the Digest header",
      ['digest-hex'],
      'body',
      { digest: (text) => `SHA-256=${createHash('sha256').update(text).digest('hex')}` },
    ],
    [
      'digest-no-name',
      'The Digest header is the bare base64',
      ['SIG-12 | digest-without-algorithm'],
      'body',
      { digest: (text) => sha256(text) },
    ],
    [
      'digest-sha256-name',
      'The algorithm is written SHA256=, without its hyphen',
      ['SIG-12 | digest-algorithm-name'],
      'body',
      { digest: (text) => `SHA256=${sha256(text)}` },
    ],
    [
      'digest-pretty',
      'The digest is made of the minified JSON, the pretty-printed one is sent',
      ['body-minified'],
      'body letters',
      { sent: (_, object) => pretty(object) },
    ],
    [
      'digest-twice-stringified',
      'The body is stringified twice before it is hashed',
      [],
      'body',
      { digest: (text) => `SHA-256=${sha256(JSON.stringify(text))}` },
      { cause: 'the digest is of the JSON text as a JSON string', says: ['string|twice|quot'] },
    ],
    [
      'digest-binary',
      "update(body, 'binary') hashes the body in ISO-8859-1",
      ['body-latin1'],
      'body letters',
      { digest: (text) => `SHA-256=${sha256(Buffer.from(text, 'latin1'))}` },
    ],
    [
      'digest-base64url',
      'The digest is in base64url',
      ['digest-base64url'],
      'body',
      { digest: (text) => `SHA-256=${createHash('sha256').update(text).digest('base64url')}` },
    ],
    [
      'digest-hex-then-base64',
      'The hexadecimal text of the hash is encoded in base64',
      ['digest-hex'],
      'body',
      {
        digest: (text) =>
          `SHA-256=${Buffer.from(createHash('sha256').update(text).digest('hex')).toString('base64')}`,
      },
    ],
    [
      'digest-sha512-name',
      'SHA-512 is sent under the name SHA-256',
      ['digest-other-algorithm'],
      'body',
      { digest: (text) => `SHA-256=${createHash('sha512').update(text).digest('base64')}` },
    ],
    [
      'digest-of-undefined',
      'The body is read after it was moved, so the hash is of nothing',
      ['body-empty'],
      'body',
      { digest: () => `SHA-256=${sha256('')}` },
    ],
    [
      'digest-left-out-of-string',
      'Digest is sent and listed but not in the string',
      ['header-left-out'],
      'body',
      { join: (lines) => lines.filter((line) => !line.startsWith('digest')).join('\n') },
    ],
    [
      'date-iso',
      'Date is toISOString()',
      ['SIG-11'],
      'get',
      { date: () => new Date().toISOString() },
    ],
    [
      'date-tostring',
      'Date is String(new Date())',
      ['SIG-11'],
      'psu get',
      { date: () => String(new Date()) },
    ],
    [
      'date-signed-iso',
      'The string has toISOString(), the header toUTCString()',
      ['date-format'],
      'psu',
      { value: (name, value) => (name === 'date' ? new Date(value).toISOString() : undefined) },
    ],
    [
      'signed-hex',
      "sign(key, 'hex')",
      ['signature-hex'],
      'get',
      { sign: (text) => createSign('RSA-SHA256').update(text).sign(key, 'hex') },
    ],
    [
      'signed-base64url',
      'The signature is in base64url, as in a JWT',
      ['signature-base64url'],
      'body',
      { sign: (text) => createSign('RSA-SHA256').update(text).sign(key, 'base64url') },
    ],
    [
      'signed-base64-twice',
      'A base64 string is encoded in base64 once more',
      ['signature-base64-twice'],
      'post',
      { sign: (text) => Buffer.from(rsa(text)).toString('base64') },
    ],
    [
      'signed-uri-component',
      'The signature goes through encodeURIComponent',
      ['signature-percent-encoded'],
      'get bank',
      { sign: (text) => encodeURIComponent(rsa(text)) },
    ],
    [
      'hash-first-hex',
      'The string is hashed to hexadecimal first, and that is signed with RSA-SHA256',
      ['hex-of-hash'],
      'body',
      { text: (text) => createHash('sha256').update(text).digest('hex') },
    ],
    [
      'hash-first-base64',
      'The string is hashed to base64 first, and that is signed with RSA-SHA256',
      ['base64-of-hash'],
      'psu',
      { text: (text) => sha256(text) },
    ],
    [
      'hash-first-bytes',
      'The hash is handed to sign(), which hashes it again',
      ['hashed-twice'],
      'get',
      { text: (text) => createHash('sha256').update(text).digest() },
    ],
    [
      'private-encrypt',
      'privateEncrypt of the hash, which leaves out the DigestInfo',
      ['no-digest-info'],
      'body',
      {
        sign: (text) =>
          privateEncrypt(key, createHash('sha256').update(text).digest()).toString('base64'),
      },
    ],
    [
      'private-encrypt-hex',
      'privateEncrypt of the hash in hexadecimal',
      ['hex-of-hash | not-hashed | no-digest-info'],
      'get',
      {
        sign: (text) =>
          privateEncrypt(
            key,
            Buffer.from(createHash('sha256').update(text).digest('hex')),
          ).toString('base64'),
        signed: (text) => Buffer.from(createHash('sha256').update(text).digest('hex')),
      },
    ],
    [
      'pss',
      'RSA-PSS, as RFC 9421 recommends',
      ['pss'],
      'body',
      {
        sign: (text) =>
          sign('sha256', Buffer.from(text), {
            key,
            padding: constants.RSA_PKCS1_PSS_PADDING,
            saltLength: 32,
          }).toString('base64'),
      },
    ],
    [
      'sha512',
      "createSign('RSA-SHA512')",
      ['hash-sha512'],
      'get',
      { sign: (text) => createSign('RSA-SHA512').update(text).sign(key, 'base64') },
    ],
    [
      'hmac',
      'createHmac with the client secret, as another bank wants it',
      ['not-signed'],
      'body',
      { sign: (text) => createHmac('sha256', 'client-secret').update(text).digest('base64') },
      { hmac: { secret: 'client-secret' } },
    ],
    [
      'transport-key',
      'Signed with the key of the transport certificate',
      ['another-key'],
      'get',
      { sign: (text) => rsa(text, 'transport') },
    ],
    [
      'transport-certificate',
      'The transport certificate is sent in TPP-Signature-Certificate, all else is the seal',
      ['another-certificate'],
      'body',
      { certificateText: kit('transport.b64') },
    ],
    [
      'key-id-node-issuer',
      "x509.issuer, its lines joined with commas: Node's order is the other way round",
      ['issuer-reversed'],
      'get',
      { keyId: `SN=${x509.serialNumber},CA=${x509.issuer.replaceAll('\n', ',')}` },
    ],
    [
      'key-id-node-issuer-spaced',
      "x509.issuer with ', ' between its lines, for an issuer with letters and a comma",
      ['issuer-reversed'],
      'body',
      {
        certificate: 'letters',
        sign: (text) => rsa(text, 'letters'),
        keyId: `SN=${letters.serialNumber},CA=${letters.issuer.replaceAll('\n', ', ')}`,
      },
    ],
    [
      'key-id-decimal',
      'The serial number in decimal',
      ['serial-decimal'],
      'psu get',
      { keyId: KEY_ID.own.replace(/SN=\w+/, `SN=${BigInt(`0x${x509.serialNumber}`)}`) },
    ],
    [
      'key-id-colons',
      'The serial number with colons, as a browser shows it',
      ['serial-colons'],
      'delete',
      { keyId: KEY_ID.own.replace(/SN=(\w+)/, (_, hex) => `SN=${hex.match(/../g).join(':')}`) },
    ],
    [
      'key-id-subject',
      'x509.subject instead of the issuer',
      ['issuer-is-subject'],
      'body',
      { keyId: `SN=${x509.serialNumber},CA=${x509.subject.split('\n').reverse().join(',')}` },
    ],
    [
      'key-id-fingerprint',
      'The SHA-256 fingerprint of the certificate as keyId',
      ['key-id-form'],
      'get',
      { keyId: x509.fingerprint256 },
    ],
    [
      'key-id-cn-only',
      'Only the common name of the issuer',
      ['issuer-rdn-missing'],
      'get',
      { keyId: `SN=${x509.serialNumber},CA=CN=Nordic Trust Class 3 CA G2 QC Seal` },
    ],
    [
      'target-capitals',
      '(request-target) with the method in capitals',
      ['request-target-capitals'],
      'body',
      target(({ method, path }) => `${method} ${path}`),
    ],
    [
      'target-absolute',
      '(request-target) with the whole address',
      ['request-target-absolute'],
      'get query',
      target(({ method, path }) => `${method.toLowerCase()} http://127.0.0.1:8080${path}`),
    ],
    [
      'target-pathname',
      '(request-target) with url.pathname, so without the query',
      ['request-target-without-query'],
      'get query',
      target(({ method, path }) => `${method.toLowerCase()} ${new URL(path, 'http://x').pathname}`),
    ],
    [
      'target-without-bank',
      '(request-target) with the path after the base address of the bank',
      ['request-target-without-bank'],
      'body bank',
      target(({ method, path }) => `${method.toLowerCase()} ${path.replace(/^\/banks\/\w+/, '')}`),
    ],
    [
      'target-decoded',
      '(request-target) with decodeURIComponent',
      ['request-target-decoded'],
      'encoded',
      target(({ method, path }) => `${method.toLowerCase()} ${decodeURIComponent(path)}`),
    ],
    [
      'request-id-in-transport',
      'A transport layer sets X-Request-ID anew after signing',
      [],
      'get',
      {
        after: (headers) => {
          headers['X-Request-ID'] = crypto.randomUUID();
        },
      },
      { cause: 'the id that was signed is not known to anyone else' },
    ],
    [
      'date-in-transport',
      'A transport layer sets Date anew two seconds after signing',
      ['date-other-second'],
      'psu',
      {
        date: () => new Date(Date.now() - 2000).toUTCString(),
        after: (headers) => {
          headers.Date = new Date().toUTCString();
        },
      },
    ],
    [
      'order-of-object',
      'The string follows the order of the headers object, the list the order of the manual',
      ['another-order'],
      'body',
      { join: (lines) => [...lines].sort().join('\n') },
    ],
    [
      'only-three',
      'Only date, digest and x-request-id are signed',
      ['SIG-08'],
      'body',
      { names: () => ['date', 'digest', 'x-request-id'] },
    ],
    [
      'host-too',
      'host and content-type are signed too, as another bank wants it',
      ['SIG-08'],
      'body',
      {
        headers: () => ({ Host: '127.0.0.1:8080' }),
        names: (get) => ['host', ...all(get), 'content-type'],
      },
    ],
    [
      'absent-listed',
      'All six names are listed always, the absent ones with undefined',
      ['SIG-08'],
      'get',
      {
        names: () => [
          'date',
          'digest',
          'x-request-id',
          'psu-id',
          'psu-corporate-id',
          'tpp-redirect-uri',
        ],
      },
    ],
    [
      'authorization',
      'The signature goes into Authorization, as in draft-cavage',
      ['SIG-01 | SIG-03'],
      'get',
      {
        after: (headers) => {
          headers.Authorization = `Signature ${headers.Signature}`;
          delete headers.Signature;
        },
      },
    ],
    [
      'gzip',
      'The body is compressed after its digest was made',
      [],
      'body',
      {
        sent: (body) => gzipSync(body),
        after: (headers) => {
          headers['Content-Encoding'] = 'gzip';
        },
      },
      { cause: 'the digest is of the body before it was compressed', says: ['gzip|compress'] },
    ],
    [
      'redirect-encoded',
      'TPP-Redirect-URI goes through encodeURI in the string alone',
      ['redirect-percent-encoded'],
      'body',
      {
        headers: () => ({
          'TPP-Redirect-URI': 'https://app.betallett.example/retur?kunde=Blåbær AS',
        }),
        value: (name, value) => (name === 'tpp-redirect-uri' ? encodeURI(value) : undefined),
      },
    ],
    [
      'redirect-latin1',
      'TPP-Redirect-URI has a raw å: http.request sends it as ISO-8859-1, update() signs UTF-8',
      ['latin1-instead-of-utf8'],
      'get',
      {
        headers: () => ({ 'TPP-Redirect-URI': 'https://app.betallett.example/retur?kunde=Blåbær' }),
      },
    ],
    [
      'redirect-searchparams',
      'The query is rebuilt with URLSearchParams before it is signed',
      ['redirect-percent-encoded | redirect-normalised'],
      'body corporate',
      {
        value: (name, value) => {
          if (name !== 'tpp-redirect-uri') return undefined;
          const url = new URL(value);
          url.search = String(url.searchParams);
          return String(url);
        },
      },
    ],
    [
      'redirect-url',
      'new URL(…).href is signed, which writes scheme and host small',
      ['redirect-normalised'],
      'get query',
      {
        headers: () => ({ 'TPP-Redirect-URI': 'HTTPS://App.Betallett.example' }),
        value: (name, value) => (name === 'tpp-redirect-uri' ? new URL(value).href : undefined),
      },
    ],
    [
      'crlf-and-end',
      'CRLF after each line, the last one too',
      ['crlf', 'trailing-newline'],
      'body',
      { join: (lines) => lines.map((line) => `${line}\r\n`).join('') },
    ],
    [
      'hex-and-crlf',
      'CRLF between the lines, and the signature in hexadecimal',
      ['crlf', 'signature-hex'],
      'get',
      {
        join: (lines) => lines.join('\r\n'),
        sign: (text) => createSign('RSA-SHA256').update(text).sign(key, 'hex'),
      },
    ],
    [
      'decimal-and-capitals',
      'The serial number in decimal, and names with capitals in the string',
      ['serial-decimal', 'names-in-capitals'],
      'psu',
      {
        line: (name, value) => `${titled(name)}: ${value}`,
        keyId: KEY_ID.own.replace(/SN=\w+/, `SN=${BigInt(`0x${x509.serialNumber}`)}`),
      },
    ],
    [
      'no-space-and-end',
      'name:value, and a line feed after the last',
      ['no-space-after-colon', 'trailing-newline'],
      'body',
      { line: (name, value) => `${name}:${value}`, join: (lines) => `${lines.join('\n')}\n` },
    ],
    [
      'reversed-and-pretty',
      "Node's order of the issuer, and the digest of the minified body",
      ['issuer-reversed', 'body-minified'],
      'body',
      {
        keyId: `SN=${x509.serialNumber},CA=${x509.issuer.replaceAll('\n', ',')}`,
        sent: (_, object) => pretty(object),
      },
    ],
  ],
  send,
);
