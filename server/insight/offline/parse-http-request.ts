// Reads a captured request: a raw HTTP message, curl's log, trace or command line, a HAR entry, or the
// inspector's record. It sends nothing and reads no file that the capture names.
import { RawHeaders } from '../../protocol/headers.ts';
import { type CapturedRequest, type ReadRequest, UnreadableRequest } from './captured-request.ts';
import { isCurlCommand, readCurlCommand } from './curl-command.ts';
import { isCurlLog, isCurlTrace, readCurlLog, readCurlTrace } from './curl-output.ts';
import { isRequestStart, linesOf, readMessage } from './http-message.ts';
import { readJsonCapture } from './json-capture.ts';
import { settleRequest } from './settle-request.ts';

/** More takes seconds to read, and patterns need too much memory for it. JSON may have more lines. */
const LONGEST = 16 * 1024 * 1024;
const MOST_LINES = 100_000;

/**
 * @param body the sent body, if the capture lacks it; it replaces one in the capture
 * @throws UnreadableRequest naming the line and what was expected
 */
export function parseHttpRequest(bytes: Buffer, body?: Buffer): CapturedRequest {
  if (bytes.length > LONGEST) {
    throw new UnreadableRequest('expected at most 16 MB; leave the other requests out');
  }
  // PowerShell's > writes UTF-16; editors put a byte order mark at the start.
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const content = isUtf16 ? Buffer.from(bytes.toString('utf16le')) : bytes;
  const requests = requestsIn(content.toString('latin1').replace(/^\xef\xbb\xbf/, ''));
  // The first signed request, else the first.
  const signed = requests.findIndex(({ rawHeaders }) =>
    new RawHeaders(rawHeaders).has('signature'),
  );
  const at = Math.max(signed, 0);
  const read = requests[at] as ReadRequest;
  const why = signed < 0 ? 'and none carries a Signature' : 'the first that carries a Signature';
  const several = `There are ${requests.length} requests in the capture; this is number ${at + 1}, ${why}.`;
  const notes = [...(isUtf16 ? [UTF16] : []), ...(requests.length > 1 ? [several] : [])];
  return settleRequest({ ...read, notes: [...notes, ...read.notes] }, body);
}

const UTF16 = 'The input is UTF-16, as PowerShell writes it; its characters were taken as UTF-8.';

/** Not `[0-0] ` or `{ [5 bytes data]`, with which a line of curl's output starts. */
const JSON_START = /^\s*(?:\{\s*["}]|\[\s*["{[\]])/;

/** One or more. */
function requestsIn(content: string): readonly ReadRequest[] {
  if (JSON_START.test(content)) {
    return readJsonCapture(Buffer.from(content, 'latin1').toString('utf8'));
  }
  if (content.split('\n', MOST_LINES + 1).length > MOST_LINES) {
    throw new UnreadableRequest(`expected one request; this has more than ${MOST_LINES} lines`);
  }
  const lines = linesOf(content);
  const texts = lines.map(({ text }) => text);
  // A copied terminal holds both a curl command and its output, which shows more.
  if (texts.some(isCurlTrace)) return readCurlTrace(lines);
  if (texts.some(isCurlLog)) return readCurlLog(lines);
  const start = texts.findIndex((text) => isRequestStart(text) || isCurlCommand(text));
  const isCommand = isCurlCommand(texts[start] ?? '');
  return [isCommand ? readCurlCommand(lines.slice(start)) : readMessage('HTTP message', lines)];
}
