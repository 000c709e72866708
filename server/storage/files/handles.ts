// Keeps a thousand busy banks from opening a thousand files: few write at a time, and a journal that
// has nothing left to write gives its file up when many are open.
import { atMost } from '../../kernel/at-most.ts';

/** Journals that write at a time; the disk does not take more at once anyway. */
const WRITERS = 32;
/** Banks that are read at a time. */
const READERS = 16;
/** Files that idle journals may keep open between them. */
const MOST_IDLE = 64;

export class Handles {
  #open = 0;
  /** Runs a write when it is among the few. */
  readonly use = atMost(WRITERS);
  /** Reads the rows of a bank when it is among the few. */
  readonly read = atMost(READERS);

  count(change: 1 | -1): void {
    this.#open += change;
  }

  get areMany(): boolean {
    return this.#open > MOST_IDLE;
  }
}
