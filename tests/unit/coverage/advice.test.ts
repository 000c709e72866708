// CTRL-08: advice on the client, case by case: given, and not given.
import { expect, test } from '@jest/globals';
import { ADVICE } from '../../../server/insight/coverage/advice.ts';
import { TOLERANCES } from '../../../server/protocol/tolerances.ts';
import { NOW } from '../inspector/sample-request.ts';
import { type Change, counting } from './counting.ts';

/** Which advice, when, the requests, and names of those that are named; absent: the advice is not given. */
type Case = readonly [
  id: string,
  when: string,
  requests: readonly Change[],
  examples?: readonly string[],
];

const both = (requestId: string, change: Change): readonly Change[] => [
  { requestId },
  { requestId, ...change },
];
const dated = (skew: number): Change => ({
  headers: { Date: new Date(NOW + skew * 1000).toUTCString() },
});
const seven = (change: Change): readonly Change[] => Array.from({ length: 7 }, () => change);

const MACHINES = '127.0.0.1 127.9.9.9 0.0.0.0 ::1 :: 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1'.split(' ');
const PEOPLE = ['192.0.2.7', '10.0.0.5', '2001:db8::1', '1::', '::10', '::ffff:192.0.2.1', 'x', ''];
const REUSED = 'request-id-reused';
const MACHINE = 'psu-ip-address-of-a-machine';
const LATE = 'date-near-limit';
const DEPRECATED = 'deprecated-operation';

const CASES: readonly Case[] = [
  [REUSED, 'it came twice', both('a', {}), ['a']],
  [
    REUSED,
    'one of the two was refused before its TPP was known',
    both('a', { tpp: undefined }),
    ['a'],
  ],
  [REUSED, 'two TPPs have the same one', both('a', { tpp: { id: 'other', name: 'Other' } })],
  [REUSED, 'two have none', [{ requestId: undefined }, { requestId: undefined }]],
  ...MACHINES.map(
    (address): Case => [
      MACHINE,
      address,
      [{ headers: { 'psu-IP-address': ` ${address} ` } }],
      ['r1'],
    ],
  ),
  ...PEOPLE.map(
    (address): Case => [MACHINE, address, [{ headers: { 'PSU-IP-Address': address } }]],
  ),
  ...[46, -46, 60, -60].map((skew): Case => [LATE, `${skew} seconds off`, [dated(skew)], ['r1']]),
  ...[0, 45, -45, 61, 3600].map((skew): Case => [LATE, `${skew} seconds off`, [dated(skew)]]),
  [LATE, 'it is no date', [{ headers: { Date: 'soon' } }]],
  [DEPRECATED, 'one is used', [{ operation: 'createConsent' }], ['r1']],
  [DEPRECATED, 'another is used', [{}]],
  ...TOLERANCES.flatMap(({ rule }): readonly Case[] => {
    const id = `tolerated-${rule.toLowerCase()}`;
    const other = rule === 'SIG-02' ? 'SIG-03' : 'SIG-02';
    const found = (about: string): Change => ({ findings: [{ rule: about, text: 'odd' }] });
    const examples = ['r3', 'r4', 'r5', 'r6', 'r7'];
    return [
      [id, 'it was found about seven requests', seven(found(rule)), examples],
      [id, 'another rule was found', [found(other)]],
    ];
  }),
];

test.each(CASES)('CTRL-08: advice: %s: %s', (...[id, , requests, examples]: Case) => {
  const { record, report } = counting();
  record(...requests);
  const given = report().advice.find((advice) => advice.id === id);
  expect(given?.examples).toEqual(examples);
});

test('CTRL-08: advice: every row is tried both ways', () => {
  const tried = (given: boolean) =>
    new Set(CASES.filter(([, , , named]) => (named !== undefined) === given).map(([id]) => id));
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
