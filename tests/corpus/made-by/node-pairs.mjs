// Two everyday slips at once, in one signer.
import { createHash, createSign, X509Certificate } from 'node:crypto';
import { KEY_ID, kit, rsa, run } from './client.mjs';

const x509 = new X509Certificate(kit('own.pem'));
const decimal = KEY_ID.own.replace(/SN=\w+/, `SN=${BigInt(`0x${x509.serialNumber}`)}`);
const colons = KEY_ID.own.replace(/SN=(\w+)/, (_, hex) => `SN=${hex.match(/../g).join(':')}`);
const reversed = `SN=${x509.serialNumber},CA=${x509.issuer.replaceAll('\n', ', ')}`;
const oneLine = `SN=${x509.serialNumber},CA=/${x509.issuer.replaceAll('\n', '/')}`;
const subject = `SN=${x509.serialNumber},CA=${x509.subject.split('\n').reverse().join(',')}`;
const titled = (name) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
const sign = (text, hash, encoding) =>
  createSign(`RSA-${hash}`).update(text).sign(kit('own.key'), encoding);
const targeted = (get) => [
  '(request-target)',
  ...['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'].filter(
    (name) => get(name) !== undefined,
  ),
];
const target = (write) => ({
  names: targeted,
  value: (name, _, context) => (name === '(request-target)' ? write(context) : undefined),
});
const redirect = (change) => ({
  value: (name, value) => (name === 'tpp-redirect-uri' ? change(value) : undefined),
});
const date = (change) => ({
  value: (name, value) => (name === 'date' ? change(value) : undefined),
});
const CRLF = { join: (lines) => lines.join('\r\n') };
const END = { join: (lines) => `${lines.join('\n')}\n` };
const NO_SPACE = { line: (name, value) => `${name}:${value}` };
const CAPITALS = { line: (name, value) => `${titled(name)}: ${value}` };
const HEX = { sign: (text) => sign(text, 'SHA256', 'hex') };
const SHA1 = { sign: (text) => sign(text, 'SHA1', 'base64') };
const SHA512 = { sign: (text) => sign(text, 'SHA512', 'base64') };
const URL64 = { sign: (text) => sign(text, 'SHA256', 'base64url') };
const DIGEST_HEX = {
  digest: (text) => `SHA-256=${createHash('sha256').update(text).digest('hex')}`,
};
const PRETTY = { sent: (_, object) => JSON.stringify(object, null, 2) };
const send = ({ url, method, headers, body }) => fetch(url, { method, headers, body });

await run(
  [
    [
      'crlf-capitals',
      'CRLF, and names with capitals',
      ['crlf', 'names-in-capitals'],
      'get',
      { ...CRLF, ...CAPITALS },
    ],
    [
      'crlf-no-space',
      'CRLF, and no space after the colon',
      ['crlf', 'no-space-after-colon'],
      'body',
      { ...CRLF, ...NO_SPACE },
    ],
    [
      'end-capitals',
      'A line feed at the end, and names with capitals',
      ['trailing-newline', 'names-in-capitals'],
      'delete',
      { ...END, ...CAPITALS },
    ],
    [
      'end-sha1',
      'A line feed at the end, and SHA-1',
      ['trailing-newline', 'hash-sha1'],
      'get query',
      { ...END, ...SHA1 },
    ],
    [
      'end-sha512',
      'A line feed at the end, and SHA-512',
      ['trailing-newline', 'hash-sha512'],
      'body',
      { ...END, ...SHA512 },
    ],
    [
      'crlf-url64',
      'CRLF, and base64url',
      ['crlf', 'signature-base64url'],
      'get',
      { ...CRLF, ...URL64 },
    ],
    [
      'capitals-hex',
      'Names with capitals, and hexadecimal',
      ['names-in-capitals', 'signature-hex'],
      'body letters',
      { ...CAPITALS, ...HEX },
    ],
    [
      'no-space-hex',
      'No space after the colon, and hexadecimal',
      ['no-space-after-colon', 'signature-hex'],
      'get bank',
      { ...NO_SPACE, ...HEX },
    ],
    [
      'target-capitals-end',
      'The method in capitals, and a line feed at the end',
      ['request-target-capitals', 'trailing-newline'],
      'get query',
      { ...target(({ method, path }) => `${method} ${path}`), ...END },
    ],
    [
      'target-query-crlf',
      'No query in (request-target), and CRLF',
      ['request-target-without-query', 'crlf'],
      'get query',
      {
        ...target(({ method, path }) => `${method.toLowerCase()} ${path.replace(/\?.*/, '')}`),
        ...CRLF,
      },
    ],
    [
      'target-absolute-capitals',
      'The whole address in (request-target), with the method in capitals',
      ['request-target-absolute', 'request-target-capitals'],
      'get',
      target(({ method, path }) => `${method} http://127.0.0.1:8080${path}`),
    ],
    [
      'target-bank-no-space',
      'The path without its bank, and no space after the colon',
      ['request-target-without-bank', 'no-space-after-colon'],
      'get bank',
      {
        ...target(
          ({ method, path }) => `${method.toLowerCase()} ${path.replace(/^\/banks\/\w+/, '')}`,
        ),
        ...NO_SPACE,
      },
    ],
    [
      'redirect-decoded-end',
      'The redirect decoded, and a line feed at the end',
      ['redirect-percent-decoded', 'trailing-newline'],
      'body corporate',
      { ...redirect(decodeURIComponent), ...END },
    ],
    [
      'redirect-encoded-crlf',
      'The redirect encoded, and CRLF',
      ['redirect-percent-encoded', 'crlf'],
      'get',
      { ...redirect(encodeURIComponent), ...CRLF },
    ],
    [
      'redirect-query-capitals',
      'The redirect without its query, and names with capitals',
      ['redirect-without-query', 'names-in-capitals'],
      'body',
      { ...redirect((value) => value.replace(/\?.*/, '')), ...CAPITALS },
    ],
    [
      'date-iso-end',
      'An ISO date in the string, and a line feed at the end',
      ['date-format', 'trailing-newline'],
      'get',
      { ...date((value) => new Date(value).toISOString()), ...END },
    ],
    [
      'date-iso-crlf',
      'An ISO date in the string, and CRLF',
      ['date-format', 'crlf'],
      'body',
      { ...date((value) => new Date(value).toISOString()), ...CRLF },
    ],
    [
      'decimal-crlf',
      'The serial number in decimal, and CRLF',
      ['serial-decimal', 'crlf'],
      'get',
      { keyId: decimal, ...CRLF },
    ],
    [
      'colons-hex',
      'The serial number with colons, and the signature in hexadecimal',
      ['serial-colons', 'signature-hex'],
      'body',
      { keyId: colons, ...HEX },
    ],
    [
      'reversed-end',
      "Node's order of the issuer, and a line feed at the end",
      ['issuer-reversed', 'trailing-newline'],
      'get query',
      { keyId: reversed, ...END },
    ],
    [
      'one-line-capitals',
      'The issuer with slashes, and names with capitals',
      ['issuer-one-line', 'names-in-capitals'],
      'delete',
      { keyId: oneLine, ...CAPITALS },
    ],
    [
      'subject-sha1',
      'The subject as issuer, and SHA-1',
      ['issuer-is-subject', 'hash-sha1'],
      'body',
      { keyId: subject, ...SHA1 },
    ],
    [
      'digest-hex-decimal',
      'The digest in hexadecimal, and the serial number in decimal',
      ['digest-hex', 'serial-decimal'],
      'body',
      { ...DIGEST_HEX, keyId: decimal },
    ],
    [
      'digest-hex-capitals',
      'The digest in hexadecimal, and names with capitals',
      ['digest-hex', 'names-in-capitals'],
      'body bank',
      { ...DIGEST_HEX, ...CAPITALS },
    ],
    [
      'pretty-end',
      'The digest of the minified body, and a line feed at the end',
      ['body-minified', 'trailing-newline'],
      'body',
      { ...PRETTY, ...END },
    ],
    [
      'pretty-reversed',
      "The digest of the minified body, and Node's order of the issuer",
      ['body-minified', 'issuer-reversed'],
      'body letters',
      { ...PRETTY, keyId: reversed },
    ],
    [
      'order-crlf',
      'The lines sorted, and CRLF',
      ['another-order', 'crlf'],
      'body',
      { join: (lines) => [...lines].sort().reverse().join('\r\n') },
    ],
    [
      'left-out-end',
      'No tpp-redirect-uri in the string, and a line feed at the end',
      ['header-left-out', 'trailing-newline'],
      'get',
      {
        join: (lines) =>
          `${lines.filter((line) => !line.startsWith('tpp-redirect-uri')).join('\n')}\n`,
      },
    ],
    [
      'put-in-host',
      'host is in the string but not in the list',
      ['header-put-in'],
      'body',
      { join: (lines) => ['host: 127.0.0.1:8080', ...lines].join('\n') },
    ],
    [
      'put-in-type',
      'content-type is in the string but not in the list, and CRLF',
      ['header-put-in', 'crlf'],
      'body',
      { join: (lines) => [...lines, 'content-type: application/json'].join('\r\n') },
    ],
    [
      'crlf-end-capitals',
      'CRLF after each line, and names with capitals',
      ['crlf', 'trailing-newline', 'names-in-capitals'],
      'get',
      { ...CAPITALS, join: (lines) => lines.map((line) => `${line}\r\n`).join('') },
    ],
    [
      'transport-crlf',
      'The key of the transport certificate, and CRLF',
      ['another-key', 'crlf'],
      'get',
      { ...CRLF, sign: (text) => rsa(text, 'transport') },
    ],
    [
      'fresh-id-crlf',
      'A fresh id, and CRLF',
      [],
      'get',
      {
        join: (lines) =>
          lines
            .map((line) =>
              line.startsWith('x-request-id') ? `x-request-id: ${crypto.randomUUID()}` : line,
            )
            .join('\r\n'),
      },
      { cause: 'the id that was signed is not known to anyone else' },
    ],
    [
      'fresh-id-hex',
      'A fresh id, and the signature in hexadecimal',
      ['signature-hex'],
      'psu',
      {
        ...HEX,
        join: (lines) =>
          lines
            .map((line) =>
              line.startsWith('x-request-id') ? `x-request-id: ${crypto.randomUUID()}` : line,
            )
            .join('\n'),
      },
      { cause: 'the id that was signed is not known to anyone else' },
    ],
  ],
  send,
);
