// The one place where a Reply becomes bytes (HDR-07).

import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import accepts from 'accepts';
import type { FiredFault } from '../bank/faults/fault.ts';
import type { Soon } from '../kernel/waiting.ts';
import type { Reply } from '../protocol/reply.ts';
import { isDamaging, sendDamaged } from './faulty-answer.ts';

const compress = promisify(gzip);

/** What is sent: a Reply and, where answers are signed (SIG-14), what seals its bytes. */
export interface Outgoing extends Reply {
  /** From the body before content encoding, empty where there is none, to headers. */
  readonly seal?: (body: Buffer) => Readonly<Record<string, string>>;
  /** Called before anything leaves, with the body before content encoding and all headers; may add headers. */
  readonly sent?: (body: Buffer, headers: Record<string, string>) => Soon<void>;
  /** Fires on the request; the answer names it, and may be damaged by it (FAULT-01). */
  readonly fault?: FiredFault;
}

export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Outgoing,
): Promise<void> {
  const text = textOf(reply);
  const plain = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  const isEmpty = reply.body === undefined && reply.text === undefined;
  const damage = reply.fault && !isEmpty && isDamaging(reply.fault) ? reply.fault : undefined;
  const gzipped = plain.length > 0 && damage === undefined && acceptsGzip(request);
  // Text goes out together with the headers, in one write.
  const bytes = gzipped ? await compress(plain) : text;
  const headers: Record<string, string> = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...reply.headers,
    ...reply.seal?.(plain),
    ...(reply.fault && { 'Sandbank-Fault': reply.fault.id }),
  };
  if (!isEmpty) {
    headers['Content-Type'] = reply.text?.type ?? 'application/json;charset=utf-8';
    headers['Vary'] = 'Accept-Encoding';
    if (gzipped) headers['Content-Encoding'] = 'gzip';
    headers['Content-Length'] = String(gzipped ? bytes.length : plain.length);
  }
  const noted = reply.sent?.(plain, headers);
  if (noted !== undefined) await noted;
  await turnEnded();
  response.writeHead(reply.status, headers);
  if (damage !== undefined) return sendDamaged(response, plain, damage);
  response.end(isEmpty ? undefined : bytes);
}

/**
 * When all requests that arrived together have been dealt with. Their answers leave together: to wake a waiting
 * client once for each takes as long as verifying a signature.
 */
const turnEnded = promisify(setImmediate);

const acceptsGzip = (request: IncomingMessage): boolean =>
  request.headers['accept-encoding'] !== undefined && accepts(request).encodings('gzip') === 'gzip';

/** Amounts are rewritten as text: as numbers of this language, amounts of 18 digits would lose some (ACC-09). */
function textOf({ body, amounts, text: plain }: Reply): string | Buffer {
  if (plain !== undefined) return plain.content;
  if (body === undefined) return '';
  const text = JSON.stringify(body);
  if (amounts !== 'numbers') return text;
  // A quotation mark inside a value is escaped, so this matches members only.
  return text.replaceAll(/"amount":"(-?(?:0|[1-9]\d*)(?:\.\d+)?)"/g, '"amount":$1');
}
