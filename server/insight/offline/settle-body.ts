// Decides which bytes of a capture are the sent body. Content-Length decides if it is there. If not, the
// Digest shows whether an editor added the last line end.
import { ApiError } from '../../protocol/errors.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import { attempt } from '../../signing/attempt.ts';
import { checkDigest } from '../../signing/digest.ts';
import { decodeChunks } from './chunks.ts';

export interface SettledBody {
  readonly body: Buffer;
  /** `partly`: the capture lacks all or part of the body. */
  readonly bodyKnown: 'wholly' | 'partly';
  readonly notes: readonly string[];
}

export interface Unsettled {
  readonly rawHeaders: readonly string[];
  /** The text in the place of the body. */
  readonly rest: Buffer;
  /** Whether the capture would show a body. */
  readonly showsBody: boolean;
  /** Why some bytes may differ from the sent ones. */
  readonly lossy?: string;
}

export function settleBody(unsettled: Unsettled): SettledBody {
  const headers = new RawHeaders(unsettled.rawHeaders);
  const settled = settle(unsettled, headers);
  const { body, bodyKnown } = settled;
  const isOther = body.length > 0 && !hasDigestOf(headers, body);
  if (unsettled.lossy === undefined || bodyKnown === 'partly' || !isOther) return settled;
  const note = `${unsettled.lossy}, so the Digest was not judged; give the body with --body FILE.`;
  return { body, bodyKnown: 'partly', notes: [...settled.notes, note] };
}

function settle({ rest, showsBody }: Unsettled, headers: RawHeaders): SettledBody {
  if (/\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')) {
    const chunks = decodeChunks(rest);
    if (chunks !== undefined) {
      return wholly(chunks, 'The body was sent in chunks; it was put together again.');
    }
    if (rest.length === 0)
      return absent('The body was sent in chunks, and the capture does not show them');
  }
  const declared = /^\d{1,15}$/.exec(headers.get('content-length') ?? '')?.[0];
  if (declared !== undefined) return byLength(rest, Number(declared), headers);
  if (rest.length === 0) {
    return showsBody || hasDigestOf(headers, rest)
      ? wholly(rest)
      : absent('The capture does not show whether there was a body');
  }
  return byDigest(rest, headers);
}

const wholly = (body: Buffer, ...notes: string[]): SettledBody => ({
  body,
  bodyKnown: 'wholly',
  notes,
});

const absent = (why: string): SettledBody => ({
  body: Buffer.alloc(0),
  bodyKnown: 'partly',
  notes: [`${why}, so the Digest was not judged; give the body with --body FILE.`],
});

function byLength(rest: Buffer, length: number, headers: RawHeaders): SettledBody {
  if (rest.length === length) return wholly(rest);
  if (rest.length === 0)
    return absent(`Content-Length says ${length}, and the capture holds no body`);
  const isLonger = rest.length > length;
  const other = isLonger ? withLf(rest) : withCrlf(rest);
  const cut = rest.subarray(0, length);
  // Used only if the length agrees exactly, so that a client's own mistake is not repaired here.
  if (other.length === length && !hasDigestOf(headers, cut)) {
    const [from, to] = isLonger ? ['LF', 'CRLF'] : ['CRLF', 'LF'];
    return wholly(
      other,
      `With ${from} between its lines the body has the ${length} bytes of Content-Length; the capture has ${to}, as some editors and git make of it, and was put back.`,
    );
  }
  if (isLonger) return wholly(cut, surplusNote(rest.subarray(length), length));
  const short = `Content-Length says ${length}, but the body has ${rest.length} bytes here`;
  if (hasDigestOf(headers, rest)) return wholly(rest, `${short}; the Digest is theirs.`);
  return {
    body: rest,
    bodyKnown: 'partly',
    notes: [
      `${short}: the capture was cut or changed, so the Digest was not judged; give the body with --body FILE.`,
    ],
  };
}

function surplusNote(surplus: Buffer, length: number): string {
  const isNewline = /^[\r\n]+$/.test(surplus.toString('latin1'));
  return isNewline
    ? `The body is the ${length} bytes of Content-Length; the line end after it is an editor's and was left out.`
    : `The body is the ${length} bytes of Content-Length; what follows it (${bytesOf(surplus)}) was left out.`;
}

function byDigest(rest: Buffer, headers: RawHeaders): SettledBody {
  const text = rest.toString('latin1');
  const shorter = rest.subarray(0, text.replace(/\r?\n$/, '').length);
  if (/^[\r\n]*$/.test(text) && hasDigestOf(headers, Buffer.alloc(0)))
    return wholly(Buffer.alloc(0));
  return shorter.length < rest.length && hasDigestOf(headers, shorter)
    ? wholly(
        shorter,
        "The Digest is that of the body without the line end after its last line, so that was taken for an editor's and left out.",
      )
    : wholly(rest);
}

/** Whether SIG-12 would pass with this body. No Digest passes only without a body. */
function hasDigestOf(headers: RawHeaders, body: Buffer): boolean {
  return !(attempt(ApiError, () => checkDigest(headers, body)) instanceof ApiError);
}

const withLf = (body: Buffer): Buffer =>
  Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

const withCrlf = (body: Buffer): Buffer =>
  Buffer.from(body.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');

const bytesOf = ({ length }: Buffer): string => `${length} ${length === 1 ? 'byte' : 'bytes'}`;
