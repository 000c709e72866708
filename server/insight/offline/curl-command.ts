// Reads a copied curl command line as the request that curl would send. It does not read files that the
// command names.
import { quoteBytes } from '../../kernel/utf8.ts';
import type { CapturedRequest, Line } from './captured-request.ts';
import { joinedLines, UnreadableRequest } from './captured-request.ts';

/** A copied prompt: `$ ` or `me@host:~$ `. */
const COMMAND = /^[ \t]*(?:(?:\S{0,999}[$%>]|\S{1,999}#)[ \t]+)?(?=curl(?:\.exe)?[ \t\\])/;

export const isCurlCommand = (line: string): boolean => COMMAND.test(line);

/** What matters here, and what has a value that would often be taken for the URL. */
const WITH_VALUE =
  /^--(?:request|header|url|data(?:-[a-z]+)?|json|form(?:-string)?|upload-file|output|write-out|user|user-agent|cookie|cookie-jar|referer|proxy|cert|key|cacert|max-time|connect-timeout|connect-to|resolve|retry|dump-header)$/;
/** Several letters in one word: only the last may have a value. */
const LETTERS = /^-([\w#:]*?)(?:([XHdFTowuAbcexEmD])(.*))?$/s;
const DATA = /^(?:-[dFT]|--(?:data.*|json|form.*|upload-file))$/;

/** No system runs a longer command, and patterns need too much memory for more; its output may follow. */
const LONGEST = 1024 * 1024;

/** @param lines from the one with the command. Throws UnreadableRequest */
export function readCurlCommand(lines: readonly Line[]): CapturedRequest {
  const number = lines[0]?.number ?? 1;
  // A terminal shows "> " before each further line of a command.
  const source = joinedLines(lines)
    .slice(0, LONGEST)
    .replace(COMMAND, '')
    .replace(/(\\\r?\n)> ?/g, '$1');
  const options = optionsOf(shellWords(source, number).slice(1));
  const valuesOf = (...names: readonly string[]) =>
    options.flatMap(({ name, value }) => (names.includes(name) ? [value] : []));
  const data = options.filter(({ name }) => DATA.test(name));
  const hidden = data.find(({ name, value }) => {
    const isFile = name !== '--data-raw' && value.startsWith('@');
    return isFile || /-(?:[FT]|form|upload-file|urlencode)/.test(name);
  });
  const text = hidden ? '' : data.map(({ value }) => value).join('&');
  const isGet = valuesOf('-G', '--get').length > 0;
  const usual = valuesOf('-T', '--upload-file').length > 0 ? 'PUT' : 'POST';
  const urls = valuesOf('', '--url');
  if (urls.length === 0) throw new UnreadableRequest('expected a URL in the curl command', number);
  // An option that is not in the table may have a value that looks like a URL.
  const given = urls.find((one) => /^[a-z]+:\/\//i.test(one)) ?? `http://${urls[0]}`;
  // A fragment is never sent, and -G puts the data before it.
  const url = given.replace(/#.*/s, '');
  return {
    form: 'curl command',
    method: valuesOf('-X', '--request').at(-1) ?? (data.length === 0 || isGet ? 'GET' : usual),
    target: isGet && text !== '' ? `${url}${url.includes('?') ? '&' : '?'}${text}` : url,
    rawHeaders: valuesOf('-H', '--header').flatMap((header) => readHeader(header, number)),
    body: Buffer.from(isGet ? '' : text, 'latin1'),
    doubt: hidden && `The body is not in the text (${hidden.name} ${hidden.value})`,
    stripsLineBreaks: ['-d', '--data', '--data-ascii'].some((name) => name === hidden?.name),
  };
}

/** Names as written, each letter its own; that of a value without an option is empty. */
function optionsOf(words: readonly string[]) {
  const options: { readonly name: string; readonly value: string }[] = [];
  const left = words.values();
  for (const word of left) {
    const [letters, flags = '', letter, glued = ''] = LETTERS.exec(word) ?? [];
    for (const flag of flags) options.push({ name: `-${flag}`, value: '' });
    const name = letter === undefined ? word : `-${letter}`;
    const hasValue = letter !== undefined || WITH_VALUE.test(word);
    if (hasValue) options.push({ name, value: glued || `${left.next().value ?? ''}` });
    else if (letters === undefined)
      options.push(word.startsWith('-') ? { name, value: '' } : { name: '', value: word });
  }
  return options;
}

/** `Name: value` is sent, `Name;` is sent empty, and `Name:` removes curl's own header. */
function readHeader(text: string, line: number): readonly string[] {
  const [, name, mark, value = ''] = /^([^:;@]+)([:;])[ \t]*(.*)$/s.exec(text) ?? [];
  if (name !== undefined) return mark === ':' && value === '' ? [] : [name.trim(), value];
  const expected = 'expected -H "Name: value", and no file that curl would read the headers from';
  throw new UnreadableRequest(`${expected}; found ${quoteBytes(text)}`, line);
}

/** What a command is made of, in the order of matching. */
const PIECES = [
  // Also the end of a line that goes on: nobody breaks a word there.
  /(?<blank>(?:[ \t\r]|\\\r?\n)+(?:#[^\n]*)?)/,
  /(?<end>\d{0,9}[<>]|[\n;|&])/,
  /'(?<single>[^']*)'/,
  /\$'(?<ansi>(?:[^'\\]|\\.)*)'/,
  /"(?<double>(?:[^"\\$`]|\\.|\$(?![\w{(]))*)"/y,
  /\\(?!\r?\n)(?<escaped>.)/,
  // A ^ before a line end or a quote is an escape of cmd.
  /(?<plain>(?:[^ \t\r\n'"\\;|&<>$`^]|\$(?![\w{('"])|\^(?![ \t]*(?:\r?\n|")))+)/,
  /(?<unreadable>.)/,
];
const PIECE = new RegExp(PIECES.map(({ source }) => source).join('|'), 'gs');

const EXPECTED =
  "expected a curl command for bash with values for its variables and with closed quotes, or curl -v's output";

/**
 * The words of one command, unquoted, like a POSIX shell with $'…' (bash, zsh, ksh). It runs and expands
 * nothing. Packages such as shlex do not fit: to them $'\xe5' and $'\u00e5' are the same, a command has no end,
 * and a variable is text.
 */
function shellWords(source: string, firstLine: number): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const { groups = {}, index } of `${source}\n`.matchAll(PIECE)) {
    const { blank, end, unreadable } = groups;
    if (unreadable !== undefined) {
      const line = firstLine + source.slice(0, index).split('\n').length - 1;
      const found = quoteBytes(source.slice(index, index + 40));
      throw new UnreadableRequest(`${EXPECTED}; found ${found}`, line);
    }
    if (blank === undefined && end === undefined) word = (word ?? '') + unquoted(groups);
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
    if (end !== undefined) break;
  }
  return words;
}

type Piece = Readonly<Record<string, string | undefined>>;
function unquoted({ ansi, double, single, escaped, plain = '' }: Piece): string {
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
