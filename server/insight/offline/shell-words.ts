// Splits one command into words and unquotes them, like a POSIX shell with $'…' (bash, zsh, ksh). It runs
// and expands nothing: a variable or a command inside is an error that says so.
import { visible } from '../../protocol/shown-text.ts';
import { UnreadableRequest } from './captured-request.ts';

interface Piece {
  readonly pattern: RegExp;
  /** What the piece adds to the word, of what the pattern's group holds. */
  readonly text?: (inner: string) => string;
  readonly ends?: 'word' | 'command';
  /** The error text, if such a piece is refused. */
  readonly refuse?: string;
}

const NOT_HERE =
  "is filled in by the shell, so its value is not in the text; paste the command with its values, or curl -v's output";

const same = (inner: string): string => inner;

/** In the order of matching; every character of a command matches one of them. */
const PIECES: readonly Piece[] = [
  { pattern: /\\\r?\n/y },
  {
    pattern: /([\^`])[ \t]*\r?\n/y,
    refuse: 'is how cmd and PowerShell continue a line; copy the command for bash',
  },
  { pattern: /\\([\s\S])/y, text: same },
  { pattern: /'([^']*)'/y, text: same },
  { pattern: /\$'((?:[^'\\]|\\[\s\S])*)'/y, text: unescaped },
  {
    pattern: /\$?"(?:[^"\\$`]|\\[\s\S]|\$(?![\w{(]))*(\$(?:\w+|[{(])|`)/y,
    refuse: NOT_HERE,
  },
  {
    pattern: /\$?"((?:[^"\\]|\\[\s\S])*)"/y,
    text: (inner) => inner.replace(/\\\r?\n/g, '').replace(/\\([$`"\\])/g, '$1'),
  },
  { pattern: /(\$?["'])/y, refuse: 'opens a quote that is never closed' },
  { pattern: /(\$(?:\w+|[{(])|`)/y, refuse: NOT_HERE },
  { pattern: /[ \t]+#[^\n]*/y, ends: 'word' },
  { pattern: /[ \t\r]+/y, ends: 'word' },
  { pattern: /\d*[<>]|[\n;|&]/y, ends: 'command' },
  { pattern: /([^\s'"\\;|&<>$`]+|\$)/y, text: same },
  { pattern: /(\\)/y, refuse: 'is the end of the command, and the line after it is missing' },
  { pattern: /([\s\S])/y, text: same },
];

/**
 * @param source latin1, one character per byte; starts with the command
 * @throws UnreadableRequest naming the line
 */
export function shellWords(source: string, firstLine = 1): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < source.length; ) {
    const [{ text, ends, refuse }, whole, inner] = pieceAt(source, at);
    if (refuse !== undefined) {
      const line = firstLine + source.slice(0, at).split('\n').length - 1;
      throw new UnreadableRequest(`${visible(inner, 40)} ${refuse}`, line);
    }
    if (text !== undefined) word = (word ?? '') + text(inner);
    if (ends !== undefined && word !== undefined) {
      words.push(word);
      word = undefined;
    }
    if (ends === 'command') break;
    at += whole.length;
  }
  return word === undefined ? words : [...words, word];
}

function pieceAt(source: string, at: number): readonly [Piece, whole: string, inner: string] {
  for (const piece of PIECES) {
    piece.pattern.lastIndex = at;
    const [whole, inner = ''] = piece.pattern.exec(source) ?? [];
    if (whole !== undefined) return [piece, whole, inner];
  }
  throw new Error('the last row takes every character');
}

/** Other control characters are written as \xHH or \OOO. */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** $'…': escapes such as \n, \xHH and \OOO as a byte, \uHHHH as its UTF-8. */
function unescaped(inner: string): string {
  return inner.replace(
    /((?:\\u[0-9A-Fa-f]{1,4}|\\U[0-9A-Fa-f]{1,8})+)|\\x([0-9A-Fa-f]{1,2})|\\([0-7]{1,3})|\\([\s\S])/g,
    (_, points?: string, hex?: string, octal?: string, other = '') => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return points === undefined ? (ESCAPES[other] ?? other) : bytesOf(points);
    },
  );
}

/** Two halves of one character may follow each other. */
function bytesOf(points: string): string {
  const codes = points.split(/\\[uU]/).slice(1);
  const text = String.fromCodePoint(
    ...codes.map((code) => Math.min(Number.parseInt(code, 16), 0x10ffff)),
  );
  return Buffer.from(text).toString('latin1');
}
