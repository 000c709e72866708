// CTRL-05: what the inspector shows of requests and texts with one small thing done to them, at each of their places in turn:
// how many different things, and a hash of all. So what it shows of each member, and the ends of its patterns, are held.
import { test } from '@jest/globals';
import { reportModel } from '../../../server/http/control/report-model.ts';
import { filtersOf, requestsModel } from '../../../server/http/control/requests-model.ts';
import { testOf } from '../../../server/insight/inspector/as-test.ts';
import {
  curlCommand,
  curlNote,
  resignCommand,
} from '../../../server/insight/inspector/commands.ts';
import { entryView } from '../../../server/insight/inspector/entry-view.ts';
import { figuresOf } from '../../../server/insight/inspector/figures.ts';
import { lineOf, termsOf } from '../../../server/insight/inspector/filter-line.ts';
import { readFilters } from '../../../server/insight/inspector/filters.ts';
import { createMask } from '../../../server/insight/inspector/masking.ts';
import { requestLine } from '../../../server/insight/inspector/request-line.ts';
import { requestList } from '../../../server/insight/inspector/request-list.ts';
import { REQUEST_LOG } from '../../../server/insight/inspector/request-log.ts';
import { sizeOf } from '../../../server/insight/inspector/request-size.ts';
import { createRequestView } from '../../../server/insight/inspector/request-view.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import { verdictOf } from '../../../server/insight/inspector/verdict.ts';
import { expectRecorded, saidBy } from '../../support/recorded.ts';
import { answersTo, touchedTexts, touchedValues } from '../../support/touched.ts';
import { bodyOf, NOW, seenRequest } from './sample-request.ts';

const explanation = {
  ...{
    rule: 'SIG-10',
    sentence: 'The lines are joined otherwise.',
    tried: 17,
    expectedKeyId: 'SN=1',
  },
  ...{ bankString: 'date: a\nx-request-id: r-1', signedString: 'date: a\r\nx-request-id: r-1' },
  readings: [{ mistakes: ['crlf'], sentence: 'You joined the lines by CRLF.' }],
  next: [{ rule: 'SIG-11', text: 'The Date is too old.' }],
  signature: { form: 'RSASSA-PKCS1-v1_5 with SHA-256', hash: 'abcd' },
} as never;

const REFUSED = seenRequest({
  ...{ method: 'POST', target: '/banks/b/v1/consents?a=1', path: '/v1/consents', bank: 'b' },
  ...{ requestId: 'r-1', bankTime: NOW + 90_000, secure: true, operation: 'createConsent' },
  ...{ body: bodyOf('{"a":"é"}'), entered: ['size', 'signature'], exercised: ['SIG-01'] },
  rawHeaders: ['Host', 'h:1', 'Cookie', 'secret-cookie', 'X-Note', 'a%b', 'Empty', ''],
  tpp: { id: 'PSDNO-1', name: "O'TPP" },
  person: { id: 'c1', name: 'Jonas Bakkerud' },
  qwac: { id: 'q', name: 'Q' },
  refusal: {
    ...{ rule: 'SIG-10', code: 'SIGNATURE_INVALID', status: 401, text: 'Not right.' },
    details: { expected: 'x', got: 'y', path: 'Signature' },
  },
  findings: [{ rule: 'SIG-05', text: 'tolerated' }],
  explanation,
  answer: {
    ...{ status: 401, headers: { 'X-A': 'b' } },
    body: bodyOf('{"tppMessages":[{"category":"ERROR","code":"SIGNATURE_INVALID","text":"No."}]}'),
  },
  ...{ codes: ['SIGNATURE_INVALID'], warnings: ['FORMAT_ERROR'], transactionStatuses: ['RCVD'] },
  ...{ brokenOff: true, fault: 'f1', scaFlow: 'flow', took: { total: 12.3456, explaining: 1.5 } },
});
const READ = seenRequest({
  ...{ target: '/v1/accounts/12345678-1234?limit=2', path: '/v1/accounts/12345678-1234' },
  ...{ operation: 'getAccount', person: { id: 'c2', name: 'Kari Nordmann' } },
  rawHeaders: [
    'Host',
    'h:1',
    'Accept',
    '*/*',
    'PSU-IP-Address',
    '1.2.3.4',
    'Accept-Encoding',
    'gzip',
  ],
  answer: { status: 200, headers: {}, body: bodyOf('{"b":1}') },
});

const viewed = (request: SeenRequest) => {
  const mask = createMask(request.rawHeaders);
  const replayed = { request, mask, origin: 'http://h:1' };
  return [
    saidBy(() => entryView(request)),
    saidBy(() => verdictOf(request)),
    saidBy(() => testOf(request, mask)),
    saidBy(() => curlCommand(replayed)),
    saidBy(() => curlNote(request)),
    saidBy(() => resignCommand(replayed)),
    saidBy(() => sizeOf(request)),
    saidBy(() => requestLine(entryView(request) as never, 'http://b')),
  ];
};

test('CTRL-05: of a request: is what the bank shows now', async () => {
  const lines = [REFUSED, READ].map((request) =>
    answersTo(request.method, touchedValues(request), (one) => saidBy(() => viewed(one))),
  );
  const views: unknown[] = [];
  const flowOf = async (id: string) => ({ id, purpose: 'access' });
  for (const request of [REFUSED, ...touchedValues(REFUSED)]) {
    const view = createRequestView('https://bank.example/at')(request, { flowOf });
    views.push(await view.catch(String));
  }
  lines.push(answersTo('views', views, (view) => view));
  expectRecorded('pages/touched-requests.txt', lines);
});

test('CTRL-05: a request is stored as JSON, with its bytes, and read again as it was', () => {
  const { toJson = (one) => one, fromJson = (one) => one, nameOf } = REQUEST_LOG;
  const lines = [REFUSED, READ].map((request) => {
    const stored = JSON.parse(JSON.stringify(toJson(request)));
    const again = fromJson(stored);
    return [JSON.stringify(stored), saidBy(() => again), saidBy(() => nameOf?.(request))].join(
      '\n',
    );
  });
  expectRecorded('pages/stored-requests.txt', lines.join('\n').split('\n'));
});

const LINES = [
  ...['status:4xx op:getAccounts -person:"Kari Nordmann" crlf', 'code:FORBIDDEN rule:SIG-10'],
  ...['method:get path:/v1/accounts tpp:One', 'since:2026-11-03T09:05:07+01:00', 'mistake:crlf'],
  ...['finding:SIG-05 warning:FORMAT_ERROR', 'requestId:r-1 scaFlow:flow', '"a b" https://x'],
];

test('CTRL-05: of lines that filter: is what the bank reads now', () => {
  const filtered = { bank: 'b', operations: ['getAccounts', 'createConsent'] };
  const found = (query: Readonly<Record<string, string>>) =>
    saidBy(() => {
      const matches = readFilters(query, filtered);
      return [REFUSED, READ].map((one) => Number(matches(one)));
    });
  const lines = LINES.map((text) =>
    answersTo(text, [text, ...touchedTexts(text)], (one) => [
      ...[termsOf(one), lineOf(termsOf(one)), found({ q: one })],
      requestsModel({ requests: [] }, { q: one }),
    ]),
  );
  const terms = LINES.flatMap(termsOf).filter(({ name }) => name !== undefined && name !== 'op');
  for (const { name = '', value } of terms)
    lines.push(
      answersTo(`${name}=${value}`, [value, ...touchedTexts(value)], (one) => [
        found({ [name]: one }),
        filtersOf({ [name]: one, none: one }),
      ]),
    );
  expectRecorded('pages/touched-filters.txt', lines);
});

test('CTRL-05: of lists and their pages: is what the bank shows now', () => {
  const all = [7, 6, 5, 3, 2, 1].map((number) => seenRequest({ number, id: `x${number}` }));
  const numbers = ['0', '1', '2', '3', '4', '6', '7', '8'];
  const queries = numbers.flatMap((limit) =>
    ['', ...numbers].flatMap((before) =>
      ['', '1', '5', '6', '7'].map((offset) => {
        const given = Object.entries({ limit, before, offset, after: offset === '5' ? '2' : '' });
        return Object.fromEntries(given.filter(([, value]) => value !== ''));
      }),
    ),
  );
  const about = { bank: 'default', operations: [], view: (one: SeenRequest) => one.id as never };
  const listed = (query: Readonly<Record<string, string>>) =>
    saidBy(() => requestList(all, query, about));
  expectRecorded('pages/touched-lists.txt', [
    ...queries
      .filter((_, at) => at % 5 === 0)
      .map((one) => `${JSON.stringify(one)}: ${listed(one)}`),
    answersTo('all', queries, listed),
    saidBy(() => requestList([], {}, about)),
  ]);
});

test('CTRL-05: of figures and of what pages say first: is what the bank shows now', () => {
  const timed = [REFUSED, READ, { ...READ, at: NOW - 61_000, took: { total: 3 } }];
  const page = {
    ...{ at: '2031-03-05T10:00:00.000Z', bankTime: '2031-03-05T10:01:00.000Z', status: 401 },
    ...{ fault: 'f1', brokenOff: true, scaFlow: { scaStatus: 'started', redirect: 'https://x' } },
    verdict: [{ check: 'role', outcome: 'refused', text: 'It is so. Do that. "And. This".' }],
    explanation: {
      readings: [{ sentence: 'One.' }, { sentence: 'Two.' }],
      next: [{ text: 'Then.' }],
    },
    answer: {
      messages: [
        { code: 'BAD_REQUEST', text: 'a' },
        { code: 'X', text: 'b' },
      ],
    },
    signature: {
      certificate: { organisationId: 'o', roles: ['PSP_AI'], keyType: 'rsa', keyBits: 2048 },
    },
  };
  const more = [
    { ...page, status: 400 },
    { ...page, scaFlow: undefined, brokenOff: false },
    ...['algorithm', 'date', 'fault', 'trust'].map((check) => ({
      ...{ ...page, status: 400 },
      verdict: [{ check, outcome: 'refused', text: 'It is so. Do that.' }],
    })),
  ];
  expectRecorded('pages/touched-figures.txt', [
    answersTo('figures', touchedValues(timed), (some) => saidBy(() => figuresOf(some))),
    ...[page, ...more].map((one) =>
      answersTo(`${one.status} ${one.verdict[0]?.check}`, touchedValues(one), (each) =>
        saidBy(() => reportModel('request', each, {})),
      ),
    ),
  ]);
});
