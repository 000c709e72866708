// Reads a request's body, as bytes, up to a limit.
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../protocol/errors.ts';

/** HDR-06: 1 MiB. */
export const MAX_BODY = 1024 * 1024;

/** Reads this much of a body that is too large, so that its sender receives the answer. */
const MAX_DRAINED = 32 * MAX_BODY;

/**
 * The raw body. ApiError 413 BAD_REQUEST beyond `limit` bytes; ApiError 400 if the client disconnects
 * before the end.
 */
export async function readBody(request: IncomingMessage, limit = MAX_BODY): Promise<Buffer> {
  if (!mayContinue(request) || declaredLength(request) > MAX_DRAINED) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_DRAINED) break;
      if (size <= limit) chunks.push(chunk);
    }
  } catch (error) {
    // The client receives no answer, and this is not the bank's error, so it is not logged as one.
    if (request.complete) throw error;
    throw new ApiError('HDR-06', 'BAD_REQUEST', 'The request ended before its body was complete.');
  }
  if (size > limit) throw tooLarge(limit);
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size);
}

/** False if a sender asks for permission (100-continue) to send a body that is too large. */
export function mayContinue(request: IncomingMessage): boolean {
  return request.headers.expect === undefined || declaredLength(request) <= MAX_BODY;
}

function declaredLength(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

function tooLarge(limit: number): ApiError {
  const text = `The body is larger than ${limit} bytes.`;
  return new ApiError('HDR-06', 'BAD_REQUEST', text, {
    status: 413,
    headers: { Connection: 'close' },
  });
}
