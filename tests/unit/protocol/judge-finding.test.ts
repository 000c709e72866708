// What a bank's levels make of a finding (CTRL-07, FIND-01), and the table behind them.
import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../server/protocol/errors.ts';
import { RULES } from '../../../server/protocol/rules.ts';
import {
  judgeFinding,
  levelOf,
  type RuleLevels,
  TOLERANCES,
} from '../../../server/protocol/tolerances.ts';

const LEVELS = ['error', 'warn', 'off'] as const;
const PRESETS = ['strict', 'lenient', 'as-observed'] as const;

const finding = (rule: string, path?: string) => ({
  rule,
  text: `A form of ${rule}.`,
  ...(path === undefined ? {} : { path }),
});
const own = (rule: string, level: string): RuleLevels => ({
  preset: 'strict',
  own: { [rule]: level },
});
function refusalOf(rule: string, levels: RuleLevels, path?: string): ApiError {
  try {
    judgeFinding(finding(rule, path), levels);
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown;
    throw thrown;
  }
  throw new Error('not refused');
}

describe.each(TOLERANCES)('CTRL-07: $rule', (row) => {
  test('at error it is refused, with the finding’s sentence and what to send', () => {
    const refusal = refusalOf(row.rule, own(row.rule, 'error'));
    expect([refusal.rule, refusal.code]).toEqual([row.rule, row.code]);
    expect(refusal.message).toContain(`A form of ${row.rule}.`);
    expect(refusal.message).toContain(`rule ${row.rule} has the level error`);
    expect(refusal.message).toContain(`send ${row.right}.`);
    expect(refusal.message.length).toBeLessThan(400);
    expect(refusal.details.path).toBe(row.path);
    expect(refusal.details.expected).toBe(row.right);
    expect(refusal.details.got).toBe(`A form of ${row.rule}.`);
  });

  test('where the finding names a path, that is the refusal’s', () => {
    expect(refusalOf(row.rule, own(row.rule, 'error'), 'colour').details.path).toBe('colour');
  });

  test('a level of its own goes before the preset', () => {
    for (const preset of PRESETS) {
      for (const level of LEVELS) {
        expect(levelOf({ preset, own: { [row.rule]: level } }, row)).toBe(level);
      }
      expect(levelOf({ preset, own: {} }, row)).toBe(row.levels[preset]);
    }
  });
});

test('CTRL-07: the presets: as-observed takes only what has a source besides our own', () => {
  for (const { rule, levels } of TOLERANCES) {
    if (levels['as-observed'] === 'error') continue;
    const row = RULES.find(({ id }) => id === rule);
    const source: readonly string[] = row?.source ?? [];
    expect([rule, source.some((mark) => mark === 'S' || mark === 'L')]).toEqual([rule, true]);
  }
});

test('CTRL-07: each rule has one row, and is in the catalogue', () => {
  const rules = TOLERANCES.map(({ rule }) => rule);
  expect(new Set(rules).size).toBe(rules.length);
  const ids: readonly string[] = RULES.map(({ id }) => id);
  for (const rule of rules) expect(ids).toContain(rule);
});

test.each(['SIG-10', 'PAY-02'])('FIND-01: a finding of %s, which has no level, is told', (rule) => {
  for (const level of LEVELS) {
    expect(judgeFinding(finding(rule), own(rule, level))).toEqual(finding(rule));
  }
});
