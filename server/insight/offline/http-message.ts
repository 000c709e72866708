// An HTTP message as text: request line (or HTTP/2's pseudo headers), headers, a blank line, the body. CRLF
// and LF both end a line; bytes stay unchanged.
import { quoteBytes } from '../../kernel/utf8.ts';
import type { HeaderPair } from '../../protocol/headers.ts';
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
  'expected a request line such as "GET /v1/accounts HTTP/1.1" (or :method and :path), a curl command, the output of curl -v, or JSON (HAR)';
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
  const { text, number } = lines[start] ?? { text: '' };
  const isPseudo = PSEUDO.test(text);
  const line = REQUEST_LINE.exec(text) ?? [];
  const unreadable = new UnreadableRequest(
    `${EXPECTED}; found ${text === '' ? 'nothing' : quoteBytes(text)}`,
    number,
  );
  if (line.length === 0 && !isPseudo) throw unreadable;
  const blank = lines.findIndex(({ text }, at) => at > start && text === '');
  const end = blank < 0 ? lines.length : blank;
  const fields = lines.slice(isPseudo ? start : start + 1, end).map(readField);
  const { ':method': verb, ':path': path, ':authority': host } = Object.fromEntries(fields);
  const [, method = verb, address = host && path ? `https://${host}${path}` : path] = line;
  if (method === undefined || address === undefined) throw unreadable;
  const headers = fields.filter(([name]) => !name.startsWith(':'));
  const rawHeaders = headers.flat();
  // Where no length says where the body ends, what follows the request does.
  const hasLength = headers.some(([name]) => /^content-length$/i.test(name));
  const after = hasLength ? -1 : lines.findIndex(({ text }, at) => at > end && FOLLOWS.test(text));
  const next = lines[after];
  const rest = textOf(lines.slice(end + 1, next && after));
  // From HTTP/2 on a request may have a body without a length, and logs leave bodies out.
  const isHttp2 = isPseudo || / HTTP\/[23]/.test(text);
  return {
    form,
    method,
    address,
    rawHeaders,
    rest: Buffer.from(rest, 'latin1'),
    doubt: isHttp2 && rest === '' ? noBody(rawHeaders) : undefined,
    notes: next ? [`The request ends before line ${next.number}, ${quoteBytes(next.text)}.`] : [],
  };
}

function readField({ text, number }: Line): HeaderPair {
  const [, name, value] = FIELD.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  const expected =
    'expected a header in one line, "Name: value", or the blank line that ends the headers';
  throw new UnreadableRequest(`${expected}; found ${quoteBytes(text)}`, number);
}
