// Splits one command into words and unquotes them, like a POSIX shell with $'…' (bash, zsh, ksh). It runs
// and expands nothing: a variable or a command inside is an error that says so. Packages such as shlex know
// no bytes ($'\xe5' and $'\u00e5' are the same to them), no end of a command, and no refusals.
import { visible } from '../../protocol/shown-text.ts';
import { UnreadableRequest } from './captured-request.ts';

/** The text that a piece stands for, or why it cannot be read. */
type Act =
  | ((inner: string) => string)
  | { readonly refuse: string }
  | 'skip'
  | 'ends word'
  | 'ends';

const same = (inner: string): string => inner;

const FILLED_IN = {
  refuse:
    "is filled in by the shell, so its value is not in the text; paste the command with its values, or curl -v's output",
};

/** In the order of matching; every character of a command matches one of them. */
const PIECES: readonly (readonly [pattern: RegExp, act: Act])[] = [
  [/\\\r?\n/y, 'skip'],
  [
    /([\^`])[ \t]*(?:\r?\n|")/y,
    { refuse: 'is an escape of cmd or PowerShell; copy the command for bash' },
  ],
  [/\\(.)/sy, same],
  [/'([^']*)'/y, same],
  [/\$'((?:[^'\\]|\\.)*)'/sy, unescaped],
  [/"(?:[^"\\$`]|\\.|\$(?![\w{(]))*(\$(?:\w+|[{(])|`)/sy, FILLED_IN],
  [/"((?:[^"\\]|\\.)*)"/sy, (inner) => inner.replace(/\\\r?\n/g, '').replace(/\\([$`"\\])/g, '$1')],
  [/(\$?["'])/y, { refuse: 'opens a quote that is never closed' }],
  [/(\$(?:\w+|[{(])|`)/y, FILLED_IN],
  [/[ \t\r]+(?:#[^\n]*)?/y, 'ends word'],
  [/\d*[<>]|[\n;|&]/y, 'ends'],
  [/([^\s'"\\;|&<>$`]+|\$)/y, same],
  [/(\\)/y, { refuse: 'is the end of the command, and the line after it is missing' }],
  [/(.)/sy, same],
];

/** No system runs a longer command, and nobody writes one of more words. */
const LONGEST = 2 * 1024 * 1024;
const MOST_WORDS = 2000;

/**
 * @param source latin1, one character per byte; starts with the command
 * @throws UnreadableRequest naming the line
 */
export function shellWords(source: string, firstLine: number): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < source.length; ) {
    if (source.length > LONGEST || words.length > MOST_WORDS) {
      throw new UnreadableRequest('expected one command; this is longer than any', firstLine);
    }
    const { act, whole, inner } = pieceAt(source, at);
    if (typeof act === 'function') word = (word ?? '') + act(inner);
    else if (typeof act === 'object') {
      const line = firstLine + source.slice(0, at).split('\n').length - 1;
      throw new UnreadableRequest(`${visible(inner, 40)} ${act.refuse}`, line);
    } else if (act !== 'skip' && word !== undefined) {
      words.push(word);
      word = undefined;
    }
    if (act === 'ends') break;
    at += whole.length;
  }
  return word === undefined ? words : [...words, word];
}

function pieceAt(source: string, at: number) {
  for (const [pattern, act] of PIECES) {
    pattern.lastIndex = at;
    const [whole, inner = ''] = pattern.exec(source) ?? [];
    if (whole !== undefined) return { act, whole, inner };
  }
  throw new Error('the last row takes every character');
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
