// CTRL-08: what one request, and one ended SCA flow, adds to the coverage of its bank.
import { expect, test } from '@jest/globals';
import { coverageModel } from '../../../server/http/control/coverage-model.ts';
import { BankCoverage } from '../../../server/insight/coverage/bank-coverage.ts';
import { junitOf } from '../../../server/insight/coverage/junit.ts';
import { NOW, seenRequest } from '../inspector/sample-request.ts';
import { counting, refusal } from './counting.ts';

test('CTRL-08: a request counts: for rules: refused, found and passed are kept apart, findings of one rule once', () => {
  const { record, report } = counting();
  const findings = ['odd', 'odder'].map((text) => ({ rule: 'ACC-01', text }));
  record(
    { findings, exercised: ['ACC-01', 'ACC-06'] },
    { exercised: ['ACC-01'] },
    { status: 400, refusal: refusal('ACC-01', 'FORMAT_ERROR') },
    { status: 401, rule: 'CONS-01' },
  );
  const rules = report().sections.find(({ name }) => name === 'rules')?.items;
  const rule = (id: string) => rules?.find((item) => item.id === id);
  const three = { refused: 1, found: 1, passed: 2 };
  expect(rule('ACC-01')).toMatchObject({ count: 4, ...three, lastRequestId: 'r3' });
  expect(rule('ACC-06')).toMatchObject({ count: 1, passed: 1, lastRequestId: 'r1' });
  expect(rule('CONS-01')).toMatchObject({ count: 1, refused: 1 });
  expect(rule('ACC-02')).toMatchObject({ count: 0, passed: 0 });
  expect(rule('CTRL-08')).toBeUndefined();
});

test('CTRL-08: a request counts: for nothing if it was not answered', () => {
  const { record, report } = counting();
  record({ brokenOff: true });
  expect(report()).toMatchObject({ requests: 0, covered: 0 });
});

test('CTRL-08: a request counts: for its rules alone if a fault kept the answer back (FAULT-01)', () => {
  const { record, report, covered } = counting();
  record({ brokenOff: true, fault: 'f1', exercised: ['FAULT-01', 'ACC-01'] });
  expect(report()).toMatchObject({ requests: 0, covered: 2 });
  expect(covered('rules')).toEqual({ 'FAULT-01': 1, 'ACC-01': 1 });
});

test.each([
  ['..', 'x1'],
  ['a/b', 'a/b'],
  // The inspector would take it for an id of its own.
  ['x1', 'x1'],
  [undefined, 'x1'],
  ['6f1c2d3e-0000-4000-8000-0123456789ab', '6f1c2d3e-0000-4000-8000-0123456789ab'],
])('CTRL-08: with the X-Request-ID %s, under the name %s', (requestId, name) => {
  const { record, report } = counting();
  record({ requestId });
  expect(report().sections[0]?.items[0]?.lastRequestId).toBe(name);
});

test.each([
  ['a national id', 'req-13039319955', {}],
  ['a national id in percent', '%31%33039319955', {}],
  ['a secret header', 'req-hunter22', { Authorization: 'hunter22' }],
  [
    'one that looks like a UUID',
    '6f1c2d3e-0000-4000-8000-0123456789ab',
    { 'X-Api-Key': '6f1c2d3e-0000-4000-8000-0123456789ab' },
  ],
  ['a password', 'password=hunter22', {}],
])('WEB-06: under its own id if X-Request-ID holds %s', (_, requestId, headers) => {
  const { record, report } = counting();
  const findings = [{ rule: 'SIG-05', text: 'odd' }];
  record({ requestId, headers, findings });
  const told = report();
  expect(told.sections[0]?.items[0]?.lastRequestId).toBe('x1');
  expect(told.advice).toMatchObject([{ id: 'tolerated-sig-05', examples: ['x1'] }]);
  expect(JSON.stringify(told) + junitOf(told)).not.toContain(requestId);
});

const flow = { bank: 'default', flowId: 'f1' } as const;
const cancelled = { ...flow, ending: 'cancelled', code: 'SCA_INVALID' } as const;

test('CTRL-08: an SCA flow counts: once for its ending, however often it is reported, with the request that began it', () => {
  const { coverage, record, report, covered } = counting();
  record({ status: 401, scaFlow: 'f1', codes: ['CONSENT_INVALID'] }, { scaFlow: 'f1' });
  expect(covered('sca-outcomes')).toEqual({});
  for (let i = 0; i < 3; i++) {
    coverage.scaEnded(cancelled);
  }
  expect(covered('sca-outcomes')).toEqual({ cancelled: 1 });
  expect(covered('error-codes')).toEqual({ CONSENT_INVALID: 1, SCA_INVALID: 1 });
  const outcomes = report().sections.find(({ name }) => name === 'sca-outcomes');
  expect(outcomes?.items.find(({ id }) => id === 'cancelled')?.lastRequestId).toBe('r1');
});

test('CTRL-08: an SCA flow counts: also if it began before the counting; then no request is named', () => {
  const { coverage, report, covered } = counting();
  coverage.scaEnded({ ...flow, ending: 'error', code: 'SYSTEM_ERROR' });
  expect(covered('sca-outcomes')).toEqual({ error: 1 });
  const items = report().sections.flatMap(({ items: all }) => all);
  expect(items.filter(({ lastRequestId }) => lastRequestId !== undefined)).toEqual([]);
});

test('CTRL-08: banks: are counted apart, and cleared apart', () => {
  const { record, report, at, coverage } = counting();
  record({}, { bank: 'other' }, { bank: 'other' });
  at(NOW + 5_000);
  coverage.clear('default');
  expect(report()).toMatchObject({ requests: 0, covered: 0, percent: 0, advice: [] });
  expect(report().since).toBe('2026-11-03T09:05:12.000Z');
  expect(report('other')).toMatchObject({ requests: 2, since: '2026-11-03T09:05:07.000Z' });
  expect(report('never asked')).toMatchObject({ requests: 0, since: '2026-11-03T09:05:07.000Z' });
});

test('CTRL-08: banks: percent is of all items, one decimal, never rounded up', () => {
  const { record, report } = counting();
  record({}, { status: 409, codes: ['CONFLICT'] });
  const { sections, covered, total, percent } = report();
  expect(covered).toBe(sections.reduce((sum, section) => sum + section.covered, 0));
  expect(total).toBe(sections.reduce((sum, section) => sum + section.items.length, 0));
  expect(percent).toBe(Math.floor((covered / total) * 1000) / 10);
  // 1 of 24.
  expect(sections.find(({ name }) => name === 'error-codes')?.percent).toBe(4.1);
});

test('CTRL-08: bounds: the oldest of more than a thousand banks is forgotten', () => {
  const { record, report } = counting();
  for (let i = 0; i <= 1000; i++) record({ bank: `b${i}` });
  expect(report('b0').requests).toBe(0);
  expect([report('b1').requests, report('b1000').requests]).toEqual([1, 1]);
});

test('CTRL-08: bounds: of a bank 100 flows are remembered; an older one is forgotten, its ending is not', () => {
  const { coverage, covered } = counting();
  const end = (flowId: string) =>
    coverage.scaEnded({ bank: 'default', flowId, ending: 'approved' });
  for (let i = 0; i <= 100; i++) end(`f${i}`);
  end('f1');
  expect(covered('sca-outcomes')).toEqual({ approved: 101 });
  end('f0');
  expect(covered('sca-outcomes')).toEqual({ approved: 102 });
});

test('CTRL-08: bounds: of a bank the last hundred X-Request-IDs are remembered, and none after two hundred', () => {
  const { record, report } = counting();
  for (let i = 0; i <= 200; i++) record({ requestId: `id${i}` });
  record({ requestId: 'id0' });
  expect(report().advice).toEqual([]);
  record({ requestId: 'id102' });
  expect(report().advice).toMatchObject([{ id: 'request-id-reused', count: 1 }]);
});

const request = (number: number, requestId = `r${number}`) =>
  seenRequest({
    number,
    id: `x${number}`,
    requestId,
    operation: 'getAccounts',
    entered: ['size', 'operation'],
    codes: ['CONSENT_INVALID'],
    scaFlow: 'f1',
    tpp: { id: 'PSDNO-FSA-1', name: 'TPP' },
  });

test('CTRL-08: coverage that was kept after each request is what it would be otherwise', () => {
  const whole = new BankCoverage(1);
  let kept = new BankCoverage(1);
  const both = (count: (coverage: BankCoverage) => void): void => {
    count(whole);
    count(kept);
    kept = new BankCoverage(1, JSON.parse(JSON.stringify(kept.toJson())));
  };
  for (let n = 1; n <= 7; n++) both((coverage) => coverage.add(request(n)));
  both((coverage) => coverage.add(request(8, 'r1')));
  both((coverage) => coverage.scaEnded(cancelled));
  // Reported again: it counts once.
  both((coverage) => coverage.scaEnded(cancelled));
  expect(kept.toJson()).toEqual(whole.toJson());
  expect(kept.requests).toBe(8);
  expect(kept.counts.scaOutcomes.of('cancelled').count).toBe(1);
  expect(kept.habits.seen.of('request-id-reused').count).toBe(1);
});

test('CTRL-08: of a long section the page shows what is missing in groups, the largest first', () => {
  const item = (path: string, count: number) => ({ id: path, path: `/v1/${path}`, count });
  const items = [
    item('user', 1),
    item('accounts', 1),
    item('accounts/{accountId}', 0),
    ...['', '/{paymentId}', '/{paymentId}/status'].map((end) =>
      item(`payments/sepa-credit-transfers${end}`, 0),
    ),
    item('bulk-payments/norwegian-domestic-credit-transfers', 0),
  ];
  const groupsOf = (all: readonly { readonly id: string; readonly count: number }[]) =>
    coverageModel({ sections: [{ name: 'x', items: all }] }).sections[0]?.groups.map(
      (group) => [group.name, group.items.length, group.total] as const,
    );
  const seen = Array.from({ length: 30 }, () => item('user', 1));
  expect(groupsOf([...seen, ...items])).toEqual([
    ['sepa-credit-transfers', 3, 3],
    ['accounts', 1, 2],
    ['bulk-payments', 1, 1],
  ]);
  const rules = Array.from({ length: 30 }, (_, nth) => ({ id: `SIG-${nth}`, count: nth && 1 }));
  expect(groupsOf(rules)).toEqual([['SIG', 1, 30]]);
  expect(groupsOf(items)).toEqual([]);
});
