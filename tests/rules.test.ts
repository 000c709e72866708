// The catalogue against the tests and the documentation: no rule in force without a test that names it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CHECKS } from '../server/checks/checks.ts';
import { renderRules } from '../server/protocol/rules/markdown.ts';
import { RULES } from '../server/protocol/rules.ts';
import {
  type Located,
  ROOT,
  readSource,
  type SourceFile,
  sourceFiles,
} from './support/source-tree.ts';

const FAMILIES = [...new Set(RULES.map(({ id }) => id.replace(/-\d+$/, '')))];
const RULE_ID = new RegExp(`\\b(?:${FAMILIES.join('|')})-\\d\\d\\b`, 'g');

/** What stands before a title (`test(`, `it.each(rows)(`), or before a `rule:` in a table of cases. */
const BEFORE_TITLE =
  /\b(?:describe|it|test)(?:\.\w+)*\s*\(\s*$|[)`]\s*\(\s*$|\brules?:\s*(?:\[[^\]]*)?$/;

/** The strings of a test file in which naming a rule counts. */
function titlesOf(file: SourceFile): readonly Located[] {
  return file.strings.filter(({ offset }) =>
    BEFORE_TITLE.test(file.bare.slice(Math.max(0, offset - 120), offset)),
  );
}

const namedIn = (file: SourceFile): readonly string[] =>
  titlesOf(file).flatMap(({ text }) => text.match(RULE_ID) ?? []);

const tests = sourceFiles('tests').filter(({ path }) => path.endsWith('.test.ts'));
const ownTest = 'tests/rules.test.ts';
const named = new Set(tests.filter(({ path }) => path !== ownTest).flatMap(namedIn));

describe('the catalogue', () => {
  test('has each id once, and a sentence for it', () => {
    const ids = RULES.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(RULES.filter(({ sentence }) => !/^\S.{20,}\.$/.test(sentence))).toEqual([]);
  });

  test('numbers each family without a gap', () => {
    for (const family of FAMILIES) {
      const numbers = RULES.filter(({ id }) => id.startsWith(`${family}-`)).map(({ id }) => id);
      const expected = numbers.map((_, i) => `${family}-${String(i + 1).padStart(2, '0')}`);
      expect(numbers).toEqual(expected);
    }
  });

  test('every built rule is named by the title of some test', () => {
    const untested = RULES.filter(({ state, id }) => state === 'built' && !named.has(id));
    expect(untested.map(({ id }) => id)).toEqual([]);
  });

  test('no test names a rule that is not in it', () => {
    const ids = new Set<string>(RULES.map(({ id }) => id));
    expect([...named].filter((id) => !ids.has(id))).toEqual([]);
  });

  test('docs/rules.md is what `npm run rules` prints', () => {
    expect(readFileSync(join(ROOT, 'docs/rules.md'), 'utf8')).toBe(renderRules(RULES, CHECKS));
  });
});

describe('reading titles', () => {
  const ids = (source: string) => namedIn(readSource('tests/x.test.ts', source));

  test.each([
    "test('SIG-01: a', f)",
    "it.each([1, 2])('SIG-01: %s', f)",
    `describe(\`SIG-01 \${x}\`, f)`,
    "describe.each(rows.map((row) => row))('SIG-01', f)",
    "const rows = [{ a: 1, rule: 'SIG-01' }]",
    "const rows = [{ rules: ['HDR-01', 'SIG-01'] }]",
  ])('counts %s', (source) => {
    expect(ids(source)).toContain('SIG-01');
  });

  test.each([
    "// test('SIG-01: a', f)",
    "expect(error.rule).toBe('SIG-01')",
    "const text = 'SIG-01'",
    "check('SIG-01')",
  ])('does not count %s', (source) => {
    expect(ids(source)).toEqual([]);
  });
});
