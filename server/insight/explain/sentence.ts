// The text of a refusal: one sentence or a few, at most 512 characters.

import { readable } from '../../kernel/utf8.ts';
import { MAX_TEXT } from '../../protocol/errors.ts';
import { clip, visible } from '../../protocol/shown-text.ts';
import type { Reading } from './explanation.ts';

export interface SentenceParts {
  readonly readings: readonly Reading[];
  /** Without its full stop. */
  readonly remark?: string;
  /** Shown after the remark as far as there is room. */
  readonly bankString?: string;
}

/** @param plain the refusal's own text, used if nothing better is known */
export function sentenceOf(plain: string, { readings, remark, bankString }: SentenceParts): string {
  const [only, ...others] = readings;
  if (only === undefined) return unexplained(remark ?? plain, bankString);
  const text =
    others.length === 0
      ? only.sentence
      : `There are ${readings.length} possible explanations, and the request does not show which is right. ${readings.map(({ sentence }, at) => `(${at + 1}) ${sentence}`).join(' ')}`;
  return ended(remark === undefined ? text : `${text} ${remark}.`);
}

function unexplained(text: string, bankString: string | undefined): string {
  if (bankString === undefined) return ended(text);
  const shown = readable(bankString).replaceAll('\n', '⏎').replaceAll('\t', '␉');
  const before = `${text}. The bank's is, with ⏎ for each LF: "`;
  const room = MAX_TEXT - before.length - 2;
  return `${before}${visible(shown, room)}".`;
}

/** At most 512 characters, no invisible ones, and a full stop at the end. */
function ended(text: string): string {
  const stopped = visible(text.endsWith('.') ? text : `${text}.`);
  return stopped.length <= MAX_TEXT ? stopped : `${clip(stopped, MAX_TEXT - 1)}.`;
}
