// The one place where an answer leaves: a Reply becomes bytes (HDR-07), with what a fault does to them (FAULT-01).

import { readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FiredFault } from '../bank/faults/fault.ts';
import type { Soon } from '../kernel/soon.ts';
import type { RawHeaders } from '../protocol/headers.ts';
import type { Reply } from '../protocol/reply.ts';
import { changedReply } from './changed-reply.ts';
import { goneOf } from './gone.ts';
import { acceptsGzip } from './negotiation.ts';
import { createUnread } from './unread.ts';

/** What is sent: a Reply and, where answers are signed (SIG-14), what seals its bytes. */
export interface Outgoing extends Reply {
  /** From the body before content encoding, empty where there is none, to headers. */
  readonly seal?: ((body: Buffer) => Readonly<Record<string, string>>) | undefined;
  /**
   * Called before anything leaves, with the body before content encoding and all headers; may add headers. Without
   * arguments if the client has closed the connection, and will not get the answer.
   */
  readonly sent?: (body?: string | Buffer, headers?: Record<string, string>) => Soon<void>;
  /** Fires on the request; the answer names it, and may be late, damaged or lost by it (FAULT-01). */
  readonly fault?: FiredFault | undefined;
}

/** The bytes of an answer before content encoding, and their type. */
interface Content {
  readonly type: string;
  readonly content: string | Buffer;
}

/** Sends answers. */
export type Send = ReturnType<typeof createSend>;

/**
 * Answers to requests that arrived together leave together: to wake a waiting client once for each takes as long as
 * verifying a signature.
 */
export function createSend(pack: (plain: string | Buffer) => Promise<Buffer> = promisify(gzip)) {
  const unread = createUnread();
  let turn: Promise<void> | undefined;
  /** Of documents that are sent again and again. */
  const packed = new WeakMap<Buffer, Promise<Buffer>>();
  const compress = (plain: string | Buffer): Promise<Buffer> => {
    if (typeof plain === 'string') return pack(plain);
    const known = packed.get(plain) ?? pack(plain);
    packed.set(plain, known);
    return known;
  };
  /** Resolves when all requests that arrived together have been dealt with. */
  const turnEnded = (): Promise<void> => {
    turn ??= setImmediate().then(() => {
      turn = undefined;
    });
    return turn;
  };
  /** @param asked the headers of the request */
  return (response: ServerResponse, outgoing: Outgoing, asked: RawHeaders): Promise<void> =>
    send({ response, asked, turnEnded, compress, unread }, outgoing);
}

interface Sending {
  readonly response: ServerResponse;
  readonly asked: RawHeaders;
  readonly turnEnded: () => Promise<void>;
  readonly compress: (plain: string | Buffer) => Promise<Buffer>;
  readonly unread: (response: ServerResponse) => void;
}

async function send(sending: Sending, outgoing: Outgoing): Promise<void> {
  const { response, asked, turnEnded, compress, unread } = sending;
  const { fault } = outgoing;
  const hasClient = fault === undefined ? !response.destroyed : await mayAnswer(response, fault);
  if (!hasClient) return void (await outgoing.sent?.());
  const whole = outgoing.file === undefined ? outgoing : await withFile(outgoing, asked);
  const reply = fault === undefined ? whole : changedReply(whole, fault);
  const content = contentOf(reply);
  const plain = content?.content ?? '';
  const damage = fault && content !== undefined && isDamaging(fault) ? fault : undefined;
  const gzipped = plain.length > 0 && damage === undefined && acceptsGzip(asked);
  // Text goes out together with the headers, in one write.
  const bytes = gzipped ? await compress(plain) : content?.content;
  const headers: Record<string, string> = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  if (reply.status === 401) Object.assign(headers, CHALLENGE);
  Object.assign(headers, reply.headers, reply.seal?.(bytesOf(plain)));
  if (fault !== undefined) headers['Sandbank-Fault'] = fault.id;
  if (content !== undefined) {
    headers['Content-Type'] = content.type;
    headers['Vary'] = 'Accept-Encoding';
    if (gzipped) headers['Content-Encoding'] = 'gzip';
    headers['Content-Length'] = String(Buffer.byteLength(bytes ?? ''));
  }
  const recorded = reply.sent?.(plain, headers);
  if (recorded !== undefined) await recorded;
  await turnEnded();
  if (reply.stream !== undefined) headers['Content-Type'] = reply.stream.type;
  response.writeHead(reply.status, headers);
  if (damage !== undefined) return sendDamaged(response, bytesOf(plain), damage);
  if (reply.stream !== undefined && response.req.method !== 'HEAD') {
    await reply.stream.write({ send: bounded(response), gone: goneOf(response) });
  }
  response.end(bytes);
  unread(response);
}

/** Bytes of a stream that wait for a client to read them. */
const MOST_UNREAD = 1024 * 1024;

/** Writes pieces of a stream; a client that reads none of them loses its connection, and does not fill the memory. */
const bounded = (response: ServerResponse) => (text: string) => {
  response.write(text);
  if (response.writableLength > MOST_UNREAD) response.destroy();
};

/** Waits, or cuts the connection, as the fault wants. @returns whether a client still waits for the answer */
async function mayAnswer(response: ServerResponse, fault?: FiredFault): Promise<boolean> {
  if (fault?.delay !== undefined) await wait(fault.delay, response);
  if (fault?.effect.reset) reset(response);
  if (fault?.effect.loseReply) response.destroy();
  return !response.destroyed;
}

/** Whether the fault changes how the bytes of a body are sent. */
const isDamaging = ({ effect }: FiredFault): boolean =>
  effect.truncate !== undefined || effect.malformed === true || effect.slowBodyMs !== undefined;

/** Sends the body after its headers, which say nothing of the damage. */
async function sendDamaged(
  response: ServerResponse,
  body: Buffer,
  { effect: { truncate, malformed, slowBodyMs } }: FiredFault,
): Promise<void> {
  if (slowBodyMs !== undefined) return sendSlowly(response, body, slowBodyMs);
  if (malformed) {
    // As long as it was, and without the end of any JSON document or page.
    response.end(Buffer.from(body).fill('?', body.length >> 1));
  } else if (truncate !== undefined && truncate < body.length) {
    response.write(body.subarray(0, truncate), () => response.destroy());
  } else {
    response.end(body);
  }
}

const PIECES = 10;

async function sendSlowly(response: ServerResponse, body: Buffer, millis: number): Promise<void> {
  response.flushHeaders();
  const length = Math.ceil(body.length / PIECES);
  for (let at = 0; at < body.length; at += length) {
    await wait((millis * length) / body.length, response);
    if (response.destroyed) return;
    response.write(body.subarray(at, at + length));
  }
  response.end();
}

/** Ends early if the connection is closed. */
async function wait(millis: number, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const gone = new AbortController();
  const abort = () => gone.abort();
  response.once('close', abort);
  await pause(millis, undefined, { signal: gone.signal }).catch(() => undefined);
  response.off('close', abort);
}

/** A TCP reset, where the connection is plain TCP. */
function reset(response: ServerResponse): void {
  const { socket } = response;
  if (socket !== null && !('encrypted' in socket)) socket.resetAndDestroy();
  response.destroy();
}

/** To a client whose bytes are no request, so that there is no response to them. */
export function sendOnSocket(socket: Duplex, status: string, body: object): void {
  const json = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: ${JSON_TYPE}\r\nCache-Control: no-store\r\n` +
      `Content-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`,
  );
}

/** RFC 9110, 15.5.2: every 401 has it. Clients of some platforms throw without it, and never see the scaRedirect. */
const CHALLENGE = { 'WWW-Authenticate': 'Signature realm="Sandbank"' };

const JSON_TYPE = 'application/json;charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

/** `undefined` if the answer has no body. */
function contentOf({ body, json, amounts, html, text }: Reply): Content | undefined {
  if (text !== undefined) return text;
  if (html !== undefined) return { type: HTML_TYPE, content: html };
  if (body === undefined) return undefined;
  const content =
    amounts === 'numbers'
      ? withNumbers(json?.text ?? JSON.stringify(body))
      : (json?.bytes ?? JSON.stringify(body));
  return { type: JSON_TYPE, content };
}

/**
 * Amounts are rewritten as text: as numbers of this language, amounts of 18 digits would lose some (ACC-09).
 * A quotation mark inside a value is escaped, so this matches members only.
 */
const withNumbers = (json: string): string =>
  json.replaceAll(/"amount":"(-?(?:0|[1-9]\d*)(?:\.\d+)?)"/g, '"amount":$1');

const bytesOf = (content: string | Buffer): Buffer =>
  typeof content === 'string' ? Buffer.from(content, 'utf8') : content;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.yaml': 'text/yaml; charset=utf-8',
};

/** With the bytes of the file, or 304 if the client has them. */
async function withFile(reply: Outgoing, asked: RawHeaders): Promise<Outgoing> {
  const { file = '' } = reply;
  const { size, mtimeMs } = await stat(file);
  const tag = `"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"`;
  const headers = { 'Cache-Control': 'public, max-age=0', ETag: `W/${tag}`, ...reply.headers };
  if (hasIt(asked, tag)) return { status: 304, headers };
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  return { ...reply, headers, text: { type, content: await readFile(file) } };
}

/** RFC 9110, 13.1.2: tags are compared weakly, and an asterisk stands for any. */
function hasIt(asked: RawHeaders, tag: string): boolean {
  const tags = asked
    .all('if-none-match')
    .flatMap((value) => value.split(',').map((one) => one.trim()));
  return tags.some((one) => ['*', tag, `W/${tag}`].includes(one));
}
