// Splits one command into words and unquotes them, like a POSIX shell with $'…' (bash, zsh, ksh). It runs
// and expands nothing: a variable or a command inside is an error that says so.
import { visible } from '../../protocol/shown-text.ts';
import { UnreadableRequest } from './captured-request.ts';

interface State {
  readonly words: string[];
  /** The current word; absent between words. */
  word: string | undefined;
}

interface Token {
  readonly pattern: RegExp;
  /** Returns `end` if the command ends there. */
  readonly take: (state: State, match: RegExpExecArray) => 'end' | undefined;
  /** The error text, if such a token is refused. */
  readonly refuse?: string;
}

const add = (state: State, text: string): undefined => {
  state.word = (state.word ?? '') + text;
};

const finish = (state: State): undefined => {
  if (state.word !== undefined) state.words.push(state.word);
  state.word = undefined;
};

const end = (state: State): 'end' => {
  finish(state);
  return 'end';
};

const NOT_HERE =
  "is filled in by the shell, so its value is not in the text; paste the command with its values, or curl -v's output";

/** In the order of matching; every character of a command matches one of them. */
const TOKENS: readonly Token[] = [
  { pattern: /\\\r?\n/y, take: () => undefined },
  {
    pattern: /[\^`][ \t]*\r?\n/y,
    take: end,
    refuse: 'is how cmd and PowerShell continue a line; copy the command for bash',
  },
  { pattern: /\\([\s\S])/y, take: (state, match) => add(state, match[1] as string) },
  { pattern: /'([^']*)'/y, take: (state, match) => add(state, match[1] as string) },
  {
    pattern: /\$'((?:[^'\\]|\\[\s\S])*)'/y,
    take: (state, match) => add(state, ansiC(match[1] as string)),
  },
  {
    pattern: /\$?"((?:[^"\\]|\\[\s\S])*)"/y,
    take: (state, match) => add(state, doubleQuoted(match[1] as string)),
  },
  { pattern: /\$?["']/y, take: end, refuse: 'opens a quote that is never closed' },
  { pattern: /\$(?:[A-Za-z_]\w*|[{(][^\n]*)|`[^\n]*/y, take: end, refuse: NOT_HERE },
  { pattern: /[ \t]+#[^\n]*/y, take: finish },
  { pattern: /[ \t\r]+/y, take: finish },
  { pattern: /\d*[<>][^\n]*|[\n;|&]/y, take: end },
  { pattern: /[^\s'"\\;|&<>$`]+|\$/y, take: (state, match) => add(state, match[0]) },
];

/**
 * @param source latin1, one character per byte; starts with the command
 * @throws UnreadableRequest naming the line
 */
export function shellWords(source: string, firstLine = 1): readonly string[] {
  const state: State = { words: [], word: undefined };
  for (let at = 0; at < source.length; ) {
    const [token, match] = tokenAt(source, at);
    const line = firstLine + source.slice(0, at).split('\n').length - 1;
    if (token.refuse !== undefined) throw refused(token, match, line);
    const variable = match[0].endsWith('"') ? EXPANDED.exec(match[1] ?? '')?.[1] : undefined;
    if (variable !== undefined)
      throw new UnreadableRequest(`${visible(variable, 40)} ${NOT_HERE}`, line);
    if (token.take(state, match) === 'end') return state.words;
    at += match[0].length;
  }
  finish(state);
  return state.words;
}

function tokenAt(source: string, at: number): readonly [Token, RegExpExecArray] {
  for (const token of TOKENS) {
    token.pattern.lastIndex = at;
    const match = token.pattern.exec(source);
    if (match !== null) return [token, match];
  }
  // A backslash as the last character.
  throw new UnreadableRequest('expected the command to go on after the backslash');
}

function refused({ refuse }: Token, [whole]: RegExpExecArray, line: number): UnreadableRequest {
  return new UnreadableRequest(`${visible(whole.trim(), 40)} ${refuse}`, line);
}

/** What a shell would expand between double quotes. */
const EXPANDED = /(?:^|[^\\])(?:\\\\)*(\$(?:[A-Za-z_]\w*|[{(])|`)/;

function doubleQuoted(text: string): string {
  return text.replace(/\\\r?\n/g, '').replace(/\\([$`"\\])/g, '$1');
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
};

/** $'…': escapes such as \n, \xHH as a byte, \uHHHH as its UTF-8. */
function ansiC(text: string): string {
  const sequence =
    /((?:\\u[0-9A-Fa-f]{1,4})+)|\\U([0-9A-Fa-f]{1,8})|\\x([0-9A-Fa-f]{1,2})|\\([0-7]{1,3})|\\([\s\S])/g;
  return text.replace(
    sequence,
    (_, units?: string, point?: string, hex?: string, octal?: string, other = '') => {
      if (units !== undefined) {
        const codes = units
          .split('\\u')
          .slice(1)
          .map((code) => Number.parseInt(code, 16));
        return utf8(String.fromCharCode(...codes));
      }
      if (point !== undefined)
        return utf8(String.fromCodePoint(Math.min(Number.parseInt(point, 16), 0x10ffff)));
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return ESCAPES[other] ?? other;
    },
  );
}

const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
