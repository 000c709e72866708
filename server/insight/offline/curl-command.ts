// Reads a copied curl command line as the request that curl would send. It does not read files that the
// command names.
import { quoteBytes } from '../../kernel/utf8.ts';
import { type CapturedRequest, UnreadableRequest } from './captured-request.ts';
import { type Line, textOf } from './http-message.ts';
import { shellWords } from './shell-words.ts';

/** A copied prompt: `$ ` or `me@host:~$ `. */
const COMMAND = /^[ \t]*(?:(?:\S{0,999}[$%>]|\S{1,999}#)[ \t]+)?(?=curl(?:\.exe)?[ \t\\])/;

export const isCurlCommand = (line: string): boolean => COMMAND.test(line);

/** What matters here, and what has a value that would often be taken for the URL. */
const WITH_VALUE =
  /^--(?:request|header|url|data(?:-[a-z]+)?|json|form(?:-string)?|upload-file|output|write-out|user|user-agent|cookie|cookie-jar|referer|proxy|cert|key|cacert|max-time|connect-timeout|connect-to|resolve|retry|dump-header)$/;
const LETTERS = /^-[a-zA-Z]*?([XHdFTowuAbcexEmD])(.*)$/s;
const DATA = /^(?:-[dFT]|--(?:data.*|json|form.*|upload-file))$/;

/** @param lines from the one with the command. Throws UnreadableRequest */
export function readCurlCommand(lines: readonly Line[]): CapturedRequest {
  const number = lines[0]?.number ?? 1;
  // A terminal shows "> " before each further line of a command.
  const source = textOf(lines)
    .replace(COMMAND, '')
    .replace(/(\\\r?\n)> ?/g, '$1');
  const options = optionsOf(shellWords(source, number).slice(1));
  const valuesOf = (name: RegExp) =>
    options.flatMap((option) => (name.test(option.name) ? [option.value] : []));
  const data = options.filter(({ name }) => DATA.test(name));
  const hidden = data.find(({ name, value }) => {
    const isFile = name !== '--data-raw' && value.startsWith('@');
    return isFile || /^(?:-[FT]|--data-urlencode|--form.*|--upload-file)$/.test(name);
  });
  const text = hidden ? '' : data.map(({ value }) => value).join('&');
  const isGet = valuesOf(/^(?:-\w*G|--get)$/).length > 0;
  const usual = valuesOf(/^(?:-T|--upload-file)$/).length > 0 ? 'PUT' : 'POST';
  const url = theUrl(valuesOf(/^(?:--url)?$/), number);
  return {
    form: 'curl command',
    method: valuesOf(/^(?:-X|--request)$/).at(-1) ?? (data.length === 0 || isGet ? 'GET' : usual),
    target: isGet && text !== '' ? `${url}${url.includes('?') ? '&' : '?'}${text}` : url,
    rawHeaders: valuesOf(/^(?:-H|--header)$/).flatMap((header) => readHeader(header, number)),
    body: Buffer.from(isGet ? '' : text, 'latin1'),
    doubt: hidden && `The body is not in the text (${hidden.name} ${hidden.value})`,
    stripsLineBreaks: /^(?:-d|--data(?:-ascii)?)$/.test(hidden?.name ?? ''),
  };
}

/** Names as written; that of a value without an option is empty. */
function optionsOf(words: readonly string[]) {
  const options: { readonly name: string; readonly value: string }[] = [];
  const left = words.values();
  for (const word of left) {
    const [, letter, glued = ''] = LETTERS.exec(word) ?? [];
    const name = letter === undefined ? word : `-${letter}`;
    const hasValue = letter !== undefined || WITH_VALUE.test(word);
    if (hasValue) options.push({ name, value: glued || `${left.next().value ?? ''}` });
    else options.push(word.startsWith('-') ? { name, value: '' } : { name: '', value: word });
  }
  return options;
}

/** An option that is not in the table may have a value that stands there like a URL. */
function theUrl(values: readonly string[], line: number): string {
  const whole = values.filter((value) => /^[a-z]+:\/\//i.test(value));
  const urls = whole.length > 0 ? whole : values.map((value) => `http://${value}`);
  if (urls.length === 1) return `${urls[0]}`;
  throw new UnreadableRequest(`expected one URL in the curl command; found ${urls.length}`, line);
}

/** `Name: value` is sent, `Name;` is sent empty, and `Name:` removes curl's own header. */
function readHeader(text: string, line: number): readonly string[] {
  const [, name, mark, value = ''] = /^([^:;@]+)([:;])[ \t]*(.*)$/s.exec(text) ?? [];
  if (name !== undefined) return mark === ':' && value === '' ? [] : [name.trim(), value];
  const expected = 'expected -H "Name: value", and no file that curl would read the headers from';
  throw new UnreadableRequest(`${expected}; found ${quoteBytes(text)}`, line);
}
