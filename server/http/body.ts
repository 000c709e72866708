// Reads a request's body, as bytes, up to a limit.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Soon } from '../kernel/soon.ts';
import { ApiError } from '../protocol/errors.ts';
import type { RawHeaders } from '../protocol/headers.ts';

/** HDR-06: 1 MiB. */
const MAX_BODY = 1024 * 1024;

/** Reads this much of a body that is too large, so that its sender receives the answer. */
const MAX_DRAINED = 256 * MAX_BODY;

const NO_BODY = Buffer.alloc(0);

/** With what Express adds to a request, and what parsers before a mounted bank leave behind. */
export interface ArrivedRequest extends IncomingMessage {
  /** The path that the bank is mounted at. */
  readonly baseUrl?: string;
  readonly originalUrl?: string;
  readonly rawBody?: unknown;
  readonly body?: unknown;
  /** Its sender waits for 100 Continue. */
  readonly asksToSend?: true;
}

interface Exchange {
  readonly request: ArrivedRequest;
  readonly response: ServerResponse;
  readonly headers: RawHeaders;
}

/**
 * The raw body. ApiError 413 BAD_REQUEST beyond `limit` bytes; ApiError 400 if the client disconnects
 * before the end.
 */
export function readBody({ request, response, headers }: Exchange, limit = MAX_BODY): Soon<Buffer> {
  // RFC 9112, 6.3: a request that announces no body has none. Opening its stream would cost more than the rest.
  if (!headers.has('content-length') && !headers.has('transfer-encoding')) return NO_BODY;
  if (request.readableEnded || request.readableDidRead) return bytesLeftBy(request, limit);
  return new Promise((resolve, reject) => {
    // NaN of a body in chunks, which is above no limit until it is read.
    const declared = Number(headers.get('content-length'));
    const waits = request.asksToSend === true;
    // The sender of a body that is too large gets no 100 Continue, and so does not send it.
    if (declared > (waits ? limit : MAX_DRAINED)) throw tooLarge(limit);
    if (waits) response.writeContinue();
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_DRAINED) request.destroy();
      else if (size <= limit) chunks.push(chunk);
    });
    request.on('end', () => {
      if (size > limit) return reject(tooLarge(limit));
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    });
    request.on('error', (error) => {
      // The client receives no answer, and this is not the bank's error, so it is not logged as one.
      reject(request.complete ? error : brokenOff());
    });
    request.on('close', () => {
      if (!request.complete) reject(size > limit ? tooLarge(limit) : brokenOff());
    });
  });
}

const READ_BEFORE =
  'A parser of the server that this bank is mounted in has read the body, so its bytes are gone. ' +
  'Mount the bank before the parser (app.use(sandbank.app), then app.use(express.json())), ' +
  'or keep the bytes: express.json({ verify: (request, _, bytes) => { request.rawBody = bytes; } }).';

/** The bytes that a parser before this handler has stored. Signatures are checked over bytes, not over parsed values. */
async function bytesLeftBy({ rawBody, body }: ArrivedRequest, limit: number): Promise<Buffer> {
  const kept = [rawBody, body].find((one) => Buffer.isBuffer(one));
  if (kept === undefined) throw new ApiError('HDR-06', 'BAD_REQUEST', READ_BEFORE);
  if (kept.length > limit) throw tooLarge(limit);
  return kept;
}

/** More than any form of the bank's own has: the accounts of a person, and what is beside them. */
const MOST_FIELDS = 1000;

const BETWEEN_FIELDS = 0x26;

/** The fields of a form. ApiError 413 for more than any page sends: they are counted before one of them is read. */
export function readForm(body: Buffer): URLSearchParams {
  let fields = 1;
  for (let at = body.indexOf(BETWEEN_FIELDS); at >= 0; at = body.indexOf(BETWEEN_FIELDS, at + 1)) {
    fields++;
    if (fields > MOST_FIELDS) {
      const text = `The form has more than ${MOST_FIELDS} fields; send at most so many.`;
      throw new ApiError('HDR-06', 'BAD_REQUEST', text, { status: 413 });
    }
  }
  return new URLSearchParams(body.toString('utf8'));
}

const brokenOff = (): ApiError =>
  new ApiError('HDR-06', 'BAD_REQUEST', 'The request ended before its body was complete.');

function tooLarge(limit: number): ApiError {
  const text = `The body is larger than ${limit} bytes.`;
  return new ApiError('HDR-06', 'BAD_REQUEST', text, {
    status: 413,
    headers: { Connection: 'close' },
  });
}
