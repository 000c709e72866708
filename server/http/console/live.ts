// `{b}/console/live`: the numbers of requests as they arrive, as server-sent events. The page of the log reads it.
import type { RequestLog } from '../../insight/inspector/request-log.ts';
import type { Outlet } from '../../protocol/reply.ts';
import type { AddressRow } from '../row.ts';

/** A comment this often shows a proxy that the connection is alive. */
const PULSE = 15_000;

type Log = Pick<RequestLog, 'next'>;

export const liveRow = (log: Log): AddressRow => ({
  method: 'GET',
  path: '/console/live',
  access: 'control',
  handle: ({ bank }) => ({
    status: 200,
    stream: { type: 'text/event-stream', write: (out) => writeNumbers(bank, out, log) },
  }),
});

/** Ends when the browser leaves, or when the bank closes. */
async function writeNumbers(bank: string, { send, gone }: Outlet, log: Log): Promise<void> {
  send('retry: 1000\n\n');
  const wait = { bank, matches: () => true, timeout: PULSE, gone };
  let after: number | undefined;
  while (!gone.aborted) {
    const started = performance.now();
    const next = await log.next(wait, after);
    after = next?.number ?? after;
    if (!gone.aborted) send(next === undefined ? ':\n\n' : `data: ${next.number}\n\n`);
    // The bank closes: waits end at once.
    if (next === undefined && performance.now() - started < PULSE / 2) return;
  }
}
