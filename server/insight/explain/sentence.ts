// One sentence, or as many as it takes, of at most 512 characters: what a refusal says of itself.

import { readable } from '../../kernel/utf8.ts';
import { MAX_TEXT } from '../../protocol/errors.ts';
import { clip, visible } from '../../protocol/shown-text.ts';
import type { Reading } from './explanation.ts';

export interface Told {
  readonly readings: readonly Reading[];
  /** Completed by a full stop. */
  readonly remark?: string;
  /** Shown after the remark, as far as there is room. */
  readonly bankString?: string;
}

/** @param plain what the refusal says by itself, where nothing better is known */
export function sentenceOf(plain: string, { readings, remark, bankString }: Told): string {
  const [only, ...others] = readings;
  if (only === undefined) return unexplained(remark ?? plain, bankString);
  const told =
    others.length === 0
      ? only.sentence
      : `There are ${readings.length} possible explanations, and the request does not show which is right. ${readings.map(({ sentence }, at) => `(${at + 1}) ${sentence}`).join(' ')}`;
  return ended(remark === undefined ? told : `${told} ${remark}.`);
}

function unexplained(text: string, bankString: string | undefined): string {
  if (bankString === undefined) return ended(text);
  const shown = readable(bankString).replaceAll('\n', '⏎').replaceAll('\t', '␉');
  const before = `${text}. The bank's is, with ⏎ for each LF: "`;
  const room = MAX_TEXT - before.length - 2;
  return `${before}${visible(shown, room)}".`;
}

/** At most 512 characters, nothing in them that cannot be seen, and a full stop at the end. */
function ended(text: string): string {
  const stopped = visible(text.endsWith('.') ? text : `${text}.`);
  return stopped.length <= MAX_TEXT ? stopped : `${clip(stopped, MAX_TEXT - 1)}.`;
}
