// CTRL-05: what is kept of an exchange reads as the exchange itself.
import { expect, test } from '@jest/globals';
import type { Exchange } from '../../../server/insight/inspector/exchange.ts';
import { KeptExchange } from '../../../server/insight/inspector/kept-exchange.ts';
import { bodyOf, exchangeOf, nothing } from './sample-exchange.ts';

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
const large = { bytes: Buffer.alloc(50_000, 'å'), length: 1_000_000 };

const rows: readonly (readonly [string, Partial<Exchange>])[] = [
  ['a bare one', {}],
  ['one without headers', { rawHeaders: [] }],
  ['one with odd headers', { rawHeaders: ['A', '', 'a', 'K\xc3\xa5re\xff', 'B', ' '] }],
  ['one with small bodies', { body: bodyOf(everyByte) }],
  ['one with large bodies', { body: large, answer: { status: 200, headers: {}, body: large } }],
  ['one whose body was not read', { body: { bytes: Buffer.alloc(0), length: 2_000_000 } }],
  [
    'one with everything',
    {
      requestId: 'r',
      operation: 'o',
      tpp: { id: 't', name: 'T' },
      refusal: { rule: 'SIG-10', code: 'X', status: 400, text: 'no', details: { got: 'x' } },
      explanation: { rule: 'SIG-10', sentence: 's', readings: [], tried: 1, next: [] },
      findings: [{ rule: 'SIG-05', text: 'f' }],
      answer: { status: 401, headers: { A: 'b' }, body: nothing, rule: 'CONS-01' },
      codes: ['A', 'B'],
      scaFlow: 'f',
      warnings: ['C'],
      brokenOff: true,
      took: { total: 1, explaining: 2 },
    },
  ],
];

test.each(rows)('CTRL-05: %s reads as before', (_, change) => {
  const exchange = exchangeOf(change);
  const kept = new KeptExchange(exchange);
  const { body, answer, rawHeaders, ...rest } = exchange;
  expect({ ...kept, body: undefined, answer: undefined }).toEqual({
    ...rest,
    body: undefined,
    answer: undefined,
  });
  expect(kept.rawHeaders).toEqual(rawHeaders);
  expect([kept.body.length, kept.answer.body.length]).toEqual([body.length, answer.body.length]);
  expect(kept.body.bytes.equals(body.bytes)).toBe(true);
  expect(kept.answer.body.bytes.equals(answer.body.bytes)).toBe(true);
  expect({ ...kept.answer, body: undefined }).toEqual({ ...answer, body: undefined });
});

test('CTRL-05: a small body does not keep the pool that it was cut from', () => {
  const pool = Buffer.alloc(8192, 'x');
  const body = { bytes: pool.subarray(10, 20), length: 10 };
  const kept = new KeptExchange(exchangeOf({ body }));
  pool.fill('y');
  expect(kept.body.bytes.toString()).toBe('x'.repeat(10));
});
