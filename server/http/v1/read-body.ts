// Reads a request's body, as bytes, up to a limit.
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../protocol/errors.ts';

/** HDR-06: 1 MiB. */
const MAX_BODY = 1024 * 1024;

/** Reads this much of a body that is too large, so that its sender receives the answer. */
const MAX_DRAINED = 32 * MAX_BODY;

const NO_BODY: Promise<Buffer> = Promise.resolve(Buffer.alloc(0));

/**
 * The raw body. ApiError 413 BAD_REQUEST beyond `limit` bytes; ApiError 400 if the client disconnects
 * before the end.
 */
export function readBody(request: IncomingMessage, limit = MAX_BODY): Promise<Buffer> {
  const { headers } = request;
  // RFC 9112, 6.3: a request that announces no body has none. Opening its stream would cost more than the rest.
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    return NO_BODY;
  }
  return new Promise((resolve, reject) => {
    if (!mayContinue(request, limit) || declaredLength(request) > MAX_DRAINED)
      throw tooLarge(limit);
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

/** False if a sender asks for permission (100-continue) to send a body that is too large. */
export function mayContinue(request: IncomingMessage, limit = MAX_BODY): boolean {
  return request.headers.expect === undefined || declaredLength(request) <= limit;
}

function declaredLength(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
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
