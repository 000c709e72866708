// CTRL-05: each filter on what fits and what does not.
import { describe, expect, test } from '@jest/globals';
import { FILTERS, readFilters } from '../../../server/insight/inspector/filters.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import { NOW, nothing, seenRequest } from './sample-request.ts';

const refusal = { rule: 'SIG-10', code: 'BAD_REQUEST', status: 400, text: 'no', details: {} };
const answer = { status: 401, headers: {}, body: nothing, rule: 'CONS-01' };

const rich: SeenRequest = seenRequest({
  bank: 'acme',
  method: 'POST',
  target: '/banks/a/v1/payments?x=1',
  path: '/v1/payments',
  operation: 'createSepaCreditTransfer',
  requestId: 'r-1',
  tpp: { id: 'PSDNO-FSA-987654321', name: 'TPP' },
  scaFlow: 'flow-1',
  codes: ['CONSENT_INVALID', 'FORMAT_ERROR'],
  warnings: ['BAD_REQUEST'],
  findings: [{ rule: 'SIG-05', text: 'lower case' }],
  answer,
  explanation: {
    rule: 'SIG-10',
    sentence: 'x',
    readings: [{ mistakes: ['crlf', 'id-case'], sentence: 'x' }],
    tried: 1,
    next: [],
  },
});
const bare = seenRequest();

const FILTERED = { bank: 'acme', operations: ['getAccounts', 'createSepaCreditTransfer'] };

const at = (millis: number) => new Date(NOW + millis).toISOString();

describe('CTRL-05: filters', () => {
  test.each([
    ['status', ['401', '4xx'], ['400', '5xx'], ['40', '4', '4XX', '600', 'x', '']],
    [
      'code',
      ['CONSENT_INVALID', 'FORMAT_ERROR'],
      ['CONFLICT', 'BAD_REQUEST'],
      ['consent_invalid', 'NONE', ''],
    ],
    ['warning', ['BAD_REQUEST'], ['CONSENT_INVALID'], ['warning', '']],
    ['rule', ['CONS-01', 'SIG-05'], ['SIG-10'], ['SIG-99', 'sig-10', '']],
    ['finding', ['SIG-05'], ['CONS-01'], ['nothing', '']],
    ['method', ['POST', 'post'], ['GET'], ['', 'P T', '1', 'FOO']],
    [
      'path',
      ['/', '/v1', '/v1/pay', '/v1/payments', '/banks/acme/v1/pay'],
      ['/v1/accounts'],
      ['', 'v1', '/banks', '/banks/other/v1/payments', '/sca', '/v1x', '/v1/payments?x=1'],
    ],
    ['operation', ['createSepaCreditTransfer'], ['getAccounts'], ['', 'nope', 'getaccounts']],
    ['tpp', ['PSDNO-FSA-987654321', 'NO-FSA-987654321'], ['PSDNO-FSA-1'], ['']],
    ['requestId', ['r-1'], ['r-2', 'r'], ['']],
    ['scaFlow', ['flow-1'], ['flow-2'], ['']],
    ['mistake', ['crlf', 'id-case'], ['trailing-newline'], ['CRLF', 'no such thing', '']],
    [
      'since',
      [at(0), at(-1), '2026-11-03T10:05+01:00', '2026-11-03T10:05 01:00'],
      [at(1), '2027-01-01T00:00:00Z'],
      ['2026-11-03', '2026-02-30T00:00:00Z', '2026-11-03T09:05:07', 'now', ''],
    ],
  ])('CTRL-05: %s', (name, fitting, others, wrong) => {
    for (const value of fitting) expect(readFilters({ [name]: value }, FILTERED)(rich)).toBe(true);
    for (const value of others) expect(readFilters({ [name]: value }, FILTERED)(rich)).toBe(false);
    for (const value of wrong) {
      const refused = refusalOf(() => readFilters({ [name]: value }, FILTERED));
      expect(refused).toMatchObject({ rule: 'CTRL-05', code: 'FORMAT_ERROR', status: 400 });
      expect(refused.details.path).toBe(name);
      expect(refused.message).toContain(name);
    }
  });

  test('CTRL-05: every row has a test above', () => {
    expect(FILTERS.map(({ name }) => name)).toHaveLength(13);
  });

  test('CTRL-05: what an request does not have does not fit', () => {
    for (const [name, value] of [
      ['tpp', 'PSDNO-FSA-1'],
      ['operation', 'getAccounts'],
      ['requestId', 'r-1'],
      ['scaFlow', 'f'],
      ['mistake', 'crlf'],
      ['rule', 'SIG-10'],
    ] as const) {
      expect(readFilters({ [name]: value }, FILTERED)(bare)).toBe(false);
    }
  });

  test('CTRL-05: a rule is that of the refusal before that of the answer', () => {
    const refused = seenRequest({ refusal, answer });
    expect(readFilters({ rule: 'SIG-10' }, FILTERED)(refused)).toBe(true);
    expect(readFilters({ rule: 'CONS-01' }, FILTERED)(refused)).toBe(false);
  });

  test('CTRL-05: several must all fit, and none fits everything', () => {
    expect(readFilters({ status: '4xx', method: 'POST' }, FILTERED)(rich)).toBe(true);
    expect(readFilters({ status: '4xx', method: 'GET' }, FILTERED)(rich)).toBe(false);
    expect(readFilters({}, FILTERED)(bare)).toBe(true);
  });

  test('CTRL-05: what the caller reads itself is left alone', () => {
    expect(readFilters({ limit: 'anything' }, FILTERED)(bare)).toBe(true);
  });
});

function refusalOf(run: () => unknown): ApiError {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was taken');
}
