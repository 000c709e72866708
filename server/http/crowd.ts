// More requests than the bank can answer wait in their sockets, each turn of the event loop longer than the one before.
// From some length on it is better to refuse some at once, so that the others are answered soon (ERR-01).
import type { Log } from '../kernel/log.ts';
import { ApiError } from '../protocol/errors.ts';

/** Milliseconds of a turn after which requests are refused … */
const LONGEST = 500;
/** … if there were so many in it: a turn is long too if the machine stood still, or a test sends all at once. */
const MOST = 10_000;
/** Milliseconds between two lines in the log about it. */
const SAY_EVERY = 60_000;

/**
 * To be asked with each request, at the time at which its handling began. Throws ApiError ERR-01 503 where the turn is
 * full. @param afterTurn calls back when what has arrived by now is handled
 */
export function createCrowd(
  log: Log,
  afterTurn: (then: () => void) => void = setImmediate,
): (now: number) => void {
  let count = 0;
  let began = 0;
  let refused = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  const endTurn = () => {
    count = 0;
  };
  return (now) => {
    if (count === 0) {
      began = now;
      afterTurn(endTurn);
    }
    count += 1;
    if (count <= MOST || now - began <= LONGEST) return;
    refused += 1;
    if (now - saidAt >= SAY_EVERY) {
      log.warn({ refused, waiting: count }, 'more requests than can be answered: some are refused');
      saidAt = now;
    }
    const text = 'The bank has more requests than it can answer soon. Send this one again later.';
    const headers = { 'Retry-After': '1' };
    throw new ApiError('ERR-01', 'SYSTEM_ERROR', text, { status: 503, headers });
  };
}
