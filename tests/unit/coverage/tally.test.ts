// What one exchange, and one event of an SCA flow, adds to the coverage of its bank.
import { describe, expect, test } from '@jest/globals';
import { junitOf } from '../../../server/insight/coverage/junit.ts';
import { counting, NOON, refusal } from './exchanges.ts';

describe('CTRL-08: an exchange counts', () => {
  test('for its operation where the checks let it through, with every answer by status', () => {
    const { record, report } = counting();
    record(
      {},
      { status: 401, rule: 'CONS-01', codes: ['CONSENT_INVALID'] },
      { status: 400, entered: ['size', 'date'], refusal: refusal('SIG-11', 'BAD_REQUEST') },
    );
    const [operations] = report().sections;
    expect(operations?.items[0]).toEqual({
      id: 'getAccounts',
      title: 'What getAccounts does',
      method: 'GET',
      path: '/v1/getAccounts',
      count: 2,
      lastRequestId: 'r2',
      statuses: { 200: 1, 400: 1, 401: 1 },
    });
    expect(operations).toMatchObject({ covered: 1, total: 2, percent: 50 });
    expect(report().requests).toBe(3);
  });

  test('for its status and, refused, for codes and the rule', () => {
    const { record, covered } = counting();
    const refused = refusal('HDR-01', 'HTTP_HEADER_REQUIRED');
    record(
      { status: 201, codes: ['FORMAT_ERROR'] },
      { status: 400, codes: ['HTTP_HEADER_REQUIRED'], refusal: refused, operation: 'nowhere' },
      { status: 401, codes: ['CONSENT_INVALID'], rule: 'CONS-01' },
    );
    expect(covered('response-statuses')).toEqual({ 201: 1, 400: 1, 401: 1 });
    // The code of the first is a warning's.
    expect(covered('error-codes')).toEqual({ CONSENT_INVALID: 1, HTTP_HEADER_REQUIRED: 1 });
    expect(covered('rules')).toMatchObject({ 'CONS-01': 1, 'HDR-01': 1 });
  });

  test('for rules: refused, found and passed are kept apart', () => {
    const { record, report } = counting();
    record(
      { findings: [{ rule: 'ACC-01', text: 'odd' }] },
      {},
      { status: 400, refusal: refusal('ACC-01', 'FORMAT_ERROR') },
    );
    const rules = report().sections.find(({ name }) => name === 'rules')?.items;
    const rule = (id: string) => rules?.find((item) => item.id === id);
    expect(rule('ACC-01')).toMatchObject({
      count: 4,
      refused: 1,
      found: 1,
      passed: 2,
      lastRequestId: 'r3',
    });
    expect(rule('CARD-01')).toMatchObject({ count: 2, refused: 0, passed: 2, lastRequestId: 'r2' });
    expect(rule('ACC-02')).toMatchObject({ count: 0, passed: 0 });
  });

  test('once for a rule that was found about it twice', () => {
    const { record, report } = counting();
    const findings = ['in lower case', 'with leading zeros'].map((text) => ({
      rule: 'SIG-05',
      text,
    }));
    record({ findings });
    const rules = report().sections.find(({ name }) => name === 'rules')?.items;
    expect(rules?.find(({ id }) => id === 'SIG-05')).toMatchObject({ count: 1, found: 1 });
    expect(report().advice).toMatchObject([{ id: 'tolerated-sig-05', count: 1 }]);
  });

  test('not where nobody was answered', () => {
    const { record, report } = counting();
    record({ brokenOff: true });
    expect(report()).toMatchObject({ requests: 0, covered: 0 });
  });

  test('for each transactionStatus in its answer, once, wherever it stands', () => {
    const { record, covered } = counting();
    const json = {
      transactionStatus: 'PART',
      payments: [{ transactionStatus: 'ACSC' }, { transactionStatus: 'ACSC' }],
      // Text that only looks like a member.
      creditorName: '"transactionStatus":"RJCT"',
    };
    const path = '/v1/bulk-payments/norwegian-domestic-credit-transfers/1';
    record({ json, path }, { json: { transactionStatus: 'CANC' }, path, status: 409 });
    record({ json: { transactionStatus: 'ACTC' } });
    expect(covered('transaction-statuses')).toEqual({ ACSC: 1, PART: 1 });
  });

  test('under its own id where X-Request-ID cannot end an address or is absent', () => {
    const { record, report } = counting();
    const last = () => report().sections[0]?.items[0]?.lastRequestId;
    record({ requestId: '..' });
    expect(last()).toBe('x1');
    record({ requestId: 'a/b' });
    expect(last()).toBe('a/b');
    // The inspector would take it for an id of its own.
    record({ requestId: 'x1' });
    expect(last()).toBe('x3');
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
  ])('WEB-06: under its own id where X-Request-ID holds %s', (_, requestId, headers) => {
    const { record, report } = counting();
    const findings = [{ rule: 'SIG-05', text: 'odd' }];
    record({ requestId, headers, findings });
    const told = report();
    expect(told.sections[0]?.items[0]?.lastRequestId).toBe('x1');
    expect(told.advice).toMatchObject([{ id: 'tolerated-sig-05', examples: ['x1'] }]);
    expect(JSON.stringify(told) + junitOf(told)).not.toContain(requestId);
  });
});

describe('CTRL-08: an SCA flow counts', () => {
  const told = { bank: 'default', flowId: 'f1' } as const;

  test('once for its end, however often that is told, with the request that began it', () => {
    const { coverage, record, report, covered } = counting();
    record({ status: 401, scaFlow: 'f1', codes: ['CONSENT_INVALID'] });
    coverage.told({ ...told, kind: 'opened' });
    expect(covered('sca-outcomes')).toEqual({});
    for (let i = 0; i < 3; i++) coverage.told({ ...told, kind: 'cancelled', code: 'SCA_INVALID' });
    expect(covered('sca-outcomes')).toEqual({ cancelled: 1 });
    expect(covered('error-codes')).toEqual({ CONSENT_INVALID: 1, SCA_INVALID: 1 });
    const outcomes = report().sections.find(({ name }) => name === 'sca-outcomes');
    expect(outcomes?.items.find(({ id }) => id === 'cancelled')?.lastRequestId).toBe('r1');
  });

  test('as one change, however often its end is told', () => {
    const { coverage, record, report } = counting();
    for (let i = 0; i < 4; i++) {
      record({ at: NOON + i });
      coverage.told({ ...told, kind: 'approved' });
    }
    expect(report().advice).toEqual([]);
    for (let i = 0; i < 2; i++) record({ at: NOON + 10 + i });
    expect(report().advice).toMatchObject([{ id: 'polling-too-fast', examples: ['r5', 'r6'] }]);
  });

  test('for what it came to in the end, where a store took back what it told first', () => {
    const { coverage, covered } = counting();
    coverage.told({ ...told, kind: 'expired', code: 'SCA_EXPIRED' });
    coverage.told({ ...told, kind: 'approved' });
    expect(covered('sca-outcomes')).toEqual({ approved: 1 });
    expect(covered('error-codes')).toEqual({});
  });

  test('for the code of its redirect only once somebody is redirected', () => {
    const { coverage, covered } = counting();
    coverage.told({ ...told, kind: 'expired' });
    expect([covered('sca-outcomes'), covered('error-codes')]).toEqual([{ expired: 1 }, {}]);
    coverage.told({ ...told, kind: 'opened' });
    for (let i = 0; i < 2; i++) coverage.told({ ...told, kind: 'expired', code: 'SCA_EXPIRED' });
    expect(covered('sca-outcomes')).toEqual({ expired: 1 });
    expect(covered('error-codes')).toEqual({ SCA_EXPIRED: 1 });
  });

  test('also when it began before the counting', () => {
    const { coverage, report, covered } = counting();
    coverage.told({ ...told, kind: 'error', code: 'SYSTEM_ERROR' });
    expect(covered('sca-outcomes')).toEqual({ error: 1 });
    const items = report().sections.flatMap(({ items: all }) => all);
    expect(items.filter(({ lastRequestId }) => lastRequestId !== undefined)).toEqual([]);
  });
});

describe('CTRL-08: banks', () => {
  test('are counted apart, and emptied apart', () => {
    const { coverage, record, report, at } = counting();
    record({}, { bank: 'other' }, { bank: 'other' });
    at(NOON + 5_000);
    coverage.clear('default');
    expect(report()).toMatchObject({ requests: 0, covered: 0, percent: 0, advice: [] });
    expect(report().since).toBe('2026-11-03T12:00:05.000Z');
    expect(report('other')).toMatchObject({ requests: 2, since: '2026-11-03T12:00:00.000Z' });
  });

  test('one that was never asked has nothing, since the beginning', () => {
    const { report, at } = counting();
    at(NOON + 5_000);
    expect(report()).toMatchObject({ requests: 0, since: '2026-11-03T12:00:00.000Z' });
  });

  test('percent is of all items, one decimal, never rounded up', () => {
    const { record, report } = counting();
    record({}, { status: 409, codes: ['CONFLICT'] });
    const { sections, covered, total, percent } = report();
    expect(covered).toBe(sections.reduce((sum, section) => sum + section.covered, 0));
    expect(total).toBe(sections.reduce((sum, section) => sum + section.items.length, 0));
    expect(percent).toBe(Math.floor((covered / total) * 1000) / 10);
    // 1 of 24.
    expect(sections.find(({ name }) => name === 'error-codes')?.percent).toBe(4.1);
  });
});

describe('CTRL-08: bounds', () => {
  test('the oldest of more than a thousand banks is forgotten', () => {
    const { record, report } = counting();
    for (let i = 0; i <= 1000; i++) record({ bank: `b${i}` });
    expect(report('b0').requests).toBe(0);
    expect([report('b1').requests, report('b1000').requests]).toEqual([1, 1]);
  });

  test('of a bank 300 flows at least are remembered; an older one is forgotten, its end is not', () => {
    const { coverage, covered } = counting();
    const end = (flowId: string) => coverage.told({ bank: 'default', flowId, kind: 'approved' });
    for (let i = 0; i < 600; i++) end(`f${i}`);
    end('f300');
    expect(covered('sca-outcomes')).toEqual({ approved: 600 });
    end('f0');
    expect(covered('sca-outcomes')).toEqual({ approved: 601 });
  });

  test('of a bank a thousand X-Request-IDs at least are remembered, older ones forgotten', () => {
    const { record, report } = counting();
    for (let i = 0; i < 2000; i++) record({ requestId: `id${i}` });
    record({ requestId: 'id0' });
    expect(report().advice).toEqual([]);
    record({ requestId: 'id1001' });
    expect(report().advice).toMatchObject([{ id: 'request-id-reused', count: 1 }]);
  });
});
