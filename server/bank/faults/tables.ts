// The faults of a bank (FAULT-01): rows like any other, so they last, and initialize and reset remove them.
import {
  count,
  defineTable,
  instant,
  json,
  numberOrder,
  optional,
  type RowOf,
} from '../../storage/table.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { setting } from '../banks/tables.ts';

export const faults = defineTable({
  name: 'faults',
  members: {
    /** `f1`, `f2` …; no id is used twice before the bank is reset. */
    id: 'text',
    number: count,
    /** As it was set. */
    fault: json('control/fault.json'),
    /** Instant (ms, bank time) from which it matches nothing. */
    expiresAt: optional(instant),
    /** Requests that it has matched, and those on which it has fired. */
    matched: count,
    fired: count,
  },
  indexes: {
    /** In the order in which they were set. */
    all: { key: () => 'all', order: (row) => numberOrder(row.number) },
  },
});

/** In the order in which they were set. */
export const allFaults = ({ tx }: Pick<BankTx, 'tx'>) => tx.listBy(faults, 'all', 'all');

export type FaultRow = RowOf<typeof faults>;

/** The number of the newest fault; 0 if the bank has had none. */
export const { read: readLastFault, write: writeLastFault } = setting('lastFault', { number: 0 });
