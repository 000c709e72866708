// Two slips at once, as one helper or one misreading brings them. Each has the client of a real program.
import { createHash, createSign, randomUUID } from 'node:crypto';
import axios from 'axios';
import got from 'got';
import nodeFetch from 'node-fetch';
import { request as undici } from 'undici';
import { BANK, KEY_ID, kit, rsa, run, sha256 } from './client.mjs';

const stack = (name) => ({ stack: name });
const by = {
  axios: ({ url, method, headers, body }) =>
    axios({ url, method, headers, data: body, validateStatus: null, transformRequest: [(d) => d] }),
  fetch: ({ url, method, headers, body }) => fetch(url, { method, headers, body }),
  nodeFetch: ({ url, method, headers, body }) => nodeFetch(url, { method, headers, body }),
  got: ({ url, method, headers, body }) =>
    got(url, { method, headers, body, retry: { limit: 0 }, throwHttpErrors: false }),
  undici: ({ url, method, headers, body }) =>
    undici(url, { method, headers, body }).then((answer) => answer.body.dump()),
};
const NAMES = {
  date: 'Date',
  digest: 'Digest',
  'x-request-id': 'X-Request-ID',
  'psu-id': 'PSU-ID',
  'psu-corporate-id': 'PSU-Corporate-ID',
  'tpp-redirect-uri': 'TPP-Redirect-URI',
  '(request-target)': '(request-target)',
};
const sent = (n, v) => `${NAMES[n]}: ${v}`;
const tight = (n, v) => `${n}:${v}`;
const on = (wanted, change) => ({ value: (n, v, c) => (n === wanted ? change(v, c) : undefined) });
const SIX = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];
const target = (write) => ({
  names: (get) => ['(request-target)', ...SIX.filter((n) => get(n) !== undefined)],
  ...on('(request-target)', (_, c) => write(c)),
});
const digestOf = (write) => ({ digest: (body, o) => `SHA-256=${sha256(write(o, body))}` });
const crlf = { join: (l) => l.join('\r\n') };
const end = { join: (l) => `${l.join('\n')}\n` };
const hash = (name, form = 'base64') => ({
  sign: (t) => createSign(name).update(t).sign(kit('own.key'), form),
});
const hex = (b) => createHash('sha256').update(b).digest('hex');
const serial = (text) => KEY_ID.own.replace(/SN=\w+/, `SN=${text}`);
const REVERSED =
  'C=NO,O=Nordic Trust AS,organizationIdentifier=NTRNO-983163327,CN=Nordic Trust Class 3 CA G2 QC Seal';
const ONE_LINE =
  '/C=NO/O=Nordic Trust AS/organizationIdentifier=NTRNO-983163327/CN=Nordic Trust Class 3 CA G2 QC Seal';

await run(
  [
    [
      'eol-and-hex-digest',
      "os.EOL, and digest('hex')",
      ['crlf', 'digest-hex'],
      'body ndct',
      { ...crlf, digest: (b) => `SHA-256=${hex(b)}`, send: by.axios },
      stack('axios'),
    ],
    [
      'helper-hex',
      'One helper writes hexadecimal for the digest and the signature',
      ['digest-hex', 'signature-hex'],
      'body small',
      { digest: (b) => `SHA-256=${hex(b)}`, ...hash('RSA-SHA256', 'hex'), send: by.got },
      stack('got'),
    ],
    [
      'helper-url64',
      'One helper of a JWT library writes base64url for both',
      [
        'digest-base64url',
        'signature-base64url',
        '? digest-without-padding',
        '? signature-without-padding',
      ],
      'body nested',
      {
        digest: (b) => `SHA-256=${createHash('sha256').update(b).digest('base64url')}`,
        ...hash('RSA-SHA256', 'base64url'),
        send: by.undici,
      },
      stack('undici'),
    ],
    [
      'indented-and-tight',
      'An indented template literal, name:value',
      ['lines-indented', 'no-space-after-colon'],
      'get',
      { line: tight, join: (l) => l.join('\n    '), send: by.axios },
      stack('axios'),
    ],
    [
      'tight-and-url64',
      'name:value, and base64url',
      ['no-space-after-colon', 'signature-base64url', '? signature-without-padding'],
      'get query',
      { line: tight, ...hash('RSA-SHA256', 'base64url'), send: by.fetch },
      stack('fetch'),
    ],
    [
      'entries',
      'Object.entries(headers): the names as sent, in the order in which they were set',
      ['names-in-capitals', 'another-order'],
      'body periodic',
      { line: sent, join: (l) => [l[2], l[4], l[3], l[0], l[1]].join('\n'), send: by.axios },
      stack('axios'),
    ],
    [
      'entries-all',
      'The same with Content-Type, which is not in the list',
      ['names-in-capitals', 'header-put-in'],
      'body small',
      {
        line: sent,
        join: (l) => [...l, 'Content-Type: application/json'].join('\n'),
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'absolute-and-end',
      'The whole address, and a line feed at the end',
      ['request-target-absolute', 'trailing-newline'],
      'get',
      { ...target((c) => `${c.method.toLowerCase()} ${BANK}${c.path}`), ...end, send: by.got },
      stack('got'),
    ],
    [
      'query-and-sha512',
      'No query in (request-target), and RSA-SHA512',
      ['request-target-without-query', 'hash-sha512'],
      'get query',
      {
        ...target((c) => `get ${c.path.split('?')[0]}`),
        ...hash('RSA-SHA512'),
        send: by.nodeFetch,
      },
      stack('node-fetch'),
    ],
    [
      'encoded-and-tight',
      'encodeURIComponent(redirect), name:value',
      ['redirect-percent-encoded', 'no-space-after-colon'],
      'body ndct',
      { ...on('tpp-redirect-uri', encodeURIComponent), line: tight, send: by.axios },
      stack('axios'),
    ],
    [
      'decoded-and-names',
      'decodeURIComponent(redirect), and the names as sent',
      ['redirect-percent-decoded', 'names-in-capitals'],
      'get encoded',
      { ...on('tpp-redirect-uri', decodeURIComponent), line: sent, send: by.undici },
      stack('undici'),
    ],
    [
      'digest-line-and-tight',
      'The digest without its algorithm in the string, name:value',
      ['digest-without-algorithm', 'no-space-after-colon'],
      'body nested',
      { ...on('digest', (v) => v.slice(8)), line: tight, send: by.fetch },
      stack('fetch'),
    ],
    [
      'iso-and-upper',
      'The string has an ISO date and the id in capitals',
      ['date-format', 'id-case'],
      'delete',
      {
        value: (n, v) =>
          n === 'date'
            ? new Date(v).toISOString()
            : n === 'x-request-id'
              ? v.toUpperCase()
              : undefined,
        send: by.got,
      },
      stack('got'),
    ],
    [
      'id-and-tight',
      'The id without hyphens, name:value',
      ['id-form', 'no-space-after-colon'],
      'get bank',
      { ...on('x-request-id', (v) => v.replaceAll('-', '')), line: tight, send: by.axios },
      stack('axios'),
    ],
    [
      'decimal-and-reversed',
      'The serial number in decimal, and the issuer as X509Certificate prints it',
      ['serial-decimal', 'issuer-reversed'],
      'get',
      { keyId: `SN=${0x4f3ac29b07d1e86cn},CA=${REVERSED}`, send: by.axios },
      stack('axios'),
    ],
    [
      'colons-and-reversed',
      'Serial number and issuer from the viewer of the browser',
      ['serial-colons', 'issuer-reversed'],
      'body small',
      { keyId: `SN=4F:3A:C2:9B:07:D1:E8:6C,CA=${REVERSED}`, send: by.fetch },
      stack('fetch'),
    ],
    [
      'prefix-and-one-line',
      '0x before the serial number, and the issuer in one line with slashes',
      ['serial-prefix', 'issuer-one-line'],
      'get query',
      { keyId: `SN=0x4f3ac29b07d1e86c,CA=${ONE_LINE}`, send: by.got },
      stack('got'),
    ],
    [
      'form-and-end',
      'keyId is the serial number alone, and the string ends in a line feed',
      ['key-id-form', 'trailing-newline'],
      'get',
      { keyId: '4F3AC29B07D1E86C', ...end, send: by.axios },
      stack('axios'),
    ],
    [
      'subject-and-names',
      'The subject in the keyId, and the names as sent',
      ['issuer-is-subject', 'names-in-capitals'],
      'body ndct',
      {
        keyId:
          'SN=4F3AC29B07D1E86C,CA=CN=Betal Lett AS,2.5.4.97=PSDNO-FSA-914797497,O=Betal Lett AS,L=Oslo,C=NO',
        line: sent,
        send: by.undici,
      },
      stack('undici'),
    ],
    [
      'minified-and-sha1',
      'The fixture is sent pretty and hashed minified, and RSA-SHA1',
      ['body-minified', 'hash-sha1'],
      'body nested',
      {
        serialize: (o) => JSON.stringify(o, null, 4),
        ...digestOf((o) => JSON.stringify(o)),
        ...hash('RSA-SHA1'),
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'pretty-and-eol',
      'The pretty text is hashed, and os.EOL',
      ['body-pretty-printed', 'crlf'],
      'body periodic',
      { ...digestOf((o) => JSON.stringify(o, null, 2)), ...crlf, send: by.got },
      stack('got'),
    ],
    [
      'sorted-both',
      'Keys and headers are sorted by one helper',
      ['body-keys-sorted', 'another-order'],
      'body ndct',
      {
        ...digestOf((o) =>
          JSON.stringify(
            Object.fromEntries(Object.entries(o).sort(([a], [b]) => (a < b ? -1 : 1))),
          ),
        ),
        join: (l) => [l[0], l[1], l[3], l[4], l[2]].join('\n'),
        send: by.fetch,
      },
      stack('fetch'),
    ],
    [
      'empty-and-end',
      'The digest of an empty string, and a line feed at the end',
      ['body-empty', 'trailing-newline'],
      'body small',
      { ...digestOf(() => ''), ...end, send: by.axios },
      stack('axios'),
    ],
    [
      'certificate-and-end',
      'The transport certificate is sent, and the string ends in a line feed',
      ['another-certificate', 'trailing-newline'],
      'get query',
      { certificateText: kit('transport.b64'), ...end, send: by.nodeFetch },
      stack('node-fetch'),
    ],
    [
      'twice-and-end',
      'base64 of base64, and a line feed at the end',
      ['signature-base64-twice', 'trailing-newline'],
      'get',
      { ...end, sign: (t) => Buffer.from(rsa(t)).toString('base64'), send: by.axios },
      stack('axios'),
    ],
    [
      'sha512-and-hex',
      'RSA-SHA512 in hexadecimal',
      ['hash-sha512', 'signature-hex'],
      'body corporate',
      { ...hash('RSA-SHA512', 'hex'), send: by.undici },
      stack('undici'),
    ],
    [
      'left-and-names',
      'No tpp-redirect-uri in the string, and the names as sent',
      ['header-left-out', 'names-in-capitals'],
      'get',
      { line: sent, join: (l) => l.slice(0, -1).join('\n'), send: by.got },
      stack('got'),
    ],
    [
      'escaped-and-sha512',
      'A backslash and an n between the lines, and RSA-SHA512',
      ['joined-with-escaped-newline', 'hash-sha512'],
      'body nested',
      { join: (l) => l.join('\\n'), ...hash('RSA-SHA512'), send: by.axios },
      stack('axios'),
    ],
    [
      'key-and-tight',
      'The key of the transport certificate, name:value',
      ['another-key', 'no-space-after-colon'],
      'get query',
      { line: tight, sign: (t) => rsa(t, 'transport'), send: by.fetch },
      stack('fetch'),
    ],
    [
      'hashed-and-end',
      'The hash of a string that ends in a line feed is signed',
      ['hashed-twice', 'trailing-newline'],
      'body periodic',
      {
        ...end,
        sign: (t) => rsa(createHash('sha256').update(t).digest()),
        signed: (t) => createHash('sha256').update(t).digest(),
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'hex-hash-and-names',
      'The hexadecimal hash of a string with the names as sent is signed',
      ['hex-of-hash', 'names-in-capitals'],
      'get',
      { line: sent, sign: (t) => rsa(hex(t)), signed: (t) => Buffer.from(hex(t)), send: by.got },
      stack('got'),
    ],
    [
      'compact-and-decimal',
      'The digest of compact JSON, and the serial number in decimal',
      ['body-minified', 'serial-decimal'],
      'body small',
      {
        serialize: (o) => JSON.stringify(o, null, 2),
        ...digestOf((o) => JSON.stringify(o)),
        keyId: serial(0x4f3ac29b07d1e86cn),
        send: by.nodeFetch,
      },
      stack('node-fetch'),
    ],
    [
      'latin1-and-end',
      'The body hashed in ISO-8859-1, and a line feed at the end',
      ['body-latin1', 'trailing-newline'],
      'body nested',
      { ...digestOf((_, b) => Buffer.from(b, 'latin1')), ...end, send: by.undici },
      stack('undici'),
    ],
    [
      'bank-and-end',
      'The path without its bank, and a line feed at the end',
      ['request-target-without-bank', 'trailing-newline'],
      'body periodic',
      {
        ...target((c) => `${c.method.toLowerCase()} ${c.path.replace('/banks/sparebank', '')}`),
        ...end,
        send: by.axios,
      },
      stack('axios'),
    ],
    [
      'slash-and-names',
      'new URL(redirect), and the names as sent',
      ['redirect-trailing-slash | redirect-normalised', 'names-in-capitals'],
      'get plainuri',
      { ...on('tpp-redirect-uri', (v) => new URL(v).href), line: sent, send: by.fetch },
      stack('fetch'),
    ],
    [
      'id-and-hex',
      'A fresh id, and the signature in hexadecimal',
      ['signature-hex'],
      'get query',
      { ...on('x-request-id', () => randomUUID()), ...hash('RSA-SHA256', 'hex'), send: by.axios },
      { stack: 'axios', cause: 'the id that was signed is not known to anyone else' },
    ],
  ],
  by.fetch,
);
