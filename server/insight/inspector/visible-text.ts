// Bytes as text for people: UTF-8 where they are UTF-8, and nothing in it that cannot be seen.
import { readable } from '../../kernel/utf8.ts';

const SHORT: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** What does not show, or looks like something else: control and format characters, odd spaces. */
const UNSEEN = /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** One line with escapes for what would not be seen: `\r`, `\t`, `\u{a0}`; a backslash is doubled. */
export function visible(text: string): string {
  return text.replace(
    UNSEEN,
    (character) => SHORT[character] ?? `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  );
}

export interface Line {
  readonly text: string;
  /** What ends the line: one LF, or nothing at the very end. A CR shows in the text, as `\r`. */
  readonly end: 'LF' | '';
}

/** The lines of a text, each with what ends it. */
export function visibleLines(text: string): readonly Line[] {
  const lines = text.split('\n');
  return lines.map((line, at) => ({
    text: visible(line),
    end: at < lines.length - 1 ? 'LF' : '',
  }));
}

/** As `readable`, line by line: one line that is not UTF-8 does not spoil the others. */
export function readableLines(bytes: string): string {
  return bytes.split('\n').map(readable).join('\n');
}
