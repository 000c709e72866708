// Strings signed wrongly as a whole, in other letters than those that were sent, and with several mistakes.
import { NOW } from '../signing/support.ts';
import {
  BODY,
  bodyDigest,
  capitals,
  DATE,
  DIGEST,
  joined,
  named,
  type Odd,
  PATH,
  REDIRECT,
  RIGHT,
  type Rows,
  redirect,
  sent,
  sha,
  TARGET,
  TEXT,
  target,
  utf8,
  value,
  without,
} from './right-string.ts';

const values = (change: (value: string) => string) =>
  joined(RIGHT.map(([name, was]) => [name, change(was)]));
const quoted = (text: string) => text.replaceAll('"', '\\"');
const hex = (of: string) => sha(of).toString('hex');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const crlf = (text: string) => text.replaceAll('\n', '\r\n');
const requestId = (was: string, other: string): Odd => sent('x-request-id', was, other);
const decomposed = utf8('å'.normalize('NFD'));

export const ROWS_OF_TEXTS: Rows = {
  'body-appended': {
    says: /signed the body as well, .*; leave it out, the Digest header stands for it/,
    signed: ['\n', '', '\n\n', '\r\n\r\n', '\r\n'].map((between) => TEXT + between + utf8(BODY)),
  },
  'body-only': {
    says: /signed the body alone.*; sign the lines \(request-target\), date, .*, and leave it out/,
    signed: [utf8(BODY)],
  },
  'digest-only': {
    says: /signed the digest alone;/,
    signed: [
      ...[`SHA-256=${DIGEST}`, DIGEST, hex(BODY), `digest: SHA-256=${DIGEST}`],
      sha(BODY).toString('latin1'),
    ],
  },
  'json-escaped': {
    says: /JSON/,
    signed: [values(quoted), values((was) => quoted(was).replaceAll('/', '\\/'))],
    odd: [requestId(utf8('aø'), 'a\\u00f8')],
  },
  'html-escaped': {
    says: /HTML escapes/,
    signed: [
      TEXT.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
      TEXT.replaceAll('&', '&amp;'),
    ],
  },
  'url-encoded': {
    says: /signed the string percent-encoded/,
    signed: [encodeURIComponent(TEXT), encodeURIComponent(TEXT).replaceAll('%20', '+')],
  },
  'string-quoted': {
    says: /signed the string in quotation marks \(["']\);/,
    signed: [`"${TEXT}"`, `'${TEXT}'`],
  },
  'latin1-instead-of-utf8': {
    says: /in (Windows-1252|UTF-8 but sent it in Windows-1252|ISO-8859-1|ASCII|UTF-8 but sent it in ISO-8859-1)/,
    odd: [
      requestId(utf8('aø€'), 'a\xf8?'),
      requestId(utf8('aø😀'), 'a??'),
      requestId('a\xf8', utf8('aø')),
      requestId(utf8('€ “a”'), '\x80 \x93a\x94'),
      requestId('\x80 5', utf8('€ 5')),
    ],
  },
  'utf8-twice': {
    says: /in UTF-8 twice/,
    odd: [requestId(utf8('aø'), utf8(utf8('aø'))), requestId(utf8('€ 5'), utf8('â‚¬ 5'))],
  },
  utf16: {
    says: /signed the string in UTF-16/,
    signed: [
      ...[utf16(TEXT), utf16(TEXT).swap16()],
      ...[utf16(`\ufeff${TEXT}`), utf16(`\ufeff${TEXT}`).swap16()],
    ].map((bytes) => bytes.toString('latin1')),
  },
  'bom-in-front': {
    says: /with a byte order mark before it/,
    signed: [`\xef\xbb\xbf${TEXT}`],
  },
  'lower-cased': {
    says: /string in lower case;/,
    signed: [TEXT.toLowerCase()],
    odd: [
      [
        { headers: { 'x-request-id': utf8('Å') } },
        (text) => utf8(Buffer.from(text, 'latin1').toString().toLowerCase()),
      ],
    ],
  },
  'upper-cased': { says: /string in upper case;/, signed: [TEXT.toUpperCase()] },
  'hex-of-string': {
    says: /signed the hexadecimal of the string;/,
    signed: [Buffer.from(TEXT).toString('hex')],
  },
  'base64-of-string': {
    says: /signed the base64 of the string;/,
    signed: [Buffer.from(TEXT).toString('base64')],
  },
  'unicode-normalised': {
    says: /another Unicode normal form/,
    odd: [requestId(utf8('å'), decomposed), requestId(decomposed, utf8('å'))],
  },
  'hashed-twice': {
    says: /hashed the string before signing/,
    signed: [sha(TEXT).toString('latin1')],
  },
  'hex-of-hash': {
    says: /hash of the string in hexadecimal; give the string itself/,
    signed: [hex(TEXT), hex(TEXT).toUpperCase(), `${hex(TEXT)}\n`],
  },
  'base64-of-hash': {
    says: /hash of the string in base64; give the string itself/,
    signed: [sha(TEXT).toString('base64')],
  },
  'nothing-signed': { says: /signed nothing:/, signed: [''] },
};

const shouted = RIGHT.map(([name, was]) => [capitals(name), was] as const);
const sorted = [...RIGHT].sort(([a], [b]) => (a < b ? -1 : 1));
const everyLine = `${TEXT.replaceAll('\n', ' \n')} `;
const rest = TEXT.replace(/^.*\n/, '');
const quotedRest = rest.replace(/^([\w-]+):/gm, '"$1":');
const READ = { method: 'GET', body: '', target: '/v1/accounts' };
const HOSTED = { ...READ, headers: { host: 'bank.example' } };

/** Several mistakes as they usually come: names joined by ` + `, explanations by ` | `. */
export const TOGETHER: readonly (readonly [names: string, signed: string | Odd])[] = [
  ['crlf + trailing-newline', `${crlf(TEXT)}\r\n`],
  ['no-space-after-colon + crlf', joined(RIGHT, '\r\n', ':')],
  ['names-in-capitals + trailing-newline', `${named(capitals)}\n`],
  ['another-order + crlf', joined([...RIGHT].reverse(), '\r\n')],
  ['names-in-capitals + no-space-after-colon + crlf', joined(shouted, '\r\n', ':')],
  ['header-left-out + names-in-capitals', joined(shouted.slice(0, 5))],
  ['crlf + hex-of-hash', hex(crlf(TEXT))],
  [
    'date-other-second + trailing-newline',
    `${value('date', new Date(NOW + 1000).toUTCString())}\n`,
  ],
  ['redirect-percent-decoded + crlf', crlf(redirect(utf8(decodeURIComponent(REDIRECT))))],
  [
    'id-case + names-left-out',
    RIGHT.map(([name, was]) => (name === 'psu-id' ? was.toUpperCase() : was)).join('\n'),
  ],
  [
    'header-left-out + date-other-second',
    without('psu-id').replace(DATE, new Date(NOW - 1000).toUTCString()),
  ],
  ['header-put-in + crlf', `host: bank.example\r\n${crlf(TEXT)}`],
  ['header-put-in + crlf', crlf(TEXT.replace('\ntpp-', '\npsu-corporate-id: \ntpp-'))],
  ['header-put-in + trailing-newline', `${TEXT}\ntpp-session-id: session-1\n`],
  ['leading-newline + trailing-newline', `\n${TEXT}\n`],
  ['leading-newline + lines-indented + trailing-newline', `\n${TEXT.replace(/^/gm, '    ')}\n    `],
  ['lines-indented + trailing-newline', `${TEXT.replace(/^/gm, '    ')}\n`],
  ['value-quoted + crlf', crlf(values((was) => `"${was}"`))],
  ['value-trailing-space + crlf', crlf(everyLine)],
  ['lower-cased + crlf', crlf(TEXT).toLowerCase()],
  ['base64-of-string + trailing-newline', Buffer.from(`${TEXT}\n`).toString('base64')],
  ['body-trailing-newline + crlf', crlf(bodyDigest(`${BODY}\n`))],
  [
    'body-pretty-printed + body-trailing-newline',
    bodyDigest(`${JSON.stringify(JSON.parse(BODY), null, 2)}\n`),
  ],
  [
    'body-appended + body-pretty-printed',
    `${TEXT}\n${utf8(JSON.stringify(JSON.parse(BODY), null, 2))}`,
  ],
  ['body-only + body-trailing-newline', `${utf8(BODY)}\n`],
  ['crlf + body-appended', `${crlf(TEXT)}\r\n${utf8(BODY)}`],
  [
    'date-format + date-other-second',
    value('date', new Date(NOW - 2000).toISOString().replace('.000Z', 'Z')),
  ],
  ['header-empty + crlf', crlf(value('psu-id', 'undefined'))],
  ['digest-hex + trailing-newline', `${value('digest', `SHA-256=${hex(BODY)}`)}\n`],
  [
    'digest-name + digest-quoted + digest-algorithm-name',
    TEXT.replace(/digest: .*/, `content-digest: sha-256=:${DIGEST}:`),
  ],
  ['request-target-capitals + request-target-without-query', target(`POST ${PATH}`)],
  [
    'request-target-capitals + request-target-without-bank',
    target(`POST ${TARGET.slice('/banks/acme'.length)}`),
  ],
  [
    'request-target-without-bank + request-target-without-query',
    target('post /v1/accounts/enc%21%21abc'),
  ],
  [
    'request-target-name + request-target-without-method',
    TEXT.replace('(request-target): post', '@request-target:'),
  ],
  ['request-target-name + names-quoted', `"@method": POST\n"@path": ${PATH}\n${quotedRest}`],
  [
    'request-target-name + request-target-without-method + names-quoted',
    `"@request-target": ${TARGET}\n${quotedRest}`,
  ],
  ['digest-hex + digest-without-algorithm', value('digest', hex(BODY))],
  ['request-target-without-method + request-target-without-query', target(PATH)],
  ['another-order + crlf + trailing-newline', `${joined(sorted, '\r\n')}\r\n`],
  ['another-order + no-space-after-colon + crlf', joined(sorted, '\r\n', ':')],
  [
    'header-put-in + request-target-capitals',
    [READ, (text) => `(request-target): GET /v1/accounts\n${text}`],
  ],
  [
    'header-put-in + request-target-capitals',
    [HOSTED, (text) => `(request-target): GET /v1/accounts\nhost: bank.example\n${text}`],
  ],
  [
    'header-put-in + crlf',
    [HOSTED, (text) => crlf(`(request-target): get /v1/accounts\nhost: bank.example\n${text}`)],
  ],
  [
    'redirect-normalised | redirect-trailing-slash',
    sent('tpp-redirect-uri', 'https://tpp.example', 'https://tpp.example/'),
  ],
  [
    'digest-only | header-left-out',
    [
      {
        names: ['date', 'digest'],
        headers: { 'psu-id': undefined, 'tpp-redirect-uri': undefined, 'x-request-id': undefined },
      },
      (text) => text.replace(/^.*\n/, ''),
    ],
  ],
];
