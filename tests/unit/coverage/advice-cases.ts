// Rows of the advice, given and not given: what is played and what is then advised.
import type { Coverage } from '../../../server/insight/coverage/coverage.ts';
import { type Change, type Counting, NOON, refusal } from './exchanges.ts';

type Play = (run: Counting) => void;

export interface Case {
  readonly id: string;
  readonly when: string;
  readonly play: Play;
  /** Absent: the advice is not given. */
  readonly seen?: { readonly count: number; readonly examples: readonly string[] };
}

export const times = (count: number, change: (i: number) => Change): readonly Change[] =>
  Array.from({ length: count }, (_, i) => change(i));

export const playing =
  (...changes: readonly Change[]): Play =>
  ({ record }) =>
    record(...changes);

const from = (address: string, host = 'bank.example:8080'): Play =>
  playing({ headers: { 'PSU-IP-Address': address, Host: host } });

const dated = (skew: number): Play =>
  playing({ at: NOON, headers: { Date: new Date(NOON + skew * 1000).toUTCString() } });

const present = { 'PSU-IP-Address': '192.0.2.7' };
const evenly = (count: number, gap: number): readonly Change[] =>
  times(count, (i) => ({ at: NOON + i * gap, headers: present }));
const PAYMENT_STATUS: Change = {
  path: '/v1/payments/sepa-credit-transfers/1/status',
  target: '/v1/payments/sepa-credit-transfers/1/status',
};
/** One in twenty writes. */
const MIXED: readonly Change[] = [{ method: 'POST', status: 201 }];
const refused = refusal('PAY-05', 'KID_INVALID', '/reference');
const post: Change = { method: 'POST', status: 400, refusal: refused, codes: ['KID_INVALID'] };
/** What changes the bank and is no request to the signed interface. */
const CHANGES: readonly (readonly [what: string, (coverage: Coverage, i: number) => void])[] = [
  ['the control API wrote, the clock moved or work fell due', (of) => of.changed('default')],
  ['the bank began again', (of) => of.restarted('default')],
  ['a PSU took a step', (of) => of.told({ bank: 'default', flowId: 'f', kind: 'opened' })],
  ['an SCA ended', (of, i) => of.told({ bank: 'default', flowId: `f${i}`, kind: 'approved' })],
];

export const HABIT_CASES: readonly Case[] = [
  {
    id: 'request-id-reused',
    when: 'one X-Request-ID is sent twice',
    play: playing({ requestId: 'a' }, { requestId: 'b' }, { requestId: 'a' }),
    seen: { count: 1, examples: ['a'] },
  },
  ...([0, 1] as const).map(
    (unknown): Case => ({
      id: 'request-id-reused',
      when: `the ${unknown === 0 ? 'first' : 'second'} of the two was refused before it was known whose it is`,
      play: ({ coverage, made }) => {
        for (const i of [0, 1]) {
          const { tpp, ...exchange } = made({ requestId: 'a' });
          coverage.record(i === unknown || tpp === undefined ? exchange : { ...exchange, tpp });
        }
      },
      seen: { count: 1, examples: ['a'] },
    }),
  ),
  {
    id: 'request-id-reused',
    when: 'two TPPs have the same one',
    play: playing({ requestId: 'a' }, { requestId: 'a', tpp: { id: 'other', name: 'Other' } }),
  },
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '::1', '::', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'].map(
    (address): Case => ({
      id: 'psu-ip-address-of-a-machine',
      when: `PSU-IP-Address is ${address}`,
      play: from(address),
      seen: { count: 1, examples: ['r1'] },
    }),
  ),
  {
    id: 'psu-ip-address-of-a-machine',
    when: 'it is where the bank was called',
    play: from('10.0.0.4', '10.0.0.4:8080'),
    seen: { count: 1, examples: ['r1'] },
  },
  {
    id: 'psu-ip-address-of-a-machine',
    when: 'it is where the bank was called, in IPv6',
    play: from('2001:db8::4', '[2001:db8::4]:8080'),
    seen: { count: 1, examples: ['r1'] },
  },
  ...['192.0.2.7', '10.0.0.5', '2001:db8::1', '1::', '::10', '::ffff:192.0.2.1', 'x', ''].map(
    (address): Case => ({
      id: 'psu-ip-address-of-a-machine',
      when: `PSU-IP-Address is ${JSON.stringify(address)}`,
      play: from(address, '10.0.0.4:8080'),
    }),
  ),
  {
    id: 'psu-ip-address-in-background',
    when: 'the same account data is read every half minute, twenty times and more',
    play: playing(...evenly(21, 30_000)),
    seen: { count: 2, examples: ['r20', 'r21'] },
  },
  {
    id: 'psu-ip-address-in-background',
    when: 'it is read every five seconds, not quite evenly',
    play: playing(
      ...times(21, (i) => ({ at: NOON + i * 5_000 + (i % 3) * 300, headers: present })),
    ),
    seen: { count: 2, examples: ['r20', 'r21'] },
  },
  ...[
    ['it comes 19 times', times(19, () => ({})), 60_000],
    ['it comes ten times, 1.1 seconds apart, as polling may', times(10, () => ({})), 1_100],
    ['a PSU is at an SCA of a payment', times(60, () => PAYMENT_STATUS), 30_000],
    ['a PSU is at the SCA that opens the accounts', times(60, () => ({ status: 401 })), 30_000],
    ['something was changed in between', times(60, (i) => MIXED[i % 20] ?? {}), 30_000],
  ].map(
    ([when, changes, gap]): Case => ({
      id: 'psu-ip-address-in-background',
      when: String(when),
      play: playing(
        ...(changes as readonly Change[]).map((change, i) => ({
          ...change,
          at: NOON + i * Number(gap),
          headers: present,
        })),
      ),
    }),
  ),
  {
    id: 'psu-ip-address-in-background',
    when: 'they come at all intervals, as of a person who looks again and again',
    play: playing(
      ...times(80, (i) => ({ at: NOON + i * 20_000 + (i % 2) * 7_000, headers: present })),
    ),
  },
  {
    id: 'psu-ip-address-in-background',
    when: 'they come without PSU-IP-Address',
    play: playing(...times(60, (i) => ({ at: NOON + i * 30_000 }))),
  },
  {
    id: 'psu-ip-address-in-background',
    when: 'they are of several sessions',
    play: playing(
      ...times(80, (i) => ({
        at: NOON + i * 30_000,
        headers: { ...present, 'TPP-Session-ID': `s${i % 8}` },
      })),
    ),
  },
  {
    id: 'polling-too-fast',
    when: 'the same read comes three times running less than a second after the last',
    play: playing(...times(5, (i) => ({ at: NOON + i * 999 }))),
    seen: { count: 2, examples: ['r4', 'r5'] },
  },
  {
    id: 'polling-too-fast',
    when: 'it comes a second after the last',
    play: playing(...times(8, (i) => ({ at: NOON + i * 1_000 }))),
  },
  {
    id: 'polling-too-fast',
    when: 'it comes fast twice running, and fast twice running again',
    play: playing(...[0, 100, 200, 5_000, 5_100, 5_200].map((after) => ({ at: NOON + after }))),
  },
  {
    id: 'polling-too-fast',
    when: 'they are several reads',
    play: playing(...times(9, (i) => ({ at: NOON + i * 100, target: `/v1/accounts/${i % 3}` }))),
  },
  {
    id: 'polling-too-fast',
    when: 'something was changed in between',
    play: playing(
      ...times(8, (i) => ({ at: NOON + i * 100, method: i % 3 === 2 ? 'POST' : 'GET' })),
    ),
  },
  ...CHANGES.map(
    ([what, happen]): Case => ({
      id: 'polling-too-fast',
      when: `${what} in between`,
      play: ({ coverage, record }) => {
        for (let i = 0; i < 6; i++) {
          happen(coverage, i);
          record({ at: NOON + i * 20 });
        }
      },
    }),
  ),
  ...[46, -46, 60, -60].map(
    (skew): Case => ({
      id: 'date-near-limit',
      when: `Date is ${skew} seconds off`,
      play: dated(skew),
      seen: { count: 1, examples: ['r1'] },
    }),
  ),
  ...[0, 45, -45, 61, 3600].map(
    (skew): Case => ({
      id: 'date-near-limit',
      when: `Date is ${skew} seconds off`,
      play: dated(skew),
    }),
  ),
  {
    id: 'date-near-limit',
    when: 'Date is no date',
    play: playing({ headers: { Date: 'soon' } }),
  },
  {
    id: 'refusal-repeated',
    when: 'the same request is refused for the same reason the third and fourth time',
    play: playing(post, post, post, post),
    seen: { count: 2, examples: ['r3', 'r4'] },
  },
  {
    id: 'refusal-repeated',
    when: 'it is a 401 of the operation itself',
    play: playing(...times(3, () => ({ status: 401, rule: 'CONS-01' }))),
    seen: { count: 1, examples: ['r3'] },
  },
  {
    id: 'refusal-repeated',
    when: 'it was refused twice',
    play: playing(post, post),
  },
  {
    id: 'refusal-repeated',
    when: 'the body is another each time',
    play: playing(...times(4, (i) => ({ ...post, headers: { Digest: `SHA-256=${i}` } }))),
  },
  {
    id: 'refusal-repeated',
    when: 'the reason is another each time',
    play: playing(
      ...times(4, (i) => ({ ...post, refusal: refusal('PAY-02', 'FORMAT_ERROR', `/${i}`) })),
    ),
  },
  {
    id: 'refusal-repeated',
    when: 'something was changed in between',
    play: playing(post, post, { method: 'PUT' }, post, post),
  },
  ...CHANGES.map(
    ([what, happen]): Case => ({
      id: 'refusal-repeated',
      when: `${what} in between`,
      play: ({ coverage, record }) => {
        for (let i = 0; i < 4; i++) {
          happen(coverage, i);
          record(post);
        }
      },
    }),
  ),
  {
    id: 'refusal-repeated',
    when: 'a write was broken off in between, which the bank has done all the same',
    play: playing(post, post, { method: 'PUT', brokenOff: true }, post, post),
  },
  {
    id: 'refusal-repeated',
    when: 'it is a fault of the bank',
    play: playing(...times(4, () => ({ ...post, status: 500 }))),
  },
  {
    id: 'deprecated-operation',
    when: 'one is used',
    play: playing({ operation: 'createConsent', method: 'POST', status: 201 }),
    seen: { count: 1, examples: ['r1'] },
  },
  {
    id: 'deprecated-operation',
    when: 'another is used',
    play: playing({}),
  },
];
