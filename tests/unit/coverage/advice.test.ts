// Advice on the client, case by case.
import { describe, expect, test } from '@jest/globals';
import { ADVICE } from '../../../server/insight/coverage/advice/advice.ts';
import { TOLERANCES } from '../../../server/protocol/tolerances.ts';
import { type Case, HABIT_CASES, playing, times } from './advice-cases.ts';
import { counting, NOON } from './exchanges.ts';
import { link, SCA_CASES } from './sca-cases.ts';

const CASES: readonly Case[] = [
  ...HABIT_CASES,
  ...SCA_CASES,
  ...TOLERANCES.flatMap(({ rule }): readonly Case[] => {
    const id = `tolerated-${rule.toLowerCase()}`;
    const other = rule === 'SIG-02' ? 'SIG-03' : 'SIG-02';
    return [
      {
        id,
        when: `${rule} was found about seven requests`,
        play: playing(...times(7, () => ({ findings: [{ rule, text: 'odd' }] }))),
        seen: { count: 7, examples: ['r3', 'r4', 'r5', 'r6', 'r7'] },
      },
      {
        id,
        when: `another rule was found`,
        play: playing({ findings: [{ rule: other, text: 'odd' }] }),
      },
    ];
  }),
];

describe('CTRL-08: advice', () => {
  test.each(CASES)('$id: $when', ({ id, play, seen }) => {
    const run = counting();
    play(run);
    const given = run.report().advice.find((advice) => advice.id === id);
    if (seen === undefined) expect(given).toBeUndefined();
    else expect(given).toMatchObject(seen);
  });

  test('every row is tried both ways', () => {
    const tried = (given: boolean) =>
      new Set(CASES.filter(({ seen }) => (seen !== undefined) === given).map(({ id }) => id));
    const ids = new Set(ADVICE.map(({ id }) => id));
    expect(tried(true)).toEqual(ids);
    expect(tried(false)).toEqual(ids);
  });

  test('a link that was told of stays counted, also when somebody comes to it after all', () => {
    const { coverage, record, report, at } = counting();
    record(link('f1'));
    at(NOON + 60_001);
    const counts = () => report().advice.map(({ count }) => count);
    expect(counts()).toEqual([1]);
    coverage.told({ bank: 'default', flowId: 'f1', kind: 'opened' });
    expect(counts()).toEqual([1]);
    record(link('f2', { at: NOON + 60_002 }));
    at(NOON + 120_003);
    expect([counts(), counts()]).toEqual([[2], [2]]);
  });

  test('deprecated-operation names what was used', () => {
    const { record, report } = counting();
    record({ operation: 'createConsent', method: 'POST', status: 201 });
    expect(report().advice[0]?.text).toMatch(
      / Used: POST \/v1\/createConsent \(What createConsent does\)\.$/,
    );
  });

  test('is sentences', () => {
    for (const { title, text } of ADVICE) {
      expect(title).toMatch(/^[A-Z].{10,}[^.]$/);
      expect(text).toMatch(/^[A-Z].{20,}\.$/);
    }
  });
});
