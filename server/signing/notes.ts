// Findings: what the bank accepts but a TPP would be wise to mend. A rule's tolerated forms are all
// reported through one function, so that a bank can be told to refuse them.

import { readable } from '../kernel/utf8.ts';
import type { RuleId } from '../protocol/rules.ts';

/** Notes a tolerated form: the rule, and a sentence for the developer. */
export type Note = (rule: RuleId, text: string) => void;

/** A value in a sentence: printable ASCII, at most 60 characters, in quotes. */
export function quote(value: string): string {
  const short = value.length <= 60 ? value : `${value.slice(0, 60)}…`;
  return `"${short.replace(/[^ -~…]/g, '?')}"`;
}

/** As `quote`, for the value of a header (latin1 text) that may be in any language: letters stay. */
export function quoteText(value: string): string {
  const text = readable(value);
  const short = text.length <= 60 ? text : `${text.slice(0, 60)}…`;
  return `"${short.replace(/[\p{C}\u2028\u2029]/gu, '?')}"`;
}
