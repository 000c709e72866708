// What processes that share a bank have seen of it: rows of the bank's log, which belongs to the bank and which no
// restart of it touches.
import type { ScaEnded } from '../../bank/sca/endings.ts';
import { count, defineTable, instant, numberOrder, typed } from '../../storage/table.ts';
import type { CoverageJson } from '../coverage/bank-coverage.ts';

export const seenRequests = defineTable({
  name: 'seenRequests',
  members: {
    /** `x` and the number. */
    id: 'text',
    number: count,
    requestId: 'text?',
    /** Bytes, as far as the limits go. */
    size: count,
    /** JSON, which is only read when somebody looks. */
    request: 'text',
  },
  indexes: {
    all: { key: () => 'all', order: (row) => numberOrder(row.number) },
    byRequestId: { key: (row) => row.requestId, order: (row) => numberOrder(row.number) },
  },
});

/** Ends of SCA flows that coverage has not counted yet. */
export const seenEndings = defineTable({
  name: 'seenEndings',
  members: {
    id: 'text',
    /** Number of the last request before. */
    after: count,
    ended: typed<ScaEnded>(),
  },
  indexes: { all: { key: () => 'all', order: (row) => numberOrder(row.after) } },
});

/** One row: how many requests there were, which are still there, and what coverage has counted. */
export const seenSoFar = defineTable({
  name: 'seenSoFar',
  members: {
    id: 'text',
    /** Number of the last request, and of the oldest that is still there. */
    last: count,
    oldest: count,
    /** Of those that are there. */
    bytes: count,
    /** Wall clock in ms of the last request. */
    at: instant,
  },
  indexes: {},
});

export const countedSoFar = defineTable({
  name: 'countedSoFar',
  members: {
    id: 'text',
    /** Wall clock in ms. */
    since: instant,
    /** Number of the last request that is counted. */
    upTo: count,
    counted: typed<CoverageJson>(),
  },
  indexes: {},
});
