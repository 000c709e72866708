import { expect, test } from '@jest/globals';
import { firstDifference } from '../../../cli/answer-difference.ts';
import { readJsonCapture } from '../../../server/insight/offline/captured-request.ts';
import { parseShallow } from '../../../server/kernel/shallow-json.ts';

const nested = (levels: number): string =>
  `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

test('HDR-06: what is not deep is what JSON.parse makes of it, brackets in texts or not', () => {
  for (const text of [
    nested(64),
    `["${'[{'.repeat(99)}", "\\"[\\\\", {"[": []}]`,
    `[${'[],{},'.repeat(99)}1]`,
    '1',
    '"[['.concat('"'),
  ]) {
    expect(parseShallow(text)).toEqual(JSON.parse(text));
  }
  expect(() => parseShallow('[1')).toThrow(SyntaxError);
});

test('HDR-06: more than 64 levels are refused, however many', () => {
  for (const levels of [66, 200_000]) {
    expect(() => parseShallow(nested(levels))).toThrow('nest deeper than 64 levels');
  }
});

test('CTRL-05: a capture, and answers that are compared, may be as deep as they like', () => {
  expect(() => readJsonCapture(nested(200_000))).toThrow('expected JSON: its lists and objects');
  const answer = (body: string) => ({ status: 200, headers: {}, body });
  const [was, is] = [answer(nested(200_000)), answer(`${nested(200_000)} `)];
  expect(firstDifference(was, is)?.place).toBe('body, character 800002');
});
