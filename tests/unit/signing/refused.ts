// What a refusal must be and say, in one line of a test.
import { expect } from '@jest/globals';
import { refusalOf } from './support.ts';

/** It is refused as `SIG-12 BAD_REQUEST Digest` says (rule, code and path), in words that hold these. @returns all words */
export function expectRefused(
  run: () => unknown,
  expected: string,
  ...words: readonly string[]
): string {
  const { rule, status, code, path = '', text } = refusalOf(run);
  expect(`${rule} ${code} ${path}`).toBe(expected);
  expect(status).toBe(code === 'FORBIDDEN' ? 403 : 400);
  for (const word of words) expect(text).toContain(word);
  return text;
}
