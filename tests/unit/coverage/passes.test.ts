// Rules that a success exercises only where their case arose, case by case.
import { describe, expect, test } from '@jest/globals';
import type { Profile } from '../../../server/protocol/profile.ts';
import { type Change, counting, row } from './exchanges.ts';

const bodyOf = (json: unknown) => {
  const bytes = Buffer.from(JSON.stringify(json));
  return { bytes, length: bytes.length };
};
const post = { method: 'POST', status: 201 };
const present = { 'PSU-IP-Address': '192.0.2.7' };
const asked = (query: string): Change => ({ target: `/v1/accounts/a/transactions?${query}` });
const magic = (creditorName: string): Change => ({ ...post, body: bodyOf({ creditorName }) });

interface Case {
  readonly rule: string;
  readonly when: string;
  readonly change: Change;
  readonly passed: boolean;
  readonly profile?: Profile;
}

const both = (
  rule: string,
  [when, change]: readonly [string, Change],
  [otherwise, other]: readonly [string, Change],
): readonly Case[] => [
  { rule, when, change, passed: true },
  { rule, when: otherwise, change: other, passed: false },
];

const never = (rule: string): Case => ({ rule, when: 'it goes well', change: post, passed: false });

const CASES: readonly Case[] = [
  ...both('ACC-01', ['it goes well', {}], ['it is refused', { status: 404 }]),
  ...both(
    'ACC-04',
    ['there are transactions', { json: { booked: [{ transactionAmount: {} }] } }],
    ['there are none', { json: { booked: [] } }],
  ),
  ...both('ACC-06', ['the PSU is absent', {}], ['the PSU is present', { headers: present }]),
  ...both('ACC-07', ['the PSU is absent', {}], ['the PSU is present', { headers: present }]),
  ...both(
    'ACC-09',
    ['a fix is asked for', { headers: { 'X-Accept-Fix': 'odd, longer-names' } }],
    ['none is that there is', { headers: { 'X-Accept-Fix': 'odd' } }],
  ),
  ...both(
    'BASK-02',
    ['the basket is deleted', { method: 'DELETE', status: 204 }],
    ['a basket that waits is read', { json: { transactionStatus: 'RCVD' } }],
  ),
  ...both(
    'BASK-02',
    ['an approved one is read', { json: { transactionStatus: 'ACTC' } }],
    ['its SCA has begun', { json: { scaStatus: 'started' } }],
  ),
  ...both(
    'MAGIC-01',
    ['a magic name is paid', magic('Sandbox ACSC')],
    ['another name is', magic('Anna Schmidt')],
  ),
  ...both(
    'PAY-06',
    ['the PSU is known', { ...post, headers: { 'X-PSU-IDENTITY': '1' } }],
    ['nobody is', { ...post, headers: { 'PSU-ID': '' } }],
  ),
  ...both(
    'PAY-07',
    ['there is a date', { ...post, body: bodyOf({ requestedExecutionDate: '2026-11-03' }) }],
    ['there is none', post],
  ),
  ...both('PAY-17', ['it deletes', { method: 'DELETE', status: 204 }], ['it lists', {}]),
  ...['PAY-05', 'PAY-08', 'PAY-15', 'PAY-18'].map(never),
  { rule: 'PAY-15', when: 'in production', profile: 'production', change: {}, passed: false },
  ...(
    [
      ['bookingStatus=both&dateFrom=2026-01-01', 'production', true],
      ['bookingStatus=pending&limit=5', 'production', true],
      ['bookingStatus=booked&limit=5', 'production', false],
      ['bookingStatus=both', 'production', false],
      ['bookingStatus=both&limit=5', 'sandbox', false],
    ] as const
  ).map(
    ([query, profile, passed]): Case => ({
      rule: 'ACC-08',
      when: `${query} is asked in the ${profile} profile`,
      profile,
      change: asked(query),
      passed,
    }),
  ),
];

describe('CTRL-08: a success', () => {
  test.each(CASES)('$rule when $when: $passed', ({ rule, change, passed, profile }) => {
    const rows = [row('getAccounts', { rules: [rule] })];
    const names = { magicNames: new Set(['Sandbox ACSC']), rows };
    const { record, covered } = counting(profile === undefined ? names : { ...names, profile });
    record({ headers: {}, ...change });
    expect(covered('rules')).toEqual(passed ? { [rule]: 1 } : {});
  });
});
