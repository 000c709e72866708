// Values that are signed wrongly only where they are odd to begin with.
import type { Draft } from '../signing/support.ts';
import { PSU, sha, utf8 } from './right-string.ts';

const TWO_HEADERS = { 'psu-id': undefined, 'tpp-redirect-uri': undefined };

/** A value that the rows above cannot have. */
export const ODD: readonly (readonly [
  mistakes: readonly string[],
  what: string,
  sent: Partial<Draft>,
  signed: (text: string) => string,
])[] = [
  [
    ['value-decoded'],
    'an encoded word',
    { headers: { 'x-request-id': '=?utf-8?Q?a=C3=B8?=' } },
    (text) => text.replace('=?utf-8?Q?a=C3=B8?=', utf8('aø')),
  ],
  [
    ['value-spaces-collapsed'],
    'runs of white space',
    { headers: { 'x-request-id': 'a  \t b' } },
    (text) => text.replace('a  \t b', 'a b'),
  ],
  [
    ['id-form'],
    'a URN that was sent',
    { headers: { 'psu-id': `urn:uuid:${PSU}` } },
    (text) => text.replace('urn:uuid:', ''),
  ],
  [
    ['id-form'],
    'braces that were sent',
    { headers: { 'psu-id': `{${PSU}}` } },
    (text) => text.replace(/[{}]/g, ''),
  ],
  [
    ['id-form'],
    'no hyphens that were sent',
    { headers: { 'psu-id': PSU.replaceAll('-', '') } },
    (text) => text.replace(/psu-id: \w+/, `psu-id: ${PSU}`),
  ],
  [
    ['id-case'],
    'capitals that were sent',
    { headers: { 'psu-id': PSU.toUpperCase() } },
    (text) => text.replace(PSU.toUpperCase(), PSU),
  ],
  [
    ['latin1-instead-of-utf8'],
    'UTF-8',
    { headers: { 'x-request-id': utf8('aø€') } },
    (text) => text.replace(utf8('aø€'), 'a\xf8?'),
  ],
  [
    ['latin1-instead-of-utf8'],
    'UTF-8 in ASCII',
    { headers: { 'x-request-id': utf8('aø😀') } },
    (text) => text.replace(utf8('aø😀'), 'a??'),
  ],
  [
    ['latin1-instead-of-utf8'],
    'ISO-8859-1',
    { headers: { 'x-request-id': 'a\xf8' } },
    (text) => text.replace('a\xf8', utf8('aø')),
  ],
  [
    ['utf8-twice'],
    'UTF-8, once',
    { headers: { 'x-request-id': utf8('aø') } },
    (text) => utf8(text),
  ],
  [
    ['unicode-normalised'],
    'composed',
    { headers: { 'x-request-id': utf8('å') } },
    (text) => text.replace(utf8('å'), utf8('å'.normalize('NFD'))),
  ],
  [
    ['unicode-normalised'],
    'decomposed',
    { headers: { 'x-request-id': utf8('å'.normalize('NFD')) } },
    (text) => text.replace(utf8('å'.normalize('NFD')), utf8('å')),
  ],
  [
    ['lower-cased'],
    'letters outside ASCII',
    { headers: { 'x-request-id': utf8('Å') } },
    (text) => utf8(Buffer.from(text, 'latin1').toString().toLowerCase()),
  ],
  [
    ['json-escaped'],
    'as \\u',
    { headers: { 'x-request-id': utf8('aø') } },
    (text) => text.replace(utf8('aø'), 'a\\u00f8'),
  ],
  [
    ['date-other-second'],
    'a one-digit day',
    { headers: { date: 'Tue, 3 Nov 2026 09:05:07 GMT' } },
    (text) => text.replace('07 GMT', '08 GMT'),
  ],
  [
    ['date-other-second'],
    'another zone',
    { headers: { date: 'Tue, 03 Nov 2026 10:05:07 +0100' } },
    (text) => text.replace('05:07', '05:05'),
  ],
  [
    ['date-format'],
    'another zone, signed in GMT',
    { headers: { date: 'Tue, 03 Nov 2026 10:05:07 +0100' } },
    (text) => text.replace('10:05:07 +0100', '09:05:07 GMT'),
  ],
  [
    ['digest-base64url'],
    'letters that differ',
    { body: 'oddly?', headers: {} },
    (text) => text.replace(/digest: .*/, (line) => line.replaceAll('+', '-').replaceAll('/', '_')),
  ],
  [
    ['digest-algorithm-name'],
    'sha-256 that was sent',
    { headers: { digest: `sha-256=${sha('{"creditorName":"Blåbær AS"}').toString('base64')}` } },
    (text) => text.replace('sha-256=', 'SHA-256='),
  ],
  [
    ['digest-other-algorithm'],
    'SHA-512 that was sent',
    {
      headers: { digest: `SHA-512=${sha('{"creditorName":"Blåbær AS"}', 512).toString('base64')}` },
    },
    (text) =>
      text.replace(
        /SHA-512=.*/,
        `SHA-256=${sha('{"creditorName":"Blåbær AS"}').toString('base64')}`,
      ),
  ],
  [
    ['request-target-trailing-slash'],
    'a slash that was sent',
    {
      target: '/v1/accounts/',
      names: ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
    },
    (text) => text.replace('/v1/accounts/', '/v1/accounts'),
  ],
  [
    ['redirect-trailing-slash'],
    'a slash that was sent',
    { headers: { 'tpp-redirect-uri': 'https://tpp.example/cb/' } },
    (text) => text.replace('/cb/', '/cb'),
  ],
  [
    ['redirect-normalised'],
    'a port that was sent',
    { headers: { 'tpp-redirect-uri': 'https://tpp.example:443/a"b' } },
    (text) => text.replace(':443', ''),
  ],
  [
    ['redirect-normalised'],
    'a port that was not',
    { headers: { 'tpp-redirect-uri': 'https://tpp.example/cb' } },
    (text) => text.replace('example/', 'example:443/'),
  ],
  [
    ['redirect-percent-encoded'],
    'escapes in capitals',
    { headers: { 'tpp-redirect-uri': 'https://tpp.example/%c3%b8' } },
    (text) => text.replace('%c3%b8', '%C3%B8'),
  ],
  [
    ['redirect-percent-decoded'],
    'but for the reserved',
    { headers: { 'tpp-redirect-uri': 'https://tpp.example/a%20b%2Fc' } },
    (text) => text.replace('%20', ' '),
  ],
  [
    ['redirect-percent-decoded'],
    'with plus signs as spaces',
    { headers: { 'tpp-redirect-uri': 'https://tpp.example/?a=b+c' } },
    (text) => text.replace('b+c', 'b c'),
  ],
  [
    ['redirect-percent-encoded'],
    'as a form',
    { headers: { 'tpp-redirect-uri': 'https://tpp.example/?a=b c' } },
    (text) => text.replace(/https:.*/, (uri) => encodeURIComponent(uri).replaceAll('%20', '+')),
  ],
  [
    ['header-put-in'],
    'the target',
    { target: '/v1/accounts' },
    (text) => `(request-target): post /v1/accounts\n${text}`,
  ],
  [
    ['header-put-in'],
    'the target, last',
    { target: '/v1/accounts' },
    (text) => `${text}\n(request-target): post /v1/accounts`,
  ],
  [
    ['redirect-normalised', 'redirect-trailing-slash'],
    'what two rows explain',
    { headers: { 'tpp-redirect-uri': 'https://tpp.example' } },
    (text) => text.replace('tpp.example', 'tpp.example/'),
  ],
  [
    ['body-minified'],
    'a body with white space',
    { body: '{ "a": 1 }' },
    (text) => text.replace(/SHA-256=.*/, `SHA-256=${sha('{"a":1}').toString('base64')}`),
  ],
  [
    ['body-crlf'],
    'a text of two lines',
    { body: 'a\nb' },
    (text) => text.replace(/SHA-256=.*/, `SHA-256=${sha('a\r\nb').toString('base64')}`),
  ],
  [
    ['another-order'],
    'of two lines',
    { method: 'GET', body: '', names: ['date', 'x-request-id'], headers: TWO_HEADERS },
    (text) => text.split('\n').reverse().join('\n'),
  ],
  [
    ['redirect-percent-encoded'],
    'escapes in capitals, a slash among them',
    { headers: { 'tpp-redirect-uri': 'https://tpp.example/%c3%a0%2f' } },
    (text) => text.replace('%c3%a0%2f', '%C3%A0%2F'),
  ],
  [
    ['digest-only', 'header-left-out'],
    'the digest of two lines',
    { names: ['date', 'digest'], headers: { ...TWO_HEADERS, 'x-request-id': undefined } },
    (text) => text.replace(/^.*\n/, ''),
  ],
];
