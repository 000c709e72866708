// CTRL-08: what is counted can be kept as plain values, and counting goes on from there.
import { expect, test } from '@jest/globals';
import { BankCoverage } from '../../../server/insight/coverage/bank-coverage.ts';
import { seenRequest } from '../inspector/sample-request.ts';

const request = (number: number, requestId = `r${number}`) =>
  seenRequest({
    number,
    id: `x${number}`,
    requestId,
    operation: 'getAccounts',
    entered: ['size', 'operation'],
    codes: ['CONSENT_INVALID'],
    scaFlow: 'flow-1',
    tpp: { id: 'PSDNO-FSA-1', name: 'TPP' },
  });

const end = {
  bank: 'default',
  flowId: 'flow-1',
  ending: 'cancelled',
  code: 'SCA_INVALID',
} as const;

test('CTRL-08: coverage that was kept after each request is what it would be otherwise', () => {
  const whole = new BankCoverage(1);
  let kept = new BankCoverage(1);
  const both = (count: (coverage: BankCoverage) => void): void => {
    count(whole);
    count(kept);
    kept = new BankCoverage(1, JSON.parse(JSON.stringify(kept.toJson())));
  };
  for (let n = 1; n <= 7; n++) both((coverage) => coverage.add(request(n)));
  both((coverage) => coverage.add(request(8, 'r1')));
  both((coverage) => coverage.scaEnded(end));
  // Reported again: it counts once.
  both((coverage) => coverage.scaEnded(end));
  expect(kept.toJson()).toEqual(whole.toJson());
  expect(kept.requests).toBe(8);
  expect(kept.counts.scaOutcomes.of('cancelled').count).toBe(1);
  expect(kept.habits.seen.of('request-id-reused').count).toBe(1);
});
