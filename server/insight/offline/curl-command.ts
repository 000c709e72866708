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

/** Bodies that the command line does not show, or not as they are sent. */
const OPAQUE = /^(?:data-urlencode|form|form-string|upload-file)$/;
/** An @ names a file, except for --data-raw. */
const DATA = /^(?:data|data-ascii|data-binary|data-raw|json)$/;

/** @param lines from the one with the command. Throws UnreadableRequest */
export function readCurlCommand(lines: readonly Line[]): ReadRequest {
  const number = lines[0]?.number ?? 1;
  const [, ...args] = shellWords(withoutPrompts(textOf(lines).replace(COMMAND, '')), number);
  // Node reads letter by letter what is not an option with a value.
  if (args.some((arg) => /^-[a-z]{1000}/i.test(arg))) {
    throw new UnreadableRequest('expected options of curl; one is longer than any', number);
  }
  const { tokens, positionals } = parseArgs({
    args,
    options: OPTIONS,
    strict: false,
    tokens: true,
  });
  const given = tokens.flatMap((token) =>
    token.kind === 'option' ? [{ name: token.name, value: token.value ?? '' }] : [],
  );
  const valuesOf = (wanted: string) =>
    given.flatMap(({ name, value }) => (name === wanted ? [value] : []));
  const data = given.filter(({ name }) => OPAQUE.test(name) || DATA.test(name));
  const file = data.find(
    ({ name, value }) => OPAQUE.test(name) || (name !== 'data-raw' && value.startsWith('@')),
  );
  const separator = valuesOf('json').length > 0 ? '' : '&';
  const text = file ? '' : data.map(({ value }) => value).join(separator);
  const isGet = valuesOf('get').length > 0;
  const usual = valuesOf('upload-file').length > 0 ? 'PUT' : 'POST';
  const url = theUrl([...valuesOf('url'), ...positionals], number);
  return {
    form: 'curl command',
    method: valuesOf('request').at(-1) ?? (data.length === 0 || isGet ? 'GET' : usual),
    address: isGet && text !== '' ? `${url}${url.includes('?') ? '&' : '?'}${text}` : url,
    rawHeaders: valuesOf('header').flatMap((header) => readHeader(header, number)),
    rest: Buffer.from(isGet ? '' : text, 'latin1'),
    doubt: file && `The body is not in the text (--${file.name} ${file.value})`,
    stripsLineBreaks: /^data(-ascii)?$/.test(file?.name ?? ''),
    notes: [],
  };
}

/** A terminal shows "> " before each further line of a command. */
const withoutPrompts = (text: string): string =>
  /\n[^>\n]/.test(text) ? text : text.replace(/\n> ?/g, '\n');

/** An option that is not in the table may have a value that stands there like a URL. */
function theUrl(values: readonly string[], line: number): string {
  const whole = values.filter((value) => /^[a-z]+:\/\//i.test(value));
  const [url, second] = whole.length > 0 ? whole : values;
  if (url !== undefined && second === undefined) return whole.length > 0 ? url : `http://${url}`;
  const found = url === undefined ? 'none' : `${quoteBytes(url)} and ${quoteBytes(`${second}`)}`;
  throw new UnreadableRequest(`expected one URL in the curl command; found ${found}`, line);
}

/** `Name: value` is sent, `Name;` is sent empty, and `Name:` removes curl's own header. */
function readHeader(text: string, line: number): readonly string[] {
  if (text.startsWith('@')) {
    const expected = `expected the headers themselves; curl reads them from the file ${quoteBytes(text.slice(1))}`;
    throw new UnreadableRequest(expected, line);
  }
  const empty = /^([^:;]+);[ \t]*$/.exec(text)?.[1];
  if (empty !== undefined) return [empty, ''];
  const [, name, value = ''] = /^([^:]+):[ \t]*(.*)$/s.exec(text) ?? [];
  return name === undefined || value === '' ? [] : [name.trim(), value];
}
