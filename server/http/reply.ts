// The one place where a Reply becomes bytes (HDR-07).

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Reply } from '../protocol/reply.ts';

const compress = promisify(gzip);

/** What is sent: a Reply and, where answers are signed (SIG-14), what seals its bytes. */
export interface Outgoing extends Reply {
  /** From the body before content encoding, empty where there is none, to headers. */
  readonly seal?: (body: Buffer) => Readonly<Record<string, string>>;
  /** Called before the last byte leaves, with the body before content encoding and all headers of ours. */
  readonly sent?: (body: Buffer, headers: Readonly<Record<string, string>>) => void;
}

export async function sendReply(
  request: Request,
  response: Response,
  reply: Outgoing,
): Promise<void> {
  const plain = Buffer.from(textOf(reply), 'utf8');
  const isEmpty = reply.body === undefined && reply.text === undefined;
  const gzipped = plain.length > 0 && request.acceptsEncodings('gzip') === 'gzip';
  const bytes = gzipped ? await compress(plain) : plain;
  const headers: Record<string, string> = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...reply.headers,
    ...reply.seal?.(plain),
  };
  if (!isEmpty) {
    headers['Content-Type'] = reply.text?.type ?? 'application/json;charset=utf-8';
    headers['Vary'] = 'Accept-Encoding';
    if (gzipped) headers['Content-Encoding'] = 'gzip';
    headers['Content-Length'] = String(bytes.length);
  }
  response.status(reply.status);
  for (const name in headers) response.setHeader(name, headers[name] as string);
  reply.sent?.(plain, headers);
  response.end(isEmpty ? undefined : bytes);
}

/** Amounts are rewritten as text: as numbers of this language, amounts of 18 digits would lose some (ACC-09). */
function textOf({ body, amounts, text: plain }: Reply): string {
  if (plain !== undefined) return plain.content;
  if (body === undefined) return '';
  const text = JSON.stringify(body);
  if (amounts !== 'numbers') return text;
  // A quotation mark inside a value is escaped, so this matches members only.
  return text.replaceAll(/"amount":"(-?(?:0|[1-9]\d*)(?:\.\d+)?)"/g, '"amount":$1');
}
