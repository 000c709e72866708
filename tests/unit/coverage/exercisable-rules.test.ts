// The list of rules that requests can exercise against the sources: what refuses, finds or answers for a
// rule names it, in code or in a schema.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { EXERCISABLE_RULES } from '../../../server/insight/coverage/exercisable-rules.ts';
import { RULES } from '../../../server/protocol/rules.ts';
import { ROOT, sourceFiles } from '../../support/source-tree.ts';

const ALL: ReadonlySet<string> = new Set(RULES.map(({ id }) => id));

/** Rooms that refuse no signed request. */
const ELSEWHERE =
  /^server\/(?:protocol\/rules|http\/openapi|insight|checks)\/|signature-checks|-control\.ts$/;

/** Rules that only these are about. */
const NOT_OF_REQUESTS: readonly (readonly [rules: RegExp, about: string])[] = [
  [/^(?:CTRL|CLOCK|WEB)-/, 'the control API and pages'],
  [/^SCA-0[578]$/, 'links, pages and completing a flow; covered as SCA outcomes'],
  [/^BANK-01$/, 'a name that no bank can have, which no bank can count'],
  [/^MOVE-01$/, 'a move of a payment that every operation has ruled out before'],
];

function namedInCode(): readonly string[] {
  return sourceFiles('server')
    .filter(({ path }) => !ELSEWHERE.test(path))
    .flatMap(({ strings }) => strings.map(({ text }) => text))
    .filter((text) => ALL.has(text));
}

function namedInSchemas(): readonly string[] {
  return ['requests', 'types', 'headers'].flatMap((folder) =>
    readdirSync(join(ROOT, 'schemas', folder)).flatMap((name) => {
      const schema = readFileSync(join(ROOT, 'schemas', folder, name), 'utf8');
      return [...schema.matchAll(/"x-rule": "([^"]+)"/g)].map(([, rule]) => String(rule));
    }),
  );
}

const named = [...new Set([...namedInCode(), ...namedInSchemas()])].sort();

test('CTRL-08: every rule that code or schemas name is listed, and no other', () => {
  const expected = named.filter((id) => !NOT_OF_REQUESTS.some(([rules]) => rules.test(id)));
  expect(EXERCISABLE_RULES).toEqual(expected);
});

test('what is left out is in the sources', () => {
  const idle = NOT_OF_REQUESTS.filter(([rules]) => !named.some((id) => rules.test(id)));
  expect(idle).toEqual([]);
});
