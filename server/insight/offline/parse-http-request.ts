// Reads a captured request: a raw HTTP message, curl's log, trace or command line, a HAR entry, or the
// inspector's record. It sends nothing and reads no file that the capture names.
import type { CapturedRequest, ReadRequest } from './captured-request.ts';
import { isCurlCommand, readCurlCommand } from './curl-command.ts';
import { isCurlLog, readCurlLog } from './curl-log.ts';
import { isCurlTrace, readCurlTrace } from './curl-trace.ts';
import { isRequestStart, readMessage } from './http-message.ts';
import { readJsonCapture } from './json-capture.ts';
import { type SettledBody, settleBody } from './settle-body.ts';

/** The input as bytes, as latin1 text, and as lines without their ends. */
interface Input {
  readonly bytes: Buffer;
  readonly text: string;
  readonly lines: readonly string[];
  /** Index of the line with a curl command, if no request starts before it; else -1. */
  readonly command: number;
}

interface Form {
  readonly fits: (input: Input) => boolean;
  readonly read: (input: Input) => ReadRequest;
}

/** The first form that fits reads it: a copied terminal holds both a curl command and its output. */
const FORMS: readonly Form[] = [
  { fits: ({ lines }) => isCurlTrace(lines), read: ({ lines }) => readCurlTrace(lines) },
  { fits: ({ lines }) => isCurlLog(lines), read: ({ lines }) => readCurlLog(lines) },
  {
    fits: ({ text }) => /^\s*[{[]/.test(text),
    read: ({ bytes }) => readJsonCapture(bytes.toString('utf8')),
  },
  {
    fits: ({ command }) => command >= 0,
    read: ({ text, command }) =>
      readCurlCommand(text.split('\n').slice(command).join('\n'), command + 1),
  },
  {
    fits: () => true,
    read: ({ text }) =>
      readMessage({
        form: 'HTTP message',
        text,
        lineNumber: (index) => index + 1,
      }),
  },
];

/**
 * @param body the sent body, if the capture lacks it; it replaces one in the capture
 * @throws UnreadableRequest naming the line and what was expected
 */
export function parseHttpRequest(bytes: Buffer, body?: Buffer): CapturedRequest {
  const { content, notes } = withoutByteOrderMark(bytes);
  const text = content.toString('latin1');
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const begins = lines.findIndex((line) => isRequestStart(line) || isCurlCommand(line));
  const command = isCurlCommand(lines[begins] ?? '') ? begins : -1;
  const input = { bytes: content, text, lines, command };
  const form = FORMS.find(({ fits }) => fits(input)) as Form;
  const read = form.read(input);
  return captured({ ...read, notes: [...notes, ...read.notes] }, body);
}

/** The request with its body: the given one, or the one in the capture. */
export function captured(read: ReadRequest, knownBody?: Buffer): CapturedRequest {
  const { form, method, target, rawHeaders } = read;
  const { body, bodyKnown, notes } =
    knownBody === undefined ? fromCapture(read) : withKnownBody(read, knownBody);
  return { form, method, target, rawHeaders, body, bodyKnown, notes: [...read.notes, ...notes] };
}

function fromCapture(read: ReadRequest): SettledBody {
  if (read.elsewhere === undefined) return settleBody(read);
  const note = `The body is not in the text (${read.elsewhere.named}), so the Digest was not judged; give it with --body FILE.`;
  return { body: read.rest, bodyKnown: 'partly', notes: [note] };
}

function withKnownBody(
  { rawHeaders, rest, elsewhere }: ReadRequest,
  knownBody: Buffer,
): SettledBody {
  const sent = elsewhere?.stripsLineBreaks === true ? withoutLineBreaks(knownBody) : knownBody;
  const { body, bodyKnown, notes } = settleBody({ rawHeaders, rest: sent, showsBody: true });
  const replaced = `The body that was given counts, not the ${rest.length} bytes in the capture.`;
  const stripped =
    "curl's -d removes the line breaks of a file, so they were removed here; --data-binary sends a file as it is.";
  const short = `Content-Length is not that of the body that was given, ${sent.length} bytes; the Digest was judged all the same.`;
  return {
    body,
    bodyKnown: 'wholly',
    notes: [
      ...(rest.length === 0 || rest.equals(knownBody) ? [] : [replaced]),
      ...(sent.length === knownBody.length ? [] : [stripped]),
      ...(bodyKnown === 'partly' ? [short] : notes),
    ],
  };
}

const withoutLineBreaks = (body: Buffer): Buffer =>
  Buffer.from(body.toString('latin1').replace(/[\r\n]/g, ''), 'latin1');

/** Editors put a byte order mark at the start; PowerShell's > writes UTF-16. */
function withoutByteOrderMark(bytes: Buffer): {
  readonly content: Buffer;
  readonly notes: string[];
} {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    const note =
      'The input is UTF-16, as PowerShell writes it; its characters were taken as UTF-8.';
    return { content: Buffer.from(bytes.subarray(2).toString('utf16le')), notes: [note] };
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { content: hasMark ? bytes.subarray(3) : bytes, notes: [] };
}
