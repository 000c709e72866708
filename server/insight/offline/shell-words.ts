// Splits one command into words and unquotes them, like a POSIX shell with $'…' (bash, zsh, ksh). It runs
// and expands nothing. Packages such as shlex do not fit: to them $'\xe5' and $'\u00e5' are the same, a
// command has no end, and a variable is text.
import { quoteBytes } from '../../kernel/utf8.ts';
import { UnreadableRequest } from './captured-request.ts';

const same = (inner: string): string => inner;

/** What a word is made of, in the order of matching, and the text that it stands for. */
const PIECES: readonly (readonly [pattern: RegExp, textOf: (inner: string) => string])[] = [
  [/'([^']*)'/y, same],
  [/\$'((?:[^'\\]|\\.)*)'/sy, unescaped],
  [
    /"((?:[^"\\$`]|\\.|\$(?![\w{(]))*)"/sy,
    (inner) => inner.replace(/\\\r?\n/g, '').replace(/\\([$`"\\])/g, '$1'),
  ],
  [/\\(?!\r?\n)(.)/sy, same],
  // A ^ before a line end or a quote is an escape of cmd.
  [/((?:[^ \t\r\n'"\\;|&<>$`^]|\$(?![\w{('"])|\^(?![ \t]*(?:\r?\n|")))+)/y, same],
];

/** Also the end of a line that goes on: nobody breaks a word there. */
const BLANK = /(?:[ \t\r]|\\\r?\n)+(?:#[^\n]*)?/y;
const END = /\d*[<>]|[\n;|&]/y;

const EXPECTED =
  "expected a curl command for bash with values for its variables and with closed quotes, or curl -v's output";

/**
 * @param source latin1, one character per byte; starts with the command
 * @throws UnreadableRequest naming the line
 */
export function shellWords(source: string, firstLine: number): readonly string[] {
  const words: string[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [whole, inner = ''] = pattern.exec(source) ?? [];
    at += whole?.length ?? 0;
    return whole && inner;
  };
  const nextPiece = () => {
    for (const [pattern, textOf] of PIECES) {
      const inner = take(pattern);
      if (inner !== undefined) return textOf(inner);
    }
    return undefined;
  };
  for (take(BLANK); at < source.length && take(END) === undefined; take(BLANK)) {
    const start = at;
    let word = '';
    for (let text = nextPiece(); text !== undefined; text = nextPiece()) word += text;
    if (at === start) {
      const line = firstLine + source.slice(0, at).split('\n').length - 1;
      const found = quoteBytes(source.slice(at, at + 40));
      throw new UnreadableRequest(`${EXPECTED}; found ${found}`, line);
    }
    words.push(word);
  }
  return words;
}

/** Other control characters are written as \xHH, \OOO or \uHHHH. */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** $'…': \xHH and \OOO are bytes, \uHHHH is UTF-8; two halves of one character may follow each other. */
function unescaped(inner: string): string {
  return inner.replace(
    /((?:\\u[\dA-Fa-f]{4})+)|\\x([\dA-Fa-f]{1,2})|\\([0-7]{1,3})|\\(.)/gs,
    (_, units?: string, hex?: string, octal?: string, other = '') => {
      if (units !== undefined) return Buffer.from(JSON.parse(`"${units}"`)).toString('latin1');
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return ESCAPES[other] ?? other;
    },
  );
}
