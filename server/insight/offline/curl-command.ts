// Reads a copied curl command line as the request that curl would send. It does not read files that the
// command names.
import { parseArgs } from 'node:util';
import { defined } from '../../kernel/defined.ts';
import { quoteBytes } from '../../kernel/utf8.ts';
import { type ReadRequest, UnreadableRequest } from './captured-request.ts';
import { type Line, textOf } from './http-message.ts';
import { shellWords } from './shell-words.ts';

/** A copied prompt: `$ ` or `me@host:~$ `. */
const COMMAND = /^[ \t]*(?:(?:\S{0,999}[$%>]|\S{1,999}#)[ \t]+)?(?=curl(?:\.exe)?[ \t\\])/;

export const isCurlCommand = (line: string): boolean => COMMAND.test(line);

/** Options that have a value, with their letter: what matters here, and what would often be taken for the URL. */
const WITH_VALUE = `request:X header:H url data:d data-ascii data-raw data-binary data-urlencode json form:F form-string
  upload-file:T output:o write-out:w user:u user-agent:A cookie:b cookie-jar:c referer:e proxy:x cert:E key cacert
  max-time:m connect-timeout connect-to resolve retry dump-header:D trace trace-ascii`;

const OPTIONS = {
  get: { type: 'boolean', short: 'G' },
  ...Object.fromEntries(
    WITH_VALUE.split(/\s+/).map((entry) => {
      const [name, short] = entry.split(':');
      return [name, { type: 'string', ...defined({ short }) }];
    }),
  ),
} as const;

/** No system runs a longer command, and Node takes long for many words and letters. */
const LONGEST = 2 * 1024 * 1024;
const MOST_WORDS = 2000;

/** @param lines from the one with the command. Throws UnreadableRequest */
export function readCurlCommand(lines: readonly Line[]): ReadRequest {
  const number = lines[0]?.number ?? 1;
  const source = withoutPrompts(textOf(lines).replace(COMMAND, ''));
  const [, ...args] = source.length > LONGEST ? [] : shellWords(source, number);
  const isLong = args.length > MOST_WORDS || args.some((arg) => /^-[a-z]{1000}/i.test(arg));
  if (isLong || source.length > LONGEST) {
    throw new UnreadableRequest('expected a curl command; this is longer than any', number);
  }
  const { tokens, positionals } = parseArgs({
    args,
    options: OPTIONS,
    strict: false,
    tokens: true,
  });
  const given = tokens.filter((token) => token.kind === 'option');
  const valuesOf = (wanted: string) =>
    given.flatMap(({ name, value = '' }) => (name === wanted ? [value] : []));
  const data = given.filter(({ name }) => /^(?:data|json|form|upload)[a-z-]*$/.test(name));
  const hidden = data.find(({ name, value }) => {
    const isFile = name !== 'data-raw' && value?.startsWith('@');
    return isFile || /^(?:data-urlencode|form|upload)/.test(name);
  });
  const separator = valuesOf('json').length > 0 ? '' : '&';
  const text = hidden ? '' : data.map(({ value }) => value).join(separator);
  const isGet = valuesOf('get').length > 0;
  const usual = valuesOf('upload-file').length > 0 ? 'PUT' : 'POST';
  const url = theUrl([...valuesOf('url'), ...positionals], number);
  return {
    form: 'curl command',
    method: valuesOf('request').at(-1) ?? (data.length === 0 || isGet ? 'GET' : usual),
    address: isGet && text !== '' ? `${url}${url.includes('?') ? '&' : '?'}${text}` : url,
    rawHeaders: valuesOf('header').flatMap((header) => readHeader(header, number)),
    rest: Buffer.from(isGet ? '' : text, 'latin1'),
    doubt: hidden && `The body is not in the text (--${hidden.name} ${hidden.value})`,
    stripsLineBreaks: /^data(-ascii)?$/.test(hidden?.name ?? ''),
    notes: [],
  };
}

/** A terminal shows "> " before each further line of a command. */
const withoutPrompts = (text: string): string =>
  /\n[^>\n]/.test(text) ? text : text.replace(/\n> ?/g, '\n');

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
