// HTTP messages as text, raw or as curl -v prints them: request line, headers, a blank line, the body. CRLF
// and LF both end a line; bytes stay unchanged.
import { quoteBytes } from '../../kernel/utf8.ts';
import type { HeaderPair } from '../../protocol/headers.ts';

/** Texts have one character per byte. */
export interface CapturedRequest {
  /** The format of the capture: HTTP message, curl log, curl command, HAR, inspector record, values. */
  readonly form: string;
  readonly method: string;
  /** Path and query, or the whole address. */
  readonly target: string;
  /** name, value, name, value … as in Node's `rawHeaders`. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** Why this may not be the body that was sent. Then a Digest that differs proves nothing. */
  readonly doubt?: string | undefined;
  /** curl's -d removes line breaks from a file's content. */
  readonly stripsLineBreaks?: boolean;
}

/** The input is not a request in any known format; the message says where, and what was expected. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
  constructor(text: string, line?: number) {
    super(line === undefined ? text : `line ${line}: ${text}`);
  }
}

export interface Line {
  /** Perhaps with a CR at its end. */
  readonly text: string;
  /** In the caller's input, from 1. */
  readonly number: number;
}

export const joinedLines = (lines: readonly Line[]): string =>
  lines.map(({ text }) => text).join('\n');

const EXPECTED =
  'expected a request line such as "GET /v1/accounts HTTP/1.1", a curl command, the output of curl -v, or JSON (HAR)';
const REQUEST_LINE =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,99})[ \t]+((?:\/|[a-z][a-z0-9+.-]{0,99}:\/\/)\S*)(?:[ \t]+HTTP\/\d(?:\.\d)?)?\s*$/i;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,999}):[ \t]*(.*?)\r?$/s;

/** A line that cannot be anything else than the start of a message. */
export const isRequestStart = (line: string): boolean =>
  REQUEST_LINE.test(line) && / HTTP\/\d/.test(line);

/** The requests in the output of curl -v: lines that start with "> ". */
export function readCurlLog(lines: readonly Line[]): readonly CapturedRequest[] {
  const sent = lines
    .filter(({ text }) => /^>(?: |\r?$)/.test(text))
    .map(({ text, number }) => ({ text: text.slice(2), number }));
  const starts = sent.flatMap(({ text }, at) => (isRequestStart(text) ? [at] : []));
  return starts.map((at, nth) => readMessage('curl log', sent.slice(at, starts[nth + 1])));
}

/** Reads one message; lines above it, such as comments of an .http file, are skipped. */
export function readMessage(form: string, lines: readonly Line[]): CapturedRequest {
  const start = lines.findIndex(({ text }) => REQUEST_LINE.test(text));
  const first = lines[start] ?? lines.find(({ text }) => text.trim() !== '');
  const [, method, target] = REQUEST_LINE.exec(first?.text ?? '') ?? [];
  if (method === undefined || target === undefined) {
    const found = first === undefined ? 'nothing' : quoteBytes(first.text);
    throw new UnreadableRequest(`${EXPECTED}; found ${found}`, first?.number);
  }
  const blank = lines.findIndex(({ text }, at) => at > start && /^\r?$/.test(text));
  const end = blank < 0 ? lines.length : blank;
  const rawHeaders = lines.slice(start + 1, end).flatMap(readField);
  const body = Buffer.from(joinedLines(lines.slice(end + 1)), 'latin1');
  return { form, method, target, rawHeaders, body };
}

function readField({ text, number }: Line): HeaderPair {
  const [, name, value] = FIELD.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  const expected =
    'expected a header in one line, "Name: value", or the blank line that ends the headers';
  throw new UnreadableRequest(`${expected}; found ${quoteBytes(text)}`, number);
}
