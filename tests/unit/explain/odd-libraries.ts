// What is signed wrongly by templates and libraries in requests that are not the one of the rows: reads,
// targets that are not listed, queries and letters of their own.
import type { Draft } from '../signing/support.ts';
import { utf8 } from './right-string.ts';

const READ: Partial<Draft> = { method: 'GET', body: '', target: '/v1/accounts' };
const NO_BYTES = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const HOSTED = { host: 'bank.example', 'content-type': 'application/json', 'content-length': '28' };
const withTarget = (query: string): Partial<Draft> => ({
  ...READ,
  target: `/v1/accounts?${query}`,
  names: ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
});
const TARGET_LINE = '(request-target): get /v1/accounts';

export const ODD_LIBRARIES: readonly (readonly [
  mistakes: readonly string[],
  what: string,
  sent: Partial<Draft>,
  signed: (text: string) => string,
])[] = [
  ...['digest: ', 'digest:', `digest: ${NO_BYTES}`, 'digest: null'].map(
    (line) =>
      [
        ['header-put-in'],
        `of a read ${line}`,
        READ,
        (text: string) => text.replace('\n', `\n${line}\n`),
      ] as const,
  ),
  [
    ['header-put-in'],
    'every header of a template',
    READ,
    (text) =>
      text
        .replace('\nx-request-id', '\ndigest: \nx-request-id')
        .replace('\ntpp-', '\npsu-corporate-id: \ntpp-'),
  ],
  [
    ['header-put-in'],
    'the digest of nothing, and the rest of a template at the end',
    { ...READ, headers: { 'psu-id': undefined, 'tpp-redirect-uri': undefined } },
    (text) => `${text}\ndigest: ${NO_BYTES}\npsu-id: null\npsu-corporate-id: null`,
  ],
  [
    ['header-put-in'],
    'psu-id, sorted',
    { ...READ, headers: { 'psu-id': undefined } },
    (text) => text.replace('\nx-request-id', '\npsu-id: undefined\nx-request-id'),
  ],
  [
    ['header-put-in'],
    'a header that was sent empty',
    { ...READ, headers: { 'psu-id': '' }, names: ['date', 'x-request-id', 'tpp-redirect-uri'] },
    (text) => text.replace('\ntpp', '\npsu-id: \ntpp'),
  ],
  ...[
    [`${TARGET_LINE}\nhost: bank.example\n`, ''],
    [`host: bank.example\n${TARGET_LINE}\n`, ''],
    [`${TARGET_LINE}\n(created): 1793696707\nhost: bank.example\n`, ''],
    ['(created): 1793696707\n', ''],
    [`${TARGET_LINE}\n(created): 1793696707\n`, ''],
    ['host: bank.example\n', '\ncontent-type: application/json'],
    [
      `${TARGET_LINE}\nhost: bank.example\n`,
      '\ncontent-type: application/json\ncontent-length: 28',
    ],
  ].map(
    ([head = '', tail = '']) =>
      [
        ['header-put-in'],
        JSON.stringify(head + tail),
        { ...READ, headers: HOSTED },
        (text: string) => head + text + tail,
      ] as const,
  ),
  [
    ['header-put-in'],
    'host after the date, and the target',
    { ...READ, headers: HOSTED },
    (text) => `${TARGET_LINE}\n${text.replace('\n', '\nhost: bank.example\n')}`,
  ],
  [
    ['header-put-in'],
    'what a library signs of a body',
    { headers: HOSTED },
    (text) =>
      `(request-target): post /v1/payments/sepa-credit-transfers\nhost: bank.example\n${text.replace(/(digest: .*)/, '$1\ncontent-length: 28')}`,
  ],
  [
    ['header-put-in + request-target-capitals'],
    'the target',
    READ,
    (text) => `(request-target): GET /v1/accounts\n${text}`,
  ],
  [
    ['header-put-in + request-target-capitals'],
    'the target and the host',
    { ...READ, headers: HOSTED },
    (text) => `(request-target): GET /v1/accounts\nhost: bank.example\n${text}`,
  ],
  [
    ['header-put-in + crlf'],
    'the target and the host',
    { ...READ, headers: HOSTED },
    (text) => `${TARGET_LINE}\nhost: bank.example\n${text}`.replaceAll('\n', '\r\n'),
  ],
  [
    ['header-put-in'],
    '(created) as the Signature tells it',
    { ...READ, header: (value) => `${value},created="1793696000"` },
    (text) => `(created): 1793696000\n${text}`,
  ],
  ...(
    [
      ['request-target-encoded', 'a[]=1&b=2', '%5B%5D', '[]'],
      ['request-target-decoded', 'a%5B%5D=1&b=2', '[]', '%5B%5D'],
      ['request-target-encoded', 'a=b+c', '%20', '+'],
      ['request-target-encoded', 'a=b%20c', '+', '%20'],
      ['request-target-encoded', 'a=(b)', '%28b%29', '(b)'],
    ] as const
  ).map(
    ([name, query, other, was]) =>
      [
        [name],
        `${was} as ${other}`,
        withTarget(query),
        (text: string) => text.replace(was, other),
      ] as const,
  ),
  [
    ['request-target-query-order'],
    'five of them sorted',
    withTarget('e=1&d=2&c=3&a=4&b=5'),
    (text) => text.replace('e=1&d=2&c=3&a=4&b=5', 'a=4&b=5&c=3&d=2&e=1'),
  ],
  [
    ['redirect-percent-encoded'],
    'brackets',
    { headers: { 'tpp-redirect-uri': 'https://tpp.example/cb?a[]=1' } },
    (text) => text.replace('[]', '%5B%5D'),
  ],
  [
    ['redirect-percent-decoded'],
    'brackets',
    { headers: { 'tpp-redirect-uri': 'https://tpp.example/cb?a%5B%5D=%26' } },
    (text) => text.replace('%5B%5D', '[]'),
  ],
  [
    ['redirect-percent-encoded'],
    'plus signs as %20',
    { headers: { 'tpp-redirect-uri': 'https://tpp.example/cb?a=b+c' } },
    (text) => text.replace('b+c', 'b%20c'),
  ],
  [
    ['latin1-instead-of-utf8'],
    'UTF-8, signed in Windows-1252',
    { headers: { 'x-request-id': utf8('€ “a”') } },
    (text) => text.replace(utf8('€ “a”'), '\x80 \x93a\x94'),
  ],
  [
    ['latin1-instead-of-utf8'],
    'Windows-1252, signed in UTF-8',
    { headers: { 'x-request-id': '\x80 5' } },
    (text) => text.replace('\x80 5', utf8('€ 5')),
  ],
  [
    ['utf8-twice'],
    'by way of Windows-1252',
    { headers: { 'x-request-id': utf8('€ 5') } },
    (text) => text.replace(utf8('€ 5'), utf8('â‚¬ 5')),
  ],
];
