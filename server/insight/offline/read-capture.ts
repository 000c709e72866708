// Reads a captured request and decides what it was on the wire: its path, its Host, and which bytes are its
// body. It sends nothing and reads no file that the capture names.
import { ApiError } from '../../protocol/errors.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import { attempt } from '../../signing/attempt.ts';
import { checkDigest } from '../../signing/digest.ts';
import {
  type CapturedRequest,
  isRequestStart,
  type RequestValues,
  readCurlLog,
  readJsonCapture,
  readMessage,
  readValues,
  UnreadableRequest,
} from './captured-request.ts';
import { isCurlCommand, readCurlCommand } from './curl-command.ts';

/** More takes seconds to read, and patterns need too much memory for it. JSON may have more lines. */
const LONGEST = 16 * 1024 * 1024;
const LONGEST_HEAD = 256 * 1024;
const MOST_LINES = 100_000;

/**
 * The request, with what was assumed as notes for the person who made the capture.
 * @param body the sent body, if the capture lacks it; it replaces one in the capture
 * @throws UnreadableRequest naming the line and what was expected
 */
export function readCapture(input: Buffer | RequestValues, body?: Buffer, ways = WAYS.terminal) {
  const requests = Buffer.isBuffer(input) ? requestsIn(input) : [readValues(input)];
  const signed = requests.findIndex(({ rawHeaders }) =>
    new RawHeaders(rawHeaders).has('signature'),
  );
  const at = Math.max(signed, 0);
  const { notes, ...read } = settled(requests[at] as CapturedRequest, body, ways.body);
  const several = `There are ${requests.length} requests in the capture; this is number ${at + 1}.`;
  return { ...read, notes: requests.length > 1 ? [several, ...notes] : notes };
}

/** How what a capture lacks can be given: to the command, or on the page of the console. */
export const WAYS = {
  terminal: {
    certificate: 'give the certificate with --cert FILE',
    body: 'give the body with --body FILE',
    now: '--now judges at another time',
  },
  page: {
    certificate: 'paste the certificate in the field Certificate (PEM)',
    body: 'paste the request with its body',
    now: '`sandbank explain --now` judges at another time',
  },
};

/** Not `[0-0] ` or `{ [5 bytes data]`, with which a line of curl's output starts. */
const JSON_START = /^\s*(?:\{\s*["}]|\[\s*["{[\]])/;

/** One or more. */
function requestsIn(bytes: Buffer): readonly CapturedRequest[] {
  if (bytes.length > LONGEST) {
    throw new UnreadableRequest('expected at most 16 MB; leave the other requests out');
  }
  // PowerShell's > writes UTF-16; editors put a byte order mark at the start.
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const content = isUtf16 ? Buffer.from(bytes.toString('utf16le')) : bytes;
  const text = content.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  if (JSON_START.test(text)) return readJsonCapture(Buffer.from(text, 'latin1').toString());
  const split = text.split('\n', MOST_LINES + 1);
  if (split.length > MOST_LINES) {
    throw new UnreadableRequest(`expected one request; this has more than ${MOST_LINES} lines`);
  }
  const lines = split.map((line, at) => ({ text: line, number: at + 1 }));
  // A copied terminal holds both a curl command and its output, which shows more.
  const logged = readCurlLog(lines);
  if (logged.length > 0) return logged;
  const start = lines.findIndex((line) => isRequestStart(line.text) || isCurlCommand(line.text));
  const isCommand = isCurlCommand(lines[start]?.text ?? '');
  return [isCommand ? readCurlCommand(lines.slice(start)) : readMessage('HTTP message', lines)];
}

/**
 * @param given the sent body, if somebody has it: it counts, whatever the capture holds
 * @param way how the body can be given
 */
function settled(read: CapturedRequest, given: Buffer | undefined, way: string) {
  const { target: address, rawHeaders } = read;
  if (address.length + rawHeaders.join('').length > LONGEST_HEAD) {
    throw new UnreadableRequest('expected a request; its target and headers are longer than any');
  }
  const headers = new RawHeaders(rawHeaders);
  // Neither a name before an @ nor a fragment is ever sent.
  const [, host, path = ''] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]*))?([^#]*)/i.exec(address) ?? [];
  const lacksHost = host !== undefined && !headers.has('host');
  const shown = (given ?? read.body).toString('latin1');
  const text = read.stripsLineBreaks ? shown.replace(/[\r\n]/g, '') : shown;
  const body = bodyOf(text, headers);
  // A record shows it if there was no body.
  const isCertain = headers.has('digest') || read.form === 'inspector record';
  const isProven = isCertain && hasDigestOf(headers, body);
  const doubt = read.doubt ?? (isProven ? undefined : doubtOf(read, text, body.length));
  const isKnown = given !== undefined || isProven || doubt === undefined;
  const ending = isKnown ? '.' : `, so the Digest was not judged; ${way}.`;
  const isChanged = body.length > 0 && body.length !== text.length;
  const changed = `${body.length} bytes were taken for the body; the capture has ${text.length}, because editors change line ends or because other text follows.`;
  return {
    ...read,
    target: path.startsWith('/') ? path : `/${path}`,
    rawHeaders: lacksHost ? ['Host', host, ...rawHeaders] : rawHeaders,
    body,
    doubt: isKnown ? undefined : doubt,
    notes: [...(isChanged ? [changed] : []), ...(doubt ? [doubt + ending] : [])],
  };
}

/** The first reading that fits length and Digest, else the first that fits the length. */
function bodyOf(text: string, headers: RawHeaders): Buffer {
  const length = headers.get('content-length');
  // A response, or the next request of an .http file.
  const own = (text.trim() && text).replace(/^(?:HTTP\/\d(?:\.\d)? \d{3}\b|###).*/ms, '');
  // Without a length other line ends are not tried: they may be the client's own mistake.
  const readings =
    length === undefined
      ? [own, own.trimEnd()]
      : [text, text.replace(/\r\n/g, '\n'), text.replace(/\r?\n/g, '\r\n')]
          .concat(text.slice(0, Number(length)))
          .filter((one) => one.length === Number(length));
  const bodies = [...readings, text].map((one) => Buffer.from(one, 'latin1'));
  return bodies.find((one) => hasDigestOf(headers, one)) ?? (bodies[0] as Buffer);
}

/** Whether SIG-12 would pass with this body. No Digest passes only without a body. */
function hasDigestOf(headers: RawHeaders, body: Buffer): boolean {
  return !(attempt(ApiError, () => checkDigest(headers, body)) instanceof ApiError);
}

/** Why a body that was read from the text may not be the one that was sent. */
function doubtOf({ method, rawHeaders }: CapturedRequest, text: string, read: number) {
  const headers = new RawHeaders(rawHeaders);
  const length = headers.get('content-length');
  if (length !== undefined && Number(length) !== read) {
    return `Content-Length says ${length}, but the body here has ${text.length}`;
  }
  const isChunked = headers.has('transfer-encoding');
  if (text !== '') return isChunked ? 'The body is in chunks' : undefined;
  // From HTTP/2 on a body needs no length.
  const needsBody = /^P/i.test(method) && headers.has('digest') && length === undefined;
  return isChunked || needsBody ? 'The capture shows no body' : undefined;
}
