// The catalogue of rules as docs/rules.md prints it, for tests that know the bank from outside.
import { readFileSync } from 'node:fs';

const PAGE = new URL('../../../docs/rules.md', import.meta.url);

/** Every rule's id, in its order. */
export const ruleIds = (): readonly string[] =>
  [...readFileSync(PAGE, 'utf8').matchAll(/^\| ([A-Z0-9]+-\d\d) \|/gm)].map(([, id = '']) => id);
