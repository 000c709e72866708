// Long work in slices: what others wait for goes on between two of them.
import { setImmediate as afterOthers } from 'node:timers/promises';

/** So many rows are some milliseconds of work. */
const SLICE = 500;

/** All entries, some hundred at a time. */
export async function* slicesOf<T>(entries: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < entries.length; at += SLICE) {
    if (at > 0) await afterOthers();
    yield entries.slice(at, at + SLICE);
  }
}
