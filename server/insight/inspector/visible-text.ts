// Bytes as text for people: UTF-8 if possible, with escapes for invisible characters.

import { readable } from '../../kernel/utf8.ts';
import { visible } from '../../protocol/shown-text.ts';

interface Line {
  readonly text: string;
  /** The end of the line: one LF, or nothing at the very end. A CR is shown in the text as `\r`. */
  readonly end: 'LF' | '';
}

/** The lines of a text, each with its end. */
export function visibleLines(text: string): readonly Line[] {
  const lines = text.split('\n');
  return lines.map((line, at) => ({
    text: visibleExactly(line),
    end: at < lines.length - 1 ? 'LF' : '',
  }));
}

/** Like `readable`, line by line: a line that is not UTF-8 does not affect the others. */
export function readableLines(bytes: string): string {
  return bytes.split('\n').map(readable).join('\n');
}

/** Visible, with backslashes doubled, so that text and escapes differ. */
export const visibleExactly = (text: string): string => visible(text.replaceAll('\\', '\\\\'));
