// When a bank must wake by itself, for what falls due next (CLOCK-01).
import { after, type Soon } from '../../kernel/soon.ts';
import type { Tx } from '../../storage/store.ts';
import { readClock } from './bank-clock.ts';
import { nextDueAt } from './due.ts';

/** Says when the bank must wake by itself, and returns it. */
export const planWake = (tx: Tx): Soon<number | undefined> =>
  after(wakesAt(tx), (at) => {
    tx.wakeAt(at ?? null);
    return at;
  });

/** By the wall clock; `undefined` when the bank's clock stands or nothing is due. */
function wakesAt(tx: Tx): Soon<number | undefined> {
  return after(readClock(tx), ({ frozenAt, offset }) =>
    frozenAt === undefined ? after(nextDueAt(tx), (next) => next && next - offset) : undefined,
  );
}
