// What the page of a request says first of each kind of refusal, as it is written in tests/fixtures/pages/verdicts.txt. `npm
// run examples` records it again.
import { test } from '@jest/globals';
import { reportModel } from '../../../server/http/control/report-model.ts';
import { expectRecorded } from '../../support/recorded.ts';

const NOW = Date.parse('2031-03-05T10:00:00Z');
const CERTIFICATE = { organisationId: 'PSDNO-1', roles: ['PSP_AI'], keyType: 'rsa', keyBits: 2048 };
const verdict = (check: string, text?: string) => [
  { check: 'size', outcome: 'passed' },
  { check, outcome: 'refused', ...(text && { text }) },
];
const reading = (sentence: string) => ({ sentence });
const REFUSED: readonly object[] = [
  { verdict: [{ check: 'size', outcome: 'passed' }], status: 200 },
  { verdict: [], brokenOff: true, fault: 'f1' },
  { verdict: verdict('fault'), fault: 'f2' },
  { verdict: verdict('body'), fault: 'f3' },
  { verdict: verdict('date', 'Late. Send "A. B" again. (Now.) x. Y') },
  { verdict: verdict('date'), answer: { messages: [{ code: 'BAD_REQUEST', text: 'x' }] } },
  { verdict: verdict('operation', 'Begin.'), status: 401, scaFlow: { scaStatus: 'started' } },
  {
    verdict: verdict('operation', 'Begin.'),
    status: 401,
    scaFlow: { scaStatus: 'finalised', redirect: 'x' },
  },
  { verdict: verdict('operation', 'Begin.'), status: 401, scaFlow: {} },
  { verdict: verdict('operation', 'Begin.'), status: 400, scaFlow: { scaStatus: 'started' } },
  { verdict: verdict('signature', 'No. The bank\'s is, with ⏎ for each LF: "date: A. B".') },
  { verdict: verdict('signature', 'No. The bank\'s is, with ⏎ for each LF: "a') },
  {
    verdict: verdict('signature', 'One'),
    explanation: { readings: [reading('a')], next: [{ text: 'n', rule: 'SIG-11' }] },
  },
  {
    verdict: verdict('signature', 'One. Two'),
    explanation: { readings: [reading('a'), reading('b')], next: [{ text: 'n' }] },
  },
  {
    verdict: verdict('body', 'One'),
    answer: { messages: [{ text: 'a' }, { text: 'b', path: '/x' }] },
    explanation: { readings: [reading('a')] },
  },
  ...['certificate', 'algorithm', 'validity', 'trust', 'role', 'revocation', 'signature'].map(
    (check) => ({ verdict: verdict(check), signature: { certificate: CERTIFICATE } }),
  ),
  ...[{ keyBits: 2047 }, { keyType: 'ec' }].map((change) => ({
    verdict: verdict('algorithm'),
    signature: { certificate: { ...CERTIFICATE, ...change } },
  })),
  { verdict: verdict('algorithm'), signature: { certificate: { keyType: 'rsa' } } },
  { verdict: verdict('validity'), signature: {} },
  ...[0, 59_999, 60_000, -60_000, -59_999].map((by) => ({
    verdict: [],
    bankTime: new Date(NOW + by).toISOString(),
  })),
];

test('CTRL-05: what the page of a request says first: is what the bank answers now', () => {
  const base = { at: new Date(NOW).toISOString(), status: 400, answer: { messages: [] } };
  const lines = REFUSED.map(
    (change) =>
      `${JSON.stringify(change)}\n  → ${JSON.stringify(reportModel('request', { ...base, ...change }, {}))}`,
  );
  lines.push(JSON.stringify(reportModel('readiness', { a: 1 }, {})));
  expectRecorded('pages/verdicts.txt', lines);
});
