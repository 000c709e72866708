// What the inspector makes of requests by themselves, as it is written in tests/fixtures/pages/entries.txt. `npm run
// examples` records it again.
import { test } from '@jest/globals';
import { figuresModel } from '../../../server/http/control/figures-model.ts';
import { filtersOf, requestsModel } from '../../../server/http/control/requests-model.ts';
import { testOf } from '../../../server/insight/inspector/as-test.ts';
import {
  curlCommand,
  curlNote,
  resignCommand,
} from '../../../server/insight/inspector/commands.ts';
import { entryView } from '../../../server/insight/inspector/entry-view.ts';
import { figuresOf, outcomeOf } from '../../../server/insight/inspector/figures.ts';
import { createMask } from '../../../server/insight/inspector/masking.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import { verdictOf } from '../../../server/insight/inspector/verdict.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { bodyOf, NOW, seenRequest } from './sample-request.ts';

const latin1 = (text: string) => Buffer.from(text).toString('latin1');

const answer = (status: number, text = '', rule?: string) => ({
  status,
  headers: {},
  body: bodyOf(text),
  rule,
});
const raw = (...more: readonly string[]) => ['Host', 'h:1', 'X-Request-ID', 'r', ...more];
const refused = (code: string) =>
  JSON.stringify({ tppMessages: [{ category: 'ERROR', code, text: `${code}.` }] });
const JONAS = { id: 'c1', name: 'Jonas Bakkerud' };
const TPP = { id: 'PSDNO-1', name: "O'TPP" };

const REQUESTS: readonly Partial<SeenRequest>[] = [
  {},
  {
    answer: answer(200),
    operation: 'getAccounts',
    tpp: TPP,
    person: JONAS,
    entered: ['size', 'operation'],
  },
  {
    answer: answer(200),
    person: JONAS,
    rawHeaders: raw(
      'PSU-IP-Address',
      '1.2.3.4',
      'Accept-Encoding',
      'gzip',
      'Accept',
      '*/*',
      'User-Agent',
      'u',
    ),
  },
  {
    answer: answer(200),
    person: { id: 'c2', name: 'Kari Nordmann' },
    method: 'DELETE',
    target: "/v1/x?a='b'",
    path: '/v1/x',
  },
  {
    answer: answer(401, refused('SCA_EXPIRED'), 'SES-02'),
    codes: ['SCA_EXPIRED'],
    scaFlow: 'f',
    operation: 'getAccounts',
  },
  {
    answer: answer(401, refused('CONSENT_INVALID'), 'CONS-01'),
    codes: ['CONSENT_INVALID'],
    operation: 'getAccounts',
  },
  {
    answer: answer(403, refused('FORBIDDEN')),
    codes: ['FORBIDDEN'],
    refusal: {
      rule: 'TPP-01',
      code: 'FORBIDDEN',
      status: 403,
      text: 'No. "A" b',
      details: { expected: 'x', got: 'y'.repeat(400) },
    },
  },
  { answer: answer(500), brokenOff: true, fault: 'f1' },
  { answer: answer(503, 'no json'), fault: 'f1', warnings: ['FORMAT_ERROR', 'X'] },
  {
    answer: answer(201, '{"tppMessages":1}'),
    method: 'POST',
    body: bodyOf('{"a": "é", "n":"13039319955"}'),
    findings: [
      { rule: 'SIG-05', text: 'f' },
      { rule: 'SIG-05', text: 'g' },
    ],
  },
  {
    answer: answer(400),
    method: 'POST',
    body: bodyOf('@file'),
    secure: true,
    requestId: 'sandbank-console-login-1',
  },
  {
    answer: answer(400),
    method: 'PUT',
    body: bodyOf(Buffer.from([0xff, 0x00, 0x41])),
    rawHeaders: raw(
      'Empty',
      '',
      'Cookie',
      'secret-cookie',
      'Connection',
      'close',
      'Content-Type',
      'x',
    ),
  },
  { answer: answer(400), method: 'POST', body: { bytes: Buffer.from('{"cut":'), length: 99 } },
  { answer: answer(400), method: 'POST', body: bodyOf('a\u200bb\n') },
  { answer: answer(204), method: 'HEAD', target: latin1('/v1/ø?x=[1]'), path: '/v1/ø' },
  {
    answer: answer(200),
    method: 'PATCH',
    target: '/banks/b/v1/accounts/enc!!abc',
    path: '/v1/accounts/enc!!abc',
    bank: 'b',
  },
  {
    answer: answer(200),
    target: '/v1/payments/12345678-1234/status',
    path: '/v1/payments/12345678-1234/status',
    operation: 'getX',
  },
  {
    answer: answer(200),
    target: latin1(`/v1/${'x'.repeat(60)}😀${'y'.repeat(13)}`),
    took: { total: 12.3456, explaining: 1.23456 },
    bankTime: NOW + 1,
  },
  {
    answer: answer(400, refused('A')),
    entered: [],
    refusal: { rule: 'SIG-10', code: 'A', status: 400, text: 'x', details: {} },
  },
];

test('CTRL-05: requests as entries, commands and tests: is what the bank answers now', () => {
  const lines: string[] = [];
  const all = REQUESTS.map((change, nth) =>
    seenRequest({ number: nth + 1, at: NOW + nth * 400_000, ...change }),
  );
  for (const request of all) {
    const mask = createMask(request.rawHeaders);
    const replayed = { request, mask, origin: 'http://h:1' };
    const { verdict: _, ...entry } = entryView(request);
    lines.push(`# ${request.id}`, JSON.stringify(entry));
    lines.push(
      verdictOf(request)
        .filter(({ outcome }) => outcome !== 'not reached')
        .map((step) => JSON.stringify(step))
        .join(' '),
    );
    lines.push(
      testOf(request, mask),
      curlCommand(replayed),
      curlNote(request),
      resignCommand(replayed),
    );
  }
  for (const status of [199, 399, 400, 401, 499, 500])
    lines.push(
      `${status}: ${outcomeOf(status, {})} ${outcomeOf(status, { scaFlow: 'f' })} ${outcomeOf(status, { brokenOff: true })}`,
    );
  const timed = all.map((one, nth) => ({
    ...one,
    operation: nth % 3 === 0 ? 'getA' : 'getB',
    took: { total: nth * 1.23456 },
  }));
  const { minutes, ...figures } = figuresOf(timed.toReversed());
  lines.push(
    JSON.stringify(figures),
    ...minutes
      .filter((one) => one.accepted + one.refused + one.toSca + one.failed > 0)
      .map((one) => JSON.stringify(one)),
  );
  lines.push(
    `${minutes.length} ${minutes[0]?.at} ${minutes.at(-1)?.at} ${JSON.stringify(figuresOf([]))}`,
  );
  const query = { q: '-tpp:x "a b"', status: '4xx', limit: '3', none: 'x' };
  const model = figuresModel({ minutes, operations: figures.operations }, filtersOf(query));
  const { bars, ...others } = model;
  lines.push(
    JSON.stringify(others),
    ...bars.filter(({ parts }) => parts.length > 0).map((bar) => JSON.stringify(bar)),
  );
  lines.push(JSON.stringify(figuresModel({ minutes: [], operations: [] }, [])));
  const entries = all.map((one) => entryView(one)) as never;
  for (const asked of [
    query,
    {},
    { q: 'status:401' },
    { q: '-status:401' },
    { status: '999' },
    { q: 'text' },
  ] as const) {
    const { requests, ...rest } = requestsModel({ requests: entries }, asked);
    lines.push(JSON.stringify(rest));
    if (Object.keys(asked).length === 0)
      for (const { place, kind, marks } of requests)
        lines.push(JSON.stringify([place, kind, marks]));
  }
  expectRecorded('pages/entries.txt', lines);
});
