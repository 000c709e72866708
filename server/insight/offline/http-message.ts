// An HTTP message as text: request line (or HTTP/2's pseudo headers), headers, a blank line, the body. CRLF
// and LF both end a line; bytes stay unchanged.
import { defined } from '../../kernel/defined.ts';
import { quoteBytes } from '../../kernel/utf8.ts';
import { type HeaderPair, RawHeaders } from '../../protocol/headers.ts';
import {
  type CaptureForm,
  noBody,
  type ReadRequest,
  UnreadableRequest,
} from './captured-request.ts';

/** One line; latin1, one character per byte. */
export interface Line {
  readonly text: string;
  /** LF, CRLF, or nothing at the very end. */
  readonly end: string;
  /** In the caller's input, from 1. */
  readonly number: number;
}

export const linesOf = (text: string): readonly Line[] =>
  (text.match(/[^\n]*\n|[^\n]+/g) ?? []).map((whole, at) => {
    const line = whole.replace(/\r?\n$/, '');
    return { text: line, end: whole.slice(line.length), number: at + 1 };
  });

export const textOf = (lines: readonly Line[]): string =>
  lines.map(({ text, end }) => text + end).join('');

const EXPECTED =
  'a request line such as "GET /v1/accounts HTTP/1.1", a curl command, the output of curl -v, or JSON (HAR)';
const REQUEST_LINE =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,99})[ \t]+((?:\/|[a-z][a-z0-9+.-]{0,99}:\/\/)\S*)(?:[ \t]+HTTP\/\d(?:\.\d)?)?[ \t]*$/i;
const FIELD = /^(:?[!#$%&'*+.^_`|~0-9A-Za-z-]{1,999}):[ \t]*(.*)$/s;
const PSEUDO = /^:[a-z]+:/;
/** Lines above a request in editors' .http files. */
const COMMENT = /^(?:#|\/\/)/;
/** What follows a request in an export: its response, or the next request of a .http file. */
const FOLLOWS = /^(?:HTTP\/\d(?:\.\d)? \d{3}\b|###)/;

/** Whether a message starts with that line. */
export const isRequestStart = (line: string): boolean =>
  PSEUDO.test(line) || (REQUEST_LINE.test(line) && / HTTP\/\d/.test(line));

/** Reads one message. Throws UnreadableRequest. */
export function readMessage(form: CaptureForm, lines: readonly Line[]): ReadRequest {
  const start = lines.findIndex(({ text }) => text.trim() !== '' && !COMMENT.test(text));
  const first = lines[start];
  if (first === undefined) throw new UnreadableRequest(`expected ${EXPECTED}; found nothing`);
  const blank = lines.findIndex(({ text }, at) => at > start && text === '');
  const end = blank < 0 ? lines.length : blank;
  const isPseudo = PSEUDO.test(first.text);
  const own = isPseudo ? undefined : requestLine(first);
  const fields = lines.slice(isPseudo ? start : start + 1, end).map(readField);
  const rawHeaders = fields.filter(([name]) => !name.startsWith(':')).flat();
  // Where no length says where the body ends, what follows the request does.
  const hasLength = new RawHeaders(rawHeaders).has('content-length');
  const after = hasLength ? -1 : lines.findIndex(({ text }, at) => at > end && FOLLOWS.test(text));
  const next = lines[after];
  const rest = textOf(lines.slice(end + 1, next && after));
  // From HTTP/2 on a request may have a body without a length, and logs leave bodies out.
  const isHttp2 = isPseudo || / HTTP\/[23]/.test(first.text);
  return {
    form,
    ...(own ?? pseudoHeaders(fields, first)),
    rawHeaders,
    rest: Buffer.from(rest, 'latin1'),
    ...defined({ doubt: isHttp2 && rest === '' ? noBody(rawHeaders) : undefined }),
    notes: next ? [`The request ends before line ${next.number}, ${quoteBytes(next.text)}.`] : [],
  };
}

type Start = Pick<ReadRequest, 'method' | 'address'>;

function requestLine({ text, number }: Line): Start {
  const [, method, address] = REQUEST_LINE.exec(text) ?? [];
  if (method !== undefined && address !== undefined) return { method, address };
  const expected = FOLLOWS.test(text) ? 'a request, not its response' : EXPECTED;
  throw new UnreadableRequest(`expected ${expected}; found ${quoteBytes(text)}`, number);
}

function pseudoHeaders(fields: readonly HeaderPair[], { number }: Line): Start {
  const { ':method': method, ':path': path, ':authority': host } = Object.fromEntries(fields);
  if (method !== undefined && path !== undefined) {
    return { method, address: host === undefined ? path : `https://${host}${path}` };
  }
  throw new UnreadableRequest('expected the pseudo headers :method and :path', number);
}

function readField({ text, number }: Line): HeaderPair {
  const [, name, value] = FIELD.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new UnreadableRequest(
    `expected a header in one line, "Name: value", or the blank line that ends the headers; found ${quoteBytes(text)}`,
    number,
  );
}
