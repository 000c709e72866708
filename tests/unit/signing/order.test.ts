// Section 1: the first check that fails answers, whatever else is wrong; every row of the table, and every pair.
import { expect, test } from '@jest/globals';
import { SIGNATURE_CHECKS } from '../../../server/signing/signature-checks.ts';
import type { VerificationStep } from '../../support/verifier.ts';
import { expectRefused } from './refused.ts';
import {
  type Draft,
  draftOf,
  mint,
  NOW,
  type Refusal,
  refusal,
  refusalOf,
  verifyDraft,
} from './support.ts';
import { vectorTitled } from './vector-file.ts';

const CERTIFICATE = 'TPP-Signature-Certificate';
const YEAR = 365 * 24 * 3_600_000;
const trust = vectorTitled('trust bundle of another authority').trust as string;
const credentials = await mint({ roles: ['PSP_AI'] });

type Breaker = readonly [check: string, change: Partial<Draft>, refusal: Refusal];

const BREAKERS: readonly Breaker[] = [
  ['certificate', { certificate: '!' }, refusal('SIG-02', 'FORMAT_ERROR', CERTIFICATE)],
  ['signature syntax', { header: (value) => `${value},` }, refusal('SIG-03', 'FORMAT_ERROR')],
  ['keyId', { keyId: 'SN=1,CA=CN=x' }, refusal('SIG-05', 'BAD_REQUEST')],
  ['date', { headers: { date: 'today' } }, refusal('SIG-11', 'FORMAT_ERROR', 'Date')],
  ['digest', { headers: { digest: 'SHA-256=AAAA' } }, refusal('SIG-12', 'BAD_REQUEST', 'Digest')],
  ['algorithm', { algorithm: 'hs2019' }, refusal('SIG-07', 'BAD_REQUEST')],
  ['signed headers', { names: ['date', 'host'] }, refusal('SIG-08', 'BAD_REQUEST')],
  ['signature', { signed: (text) => `${text}\n` }, refusal('SIG-10', 'BAD_REQUEST')],
  ['validity', { now: NOW + 2 * YEAR }, refusal('TPP-01', 'FORBIDDEN', CERTIFICATE)],
  ['trust', { trust }, refusal('TPP-02', 'FORBIDDEN', CERTIFICATE)],
  ['role', { role: 'PSP_PI' }, refusal('TPP-03', 'FORBIDDEN', CERTIFICATE)],
];

const base = (change: Partial<Draft> = {}) => draftOf(credentials, { role: 'PSP_AI', ...change });
const NAMES = SIGNATURE_CHECKS.map(({ name }) => name);
/** What breaks the check, and how it is refused then. */
function breakerOf(name: string) {
  const [, change, refused] = BREAKERS.find(([check]) => check === name) as Breaker;
  return { change, refused };
}

test('the valid request passes every step in order', () => {
  const steps: VerificationStep[] = [];
  verifyDraft(base(), (step) => steps.push(step));
  expect(steps.map(({ check }) => check)).toEqual(NAMES.filter((name) => name !== 'trust'));
  expect(steps.every(({ outcome }) => outcome === 'passed')).toBe(true);
});

test.each(NAMES)(
  'ORD-01: each step refuses by itself, and is the last that is observed: %s',
  (name) => {
    const steps: VerificationStep[] = [];
    const { change, refused } = breakerOf(name);
    const { text, ...got } = refusalOf(() => verifyDraft(base(change), (one) => steps.push(one)));
    expect(got).toEqual(refused);
    expect(text.length).toBeGreaterThan(20);
    const last = steps.pop();
    expect(last).toMatchObject({ check: name, outcome: 'refused', rule: got.rule });
    expect(last?.expected).toBeTruthy();
    expect(steps.every(({ outcome }) => outcome === 'passed')).toBe(true);
  },
);

const pairs = NAMES.flatMap((first, i) => NAMES.slice(i + 1).map((second) => [first, second]));

test.each(pairs)('ORD-01: of two mistakes the earlier answers: %s before %s', (first, second) => {
  const [earlier, later] = [breakerOf(first), breakerOf(second)];
  const headers = { ...later.change.headers, ...earlier.change.headers };
  const draft = base({ ...later.change, ...earlier.change, headers });
  const { text, ...got } = refusalOf(() => verifyDraft(draft));
  expect(got).toEqual(earlier.refused);
  expect(text).not.toBe('');
});

test.each([
  ['a certificate', { certificate: '' }, CERTIFICATE],
  ['a Signature', { header: () => '' }, 'Signature'],
  ['a Date', { headers: { date: '' } }, 'Date'],
])('SIG-01: %s that is empty is missing', (_, change, path) => {
  expectRefused(() => verifyDraft(base(change)), `SIG-01 HTTP_HEADER_REQUIRED ${path}`, path);
});
