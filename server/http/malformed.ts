// Bytes that Node's parser takes for no HTTP/1.1 request, in a sentence: what is wrong and where. The
// commonest by far is a signature or a certificate that was put into its header with its line ends.
import { visible } from '../protocol/shown-text.ts';

/** What Node emits as `clientError`. */
export interface BytesError extends NodeJS.ErrnoException {
  /** The parser's own words. */
  readonly reason?: string;
  /** What arrived last, as a packet; the request may have begun in one before it. */
  readonly rawPacket?: Buffer;
  /** How much of that was understood. */
  readonly bytesParsed?: number;
}

interface Malformed {
  readonly status: string;
  readonly text: string;
  /** The header that is wrong, as it was written. */
  readonly path?: string;
}

const BAD = '400 Bad Request';

/** @param maxHeaders bytes that the headers may have */
export function malformedBy(error: BytesError, maxHeaders: number): Malformed {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW': {
      const text = `The headers are larger than ${maxHeaders} bytes.`;
      return { status: '431 Request Header Fields Too Large', text };
    }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: '408 Request Timeout', text: 'The request was not complete in time.' };
    case 'HPE_CR_EXPECTED':
    case 'HPE_LF_EXPECTED':
    case 'HPE_INVALID_HEADER_TOKEN':
      return { status: BAD, ...headerTrouble(error) };
    case 'HPE_INVALID_METHOD':
      return { status: BAD, text: noMethod(error) };
    default:
      return { status: BAD, text: TEXTS[error.code ?? ''] ?? NOT_HTTP };
  }
}

const NOT_HTTP = 'That is not a well-formed HTTP/1.1 request.';

const TEXTS: Readonly<Record<string, string>> = {
  HPE_PAUSED_H2_UPGRADE: 'This bank does not support HTTP/2; send HTTP/1.1.',
  HPE_INVALID_VERSION:
    'The request line does not end in HTTP/1.1 and CRLF; it is METHOD, a space, the target, a space, HTTP/1.1, CRLF.',
  HPE_INVALID_CONSTANT:
    'The target of the request has a space in it; percent-encode it (%20). The request line is METHOD, a space, the target, a space, HTTP/1.1.',
  HPE_INVALID_URL:
    'The target of the request is absent, does not begin with /, or has a character that must be percent-encoded (in UTF-8).',
  HPE_INVALID_TRANSFER_ENCODING:
    'The request has a Transfer-Encoding that is not chunked, or one beside Content-Length; send Content-Length alone.',
  HPE_INVALID_CONTENT_LENGTH: 'The Content-Length of the request is not a number of bytes.',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'The request has two Content-Length headers; send one.',
  HPE_INVALID_CHUNK_SIZE: 'A chunk of the body does not begin with its size in hexadecimal.',
  ERR_SSL_HTTP_REQUEST: 'This is plain HTTP, but this port is TLS: use https:// in the address.',
  HPE_STRICT: 'A chunk of the body is longer than its size says.',
};

/** The first byte of a TLS record with a greeting. */
const HANDSHAKE = 0x16;

function noMethod({ rawPacket, bytesParsed = 0 }: BytesError): string {
  if (bytesParsed === 0 && rawPacket?.[0] === HANDSHAKE) {
    return 'This is a TLS handshake, but this port is plain HTTP: use http:// in the address.';
  }
  const before = rawPacket?.subarray(0, bytesParsed).includes('\r\n\r\n') === true;
  return before
    ? 'The bytes after a request do not begin another one: its Content-Length is smaller than its body.'
    : 'The request does not begin with a method that HTTP knows, in capitals.';
}

type Trouble = Pick<Malformed, 'text' | 'path'>;

function headerTrouble({ reason = '', rawPacket, bytesParsed = 0 }: BytesError): Trouble {
  const name = rawPacket && headerBefore(rawPacket.toString('latin1', 0, bytesParsed));
  const header = name === undefined ? 'A header' : `The header ${name}`;
  const path = name === undefined ? {} : { path: name };
  if (reason.includes('value char')) {
    const text = `${header} has a control character; a value is one line of visible characters, spaces and tabs.`;
    return { text, ...path };
  }
  const line = rawPacket && lineAround(rawPacket.toString('latin1'), bytesParsed);
  const isName = reason.includes('header token') && line !== undefined && /^[^:]*:/.test(line);
  if (isName) {
    const text = `The line "${visible(line, 40)}" is not a header: its name has a character that HTTP does not allow there, or a space before the colon.`;
    return { text };
  }
  const text = `${header} has a line end in its value, or the next line is not a header (Name: value). Put the value on one line: openssl base64 breaks lines without -A, and a certificate must have no line ends.`;
  return { text, ...path };
}

/** The name of the header that begins last. */
function headerBefore(text: string): string | undefined {
  const names = [...text.matchAll(/(?:^|\n)([!#$%&'*+.^_`|~\w-]{1,100}):/g)];
  return names.at(-1)?.[1];
}

function lineAround(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(start, start + 1000).split(/[\r\n]/, 1)[0] as string;
}
