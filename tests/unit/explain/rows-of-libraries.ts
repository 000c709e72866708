// Strings signed wrongly as templates, libraries and later standards have it: lines put in, names quoted,
// queries printed anew.
import {
  bodyDigest,
  DIGEST,
  joined,
  named,
  REDIRECT,
  RIGHT,
  type Row,
  redirect,
  TARGET,
  TEXT,
  target,
  value,
} from './right-string.ts';

const [first = ''] = TEXT.split('\n');
const rest = TEXT.slice(first.length + 1);
const PATH = TARGET.replace(/\?.*/, '');
const indented = (indent: string) => TEXT.replace(/^/gm, indent);
const everyLine = (end: string) => `${TEXT.replaceAll('\n', `${end}\n`)}${end}`;
const quotedRest = rest.replace(/^([\w-]+):/gm, '"$1":');

export const ROWS_OF_LIBRARIES: readonly Row[] = [
  ['joined-with-bar', '', joined(RIGHT, '|')],
  ...['\t', '\t\t', ' ', '  ', '    ', ' '.repeat(8), ' '.repeat(16)].map(
    (indent): Row => [
      'lines-indented',
      `the first too, ${JSON.stringify(indent)}`,
      indented(indent),
    ],
  ),
  ['lines-indented + trailing-newline', 'a text block', `${indented('    ')}\n`],
  ['value-trailing-space', 'every line', everyLine(' ')],
  ['value-trailing-space', 'every line, a tab', everyLine('\t')],
  ['value-trailing-space', 'every line but the last', TEXT.replaceAll('\n', ' \n')],
  ['value-trailing-space', 'a tab', TEXT.replace(/(psu-id.*)/, '$1\t')],
  ['value-trailing-space + crlf', 'every line', everyLine(' ').replaceAll('\n', '\r\n')],
  ['value-leading-space', '', TEXT.replace('psu-id: ', 'psu-id:  ')],
  ['string-quoted', '', `"${TEXT}"`],
  ['string-quoted', 'apostrophes', `'${TEXT}'`],
  ['names-quoted', 'all', named((name) => `"${name}"`)],
  ['names-quoted', 'but the target', `${first}\n${quotedRest}`],

  ...['', 'null', 'undefined', 'None'].flatMap((nothing): readonly Row[] => [
    [
      'header-put-in',
      `psu-corporate-id as "${nothing}", in its place`,
      TEXT.replace('\ntpp-', `\npsu-corporate-id: ${nothing}\ntpp-`),
    ],
    ['header-put-in', `as "${nothing}", last`, `${TEXT}\npsu-corporate-id: ${nothing}`],
  ]),
  ['header-put-in', 'nothing after its colon', `${TEXT}\npsu-corporate-id:`],
  ['header-put-in', 'first', `psu-corporate-id: \n${TEXT}`],
  [
    'header-put-in + crlf',
    'in its place',
    TEXT.replace('\ntpp-', '\npsu-corporate-id: \ntpp-').replaceAll('\n', '\r\n'),
  ],
  [
    'header-put-in',
    '(created), at the moment of the Date',
    `${first}\n(created): 1793696707\n${rest}`,
  ],

  [
    'request-target-name + request-target-without-method',
    '',
    `@request-target: ${TARGET}\n${rest}`,
  ],
  ['request-target-name', 'RFC 9421', `@method: POST\n@path: ${PATH}\n${rest}`],
  [
    'request-target-name',
    'RFC 9421, the query too',
    `@method: POST\n@path: ${PATH}\n@query: ${TARGET.slice(PATH.length)}\n${rest}`,
  ],
  [
    'request-target-name + names-quoted',
    'RFC 9421',
    `"@method": POST\n"@path": ${PATH}\n${quotedRest}`,
  ],
  [
    'request-target-name + request-target-without-method + names-quoted',
    'RFC 9421',
    `"@request-target": ${TARGET}\n${quotedRest}`,
  ],
  ['digest-name', '', TEXT.replace('digest:', 'content-digest:')],
  [
    'digest-name + digest-quoted + digest-algorithm-name',
    'RFC 9530',
    TEXT.replace(/digest: .*/, `content-digest: sha-256=:${DIGEST}:`),
  ],
  ['digest-quoted', 'colons', value('digest', `SHA-256=:${DIGEST}:`)],
  [
    'digest-hex',
    'its text in base64',
    value(
      'digest',
      `SHA-256=${Buffer.from(Buffer.from(DIGEST, 'base64').toString('hex')).toString('base64')}`,
    ),
  ],
  [
    'body-latin1',
    'Windows-1252',
    bodyDigest(Buffer.from('{"creditorName":"Bl\xe5b\xe6r / s\xf8nn AS","b":[1,0]}', 'latin1')),
  ],

  ['request-target-query-order', '', target(`post ${PATH}?x=%C3%B8&bookingStatus=both`)],
  ['request-target-encoded', 'lower case', target(`post ${TARGET.replace('%C3%B8', '%c3%b8')}`)],
  ['request-target-other-prefix', 'two slashes', target(`post /${TARGET}`)],
  ['request-target-other-prefix', 'two of them', target(`post ${TARGET.replace('/v1', '//v1')}`)],
  ['request-target-other-prefix', '/v1 twice', target(`post ${TARGET.replace('/v1', '/v1/v1')}`)],
  ['request-target-other-prefix', 'the bank twice', target(`post /banks/acme${TARGET}`)],
  [
    'redirect-query-order',
    '',
    redirect(REDIRECT.replace('state=a%20b&x="1"', 'x="1"&state=a%20b')),
  ],
  ['redirect-percent-encoded', 'a plus for %20', redirect(REDIRECT.replace('%20', '+'))],

  ['another-order + crlf + trailing-newline', 'sorted', `${joined(sorted(), '\r\n')}\r\n`],
  ['another-order + no-space-after-colon + crlf', 'sorted', joined(sorted(), '\r\n', ':')],
];

function sorted() {
  return [...RIGHT].sort(([a], [b]) => (a < b ? -1 : 1));
}
