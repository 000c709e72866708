// Findings: what the bank accepts but a TPP would be wise to mend. A rule's tolerated forms are all
// reported through one function, so that a bank can be told to refuse them.

import { readable } from '../kernel/utf8.ts';
import type { RuleId } from '../protocol/rules.ts';

/** Notes a tolerated form: the rule, a sentence for the developer, and the header or parameter it is about. */
export type Note = (rule: RuleId, text: string, path?: string) => void;

const MOST_SHOWN = 60;
/** Controls, halves of characters, white space that is not a space, and what takes no room. */
const UNSEEN = /[\p{C}\p{DI}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

function seen(char: string): string {
  if (char === '\t') return '\\t';
  return UNSEEN.test(char) ? `\\u{${char.codePointAt(0)?.toString(16)}}` : char;
}

/** A value in a sentence, in quotes: at most 60 characters, bytes as their UTF-8; the unseen is an escape. */
export function quote(value: string): string {
  let shown = '';
  for (const char of readable(value)) {
    const next = seen(char);
    if (shown.length + next.length > MOST_SHOWN) return `"${shown}…"`;
    shown += next;
  }
  return `"${shown}"`;
}

/** As `quote`, for the value of a header (latin1 text) that may be in any language: letters stay. */
export function quoteText(value: string): string {
  const text = readable(value);
  const short = text.length <= 60 ? text : `${text.slice(0, 60)}…`;
  return `"${short.replace(/[\p{C}\u2028\u2029]/gu, '?')}"`;
}
