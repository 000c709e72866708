// What arrived at the redirect catcher (CTRL-06).
import { count, defineTable, instant, numberOrder, type RowOf } from '../../storage/table.ts';
import { setting } from '../banks/tables.ts';

export const redirects = defineTable({
  name: 'redirects',
  members: {
    /** `r` and the number. */
    id: 'text',
    /** 1, 2, 3 … since the bank began. */
    number: count,
    /** Instant in ms of bank time. */
    at: instant,
    /** Absolute, as the browser sent it. */
    url: 'text',
    /** Id of the SCA flow that ended with this redirect. */
    scaFlow: 'text?',
  },
  indexes: {
    all: { key: () => 'all', order: (row) => numberOrder(row.number) },
  },
});
export type RedirectRow = RowOf<typeof redirects>;

/** Survives the deletion of the rows, so that no number is used twice. */
export const redirectCount = setting('redirects', { last: 0 });
