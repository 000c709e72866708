// Section 1: the first check that fails answers, whatever else is wrong; every row of the table, and every pair.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { SIGNATURE_CHECKS } from '../../../server/signing/signature-checks.ts';
import type { VerificationStep } from '../../support/verifier.ts';
import {
  type Credentials,
  type Draft,
  draftOf,
  mint,
  type Refusal,
  refusal,
  refusalOf,
  verifyDraft,
} from './support.ts';
import { vectorTitled } from './vector-file.ts';

const CERTIFICATE = 'TPP-Signature-Certificate';
const YEAR = 365 * 24 * 3_600_000;

interface Breaker {
  readonly check: string;
  readonly change: Partial<Draft>;
  readonly refusal: Refusal;
}

let credentials: Credentials;
const foreignBundle = vectorTitled('trust bundle of another authority').trust as string;

beforeAll(async () => {
  credentials = await mint({ roles: ['PSP_AI'] });
});

const row = (check: string, change: Partial<Draft>, expected: Refusal): Breaker => ({
  check,
  change,
  refusal: expected,
});

const breakers = (): readonly Breaker[] => [
  row('certificate', { certificate: '!' }, refusal('SIG-02', 'FORMAT_ERROR', CERTIFICATE)),
  row('signature syntax', { header: (value) => `${value},` }, refusal('SIG-03', 'FORMAT_ERROR')),
  row('keyId', { keyId: 'SN=1,CA=CN=x' }, refusal('SIG-05', 'BAD_REQUEST')),
  row('date', { headers: { date: 'today' } }, refusal('SIG-11', 'FORMAT_ERROR', 'Date')),
  row(
    'digest',
    { headers: { digest: 'SHA-256=AAAA' } },
    refusal('SIG-12', 'BAD_REQUEST', 'Digest'),
  ),
  row('algorithm', { algorithm: 'hs2019' }, refusal('SIG-07', 'BAD_REQUEST')),
  row('signed headers', { names: ['date', 'host'] }, refusal('SIG-08', 'BAD_REQUEST')),
  row('signature', { signed: (text) => `${text}\n` }, refusal('SIG-10', 'BAD_REQUEST')),
  row('validity', validityChange(), refusal('TPP-01', 'FORBIDDEN', CERTIFICATE)),
  row('trust', { trust: foreignBundle }, refusal('TPP-02', 'FORBIDDEN', CERTIFICATE)),
  row('role', { role: 'PSP_PI' }, refusal('TPP-03', 'FORBIDDEN', CERTIFICATE)),
];

function validityChange(): Partial<Draft> {
  return { now: Date.UTC(2026, 10, 3) + 2 * YEAR };
}

const base = (change: Partial<Draft> = {}) => draftOf(credentials, { role: 'PSP_AI', ...change });
const NAMES = SIGNATURE_CHECKS.map(({ name }) => name);
const at = (index: number): Breaker =>
  breakers().find(({ check }) => check === NAMES[index]) as Breaker;

test('the valid request passes every step in order', () => {
  const steps: VerificationStep[] = [];
  verifyDraft(base(), (step) => steps.push(step));
  expect(steps.map(({ check }) => check)).toEqual(NAMES.filter((name) => name !== 'trust'));
  expect(steps.every(({ outcome }) => outcome === 'passed')).toBe(true);
});

describe('ORD-01: each step refuses by itself, and is the last that is observed', () => {
  test.each(NAMES.map((name, index) => [name, index] as const))('%s', (name, index) => {
    const steps: VerificationStep[] = [];
    const { text, ...got } = refusalOf(() =>
      verifyDraft(base(at(index).change), (step) => steps.push(step)),
    );
    expect(got).toEqual(at(index).refusal);
    expect(text.length).toBeGreaterThan(20);
    const last = steps.pop();
    expect(last).toMatchObject({ check: name, outcome: 'refused', rule: got.rule });
    expect(last?.expected).toBeTruthy();
    expect(steps.every(({ outcome }) => outcome === 'passed')).toBe(true);
  });
});

const pairs = NAMES.flatMap((first, i) =>
  NAMES.slice(i + 1).map((second, k) => [first, second, i, i + 1 + k] as const),
);

describe('ORD-01: of two mistakes the earlier answers', () => {
  test.each(pairs)('%s before %s', (_first, _second, i, k) => {
    const [earlier, later] = [at(i).change, at(k).change];
    const headers = { ...later.headers, ...earlier.headers };
    const { text, ...got } = refusalOf(() => verifyDraft(base({ ...later, ...earlier, headers })));
    expect(got).toEqual(at(i).refusal);
    expect(text).not.toBe('');
  });
});
