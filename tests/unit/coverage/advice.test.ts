// CTRL-08: advice on the client, case by case: given, and not given.
import { expect, test } from '@jest/globals';
import { ADVICE } from '../../../server/insight/coverage/advice.ts';
import { TOLERANCES } from '../../../server/protocol/tolerances.ts';
import { NOW } from '../inspector/sample-request.ts';
import { type Change, counting } from './counting.ts';

interface Case {
  readonly id: string;
  readonly when: string;
  readonly requests: readonly Change[];
  /** Names of the requests that are named; absent: the advice is not given. */
  readonly examples?: readonly string[];
}

const both = (requestId: string, change: Change): readonly Change[] => [
  { requestId },
  { requestId, ...change },
];
const dated = (skew: number): Change => ({
  headers: { Date: new Date(NOW + skew * 1000).toUTCString() },
});
const seven = (change: Change): readonly Change[] => Array.from({ length: 7 }, () => change);

const CASES: readonly Case[] = [
  { id: 'request-id-reused', when: 'it came twice', requests: both('a', {}), examples: ['a'] },
  {
    id: 'request-id-reused',
    when: 'one of the two was refused before the bank knew whose it is',
    requests: both('a', { tpp: undefined }),
    examples: ['a'],
  },
  {
    id: 'request-id-reused',
    when: 'two TPPs have the same one',
    requests: both('a', { tpp: { id: 'other', name: 'Other' } }),
  },
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '::1', '::', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'].map(
    (address): Case => ({
      id: 'psu-ip-address-of-a-machine',
      when: address,
      requests: [{ headers: { 'psu-IP-address': ` ${address} ` } }],
      examples: ['r1'],
    }),
  ),
  ...['192.0.2.7', '10.0.0.5', '2001:db8::1', '1::', '::10', '::ffff:192.0.2.1', 'x', ''].map(
    (address): Case => ({
      id: 'psu-ip-address-of-a-machine',
      when: address,
      requests: [{ headers: { 'PSU-IP-Address': address } }],
    }),
  ),
  ...[46, -46, 60, -60].map(
    (skew): Case => ({
      id: 'date-near-limit',
      when: `${skew} seconds off`,
      requests: [dated(skew)],
      examples: ['r1'],
    }),
  ),
  ...[0, 45, -45, 61, 3600].map(
    (skew): Case => ({
      id: 'date-near-limit',
      when: `${skew} seconds off`,
      requests: [dated(skew)],
    }),
  ),
  { id: 'date-near-limit', when: 'it is no date', requests: [{ headers: { Date: 'soon' } }] },
  {
    id: 'deprecated-operation',
    when: 'one is used',
    requests: [{ operation: 'createConsent' }],
    examples: ['r1'],
  },
  { id: 'deprecated-operation', when: 'another is used', requests: [{}] },
  ...TOLERANCES.flatMap(({ rule }): readonly Case[] => {
    const id = `tolerated-${rule.toLowerCase()}`;
    const other = rule === 'SIG-02' ? 'SIG-03' : 'SIG-02';
    const found = (about: string): Change => ({ findings: [{ rule: about, text: 'odd' }] });
    const examples = ['r3', 'r4', 'r5', 'r6', 'r7'];
    return [
      { id, when: 'it was found about seven requests', requests: seven(found(rule)), examples },
      { id, when: 'another rule was found', requests: [found(other)] },
    ];
  }),
];

test.each(CASES)('CTRL-08: advice: $id: $when', ({ id, requests, examples }) => {
  const { record, report } = counting();
  record(...requests);
  const given = report().advice.find((advice) => advice.id === id);
  expect(given?.examples).toEqual(examples);
});

test('CTRL-08: advice: every row is tried both ways', () => {
  const tried = (given: boolean) =>
    new Set(CASES.filter((one) => (one.examples !== undefined) === given).map(({ id }) => id));
  const ids = new Set(ADVICE.map(({ id }) => id));
  expect([tried(true), tried(false)]).toEqual([ids, ids]);
});

test('CTRL-08: advice: counts how often, and names what was used', () => {
  const { record, report } = counting();
  record(...seven({ operation: 'createConsent' }));
  const [advice] = report().advice;
  expect(advice?.count).toBe(7);
  expect(advice?.text).toMatch(/ Used: POST \/v1\/createConsent \(What createConsent does\)\.$/);
});

test('CTRL-08: advice: is sentences', () => {
  for (const { title, text } of ADVICE) {
    expect(title).toMatch(/^[A-Z].{10,}[^.]$/);
    expect(text).toMatch(/^[A-Z].{20,}\.$/);
  }
});
