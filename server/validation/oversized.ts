// A bound on what the schemas are asked to look at: listing every violation of a hostile body would
// cost more than the body is worth.
import { errorMessage } from '../protocol/errors.ts';
import { nameOf, pointerOf } from './json-pointer.ts';
import type { Violation } from './messages.ts';

/** The longest array of the interface is 1000 (bulk, sandbox transactions); no object has 200 members. */
const MAX_ITEMS = 1000;
const MAX_MEMBERS = 200;

/** The first array or object that is larger than any of the interface's. */
export function oversized(
  value: unknown,
  path: readonly (string | number)[] = [],
): Violation | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  const [what, most] = Array.isArray(value) ? ['entries', MAX_ITEMS] : ['members', MAX_MEMBERS];
  if (size > most) {
    const text = `${nameOf(path)} must have at most ${most} ${what}; it has ${size}.`;
    const message = errorMessage('FORMAT_ERROR', text, pointerOf(path));
    return { rule: 'PAY-02', expected: `at most ${most} ${what}`, message };
  }
  for (const [key, member] of Object.entries(value)) {
    const found = oversized(member, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
