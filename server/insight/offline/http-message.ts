// An HTTP message as text: request line (or HTTP/2's pseudo headers), headers, a blank line, the body. CRLF
// and LF both end a line; bytes stay unchanged.
import { defined } from '../../kernel/defined.ts';
import { quoteBytes } from '../../kernel/utf8.ts';
import { RawHeaders } from '../../protocol/headers.ts';
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
  [...text.matchAll(/(.*?)(\r?\n|$)/gs)]
    .filter(([whole]) => whole !== '')
    .map(([, line = '', end = ''], at) => ({ text: line, end, number: at + 1 }));

export const textOf = (lines: readonly Line[]): string =>
  lines.map(({ text, end }) => text + end).join('');

const EXPECTED =
  'a request line such as "GET /v1/accounts HTTP/1.1", a curl command, the output of curl -v, or JSON (HAR)';
const REQUEST_LINE =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]+((?:\/|[a-z][a-z0-9+.-]*:\/\/)\S*)(?:[ \t]+HTTP\/\d(?:\.\d)?)?[ \t]*$/i;
const FIELD = /^(:?[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/s;
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
  const first = lines.find(({ text }) => text.trim() !== '' && !COMMENT.test(text));
  if (first === undefined) throw new UnreadableRequest(`expected ${EXPECTED}; found nothing`);
  const message = lines.slice(lines.indexOf(first));
  const isPseudo = PSEUDO.test(first.text);
  const start = isPseudo ? undefined : requestLine(first);
  const blank = message.findIndex(({ text }) => text === '');
  const end = blank < 0 ? message.length : blank;
  const fields = message.slice(isPseudo ? 0 : 1, end).map(readField);
  const rawHeaders = fields.filter(([name]) => !name.startsWith(':')).flat();
  const hasLength = new RawHeaders(rawHeaders).has('content-length');
  const { rest, notes } = restOf(message.slice(end + 1), hasLength);
  // From HTTP/2 on a request may have a body without a length, and logs leave bodies out.
  const isHttp2 = isPseudo || / HTTP\/[23]/.test(first.text);
  return {
    form,
    ...(start ?? pseudoHeaders(fields, first)),
    rawHeaders,
    rest,
    ...defined({ doubt: isHttp2 && rest.length === 0 ? noBody(rawHeaders) : undefined }),
    notes,
  };
}

type Field = readonly [name: string, value: string];
type Start = Pick<ReadRequest, 'method' | 'address'>;

function requestLine({ text, number }: Line): Start {
  const [, method, address] = REQUEST_LINE.exec(text) ?? [];
  if (method !== undefined && address !== undefined) return { method, address };
  const expected = FOLLOWS.test(text) ? 'a request, not its response' : EXPECTED;
  throw new UnreadableRequest(`expected ${expected}; found ${quoteBytes(text)}`, number);
}

function pseudoHeaders(fields: readonly Field[], { number }: Line): Start {
  const { ':method': method, ':path': path, ':authority': host } = Object.fromEntries(fields);
  if (method !== undefined && path !== undefined) {
    return { method, address: host === undefined ? path : `https://${host}${path}` };
  }
  const absent = method === undefined ? ':method' : ':path';
  throw new UnreadableRequest(`expected the pseudo header ${absent}; found none`, number);
}

function readField({ text, number }: Line): Field {
  const [, name, value] = FIELD.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new UnreadableRequest(
    `expected a header in one line, "Name: value", or the blank line that ends the headers; found ${quoteBytes(text)}`,
    number,
  );
}

/** The rest of the text, which is the body; what follows the request is cut off if no length does that. */
function restOf(
  lines: readonly Line[],
  hasLength: boolean,
): { rest: Buffer; notes: readonly string[] } {
  const next = hasLength ? undefined : lines.find(({ text }) => FOLLOWS.test(text));
  if (next === undefined) return { rest: Buffer.from(textOf(lines), 'latin1'), notes: [] };
  const before = lines.slice(0, lines.indexOf(next));
  const own = before.slice(0, before.findLastIndex(({ text }) => text !== '') + 1);
  return {
    rest: Buffer.from(textOf(own), 'latin1'),
    notes: [`The request ends before line ${next.number}, ${quoteBytes(next.text)}.`],
  };
}
