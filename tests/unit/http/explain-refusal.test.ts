// SIG-15: explaining is a kindness on top of the refusal, which stands whatever becomes of it.
import { describe, expect, test } from '@jest/globals';
import type { Incoming } from '../../../server/checks/call-facts.ts';
import { explainRefusal } from '../../../server/http/v1/explain-refusal.ts';
import type { Explainer } from '../../../server/insight/explain/explainer.ts';
import type { Explanation } from '../../../server/insight/explain/explanation.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';

const INCOMING: Incoming = {
  method: 'GET',
  target: '/v1/accounts',
  path: '/v1/accounts',
  query: '',
  bank: 'default',
  baseUrl: 'http://127.0.0.1',
  headers: new RawHeaders([]),
  body: Buffer.alloc(0),
};
const REFUSAL = new ApiError('SIG-10', 'BAD_REQUEST', 'Plain.', { path: 'Signature' });

function refusing(explain: Explainer['explain'], thrown: unknown = REFUSAL) {
  const faults: object[] = [];
  let ticks = 0;
  const refused = explainRefusal(INCOMING, thrown, {
    explainer: { explain },
    log: { error: (fields) => faults.push(fields) },
    wallClock: () => 0,
    ticks: () => ticks++,
    facts: {},
  });
  return { refused, faults };
}

describe('SIG-15: at the door', () => {
  test('SIG-15: the sentence is the better one; rule, code and path stay', () => {
    const explanation: Explanation = {
      rule: 'SIG-10',
      sentence: 'Better.',
      readings: [],
      tried: 1,
      next: [],
    };
    const { refused } = refusing(() => explanation);
    expect(refused).toMatchObject({
      thrown: { rule: 'SIG-10', code: REFUSAL.code, message: 'Better.', details: REFUSAL.details },
      explanation,
      explaining: 1,
    });
  });

  test('SIG-15: a fault of the explainer leaves the plain refusal, and is told to the log', () => {
    const fault = new Error('no');
    const { refused, faults } = refusing(() => {
      throw fault;
    });
    expect(refused).toEqual({ thrown: REFUSAL });
    expect(faults).toEqual([{ err: fault, rule: 'SIG-10' }]);
  });

  test("SIG-15: a fault of the bank's own is not explained", () => {
    const fault = new TypeError('no');
    const { refused } = refusing(() => {
      throw new Error('asked');
    }, fault);
    expect(refused).toEqual({ thrown: fault });
  });
});
