// How many snapshots a bank has (WEB-05), counted in the order in which they were asked for: of many that are saved at
// once, also by several processes, as many are made as there is room for.
import type { Clock } from '../../kernel/clock.ts';
import { HOUSE, partOf } from '../../storage/bank-names.ts';
import type { Store } from '../../storage/store.ts';
import { count, defineTable, instant, numberOrder } from '../../storage/table.ts';

/** Snapshots that are being saved. */
export const snapshotPlaces = defineTable({
  name: 'snapshotPlaces',
  members: {
    /** `acme@golden` */
    id: 'text',
    bank: 'text',
    turn: count,
    /** Wall clock in ms: after that, the process that was saving it has ended. */
    until: instant,
  },
  indexes: { byBank: { key: (row) => row.bank, order: (row) => numberOrder(row.turn) } },
});

/** Milliseconds. To save the largest bank takes seconds. */
const LONGEST = 60_000;

export function snapshotPlacesIn(store: Store, wallClock: Clock) {
  return {
    /** The snapshots of which the saving has begun before, and may go on. */
    take: async (bank: string, name: string): Promise<readonly string[]> =>
      store.transact(HOUSE, async (tx) => {
        const now = wallClock();
        const id = partOf(bank, name);
        const others = await tx.listBy(snapshotPlaces, 'byBank', bank);
        for (const other of others) if (other.until < now) tx.remove(snapshotPlaces, other.id);
        const turn = (others.at(-1)?.turn ?? 0) + 1;
        tx.put(snapshotPlaces, { id, bank, turn, until: now + LONGEST });
        return others.filter(({ until }) => until >= now).map((other) => other.id);
      }),
    leave: async (bank: string, name: string): Promise<void> =>
      store.transact(HOUSE, async (tx) => tx.remove(snapshotPlaces, partOf(bank, name))),
  };
}
