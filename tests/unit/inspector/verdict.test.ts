// CTRL-05: what came of every check, in the contract's order.
import { expect, test } from '@jest/globals';
import { CHECK_NAMES, type CheckName } from '../../../server/checks/checks.ts';
import { verdictOf } from '../../../server/insight/inspector/verdict.ts';
import { bodyOf, nothing, seenRequest } from './sample-request.ts';

const upTo = (check: CheckName) => CHECK_NAMES.slice(0, CHECK_NAMES.indexOf(check) + 1);
const details = { expected: 'this', got: 'that' };
const text = 'It does not verify.';
const refusal = { rule: 'SIG-10', code: 'BAD_REQUEST', status: 400, text, details };
const answer = (status: number, body = nothing, rule?: string) =>
  ({ status, headers: {}, body, rule }) as const;

const outcomes = (...args: Parameters<typeof verdictOf>) =>
  Object.fromEntries(verdictOf(...args).map(({ check, outcome }) => [check, outcome]));

test.each(CHECK_NAMES)(
  'CTRL-05: refused by %s: before it passed, after it not reached',
  (check) => {
    const at = CHECK_NAMES.indexOf(check);
    const verdict = verdictOf(seenRequest({ entered: upTo(check), refusal }));
    expect(verdict.map((step) => [step.check, step.outcome])).toEqual(
      CHECK_NAMES.map((name, i) => [
        name,
        i < at ? 'passed' : i === at ? 'refused' : 'not reached',
      ]),
    );
    expect(verdict[at]).toEqual({ check, outcome: 'refused', rule: 'SIG-10', ...details, text });
  },
);

test('CTRL-05: a check that was passed over is skipped', () => {
  const entered = upTo('role').filter((check) => check !== 'trust');
  const seen = outcomes(seenRequest({ entered, refusal }));
  const some = [seen['validity'], seen['trust'], seen['role'], seen['registration']];
  expect(some).toEqual(['passed', 'skipped', 'refused', 'not reached']);
});

test('CTRL-05: an accepted request has nothing refused and nothing out of reach', () => {
  const entered = CHECK_NAMES.filter((check) => check !== 'trust');
  const seen = verdictOf(seenRequest({ entered, answer: answer(200) }));
  expect(seen.filter(({ outcome }) => outcome !== 'passed')).toEqual([
    { check: 'trust', outcome: 'skipped' },
  ]);
});

test('CTRL-05: a 401 that begins an SCA is refused by the operation, in the words of the answer', () => {
  const body = bodyOf('{"tppMessages":[{"text":"Send the PSU to the link."},{"text":"more"}]}');
  const refused = { entered: CHECK_NAMES, answer: answer(401, body, 'CONS-01') };
  expect(verdictOf(seenRequest(refused)).at(-1)).toEqual({
    check: 'operation',
    outcome: 'refused',
    rule: 'CONS-01',
    text: 'Send the PSU to the link.',
  });
});

test.each(['', 'null', '{"tppMessages":[]}', '{"tppM'])(
  'CTRL-05: an answer that says nothing (%s) is refused without words',
  (body) => {
    const seen = { entered: CHECK_NAMES, answer: answer(500, bodyOf(body)) };
    const last = verdictOf(seenRequest(seen)).at(-1);
    expect(last).toEqual({ check: 'operation', outcome: 'refused' });
  },
);

test('CTRL-05: what was refused before any check is the first one’s', () => {
  expect(outcomes(seenRequest({ entered: [], refusal }))['size']).toBe('refused');
});
