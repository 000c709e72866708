// CTRL-08: what rules say of how they are exercised, against the sources: whatever refuses, has a finding
// about, answers for or reports a rule names it, in code or in a schema.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
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
  [/^BANK-02$/, 'a bank for which there is no room, so it counts nothing'],
  [/^MOVE-01$/, 'a move of a payment that every operation has ruled out before'],
];

const sources = sourceFiles('server').filter(({ path }) => !ELSEWHERE.test(path));

function namedInSchemas(): readonly string[] {
  return ['requests', 'types', 'headers'].flatMap((folder) =>
    readdirSync(join(ROOT, 'schemas', folder)).flatMap((name) => {
      const schema = readFileSync(join(ROOT, 'schemas', folder, name), 'utf8');
      return [...schema.matchAll(/"x-rule": "([^"]+)"/g)].map(([, rule]) => String(rule));
    }),
  );
}

const inCode = sources.flatMap(({ strings }) => strings.map(({ text }) => text));
const named = new Set([...inCode.filter((text) => ALL.has(text)), ...namedInSchemas()]);
const reported = new Set(
  sources.flatMap(({ source }) =>
    [...source.matchAll(/\bexercises\('([^']+)'\)/g)].map(([, rule]) => String(rule)),
  ),
);
const idsOf = (wanted: (row: (typeof RULES)[number]) => boolean) =>
  RULES.filter(wanted).map(({ id }) => id);
const isOfRequests = (id: string) => !NOT_OF_REQUESTS.some(([rules]) => rules.test(id));

test('CTRL-08: every rule that code or schemas name says how it is exercised, and no other', () => {
  const expected = idsOf(({ id }) => named.has(id) && isOfRequests(id));
  expect(idsOf(({ exercisedBy }) => exercisedBy !== undefined)).toEqual(expected);
});

test('CTRL-08: rules whose case must arise are those that handlers report', () => {
  const expected = idsOf(({ id }) => reported.has(id));
  expect(idsOf(({ exercisedBy }) => exercisedBy === 'case')).toEqual(expected);
});

test('what is left out is in the sources', () => {
  const idle = NOT_OF_REQUESTS.filter(([rules]) => ![...named].some((id) => rules.test(id)));
  expect(idle).toEqual([]);
});
