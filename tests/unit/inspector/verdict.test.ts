// CTRL-05: what came of every check, in the contract's order.
import { describe, expect, test } from '@jest/globals';
import { CHECK_NAMES as CHECKS, type CheckName } from '../../../server/checks/checks.ts';
import { verdictOf } from '../../../server/insight/inspector/verdict.ts';
import { bodyOf, nothing, seenRequest } from './sample-request.ts';

const upTo = (check: CheckName) => CHECKS.slice(0, CHECKS.indexOf(check) + 1);
const refusal = {
  rule: 'SIG-10',
  code: 'BAD_REQUEST',
  status: 400,
  text: 'It does not verify.',
  details: { expected: 'this', got: 'that' },
};
const answer = (status: number, body: object = {}, rule?: string) => ({
  status,
  headers: {},
  body: bodyOf(JSON.stringify(body)),
  ...(rule === undefined ? {} : { rule }),
});

const outcomes = (...args: Parameters<typeof verdictOf>) =>
  Object.fromEntries(verdictOf(...args).map(({ check, outcome }) => [check, outcome]));

describe('CTRL-05: the verdict', () => {
  test('CTRL-05: names every check once, in order', () => {
    expect(verdictOf(seenRequest()).map(({ check }) => check)).toEqual(CHECKS);
  });

  test.each(CHECKS)('CTRL-05: refused by %s: before it passed, after it not reached', (check) => {
    const at = CHECKS.indexOf(check);
    const verdict = verdictOf(seenRequest({ entered: upTo(check), refusal }));
    expect(verdict.map(({ outcome }) => outcome)).toEqual(
      CHECKS.map((_, i) => (i < at ? 'passed' : i === at ? 'refused' : 'not reached')),
    );
    expect(verdict[at]).toEqual({
      check,
      outcome: 'refused',
      rule: 'SIG-10',
      expected: 'this',
      got: 'that',
      text: 'It does not verify.',
    });
  });

  test('CTRL-05: a check that was passed over is skipped', () => {
    const entered = upTo('role').filter((check) => check !== 'trust');
    const seen = outcomes(seenRequest({ entered, refusal }));
    expect([seen['validity'], seen['trust'], seen['role'], seen['registration']]).toEqual([
      'passed',
      'skipped',
      'refused',
      'not reached',
    ]);
  });

  test('CTRL-05: an accepted request has nothing refused and nothing out of reach', () => {
    const entered = CHECKS.filter((check) => check !== 'trust');
    const seen = verdictOf(seenRequest({ entered, answer: answer(200) }));
    expect(seen.filter(({ outcome }) => outcome !== 'passed')).toEqual([
      { check: 'trust', outcome: 'skipped' },
    ]);
  });

  test('CTRL-05: a 401 that begins an SCA is refused by the operation, in the words of the answer', () => {
    const body = { tppMessages: [{ text: 'Send the PSU to the link.' }, { text: 'more' }] };
    const seen = verdictOf(seenRequest({ entered: CHECKS, answer: answer(401, body, 'CONS-01') }));
    expect(seen.at(-1)).toEqual({
      check: 'operation',
      outcome: 'refused',
      rule: 'CONS-01',
      text: 'Send the PSU to the link.',
    });
  });

  test.each([[nothing], [bodyOf('null')], [bodyOf('{"tppMessages":[]}')], [bodyOf('{"tppM')]])(
    'CTRL-05: an answer that says nothing is refused without words',
    (body) => {
      const seen = verdictOf(
        seenRequest({ entered: CHECKS, answer: { status: 500, headers: {}, body } }),
      );
      expect(seen.at(-1)).toEqual({ check: 'operation', outcome: 'refused' });
    },
  );

  test('CTRL-05: what was refused before any check is the first one’s', () => {
    expect(outcomes(seenRequest({ entered: [], refusal }))['size']).toBe('refused');
  });
});
