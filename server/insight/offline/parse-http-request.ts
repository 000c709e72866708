// Reads a captured request: a raw HTTP message, curl's log, trace or command line, a HAR entry, or the
// inspector's record. It sends nothing and reads no file that the capture names.
import { RawHeaders } from '../../protocol/headers.ts';
import { type CapturedRequest, type ReadRequest, UnreadableRequest } from './captured-request.ts';
import { isCurlCommand, readCurlCommand } from './curl-command.ts';
import { isCurlLog, isCurlTrace, readCurlLog, readCurlTrace } from './curl-output.ts';
import { isRequestStart, linesOf, readMessage } from './http-message.ts';
import { readJsonCapture } from './json-capture.ts';
import { settleBody } from './settle-body.ts';

/** More takes seconds to read, and patterns need too much memory for it. JSON may have more lines. */
const LONGEST = 16 * 1024 * 1024;
const MOST_LINES = 100_000;
const LONGEST_HEAD = 256 * 1024;

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
  const read = theSigned(requestsIn(content.toString('latin1').replace(/^\xef\xbb\xbf/, '')));
  return captured({ ...read, notes: [...(isUtf16 ? [UTF16] : []), ...read.notes] }, body);
}

const UTF16 = 'The input is UTF-16, as PowerShell writes it; its characters were taken as UTF-8.';

function requestsIn(content: string): readonly ReadRequest[] {
  const isJson = /^\s*[{[]/.test(content);
  const json = () => readJsonCapture(Buffer.from(content, 'latin1').toString('utf8'));
  if (content.split('\n', MOST_LINES + 1).length > MOST_LINES) {
    if (isJson) return json();
    throw new UnreadableRequest(`expected one request; this has more than ${MOST_LINES} lines`);
  }
  const lines = linesOf(content);
  const texts = lines.map(({ text }) => text);
  // A copied terminal holds both a curl command and its output, which shows more.
  if (texts.some(isCurlTrace)) return readCurlTrace(lines);
  if (texts.some(isCurlLog)) return readCurlLog(lines);
  if (isJson) return json();
  const start = texts.findIndex((text) => isRequestStart(text) || isCurlCommand(text));
  const isCommand = isCurlCommand(texts[start] ?? '');
  return [isCommand ? readCurlCommand(lines.slice(start)) : readMessage('HTTP message', lines)];
}

/** The first signed request, else the first. Adds a note if there are more. */
function theSigned(requests: readonly ReadRequest[]): ReadRequest {
  const signed = requests.findIndex(({ rawHeaders }) =>
    new RawHeaders(rawHeaders).has('signature'),
  );
  const at = Math.max(signed, 0);
  const found = requests[at] as ReadRequest;
  if (requests.length === 1) return found;
  const why = signed < 0 ? 'and none carries a Signature' : 'the first that carries a Signature';
  const note = `There are ${requests.length} requests in the capture; this is number ${at + 1}, ${why}.`;
  return { ...found, notes: [...found.notes, note] };
}

/** The request with its target, its Host, and its body: the given one, or the one in the capture. */
export function captured(read: ReadRequest, givenBody?: Buffer): CapturedRequest {
  const { form, method, address, rawHeaders } = read;
  if (address.length + rawHeaders.join('').length > LONGEST_HEAD) {
    throw new UnreadableRequest('expected a request; its target and headers are longer than any');
  }
  const { notes, ...body } = settleBody(read, givenBody);
  const [, host, rest = ''] =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]*)(.*)$/is.exec(address) ?? [];
  // A fragment is never sent.
  const path = (host === undefined ? address : rest).replace(/#.*$/s, '');
  const lacksHost = host !== undefined && !new RawHeaders(rawHeaders).has('host');
  return {
    form,
    method,
    target: path.startsWith('/') ? path : `/${path}`,
    rawHeaders: lacksHost ? ['Host', host, ...rawHeaders] : rawHeaders,
    ...body,
    notes: [...read.notes, ...notes],
  };
}
