// An HTTP message as text: request line (or HTTP/2's pseudo headers), headers, a blank line, the body. CRLF
// and LF both end a line; bytes stay unchanged.
import { quoteBytes } from '../../kernel/utf8.ts';
import { type CaptureForm, type ReadRequest, UnreadableRequest } from './captured-request.ts';
import { headerValue, splitAddress, withHost } from './wire-text.ts';

/** One line without its end, its number in the input (from 1), and the start of the next line. */
interface Line {
  readonly text: string;
  readonly number: number;
  readonly next: number;
}

export interface MessageText {
  readonly form: CaptureForm;
  /** latin1, one character per byte. */
  readonly text: string;
  /** Maps a line of this text, counted from 0, to its number in the caller's input. */
  readonly lineNumber: (index: number) => number;
}

const EXPECTED =
  'a request line such as "GET /v1/accounts HTTP/1.1", a curl command, the output of curl -v, or JSON (HAR)';
const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]+(\S+)(?:[ \t]+HTTP\/\d(?:\.\d)?)?[ \t]*$/;
const PSEUDO = /^:([a-z]+):[ \t]*(.*)$/;
/** Lines above a request in editors' .http files. */
const COMMENT = /^(?:#|\/\/)/;

/** Whether a message starts with that line. */
export const isRequestStart = (line: string): boolean =>
  PSEUDO.test(line) || (REQUEST_LINE.test(line) && / HTTP\/\d/.test(line));

/** Reads one message. Throws UnreadableRequest. */
export function readMessage(message: MessageText): ReadRequest {
  const lines = splitLines(message);
  const start = lines.findIndex(({ text }) => text.trim() !== '' && !COMMENT.test(text));
  const first = lines[start];
  if (first === undefined) throw new UnreadableRequest(`expected ${EXPECTED}; found nothing`);
  const isPseudo = PSEUDO.test(first.text);
  // From HTTP/2 on a request may have a body without a length, and logs leave bodies out.
  const showsBody = !isPseudo && !/ HTTP\/[23]/.test(first.text);
  const head = isPseudo ? { method: '', address: '' } : readRequestLine(first);
  const { fields, folded, end } = readFields(lines.slice(isPseudo ? start : start + 1));
  const pseudo = new Map(fields.filter(([name]) => name.startsWith(':')));
  const method = pseudo.get(':method') ?? head.method;
  const address = pseudo.get(':path') ?? head.address;
  if (method === '' || address === '') {
    const absent = method === '' ? ':method' : ':path';
    throw new UnreadableRequest(`expected the pseudo header ${absent}; found none`, first.number);
  }
  const { target, host } = splitAddress(address);
  const rawHeaders = fields.filter(([name]) => !name.startsWith(':')).flat();
  const hasLength = headerValue(rawHeaders, 'content-length') !== undefined;
  const rest = restOf(message.text.slice(end ?? message.text.length), hasLength);
  return {
    form: message.form,
    method,
    target,
    rawHeaders: withHost(rawHeaders, pseudo.get(':authority') ?? host),
    rest: Buffer.from(rest.text, 'latin1'),
    showsBody,
    notes: [...folded.map(foldedNote), ...rest.notes],
  };
}

const foldedNote = (number: number): string =>
  `Line ${number} continues the header above it; HTTP no longer allows that, and it was joined with one space.`;

/** What follows a request in an export: its response, or the next request of a .http file. */
const FOLLOWS = /(?:^|\n)(?:HTTP\/\d(?:\.\d)? \d{3}\b|###)/;

/** The rest of the text, which is the body; if a header gives its length, that decides. */
function restOf(text: string, hasLength: boolean): { text: string; notes: readonly string[] } {
  const follows = hasLength ? undefined : FOLLOWS.exec(text);
  if (!follows) return { text, notes: [] };
  const what = follows[0].includes('HTTP') ? 'a response' : 'a line ###';
  const own = text.slice(0, follows.index + 1).replace(/(\r?\n)[\r\n]*$/, '$1');
  return {
    text: follows.index === 0 && !text.startsWith('\n') ? '' : own,
    notes: [`The request ends before ${what} that follows it.`],
  };
}

function splitLines({ text, lineNumber }: MessageText): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf('\n', at);
    const next = feed < 0 ? text.length : feed + 1;
    const line = text.slice(at, feed < 0 ? next : feed).replace(/\r$/, '');
    lines.push({ text: line, number: lineNumber(lines.length), next });
    at = next;
  }
  return lines;
}

function readRequestLine({ text, number }: Line): { method: string; address: string } {
  if (/^HTTP\/\d/.test(text)) {
    throw new UnreadableRequest(
      `expected a request; found a response, ${quoteBytes(text)}`,
      number,
    );
  }
  const [, method, address] = REQUEST_LINE.exec(text) ?? [];
  if (
    method === undefined ||
    address === undefined ||
    !/^(?:\/|[a-z][a-z0-9+.-]*:\/\/)/i.test(address)
  ) {
    throw new UnreadableRequest(`expected ${EXPECTED}; found ${quoteBytes(text)}`, number);
  }
  return { method, address };
}

interface Fields {
  readonly fields: (readonly [name: string, value: string])[];
  /** Lines that continue another (obs-fold). */
  readonly folded: readonly number[];
  /** Where the body starts; absent if no blank line ends the headers. */
  readonly end?: number;
}

function readFields(lines: readonly Line[]): Fields {
  const fields: (readonly [name: string, value: string])[] = [];
  const folded: number[] = [];
  for (const line of lines) {
    if (line.text === '') return { fields, folded, end: line.next };
    const last = fields.at(-1);
    if (/^[ \t]/.test(line.text) && last !== undefined) {
      fields[fields.length - 1] = [last[0], `${last[1]} ${line.text.trim()}`];
      folded.push(line.number);
    } else {
      fields.push(readField(line));
    }
  }
  return { fields, folded };
}

function readField({ text, number }: Line): readonly [name: string, value: string] {
  const match = /^(:?[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/s.exec(text);
  if (match === null) {
    throw new UnreadableRequest(
      `expected a header, "Name: value", or the blank line that ends the headers; found ${quoteBytes(text)}`,
      number,
    );
  }
  return [match[1] as string, (match[2] as string).replace(/[ \t]+$/, '')];
}
