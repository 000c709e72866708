// `{b}/console/live`: the numbers of requests as they arrive, as server-sent events. The page of the log reads it.
import type { Request, Response } from 'express';
import type { RequestLog } from '../../insight/inspector/request-log.ts';
import { bankOf } from '../addresses.ts';
import { wrongMethod } from '../router.ts';

export const LIVE = '/console/live';

/** A comment this often shows a proxy that the connection is alive. */
const PULSE = 15_000;

/** Ends when the browser leaves, or when the bank closes. */
export async function sendLive(
  request: Request,
  response: Response,
  log: Pick<RequestLog, 'next'>,
): Promise<void> {
  if (request.method !== 'GET') throw wrongMethod(request.method, 'GET');
  const gone = new AbortController();
  let isOpen = true;
  response.once('close', () => {
    isOpen = false;
    gone.abort();
  });
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.write('retry: 1000\n\n');
  const wait = { bank: bankOf(request), matches: () => true, timeout: PULSE, gone: gone.signal };
  let after: number | undefined;
  while (isOpen) {
    const started = performance.now();
    const next = await log.next(wait, after);
    if (!isOpen) return;
    after = next?.number ?? after;
    response.write(next === undefined ? ':\n\n' : `data: ${next.number}\n\n`);
    // The bank closes: waits end at once.
    if (next === undefined && performance.now() - started < PULSE / 2) return void response.end();
  }
}
