// Decides what a captured request was on the wire: its target, its Host, and which bytes are its body.
// Content-Length says where the body ends; without it, the Digest shows whether an editor added line ends.
import { ApiError } from '../../protocol/errors.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import { attempt } from '../../signing/attempt.ts';
import { checkDigest } from '../../signing/digest.ts';
import { type CapturedRequest, type ReadRequest, UnreadableRequest } from './captured-request.ts';

const LONGEST_HEAD = 256 * 1024;

/** @param given the sent body, if somebody has it: it counts, whatever the capture holds */
export function settleRequest(read: ReadRequest, given?: Buffer): CapturedRequest {
  const { form, method, address, rawHeaders, rest, stripsLineBreaks } = read;
  if (address.length + rawHeaders.join('').length > LONGEST_HEAD) {
    throw new UnreadableRequest('expected a request; its target and headers are longer than any');
  }
  const headers = new RawHeaders(rawHeaders);
  // Neither a name before an @ nor a fragment is ever sent.
  const [, host, path = ''] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]*))?([^#]*)/i.exec(address) ?? [];
  const lacksHost = host !== undefined && !headers.has('host');
  const text = (given ?? rest).toString('latin1');
  const sent = given && stripsLineBreaks ? text.replace(/[\r\n]/g, '') : text;
  const { body, note, doubt } = readBody(sent, headers);
  const isProven = body.length > 0 && hasDigestOf(headers, body);
  const open = given || isProven ? undefined : (read.doubt ?? doubt);
  const notes = [
    sent !== text && STRIPPED,
    note,
    given && doubt && `${doubt}.`,
    open && `${open}, so the Digest was not judged; give the body with --body FILE.`,
  ];
  return {
    form,
    method,
    target: path.startsWith('/') ? path : `/${path}`,
    rawHeaders: lacksHost ? ['Host', host, ...rawHeaders] : rawHeaders,
    body,
    bodyKnown: open === undefined ? 'wholly' : 'partly',
    notes: [...read.notes, ...notes.filter((one) => typeof one === 'string')],
  };
}

const STRIPPED =
  "curl's -d removes the line breaks of a file, so they were removed here; --data-binary sends a file as it is.";
const EDITOR = "The line end after the last line was taken for an editor's and left out.";
const OTHER_ENDS =
  'Content-Length fits the body with other line ends than the capture has. Editors and git change them, so they were put back.';

/**
 * Ways to read a text as the body, and what they assume. Without a length only the first two are tried: a
 * client's own mistake must not be repaired here.
 */
const READINGS: readonly (readonly [
  note: string | undefined,
  read: (text: string, length: number) => string,
])[] = [
  [undefined, (text) => text.replace(/^[\r\n]+$/, '')],
  [EDITOR, (text) => text.replace(/(?<![\r\n])[\r\n]+$/, '')],
  [OTHER_ENDS, (text) => text.replace(/\r\n/g, '\n')],
  [OTHER_ENDS, (text) => text.replace(/\r?\n/g, '\r\n')],
  ['What follows the body was left out.', (text, length) => text.slice(0, length)],
];

interface BodyRead {
  readonly body: Buffer;
  /** What was assumed. */
  readonly note?: string | undefined;
  /** Why the body may lack something. */
  readonly doubt?: string;
}

/** The first reading that fits length and Digest, else the first that fits the length. */
function readBody(text: string, headers: RawHeaders): BodyRead {
  const body = Buffer.from(text, 'latin1');
  if (/\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')) {
    if (text === '') return { body, doubt: 'The capture shows no body' };
    const joined = joinedChunks(text);
    const note = 'The body was sent in chunks; it was put together again.';
    if (joined !== undefined) return { body: joined, note };
  }
  const declared = /^\d{1,15}$/.exec(headers.get('content-length') ?? '')?.[0];
  const length = Number(declared);
  const fitting = READINGS.slice(0, declared === undefined ? 2 : READINGS.length)
    .map(([note, read]) => ({ body: Buffer.from(read(text, length), 'latin1'), note }))
    .filter(({ body }) => declared === undefined || body.length === length);
  const doubt = `Content-Length says ${declared}, but the body here has ${text.length}`;
  return fitting.find(({ body }) => hasDigestOf(headers, body)) ?? fitting[0] ?? { body, doubt };
}

/** Whether SIG-12 would pass with this body. No Digest passes only without a body. */
function hasDigestOf(headers: RawHeaders, body: Buffer): boolean {
  return !(attempt(ApiError, () => checkDigest(headers, body)) instanceof ApiError);
}

/** `undefined` unless the whole text is chunks up to the last one. */
function joinedChunks(text: string): Buffer | undefined {
  const size = /(?:^|\r?\n)([0-9A-Fa-f]{1,8})\r?\n/y;
  let body = '';
  for (;;) {
    const length = Number.parseInt(size.exec(text)?.[1] ?? '', 16);
    if (Number.isNaN(length)) return undefined;
    if (length === 0) return Buffer.from(body, 'latin1');
    body += text.slice(size.lastIndex, size.lastIndex + length);
    size.lastIndex += length;
  }
}
