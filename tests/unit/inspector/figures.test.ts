// CTRL-05: what the request log adds up to.
import { expect, test } from '@jest/globals';
import { figuresModel } from '../../../server/http/control/figures-model.ts';
import { requestsModel } from '../../../server/http/control/requests-model.ts';
import { figuresOf } from '../../../server/insight/inspector/figures.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import { NOW, nothing, seenRequest } from './sample-request.ts';

const MINUTE = 60_000;
const answered = (status: number, more: Partial<SeenRequest> = {}) =>
  seenRequest({ answer: { status, headers: {}, body: nothing }, ...more });

test('CTRL-05: requests per minute by outcome, in the hour until the newest', () => {
  const { requests, minutes } = figuresOf([
    answered(200),
    answered(401, { scaFlow: 'f-1' }),
    answered(401),
    answered(503, { at: NOW - MINUTE }),
    answered(200, { brokenOff: true, at: NOW - MINUTE }),
    answered(200, { at: NOW - 59 * MINUTE }),
    answered(200, { at: NOW - 60 * MINUTE }),
  ]);
  expect([requests, minutes.length]).toEqual([7, 60]);
  const none = { accepted: 0, toSca: 0, refused: 0, failed: 0 };
  const begin = NOW - (NOW % MINUTE);
  const at = (back: number) => new Date(begin - back * MINUTE).toISOString();
  expect(minutes.at(-1)).toEqual({ ...none, at: at(0), accepted: 1, toSca: 1, refused: 1 });
  expect(minutes.at(-2)).toEqual({ ...none, at: at(1), failed: 2 });
  expect(minutes[0]).toEqual({ ...none, at: at(59), accepted: 1 });
  expect(figuresOf([]).minutes).toEqual([]);
});

test('CTRL-05: a request counts as what its row in the list shows, and as refused if its answer did not arrive', () => {
  const row = { target: '/v1/accounts', findings: [], status: 401, scaFlow: 'f-1' };
  const { requests } = requestsModel({ requests: [row, { ...row, brokenOff: true }] }, {});
  expect(requests.map(({ kind }) => kind)).toEqual(['to-sca', 'refused']);
  const { minutes } = figuresOf([
    answered(401, { scaFlow: 'f-1' }),
    answered(401, { scaFlow: 'f-1', brokenOff: true }),
  ]);
  expect(minutes.at(-1)).toMatchObject({ toSca: 1, failed: 1, refused: 0 });
});

test.each([
  ['/v1/accounts', ['/v1', '/accounts']],
  [
    '/v1/accounts/a/transactions?bookingStatus=booked',
    ['/v1/accounts/a', '/transactions?bookingStatus=booked'],
  ],
  [`/v1/${'a'.repeat(50)}/status`, [`/v1/${'a'.repeat(50)}`, '/status']],
  [`/v1/${'a'.repeat(50)}`, [`/v1/${'a'.repeat(36)}`, 'a'.repeat(14)]],
  [
    `/v1/${'a'.repeat(36)}\u{1f600}${'a'.repeat(13)}`,
    [`/v1/${'a'.repeat(36)}`, `\u{1f600}${'a'.repeat(13)}`],
  ],
  ['*', ['', '*']],
])('WEB-01: of a long address, %s, the last name stays whole', (target, place) => {
  const row = { target, findings: [], status: 200 };
  expect(requestsModel({ requests: [row] }, {}).requests[0]?.place).toEqual(place);
});

test('CTRL-05: the time of each operation, those that were called most first', () => {
  const took = (operation: string, total: number) => seenRequest({ operation, took: { total } });
  const many = Array.from({ length: 100 }, (_, nth) => took('getAccounts', 100 - nth));
  const { operations } = figuresOf([took('getUser', 7), ...many, seenRequest()]);
  expect(operations).toEqual([
    { operation: 'getAccounts', requests: 100, p50: 50, p99: 99 },
    { operation: 'getUser', requests: 1, p50: 7, p99: 7 },
  ]);
});

test('CTRL-05: a percentile is the time that so many of a hundred took at most', () => {
  for (const [count, p50, p99] of [
    [1, 1, 1],
    [2, 1, 2],
    [3, 2, 3],
    [99, 50, 99],
    [100, 50, 99],
    [101, 51, 100],
    [200, 100, 198],
    [201, 101, 199],
  ] as const) {
    const requests = Array.from({ length: count }, (_, nth) =>
      seenRequest({ operation: 'getUser', took: { total: nth + 1 } }),
    );
    const { operations } = figuresOf(requests);
    expect(operations).toEqual([{ operation: 'getUser', requests: count, p50, p99 }]);
  }
});

test('CTRL-05, WEB-06: the values that filters can have, each once, masked and bounded', () => {
  const named = (name: string, number: number) =>
    seenRequest({ number, person: { id: 'c-1', name }, tpp: { id: 't', name: 'TPP 13039319955' } });
  const { values } = figuresOf([
    ...[named('Kari', 3), named('Kari', 2), named('Ola', 1)],
    ...Array.from({ length: 300 }, (_, nth) => seenRequest({ operation: `op-${nth}` })),
  ]);
  expect(values['person']).toEqual(['Kari', 'Ola']);
  expect(values['tpp']).toEqual(['TPP *********55']);
  expect(values['op']).toHaveLength(100);
});

test('CTRL-05: a minute has a bar for what came in it, and an empty one none', () => {
  const none = { accepted: 0, toSca: 0, refused: 0, failed: 0 };
  const minutes = [
    { ...none, at: '2026-11-03T09:05:00.000Z' },
    { ...none, at: '2026-11-03T09:06:00.000Z', accepted: 1, failed: 2 },
  ];
  const { bars } = figuresModel({ minutes, operations: [] }, []);
  expect(bars.map(({ parts }) => parts.map(({ outcome }) => outcome))).toEqual([
    [],
    ['accepted', 'failed'],
  ]);
});
