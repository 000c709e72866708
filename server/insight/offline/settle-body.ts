// Decides which bytes of a capture are the sent body. Content-Length decides if it is there. If not, the
// Digest shows whether an editor added the last line end.
import { ApiError } from '../../protocol/errors.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import { attempt } from '../../signing/attempt.ts';
import { checkDigest } from '../../signing/digest.ts';
import type { CapturedRequest, ReadRequest } from './captured-request.ts';

type SettledBody = Pick<CapturedRequest, 'body' | 'bodyKnown' | 'notes'>;

/** @param given the sent body, if somebody has it: it counts, whatever the capture holds */
export function settleBody(read: ReadRequest, given?: Buffer): SettledBody {
  const isGiven = given !== undefined;
  const sent =
    isGiven && read.stripsLineBreaks ? edited(given, /[\r\n]/g, '') : (given ?? read.rest);
  const headers = new RawHeaders(read.rawHeaders);
  const { body, note, doubt: ownDoubt } = readingOf(sent, headers);
  const isProven = body.length > 0 && hasDigestOf(headers, body);
  const doubt = isProven ? undefined : isGiven ? ownDoubt : (read.doubt ?? ownDoubt);
  const unjudged = isGiven
    ? '; the Digest was judged all the same.'
    : ', so the Digest was not judged; give the body with --body FILE.';
  return {
    body,
    bodyKnown: isGiven || doubt === undefined ? 'wholly' : 'partly',
    notes: [
      ...(isGiven ? aboutGiven(given, sent, read.rest) : []),
      ...(note === undefined ? [] : [note]),
      ...(doubt === undefined ? [] : [doubt + unjudged]),
    ],
  };
}

function aboutGiven(given: Buffer, sent: Buffer, rest: Buffer): readonly string[] {
  const replaced = `The body that was given counts, not the ${bytes(rest)} in the capture.`;
  const stripped =
    "curl's -d removes the line breaks of a file, so they were removed here; --data-binary sends a file as it is.";
  return [
    ...(rest.length === 0 || rest.equals(given) ? [] : [replaced]),
    ...(sent.length === given.length ? [] : [stripped]),
  ];
}

/** One way to read the text as a body. */
interface Reading {
  readonly body: Buffer;
  /** What was assumed. */
  readonly note?: string;
  /** Why the body may lack something. */
  readonly doubt?: string;
}

function readingOf(text: Buffer, headers: RawHeaders): Reading {
  const length = declaredLength(headers);
  const isChunked = /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '');
  if (isChunked && text.length === 0) {
    return { body: text, doubt: 'The body was sent in chunks, and the capture does not show them' };
  }
  const chunks = isChunked ? decodeChunks(text) : undefined;
  const doubt = `Content-Length says ${length}, but there are ${bytes(text)} of the body`;
  return chunks ?? fittingReading(text, length, headers) ?? { body: text, doubt };
}

/** The first that has the declared length, and the Digest if one has both. */
function fittingReading(
  text: Buffer,
  length: number | undefined,
  headers: RawHeaders,
): Reading | undefined {
  const long = readingsOf(text, length).filter(
    ({ body }) => length === undefined || body.length === length,
  );
  return long.find(({ body }) => hasDigestOf(headers, body)) ?? long[0];
}

function readingsOf(text: Buffer, length: number | undefined): readonly Reading[] {
  const asSent = { body: text };
  const withoutEnd = {
    body: edited(text, /\r?\n$/, ''),
    note: "The line end after the last line was taken for an editor's and left out.",
  };
  const isBlank = /^[\r\n]*$/.test(text.toString('latin1'));
  if (length === undefined) return [asSent, isBlank ? { body: Buffer.alloc(0) } : withoutEnd];
  // Used only if the length agrees exactly, so that a client's own mistake is not repaired here.
  const putBack =
    'Content-Length fits the body with other line ends than the capture has. Editors and git change them, so they were put back.';
  const cut = text.subarray(0, length);
  const surplus = text.subarray(length);
  return [
    asSent,
    withoutEnd,
    { body: edited(text, /\r\n/g, '\n'), note: putBack },
    { body: edited(text, /\r?\n/g, '\r\n'), note: putBack },
    { body: cut, note: `What follows the body (${bytes(surplus)}) was left out.` },
  ];
}

function declaredLength(headers: RawHeaders): number | undefined {
  const declared = /^\d{1,15}$/.exec(headers.get('content-length') ?? '')?.[0];
  return declared === undefined ? undefined : Number(declared);
}

/** Whether SIG-12 would pass with this body. No Digest passes only without a body. */
function hasDigestOf(headers: RawHeaders, body: Buffer): boolean {
  return !(attempt(ApiError, () => checkDigest(headers, body)) instanceof ApiError);
}

/** `undefined` unless the whole text is chunks up to the last one. */
function decodeChunks(sent: Buffer): Reading | undefined {
  const text = sent.toString('latin1');
  const size = /([0-9A-Fa-f]{1,8})(?:;[^\r\n]{0,200})?\r?\n/y;
  const end = /\r?\n/y;
  const chunks: string[] = [];
  for (;;) {
    const length = Number.parseInt(size.exec(text)?.[1] ?? '', 16);
    if (length === 0) break;
    end.lastIndex = size.lastIndex + length;
    if (Number.isNaN(length) || !end.test(text)) return undefined;
    chunks.push(text.slice(size.lastIndex, size.lastIndex + length));
    size.lastIndex = end.lastIndex;
  }
  return {
    body: Buffer.from(chunks.join(''), 'latin1'),
    note: 'The body was sent in chunks; it was put together again.',
  };
}

const edited = (body: Buffer, pattern: RegExp, to: string): Buffer =>
  Buffer.from(body.toString('latin1').replace(pattern, to), 'latin1');

const bytes = ({ length }: Buffer): string => `${length} ${length === 1 ? 'byte' : 'bytes'}`;
