// Splits one command into words and unquotes them, like a POSIX shell with $'…' (bash, zsh, ksh). It runs
// and expands nothing. Packages such as shlex do not fit: to them $'\xe5' and $'\u00e5' are the same, a
// command has no end, and a variable is text.
import { quoteBytes } from '../../kernel/utf8.ts';
import { UnreadableRequest } from './captured-request.ts';

/** What a command is made of, in the order of matching. */
const PIECES = [
  // Also the end of a line that goes on: nobody breaks a word there.
  /(?<blank>(?:[ \t\r]|\\\r?\n)+(?:#[^\n]*)?)/,
  /(?<end>\d*[<>]|[\n;|&])/,
  /'(?<single>[^']*)'/,
  /\$'(?<ansi>(?:[^'\\]|\\.)*)'/,
  /"(?<double>(?:[^"\\$`]|\\.|\$(?![\w{(]))*)"/,
  /\\(?!\r?\n)(?<escaped>.)/,
  // A ^ before a line end or a quote is an escape of cmd.
  /(?<plain>(?:[^ \t\r\n'"\\;|&<>$`^]|\$(?![\w{('"])|\^(?![ \t]*(?:\r?\n|")))+)/,
  /(?<unreadable>.)/,
];
const PIECE = new RegExp(PIECES.map(({ source }) => source).join('|'), 'gs');

const EXPECTED =
  "expected a curl command for bash with values for its variables and with closed quotes, or curl -v's output";

/**
 * @param source latin1, one character per byte; starts with the command
 * @throws UnreadableRequest naming the line
 */
export function shellWords(source: string, firstLine: number): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const { groups = {}, index } of `${source}\n`.matchAll(PIECE)) {
    const { blank, end, unreadable } = groups;
    if (unreadable !== undefined) {
      const line = firstLine + source.slice(0, index).split('\n').length - 1;
      const found = quoteBytes(source.slice(index, index + 40));
      throw new UnreadableRequest(`${EXPECTED}; found ${found}`, line);
    }
    if (blank === undefined && end === undefined) word = (word ?? '') + textOf(groups);
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
    if (end !== undefined) break;
  }
  return words;
}

function textOf({ ansi, double, single, escaped, plain = '' }: Record<string, string | undefined>) {
  if (ansi !== undefined) return unescaped(ansi);
  const inside = double?.replace(/\\(?:\r?\n|([$`"\\]))/g, '$1');
  return inside ?? single ?? escaped ?? plain;
}

/** Other control characters are written as \xHH or \uHHHH. */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** $'…': \xHH is a byte, \uHHHH is UTF-8; two halves of one character may follow each other. */
const unescaped = (inner: string): string =>
  inner.replace(
    /((?:\\u[\dA-Fa-f]{4})+)|\\x([\dA-Fa-f]{1,2})|\\(.)/gs,
    (_, units?: string, hex?: string, other = '') => {
      if (units !== undefined) return Buffer.from(JSON.parse(`"${units}"`)).toString('latin1');
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return ESCAPES[other] ?? other;
    },
  );
