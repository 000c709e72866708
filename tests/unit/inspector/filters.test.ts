// Which requests of a log each filter finds, which values it refuses, and what is on the pages of the list, as it is written
// in tests/fixtures/tables/filters.txt: `1` for each request that is found. `npm run examples` records it again.
import { test } from '@jest/globals';
import { FILTER_NAMES, readFilters } from '../../../server/insight/inspector/filters.ts';
import { requestList } from '../../../server/insight/inspector/request-list.ts';
import { expectRecorded, saidBy } from '../../support/recorded.ts';
import { anyFind } from '../explain/support.ts';
import { NOW, nothing, seenRequest } from './sample-request.ts';

const answer = (status: number, rule?: string) => ({ status, headers: {}, body: nothing, rule });
const refusal = { code: 'FORMAT_ERROR', status: 400, details: {} };
const explanation = {
  ...{ rule: 'SIG-10', sentence: 'No.', tried: 1, next: [] },
  readings: [anyFind().says(['crlf'], 'x'), anyFind().says(['id-case'], 'y')],
} as never;

const REQUESTS = [
  seenRequest({ answer: answer(200), operation: 'getAccounts', at: NOW + 1 }),
  seenRequest({
    answer: answer(199),
    method: 'POST',
    path: '/v1/payments/x',
    target: '/v1/payments/x?a',
  }),
  seenRequest({
    answer: answer(401, 'SES-02'),
    codes: ['SCA_EXPIRED', 'CONSENT_INVALID'],
    scaFlow: 'f1',
  }),
  seenRequest({ answer: answer(200, 'SES-02'), warnings: ['FORMAT_ERROR'], requestId: 'Own-1' }),
  seenRequest({
    refusal: { ...refusal, rule: 'SIG-10', text: 'Because of LF.' },
    explanation,
    at: NOW - 1,
  }),
  seenRequest({
    findings: [{ rule: 'SIG-05', text: 't' }],
    tpp: { id: 'PSDNO-FSA-1', name: 'My TPP' },
  }),
  seenRequest({
    tpp: { id: 'PSDNO-FSA-1', name: 'Other' },
    person: { id: 'c1', name: 'Kari Nordmann' },
  }),
  seenRequest({
    bank: 'b',
    target: '/banks/b/v1/user',
    path: '/v1/user',
    method: 'DELETE',
    codes: ['CONFLICT'],
  }),
  seenRequest({
    answer: answer(503),
    fault: 'f',
    person: { id: 'Kari', name: 'Mari' },
    operation: 'getUser',
  }),
].map((one, at) => ({ ...one, number: 9 - at, id: `x${9 - at}` }));

const VALUES: Readonly<Record<string, readonly string[]>> = {
  status: ['200', '4xx', '1xx', '5XX', '600', '40', '4x', '4xxx', 'x401', '0xx'],
  code: ['CONFLICT', 'SCA_EXPIRED', 'CONSENT_INVALID', 'conflict', 'toString', ''],
  warning: ['FORMAT_ERROR', 'CONFLICT', 'NONE'],
  rule: ['SIG-10', 'SIG-05', 'SES-02', 'sig-10', 'SIG-999', ''],
  finding: ['SIG-05', 'SIG-10', 'SIG-0'],
  method: ['GET', 'post', 'Delete', 'HEAD', 'FETCH', ''],
  path: [
    ...['/v1/', '/v1/accounts', '/v1/pay', '/', '/v', '/v1', '', 'v1', '/v2/', '/v1/x?a', '/v1?'],
    ...['/banks/b/v1/user', '/banks/b/', '/banks/b', '/banks/c/v1/user', 'x/banks/b/v1/user'],
  ],
  operation: ['getAccounts', 'getUser', 'getaccounts', 'deleteConsent', ''],
  tpp: ['PSDNO-FSA-1', 'my', 'TPP', 'psdno-fsa-1', 'FSA', 'none', ''],
  person: ['c1', 'C1', 'kari', 'Kari', 'NORD', 'none', ''],
  requestId: ['Own-1', 'own-1', 'Own', 'r-1', ''],
  scaFlow: ['f1', 'F1', 'f', ''],
  mistake: ['crlf', 'id-case', 'lf-at-the-end', 'CRLF', ''],
  since: [
    ...[
      '2026-11-03T09:05:07Z',
      '2026-11-03T09:05:07.001Z',
      '2026-11-03T10:05:07+01:00',
      '2026-11-03T09:05Z',
    ],
    ...[
      '2026-11-03T10:05:07 01:00',
      '2026-11-03T08:05:07-01:00',
      '2026-11-03T09:05:07',
      '2026-11-03',
      '',
    ],
    ...[
      '2026-02-30T09:05:07Z',
      '2026-13-01T09:05:07Z',
      '2026-11-03T25:05:07Z',
      'x2026-11-03T09:05:07Z',
    ],
    ...[
      '2026-11-03T09:05:07Zx',
      '2026-11-03T09:05:07.1234567891Z',
      '2026-11-03T09:05:07.123456789Z',
    ],
  ],
  q: [
    ...[
      '',
      'accounts',
      'ACCOUNTS',
      'own-1',
      'getuser',
      'my',
      'nordmann',
      'because',
      '"of lf"',
      'nothing',
    ],
    ...[
      '-accounts',
      'status:4xx',
      '-status:4xx',
      'op:getUser',
      '-op:getUser',
      'operation:getUser',
      'opp:x',
    ],
    ...[
      'person:"Kari Nordmann" -status:200',
      'kari -mari',
      'status:9',
      'q:x',
      'https://x',
      '"status:4xx"',
      'path:/v1',
    ],
    ...['since:2026-11-03T09:05:07Z', 'toString:x', `${'n'.repeat(50)}:x`],
  ],
};

const PAGES: readonly Readonly<Record<string, string>>[] = [
  ...[
    {},
    { limit: '1' },
    { limit: '4' },
    { limit: '9' },
    { limit: '10' },
    { limit: '1000' },
    { limit: '1001' },
  ],
  ...[
    { limit: '0' },
    { limit: 'x' },
    { limit: '' },
    { limit: '12345' },
    { limit: '1x' },
    { limit: 'x1' },
  ],
  ...[
    { limit: '2', before: '5' },
    { limit: '2', before: '9' },
    { limit: '2', before: '1' },
    { before: '99' },
  ],
  ...[
    { limit: '2', before: '2' },
    { limit: '3', before: '4' },
    { before: 'x' },
    { before: '' },
    { before: '-1' },
  ],
  ...[
    { limit: '2', offset: '0' },
    { limit: '2', offset: '3' },
    { limit: '2', offset: '8' },
    { offset: '99' },
  ],
  ...[
    { limit: '2', before: '7', offset: '2' },
    { offset: '1.5' },
    { offset: '1234567890123456' },
    { offset: '1x' },
  ],
  ...[
    { after: '3' },
    { after: '0' },
    { after: '9' },
    { limit: '2', after: '3' },
    { after: '3', before: '6' },
  ],
  ...[
    { status: '4xx', limit: '2' },
    { status: '4xx', limit: '2', before: '5' },
    { q: 'status:4xx', limit: '1' },
  ],
];

test('CTRL-05: what filters find and what a page has: is what the bank answers now', () => {
  const lines: string[] = [FILTER_NAMES.join(' ')];
  const filtered = { bank: 'b', operations: ['getAccounts', 'getUser'] };
  const found = (query: Readonly<Record<string, string>>) => {
    const matches = readFilters(query, filtered);
    return REQUESTS.map((one) => (matches(one) ? '1' : '0')).join('');
  };
  for (const [name, values] of Object.entries(VALUES)) {
    for (const value of values) {
      lines.push(`${name}=${value} ${saidBy(() => found({ [name]: value }))}`);
      const term = /[\s"]/.test(value) ? `"${value}"` : value;
      if (name !== 'q') lines.push(`  ${saidBy(() => found({ q: `${name}:${term}` }))}`);
    }
  }
  const view = (({ id }: { readonly id: string }) => id) as never;
  for (const query of PAGES)
    lines.push(
      `${JSON.stringify(query)} ${saidBy(() => requestList(REQUESTS, query, { ...filtered, view }).body)}`,
    );
  lines.push(saidBy(() => requestList([], {}, { ...filtered, view }).body));
  expectRecorded('tables/filters.txt', lines);
});
