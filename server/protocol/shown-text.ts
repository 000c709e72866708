// Foreign text in messages for people: short, and with nothing invisible in it.

/** At most `most` whole characters; an ellipsis replaces the rest. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Control characters, halves of characters, characters without width, and white space except the space. */
const UNSEEN = /[\p{C}\p{DI}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function seen(char: string): string {
  if (!UNSEEN.test(char)) return char;
  return ESCAPES[char] ?? `\\u{${char.codePointAt(0)?.toString(16)}}`;
}

/** On one line, with an escape (`\t`, `\u{a0}`) for invisible characters; cut between characters. */
export function visible(text: string, most = Number.POSITIVE_INFINITY): string {
  if (!UNSEEN.test(text)) return clip(text, most);
  let shown = '';
  let fitting = '';
  for (const char of text) {
    shown += seen(char);
    if (shown.length > most) return `${fitting}…`;
    if (shown.length < most) fitting = shown;
  }
  return shown;
}

/**
 * Lines in which foreign text may stand, for a terminal, a log or a page: control characters, and those that change the
 * direction of writing, become `\u{202e}` (WEB-08). In quotation marks they become `\u202e`: there the text may be
 * JSON, in which that means the same.
 */
export const shownLines = (lines: string): string =>
  // Nearly all of them are plain.
  /[^\n -~]/.test(lines) ? withEscapes(lines) : lines;

/** What opens or closes quotation marks, as it is or as a page escapes it, ends a line, or is to be escaped. */
const MARKS = /\\(?:["\\]|&#34;)|"|&#34;|\n|[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** In one pass, however many marks there are. */
function withEscapes(lines: string): string {
  let quoted = false;
  return lines.replaceAll(MARKS, (mark, at: number) => {
    if (mark === '"' || mark === '&#34;') quoted = !quoted;
    else if (mark === '\n') quoted = false;
    if (/^["&\\\n]/.test(mark) || (mark === '\r' && lines[at + 1] === '\n')) return mark;
    const code = mark.charCodeAt(0).toString(16);
    return quoted ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`;
  });
}

/** A value in a sentence: visible, in quotation marks. */
export const quote = (text: string, most = 50): string => `"${visible(text, most)}"`;

/** A character by its number: `U+00A0`. */
export function codePoint(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The first character that is not of ASCII, or cannot be seen, by its number. */
export function oddCharacter(text: string): string | undefined {
  const [odd] = /[^ -~]/u.exec(text) ?? [];
  return odd && codePoint(odd);
}

/** One word of a shell command, in single quotes. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** In quotes where a shell would read something else. */
export const shellWord = (text: string): string =>
  /^[\w@%+:,./-]+$/.test(text) ? text : shellQuoted(text);
