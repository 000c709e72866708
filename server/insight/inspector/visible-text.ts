// Bytes as text for people: UTF-8 where they are UTF-8, and nothing in it that cannot be seen.

import { readable } from '../../kernel/utf8.ts';
import { visible } from '../../protocol/shown-text.ts';

export interface Line {
  readonly text: string;
  /** What ends the line: one LF, or nothing at the very end. A CR shows in the text, as `\r`. */
  readonly end: 'LF' | '';
}

/** The lines of a text, each with what ends it. */
export function visibleLines(text: string): readonly Line[] {
  const lines = text.split('\n');
  return lines.map((line, at) => ({
    text: visibleExactly(line),
    end: at < lines.length - 1 ? 'LF' : '',
  }));
}

/** As `readable`, line by line: one line that is not UTF-8 does not spoil the others. */
export function readableLines(bytes: string): string {
  return bytes.split('\n').map(readable).join('\n');
}

/** Visible, and so that the text can be told from its escapes: a backslash is doubled. */
export const visibleExactly = (text: string): string => visible(text.replaceAll('\\', '\\\\'));
