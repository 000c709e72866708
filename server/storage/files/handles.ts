// Keeps a thousand busy banks from opening a thousand files: few write at a time, and a journal that
// has nothing left to write gives its file up when many are open.

/** Journals that write at a time; the disk does not take more at once anyway. */
const WRITERS = 32;
/** Files that idle journals may keep open between them. */
const MOST_IDLE = 64;

export class Handles {
  #open = 0;
  #writers = 0;
  readonly #waiting: (() => void)[] = [];

  count(change: 1 | -1): void {
    this.#open += change;
  }

  get areMany(): boolean {
    return this.#open > MOST_IDLE;
  }

  /** Runs `write` when it is among the few. */
  async use(write: () => Promise<void>): Promise<void> {
    if (this.#writers >= WRITERS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#writers++;
    try {
      await write();
    } finally {
      const next = this.#waiting.shift();
      // The next one takes this one's place.
      if (next === undefined) this.#writers--;
      else next();
    }
  }
}
