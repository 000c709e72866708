// Reads a copied curl command line as the request that curl would send. It does not read files that the
// command names.
import { parseArgs } from 'node:util';
import { defined } from '../../kernel/defined.ts';
import { quoteBytes } from '../../kernel/utf8.ts';
import { type ReadRequest, UnreadableRequest } from './captured-request.ts';
import { type Line, textOf } from './http-message.ts';
import { shellWords } from './shell-words.ts';

/** A copied prompt: `$ ` or `me@host:~$ `. */
const COMMAND = /^[ \t]*(?:(?:\S*[$%>]|\S+#)[ \t]+)?(?=curl(?:\.exe)?[ \t\\])/;

export const isCurlCommand = (line: string): boolean => COMMAND.test(line);

/** curl's options that have a value, with their letter. The value of an unknown option would be taken for the URL. */
const WITH_VALUE = `request:X header:H data:d form:F upload-file:T user-agent:A cookie:b cookie-jar:c continue-at:C
  dump-header:D referer:e cert:E config:K max-time:m output:o ftp-port:P quote:Q range:r telnet-option:t user:u
  proxy-user:U write-out:w proxy:x speed-time:y speed-limit:Y time-cond:z url data-ascii data-raw data-binary
  data-urlencode json form-string cacert capath cert-type key key-type pass ciphers tls13-ciphers tls-max
  connect-timeout resolve connect-to interface retry retry-delay retry-max-time stderr trace trace-ascii
  trace-config limit-rate max-redirs noproxy dns-servers unix-socket expect100-timeout keepalive-time aws-sigv4
  oauth2-bearer proxy-header proxy-cacert proxy-cert proxy-key url-query variable output-dir crlfile pinnedpubkey
  engine curves rate local-port max-filesize proto proto-redir proto-default socks5 socks5-hostname
  request-target haproxy-clientip alt-svc hsts happy-eyeballs-timeout-ms preproxy netrc-file etag-save etag-compare`;

const OPTIONS = {
  head: { type: 'boolean', short: 'I' },
  get: { type: 'boolean', short: 'G' },
  ...Object.fromEntries(
    WITH_VALUE.split(/\s+/).map((entry) => {
      const [name, short] = entry.split(':');
      return [name, { type: 'string', ...defined({ short }) }];
    }),
  ),
} as const;

type Option = readonly [name: string, value: string];

/** @param lines from the one with the command. Throws UnreadableRequest */
export function readCurlCommand(lines: readonly Line[]): ReadRequest {
  const number = lines[0]?.number;
  const [, ...args] = shellWords(withoutPrompts(textOf(lines).replace(COMMAND, '')), number);
  const { tokens } = parseArgs({ args, options: OPTIONS, strict: false, tokens: true });
  const options = tokens.flatMap((token): Option[] =>
    token.kind === 'option' ? [[token.name, token.value ?? '']] : [],
  );
  const valuesOf = (wanted: string) =>
    options.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const urls = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const [url, second] = [...valuesOf('url'), ...urls];
  if (url === undefined || second !== undefined) {
    const found = url === undefined ? 'none' : `${quoteBytes(url)} and ${quoteBytes(`${second}`)}`;
    throw new UnreadableRequest(`expected one URL in the curl command; found ${found}`, number);
  }
  const { text, ...inFile } = bodyOf(options);
  const has = (wanted: string) => valuesOf(wanted).length > 0;
  const isInQuery = has('get');
  const hasBody = text !== undefined && !isInQuery;
  const usual = has('head') ? 'HEAD' : has('upload-file') ? 'PUT' : hasBody ? 'POST' : 'GET';
  return {
    form: 'curl command',
    method: valuesOf('request').at(-1) ?? usual,
    address: withQuery(url, isInQuery ? text : ''),
    rawHeaders: valuesOf('header').flatMap((header) => readHeader(header, number)),
    rest: Buffer.from(hasBody ? text : '', 'latin1'),
    ...inFile,
    notes: [],
  };
}

/** A terminal shows "> " before each further line of a command. */
function withoutPrompts(text: string): string {
  const [first = '', ...more] = text.split('\n');
  const prompted = more.length > 0 && more.every((line) => line.trim() === '' || /^> ?/.test(line));
  return prompted ? [first, ...more.map((line) => line.replace(/^> ?/, ''))].join('\n') : text;
}

function withQuery(url: string, query = ''): string {
  const address = /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`;
  return query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

/** `Name: value` is sent, `Name;` is sent empty, and `Name:` removes curl's own header. */
function readHeader(text: string, line: number | undefined): readonly string[] {
  if (text.startsWith('@')) {
    const expected = `expected the headers themselves; curl reads them from the file ${quoteBytes(text.slice(1))}`;
    throw new UnreadableRequest(expected, line);
  }
  const empty = /^([^:;]+);[ \t]*$/.exec(text)?.[1];
  if (empty !== undefined) return [empty, ''];
  const [, name, value = ''] = /^([^:]+):[ \t]*(.*)$/s.exec(text) ?? [];
  return name === undefined || value === '' ? [] : [name.trim(), value];
}

/** Options that send what the command line does not show, even without an @. */
const OPAQUE = ['data-urlencode', 'form', 'form-string', 'upload-file'];
/** An @ names a file, except for --data-raw. */
const DATA = ['data', 'data-ascii', 'data-binary', 'json', 'data-raw'];

/** The body on the command line, absent without such an option, and what to know of one in a file. */
function bodyOf(
  options: readonly Option[],
): { readonly text?: string } & Pick<ReadRequest, 'doubt' | 'stripsLineBreaks'> {
  const bodies = options.filter(([name]) => DATA.includes(name) || OPAQUE.includes(name));
  const file = bodies.find(
    ([name, value]) => OPAQUE.includes(name) || (name !== 'data-raw' && value.startsWith('@')),
  );
  if (file !== undefined) {
    const doubt = `The body is not in the text (--${file.join(' ')})`;
    return { text: '', doubt, stripsLineBreaks: /^data(-ascii)?$/.test(file[0]) };
  }
  if (bodies.length === 0) return {};
  const joined = bodies.map(([name, value], at) => (at > 0 && name !== 'json' ? '&' : '') + value);
  return { text: joined.join('') };
}
