// What a fault does to an answer (FAULT-01): it comes late, not at all, damaged or slowly.
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FiredFault } from '../bank/faults/fault.ts';
import type { Reply } from '../protocol/reply.ts';

/** Waits, or cuts the connection, as the fault wants. @returns whether a client still waits for the answer */
export async function mayAnswer(response: ServerResponse, fault?: FiredFault): Promise<boolean> {
  if (fault?.delay !== undefined) await wait(fault.delay, response);
  if (fault?.effect.reset) reset(response);
  if (fault?.effect.loseReply) response.destroy();
  return !response.destroyed;
}

/** Whether the fault changes how the bytes of a body are sent. */
export const isDamaging = ({ effect }: FiredFault): boolean =>
  effect.truncate !== undefined || effect.malformed === true || effect.slowBodyMs !== undefined;

/** What the client gets in place of this reply: a proxy's page, or JSON with members that no document names. */
export function changedReply<R extends Reply>(reply: R, { effect }: FiredFault): R {
  const { body, json: _, ...rest } = reply;
  if (effect.html) return { ...rest, html: PROXY_PAGE } as R;
  if (!effect.extraMembers || body === undefined) return reply;
  return { ...rest, body: withExtraMembers(body) } as R;
}

const PROXY_PAGE =
  '<html><head><title>Bad Gateway</title></head><body><h1>The upstream server is not available</h1></body></html>';

/** `_links` stays: its members are the names of links. */
function withExtraMembers<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withExtraMembers) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) =>
    name === '_links' ? [name, member] : [name, withExtraMembers(member)],
  );
  return { ...Object.fromEntries(members), addedLater: { code: 'NEW1', amount: null } } as T;
}

/** Sends the body after its headers, which say nothing of the damage. */
export async function sendDamaged(
  response: ServerResponse,
  body: Buffer,
  { effect: { truncate, malformed, slowBodyMs } }: FiredFault,
): Promise<void> {
  if (slowBodyMs !== undefined) return sendSlowly(response, body, slowBodyMs);
  if (malformed) {
    // As long as it was, and without the end of any JSON document or page.
    response.end(Buffer.from(body).fill('?', body.length >> 1));
  } else if (truncate !== undefined && truncate < body.length) {
    response.flushHeaders();
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
