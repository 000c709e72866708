// Decides which bytes of a capture are the sent body. Content-Length decides if it is there. If not, the
// Digest shows whether an editor added line ends after it.
import { ApiError } from '../../protocol/errors.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import { attempt } from '../../signing/attempt.ts';
import { checkDigest } from '../../signing/digest.ts';
import type { CapturedRequest, ReadRequest } from './captured-request.ts';

type SettledBody = Pick<CapturedRequest, 'body' | 'bodyKnown' | 'notes'>;

/** @param given the sent body, if somebody has it: it counts, whatever the capture holds */
export function settleBody(read: ReadRequest, given?: Buffer): SettledBody {
  const headers = new RawHeaders(read.rawHeaders);
  if (given !== undefined) return settleGiven(read, given, headers);
  const { body, note, doubt: ownDoubt } = readingOf(read.rest, headers);
  const notes = note === undefined ? [] : [note];
  const isProven = body.length > 0 && hasDigestOf(headers, body);
  const doubt = isProven ? undefined : (read.doubt ?? ownDoubt);
  if (doubt === undefined) return { body, bodyKnown: 'wholly', notes };
  const ask = `${doubt}, so the Digest was not judged; give the body with --body FILE.`;
  return { body, bodyKnown: 'partly', notes: [...notes, ask] };
}

function settleGiven(
  { rest, stripsLineBreaks }: ReadRequest,
  given: Buffer,
  headers: RawHeaders,
): SettledBody {
  const sent = stripsLineBreaks ? edited(given, /[\r\n]/g, '') : given;
  const { body, note, doubt } = readingOf(sent, headers);
  const notes = [
    rest.length > 0 && !rest.equals(given)
      ? `The body that was given counts, not the ${bytes(rest)} in the capture.`
      : undefined,
    sent.length < given.length
      ? "curl's -d removes the line breaks of a file, so they were removed here; --data-binary sends a file as it is."
      : undefined,
    note,
    doubt && `${doubt}; the Digest was judged all the same.`,
  ];
  return { body, bodyKnown: 'wholly', notes: notes.filter((one) => one !== undefined) };
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
  const isChunked = /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '');
  if (isChunked && text.length === 0) {
    return { body: text, doubt: 'The body was sent in chunks, and the capture does not show them' };
  }
  const joined = isChunked ? joinedChunks(text.toString('latin1')) : undefined;
  if (joined !== undefined) {
    const note = 'The body was sent in chunks; it was put together again.';
    return { body: Buffer.from(joined, 'latin1'), note };
  }
  const declared = /^\d{1,15}$/.exec(headers.get('content-length') ?? '')?.[0];
  const fitting =
    declared === undefined
      ? endings(text)
      : lengthened(text, Number(declared)).filter(({ body }) => body.length === Number(declared));
  const doubt = `Content-Length says ${declared}, but there are ${bytes(text)} of the body`;
  return (
    fitting.find(({ body }) => hasDigestOf(headers, body)) ?? fitting[0] ?? { body: text, doubt }
  );
}

/** As it is, and without the line ends after it. */
function endings(text: Buffer): readonly [Reading, Reading] {
  const body = edited(text, /(?<![\r\n])[\r\n]+$/, '');
  const note = "The line end after the last line was taken for an editor's and left out.";
  return [{ body: text }, body.length === 0 ? { body } : { body, note }];
}

/** These are used only if the length agrees, so that a client's own mistake is not repaired here. */
function lengthened(text: Buffer, length: number): readonly Reading[] {
  const note =
    'Content-Length fits the body with other line ends than the capture has. Editors and git change them, so they were put back.';
  const surplus = text.subarray(length);
  return [
    ...endings(text),
    { body: edited(text, /\r\n/g, '\n'), note },
    { body: edited(text, /\r?\n/g, '\r\n'), note },
    {
      body: text.subarray(0, length),
      note: `What follows the body (${bytes(surplus)}) was left out.`,
    },
  ];
}

/** Whether SIG-12 would pass with this body. No Digest passes only without a body. */
function hasDigestOf(headers: RawHeaders, body: Buffer): boolean {
  return !(attempt(ApiError, () => checkDigest(headers, body)) instanceof ApiError);
}

/** `undefined` unless the whole text is chunks up to the last one. */
function joinedChunks(text: string): string | undefined {
  const size = /(?:^|\r?\n)([0-9A-Fa-f]{1,8})\r?\n/y;
  let body = '';
  for (;;) {
    const length = Number.parseInt(size.exec(text)?.[1] ?? '', 16);
    if (Number.isNaN(length)) return undefined;
    if (length === 0) return body;
    body += text.slice(size.lastIndex, size.lastIndex + length);
    size.lastIndex += length;
  }
}

const edited = (body: Buffer, pattern: RegExp, to: string): Buffer =>
  Buffer.from(body.toString('latin1').replace(pattern, to), 'latin1');

const bytes = ({ length }: Buffer): string => `${length} ${length === 1 ? 'byte' : 'bytes'}`;
