// When journals are folded into the JSON files: one bank at a time in the background, once a journal
// has outgrown its file, so that writing the file costs no more than the writes that caused it.
import type { Log } from '../../kernel/log.ts';
import { Queue } from '../engine/queue.ts';
import type { FileBank } from './file-bank.ts';

/** Folds that closing runs side by side. */
const ABREAST = 4;

export class Folds {
  readonly #log: Log;
  readonly #floor: number;
  readonly #queue = new Queue();
  /** Banks that are in the queue, and how large a journal must be after a fold that failed. */
  readonly #waiting = new Set<FileBank>();
  readonly #retryAt = new WeakMap<FileBank, number>();
  #isClosing = false;
  /** Since the store was opened. */
  readonly counts = { folds: 0, failedFolds: 0 };

  constructor(log: Log, floor: number) {
    this.#log = log;
    this.#floor = floor;
  }

  /** Folds the bank when its journal is worth it. */
  consider(bank: FileBank): void {
    if (this.#isClosing || this.#waiting.has(bank) || !this.#isWorth(bank)) return;
    this.#waiting.add(bank);
    void this.#queue.run(async () => {
      this.#waiting.delete(bank);
      // A fold that was still under way when this one was asked for may have done it.
      if (!this.#isClosing && this.#isWorth(bank)) await this.#fold(bank);
    });
  }

  #isWorth(bank: FileBank): boolean {
    const { journal, snapshot } = bank.sizes;
    return journal > Math.max(this.#floor, snapshot, this.#retryAt.get(bank) ?? 0);
  }

  /** Ends background folding and folds what is left; begins none after `budget` milliseconds. */
  async finish(banks: readonly FileBank[], budget: number): Promise<void> {
    this.#isClosing = true;
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
    }, budget);
    const left = banks.filter((bank) => bank.sizes.journal > 0);
    const fold = async (): Promise<void> => {
      while (!isOver) {
        const bank = left.pop();
        if (bank === undefined) return;
        await this.#fold(bank);
      }
    };
    await Promise.all([
      this.#queue.run(async () => undefined),
      ...Array.from({ length: ABREAST }, fold),
    ]);
    clearTimeout(timer);
    if (left.length > 0)
      this.#log.info({ banks: left.length }, 'left journals to be replayed at opening');
  }

  async #fold(bank: FileBank): Promise<void> {
    try {
      await bank.fold();
      this.counts.folds++;
      this.#retryAt.delete(bank);
    } catch (error) {
      this.counts.failedFolds++;
      // Nothing is lost: what the fold would have moved is still in the journal.
      this.#retryAt.set(bank, bank.sizes.journal + this.#floor);
      this.#log.warn({ bank: bank.name, err: error }, 'could not fold the journal; trying later');
    }
  }
}
