// SIG-15: explaining is a kindness on top of the refusal, which stands whatever becomes of it.
import { expect, test } from '@jest/globals';
import type { Incoming } from '../../../server/checks/call-facts.ts';
import { explainRefusal } from '../../../server/http/v1/v1.ts';
import type { Explainer, Explanation } from '../../../server/insight/explain/explanation.ts';
import { createTurns, type Slices } from '../../../server/insight/explain/slices.ts';
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

async function refusing(
  explain: Explainer['explain'],
  thrown: unknown = REFUSAL,
  turns = createTurns(() => 0),
) {
  const faults: object[] = [];
  let ticks = 0;
  const refused = await explainRefusal(INCOMING, thrown, {
    explainer: async () => ({ explain }),
    turns,
    log: { error: (fields) => faults.push(fields) },
    wallClock: () => 0,
    ticks: () => ticks++,
    facts: {},
  });
  return { refused, faults };
}

function* done(explanation: Explanation): Slices<Explanation> {
  yield;
  return explanation;
}

test('SIG-15: the sentence is the better one; rule, code and path stay', async () => {
  const explanation: Explanation = {
    rule: 'SIG-10',
    sentence: 'Better.',
    readings: [],
    tried: 1,
    next: [],
  };
  const { refused } = await refusing(() => done(explanation));
  expect(refused).toMatchObject({
    thrown: { rule: 'SIG-10', code: REFUSAL.code, message: 'Better.', details: REFUSAL.details },
    explanation,
    explaining: 1,
  });
});

test('SIG-15: a fault of the explainer leaves the plain refusal, and is told to the log', async () => {
  const fault = new Error('no');
  const { refused, faults } = await refusing(() => {
    throw fault;
  });
  expect(refused).toEqual({ thrown: REFUSAL });
  expect(faults).toEqual([{ err: fault, rule: 'SIG-10' }]);
});

test('SIG-15: where the bank keeps no log, there are no earlier requests', async () => {
  const found: unknown[] = [];
  await refusing((_request, _refusal, { earlier }) => {
    found.push(earlier?.());
    return undefined;
  });
  expect(found).toEqual([[]]);
});

test("SIG-15: a fault of the bank's own is not explained", async () => {
  const fault = new TypeError('no');
  const { refused } = await refusing(() => {
    throw new Error('asked');
  }, fault);
  expect(refused).toEqual({ thrown: fault });
});

test('SIG-15: what was not looked into says so, and how to get it explained', async () => {
  const busy = { take: () => Promise.resolve(undefined) };
  const { refused } = await refusing(() => done({} as Explanation), REFUSAL, busy);
  expect(refused.explanation).toBeUndefined();
  expect((refused.thrown as ApiError).message).toMatch(
    /^Plain\. The bank did not look for the cause, .* by itself, or give it to "sandbank explain"\.$/,
  );
});
