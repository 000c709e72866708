// Reads a copied curl command line as the request that curl would send. It does not read files that the
// command names.
import { defined } from '../../kernel/defined.ts';
import { type BodyElsewhere, type ReadRequest, UnreadableRequest } from './captured-request.ts';
import { type CurlOption, splitCurlArguments } from './curl-options.ts';
import { shellWords } from './shell-words.ts';
import { splitAddress, withHost } from './wire-text.ts';

/** A copied prompt: `$ ` or `me@host:~$ `. */
const COMMAND = /^[ \t]*(?:(?:\S*[$%>]|\S+#)[ \t]+)?(?=curl(?:\.exe)?[ \t\\])/;

export const isCurlCommand = (line: string): boolean => COMMAND.test(line);

/** @param lineNumber of the command's first line. Throws UnreadableRequest. */
export function readCurlCommand(text: string, lineNumber: number): ReadRequest {
  const [, ...words] = shellWords(withoutPrompts(text.replace(COMMAND, '')), lineNumber);
  const { options, rest } = splitCurlArguments(words);
  const addresses = [...valuesOf(options, 'url'), ...rest];
  const [address, second] = addresses;
  if (address === undefined || second !== undefined) {
    const found =
      address === undefined ? 'none' : addresses.map((each) => JSON.stringify(each)).join(' and ');
    throw new UnreadableRequest(`expected one URL in the curl command; found ${found}`, lineNumber);
  }
  const body = bodyOf(options);
  const { target, host } = splitAddress(
    /^[a-z]+:\/\//i.test(address) ? address : `http://${address}`,
  );
  const asksWith = options.some(({ name }) => name === 'get');
  const query =
    asksWith && body.text !== '' ? `${target.includes('?') ? '&' : '?'}${body.text}` : '';
  return {
    form: 'curl command',
    method: methodOf(options, body.given && !asksWith),
    target: valuesOf(options, 'request-target').at(-1) ?? target + query,
    rawHeaders: withHost(valuesOf(options, 'header').flatMap(readHeader), host),
    rest: Buffer.from(asksWith ? '' : body.text, 'latin1'),
    ...defined({ elsewhere: body.elsewhere }),
    showsBody: true,
    notes: [],
  };
}

/** A terminal shows "> " before each further line of a command. */
function withoutPrompts(text: string): string {
  const [first = '', ...more] = text.split('\n');
  const prompted = more.length > 0 && more.every((line) => line.trim() === '' || /^> ?/.test(line));
  return prompted ? [first, ...more.map((line) => line.replace(/^> ?/, ''))].join('\n') : text;
}

function valuesOf(options: readonly CurlOption[], wanted: string): string[] {
  return options.flatMap(({ name, value }) =>
    name === wanted && value !== undefined ? [value] : [],
  );
}

function methodOf(options: readonly CurlOption[], hasBody: boolean): string {
  const method = valuesOf(options, 'request').at(-1);
  if (method !== undefined) return method;
  const names = options.map(({ name }) => name);
  if (names.includes('head')) return 'HEAD';
  if (names.includes('upload-file')) return 'PUT';
  return hasBody ? 'POST' : 'GET';
}

/** `Name: value` is sent, `Name;` is sent empty, and `Name:` removes curl's own header. */
function readHeader(text: string): string[] {
  if (text.startsWith('@')) {
    throw new UnreadableRequest(
      `expected the headers themselves; curl reads them from the file ${text}`,
    );
  }
  const empty = /^([^:;]+);[ \t]*$/.exec(text)?.[1];
  if (empty !== undefined) return [empty, ''];
  const [, name, value = ''] = /^([^:]+):[ \t]*(.*)$/s.exec(text) ?? [];
  return name === undefined || value === '' ? [] : [name.trim(), value];
}

interface CurlBody {
  readonly given: boolean;
  readonly text: string;
  readonly elsewhere?: BodyElsewhere;
}

/** What an option does with a value, and with a value that starts with @. */
interface DataOption {
  readonly joinedBy: string;
  /** Absent if @ has no special meaning. */
  readonly file?: 'as it is' | 'without line breaks';
}

const DATA: Readonly<Record<string, DataOption>> = {
  data: { joinedBy: '&', file: 'without line breaks' },
  'data-ascii': { joinedBy: '&', file: 'without line breaks' },
  'data-binary': { joinedBy: '&', file: 'as it is' },
  'data-raw': { joinedBy: '&' },
  json: { joinedBy: '', file: 'as it is' },
};
/** The command line does not show what these options send. */
const OPAQUE = ['data-urlencode', 'form', 'form-string', 'upload-file'];

function bodyOf(options: readonly CurlOption[]): CurlBody {
  let body: CurlBody = { given: false, text: '' };
  for (const { name, value = '' } of options) {
    const kind = DATA[name];
    const isFile = OPAQUE.includes(name) || (kind?.file !== undefined && value.startsWith('@'));
    if (isFile) {
      const named = `--${name} ${value}`;
      const stripsLineBreaks = kind?.file === 'without line breaks';
      body = { given: true, text: '', elsewhere: { named, stripsLineBreaks } };
    } else if (kind !== undefined) {
      body = { ...body, given: true, text: body.given ? body.text + kind.joinedBy + value : value };
    }
  }
  return body;
}
