// When the rows of a bank were last saved as a snapshot, and where its ids come from (CTRL-04, CTRL-13). It is a
// setting, so every snapshot has it, and every bank that is restored from one; initialize takes it away.
import { createIds, derivedBytes, type Ids } from '../../kernel/ids.ts';
import { after, type Soon } from '../../kernel/soon.ts';
import type { Tx } from '../../storage/store.ts';
import { setting } from './tables.ts';

interface Saved {
  /** Bank time in ms. */
  readonly at?: number;
  readonly idScope?: string;
  /** How many ids a repeatable bank has drawn; absent: the bank draws them by chance. */
  readonly drawn?: number;
}

export const SAVED = 'saved';

export const { read: readSaved, write: writeSaved } = setting<Saved>(SAVED, {});

/** What the ids of people and accounts derive from, and the source of all others. */
interface IdOrigin {
  readonly idScope: string;
  readonly ids: Ids;
}

/** @param byChance the ids of banks that are not repeatable */
export const idOriginOf = (tx: Tx, bank: string, byChance: Ids): Soon<IdOrigin> =>
  after(readSaved(tx), (saved) => {
    const { idScope = bank, drawn } = saved;
    return { idScope, ids: drawn === undefined ? byChance : repeatableIds(tx, saved, idScope) };
  });

function repeatableIds(tx: Tx, saved: Saved, idScope: string): Ids {
  let count = saved.drawn ?? 0;
  const nextBytes = (size: number): Uint8Array => {
    count += 1;
    writeSaved(tx, { ...saved, drawn: count });
    return derivedBytes('repeatable', idScope, String(count)).subarray(0, size);
  };
  return createIds(nextBytes);
}
