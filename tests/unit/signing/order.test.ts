// Section 1: the first check that fails answers, whatever else is wrong; every row of the table, and every pair.
import { expect, test } from '@jest/globals';
import { SIGNATURE_CHECKS } from '../../../server/signing/signature-checks.ts';
import type { VerificationStep } from '../../support/verifier.ts';
import { expectRefused } from './refused.ts';
import { type Draft, draftOf, mint, NOW, verifyDraft } from './support.ts';
import { vectorTitled } from './vector-file.ts';

const CERTIFICATE = 'TPP-Signature-Certificate';
const YEAR = 365 * 24 * 3_600_000;
const trust = vectorTitled('trust bundle of another authority').trust as string;
const credentials = await mint({ roles: ['PSP_AI'] });

type Breaker = readonly [check: string, change: Partial<Draft>, refused: string];

const BREAKERS: readonly Breaker[] = [
  ['certificate', { certificate: '!' }, `SIG-02 FORMAT_ERROR ${CERTIFICATE}`],
  ['signature syntax', { header: (value) => `${value},` }, 'SIG-03 FORMAT_ERROR Signature'],
  ['keyId', { keyId: 'SN=1,CA=CN=x' }, 'SIG-05 BAD_REQUEST Signature'],
  ['date', { headers: { date: 'today' } }, 'SIG-11 FORMAT_ERROR Date'],
  ['digest', { headers: { digest: 'SHA-256=AAAA' } }, 'SIG-12 BAD_REQUEST Digest'],
  ['algorithm', { algorithm: 'hs2019' }, 'SIG-07 BAD_REQUEST Signature'],
  ['signed headers', { names: ['date', 'host'] }, 'SIG-08 BAD_REQUEST Signature'],
  ['signature', { signed: (text) => `${text}\n` }, 'SIG-10 BAD_REQUEST Signature'],
  ['validity', { now: NOW + 2 * YEAR }, `TPP-01 FORBIDDEN ${CERTIFICATE}`],
  ['trust', { trust }, `TPP-02 FORBIDDEN ${CERTIFICATE}`],
  ['role', { role: 'PSP_PI' }, `TPP-03 FORBIDDEN ${CERTIFICATE}`],
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
    const text = expectRefused(() => verifyDraft(base(change), (one) => steps.push(one)), refused);
    expect(text.length).toBeGreaterThan(20);
    const last = steps.pop();
    expect(last).toMatchObject({ check: name, outcome: 'refused', rule: refused.split(' ')[0] });
    expect(last?.expected).toBeTruthy();
    expect(SIGNATURE_CHECKS.find((check) => check.name === name)?.rules).toContain(last?.rule);
    expect(steps.every(({ outcome }) => outcome === 'passed')).toBe(true);
  },
);

test.each([
  ['', 'it is empty'],
  ['a b=', 'white space'],
  ['QUI', 'padding'],
])('SIG-10: a signature that is no base64 is said why: "%s"', (signature, why) => {
  const header = (value: string) => value.replace(/signature="[^"]*"/, `signature="${signature}"`);
  expectRefused(() => verifyDraft(base({ header })), 'SIG-10 BAD_REQUEST Signature', why);
});

const pairs = NAMES.flatMap((first, i) => NAMES.slice(i + 1).map((second) => [first, second]));

test.each(pairs)('ORD-01: of two mistakes the earlier answers: %s before %s', (first, second) => {
  const [earlier, later] = [breakerOf(first), breakerOf(second)];
  const headers = { ...later.change.headers, ...earlier.change.headers };
  const draft = base({ ...later.change, ...earlier.change, headers });
  expect(expectRefused(() => verifyDraft(draft), earlier.refused)).not.toBe('');
});

test.each([
  ['a certificate', { certificate: '' }, CERTIFICATE],
  ['a Signature', { header: () => '' }, 'Signature'],
  ['a Date', { headers: { date: '' } }, 'Date'],
])('SIG-01: %s that is empty is missing', (_, change, path) => {
  expectRefused(() => verifyDraft(base(change)), `SIG-01 HTTP_HEADER_REQUIRED ${path}`, path);
});
