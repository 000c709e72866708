// What the pages of the reports say besides the answer that they show, for a table of answers, as it is written in
// tests/fixtures/pages/report-model.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { reportModel } from '../../../server/http/control/report-model.ts';
import { expectRecorded } from '../../support/recorded.ts';

const AT = '2031-03-05T10:00:00.000Z';
const later = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString();

const step = (check: string, text?: string) => [
  { check: 'before', outcome: 'passed' },
  { check, outcome: 'refused', ...(text === undefined ? {} : { text }) },
  { check: 'after', outcome: 'refused', text: 'Not this one.' },
];
const RIGHT = {
  at: AT,
  status: 200,
  verdict: [{ check: 'x', outcome: 'passed' }],
  answer: { messages: [] },
};
const refused = (check: string, more: object = {}, text?: string) => ({
  ...RIGHT,
  status: 400,
  verdict: step(check, text),
  ...more,
});
const messages = (...codes: readonly string[]) => ({
  answer: { messages: codes.map((code) => ({ code, text: `About ${code}.` })) },
});
const certificate = (own: object) => ({ signature: { certificate: own } });
const RSA = { organisationId: 'PSDNO-1', roles: ['PSP_AI'], keyType: 'rsa' };
const readings = (...sentences: readonly string[]) => ({
  readings: sentences.map((sentence) => ({ sentence })),
});
const next = (...texts: readonly string[]) => ({ next: texts.map((text) => ({ text })) });

const TEXTS: readonly string[] = [
  'One sentence.',
  'One. Two. Three.',
  'Is it? (Yes.) No!',
  'It is "a. B" here. Then more.',
  'It is "a. B. Then more.',
  'See 1.5 or e.g. this. Lower case. then Upper.',
  'End! "Quoted" begins.',
  '',
  `The string is wrong. Write it so. The bank's is, with ⏎ for each LF: "date: x. Y".`,
  `The string is wrong. Write it so. The bank's is, with ⏎ for each LF: "date: x" and more.`,
  'It ends in a quote: "x".',
];

const VERDICTS: readonly object[] = [
  RIGHT,
  { ...RIGHT, verdict: [] },
  ...[0, 59.999, 60, -59.999, -60, 3600].map((seconds) => ({ ...RIGHT, bankTime: later(seconds) })),
  { ...RIGHT, fault: 'f1' },
  { ...RIGHT, fault: 'f1', brokenOff: true },
  { ...RIGHT, fault: 'f1', brokenOff: false },
  { ...RIGHT, brokenOff: true },
  refused('fault', { fault: 'f1' }),
  refused('date', { fault: 'f1' }),
  ...TEXTS.map((text) => refused('body', {}, text)),
  ...['BAD_REQUEST', 'FORMAT_ERROR'].map((code) => refused('date', messages(code))),
  refused('date', messages('FORMAT_ERROR', 'BAD_REQUEST')),
  refused('date', { bankTime: later(90), fault: 'f1', brokenOff: true }),
  ...[
    { status: 401 },
    { status: 401, scaFlow: {} },
    { status: 401, scaFlow: { scaStatus: 'started' } },
    { status: 401, scaFlow: { scaStatus: 'finalised', redirect: 'https://x' } },
    { status: 401, scaFlow: { redirect: 'https://x' } },
    { status: 403, scaFlow: { scaStatus: 'started' } },
    { status: 401, scaFlow: {}, ...messages('A', 'B') },
  ].map((more) => refused('consent', more, 'An SCA is needed. Open the link.')),
  ...[
    messages('A'),
    messages('A', 'B'),
    { explanation: readings('One.') },
    { explanation: readings('One.', 'Two.') },
    { explanation: { ...readings(), ...next() } },
    { explanation: { ...readings('One.'), ...next('Then this.') } },
    { explanation: { ...readings(), ...next('Then this.', 'And that.') }, ...messages('A') },
    { explanation: { ...readings('One.', 'Two.'), ...next('Then.') }, ...messages('A', 'B') },
    { explanation: { ...readings('One.'), ...next('Then.') }, ...messages('A', 'B') },
  ].flatMap((more) => [
    refused('signature', more, 'It is wrong. Do it so.'),
    refused('signature', more),
  ]),
  ...[
    'certificate',
    'algorithm',
    'validity',
    'trust',
    'role',
    'revocation',
    'signature',
    'date',
  ].flatMap((check) => [refused(check, certificate(RSA)), refused(check, certificate({}))]),
  refused('role', {}),
  refused('role', { signature: {} }),
  ...[2047, 2048, 2049, 4096].map((keyBits) =>
    refused('algorithm', certificate({ ...RSA, keyBits })),
  ),
  refused('algorithm', certificate({ ...RSA, keyType: 'ec', keyBits: 4096 })),
  refused('trust', certificate({ ...RSA, keyBits: 4096 })),
];

const entry = (target: string, more: object = {}) => ({
  ...{ target, status: 200, findings: [], ...more },
});
const name = (length: number) => `/v1/accounts/${'n'.repeat(length)}`;
const ENTRIES: readonly object[] = [
  ...['', '/', '/v1/accounts', 'none', '/v1/a/b?c=d/e'].map((target) => entry(target)),
  ...[38, 39, 40, 41, 90].map((length) => entry(name(length))),
  ...[12, 13, 14, 15].map((end) => entry(`${name(50)}\u{1f3e6}${'x'.repeat(end)}`)),
  ...[100, 302, 303, 400, 401, 404, 429, 500, 503].map((status) => entry('/v1', { status })),
  ...[401, 403].map((status) => entry('/v1', { status, scaFlow: 'f' })),
  entry('/v1', { findings: [{ rule: 'SIG-05' }, { rule: 'SIG-05' }, { rule: 'HDR-01' }] }),
  entry('/v1', { warnings: ['A', 'B'], fault: 'f1', brokenOff: true }),
  entry('/v1', { brokenOff: false, requestId: 'console-login-1' }),
  entry('/v1', { status: 500, fault: 'f2', requestId: 'my own' }),
];

const QUERIES: readonly Readonly<Record<string, string>>[] = [
  {},
  { lang: 'nb' },
  { q: 'status:4xx tpp:PSDNO-1' },
  { q: '-status:4xx "two words" person:"Kari N"' },
  { status: '4xx', operation: 'getAccounts', limit: '1' },
  { before: '3', offset: '2', after: '1' },
  { scaFlow: 'x', rule: 'SIG-10', finding: 'SIG-05', requestId: 'r' },
];

test('CTRL-05: what the page of a request says first: is what the bank says now', () => {
  const lines = VERDICTS.map((answer) => {
    const { verdict, at: _, ...given } = answer as { verdict: readonly object[]; at: string };
    const step = verdict[1] === undefined ? 'right' : JSON.stringify(verdict[1]);
    return `${step} ${JSON.stringify(given)}\n  → ${JSON.stringify(reportModel('request', answer, {}))}`;
  });
  expectRecorded('pages/report-model.txt', lines);
});

test('CTRL-05: what the lists of requests say besides: is what the bank says now', () => {
  const lines = QUERIES.map((query) => {
    const said = JSON.stringify(reportModel('requests', { requests: [] }, query));
    return `${JSON.stringify(query)}\n  → ${said}`;
  });
  const model = reportModel('requests', { requests: ENTRIES }, {}) as { requests: object[] };
  lines.push(...model.requests.map((one) => JSON.stringify(one)));
  lines.push(JSON.stringify(reportModel('readiness', { a: 1 }, {})));
  expectRecorded('pages/report-lists.txt', lines);
});

const minute = (...counts: readonly number[]) => ({
  at: AT,
  ...Object.fromEntries(
    ['accepted', 'toSca', 'refused', 'failed'].map((outcome, nth) => [outcome, counts[nth] ?? 0]),
  ),
});
const time = (operation: string, p50: number, p99: number) => ({ operation, p50, p99 });

const FIGURES: readonly object[] = [
  { minutes: [], operations: [] },
  { minutes: [minute()], operations: [time('getAccounts', 2, 8)] },
  {
    minutes: [minute(3, 0, 1), minute(), minute(1, 2, 3, 4), minute(0, 0, 0, 1)],
    operations: [time('getAccounts', 2, 8), time('getUser', 1, 4), time('x y', 5, 6)],
  },
];

test('CTRL-05: what the charts are made of: is what the bank says now', () => {
  const lines = FIGURES.flatMap((answer) =>
    QUERIES.map((query) => JSON.stringify(reportModel('figures', answer, query))),
  );
  expectRecorded('pages/report-figures.txt', lines);
});

const items = (length: number, idOf: (nth: number) => object) =>
  Array.from({ length }, (_, nth) => ({ count: nth % 3, ...idOf(nth) }));
const rule = (nth: number) => ({ id: `${['SIG', 'HDR', 'PAY'][nth % 7] ?? 'ACC'}-${nth}` });
const PATHS = ['payments/a', 'payments/b/{id}', 'accounts', 'accounts/{id}', 'bulk-payments/a'];
const operation = (nth: number) => ({ id: `op${nth}`, path: `/v1/${PATHS[nth % 5]}` });

test('CTRL-08: how the page of coverage groups what is missing: is what the bank says now', () => {
  const sections = [
    ...[0, 29, 30, 31].map((length) => ({ name: `${length} rules`, items: items(length, rule) })),
    { name: 'operations', items: items(40, operation) },
    { name: 'all used', items: items(30, (nth) => ({ ...rule(nth), count: 1 })) },
  ];
  const model = reportModel('coverage', { sections }, {}) as {
    sections: readonly { name: string; groups: object[]; missing: object[]; seen: object[] }[];
  };
  const lines = model.sections.flatMap(({ name: title, groups, missing, seen }) => [
    `# ${title}: ${missing.length} missing, ${seen.length} seen`,
    ...groups.map((group) => JSON.stringify(group)),
  ]);
  expectRecorded('pages/report-coverage.txt', lines);
});
