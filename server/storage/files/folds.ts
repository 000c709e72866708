// When journals are folded into the JSON files: one bank at a time in the background, once a journal has outgrown its
// file, so that writing the file costs no more than the writes that caused it; or where that frees a starting set, or what
// a restart has made needless: banks that are reset or restored over and over stay small.
import type { Log } from '../../kernel/log.ts';
import { Queue } from '../engine/queue.ts';
import type { FileBank } from './file-bank.ts';

/** Folds that closing runs side by side. */
const ABREAST = 4;

/** Bytes that a restart has made needless, from which on it is worth a fold: what is left is little to write. */
const MOST_PAST = 64 * 1024;

/** @param floor bytes of journal that are never worth a fold */
export function createFolds(log: Log, floor: number) {
  const queue = new Queue();
  /** Banks that are in the queue, and how large a journal must be after a fold that failed. */
  const waiting = new Set<FileBank>();
  const retryAt = new WeakMap<FileBank, number>();
  let isClosing = false;
  /** Since the store was opened. */
  const counts = { folds: 0, failedFolds: 0 };

  const isWorth = (bank: FileBank): boolean => {
    const { journal, past, snapshot } = bank.sizes;
    if (journal <= (retryAt.get(bank) ?? 0)) return false;
    return journal > Math.max(floor, snapshot) || past > MOST_PAST || bank.keepsOldSets;
  };

  async function fold(bank: FileBank): Promise<void> {
    try {
      await bank.fold(() => isClosing);
      counts.folds++;
      retryAt.delete(bank);
    } catch (error) {
      counts.failedFolds++;
      // Nothing is lost: what the fold would have moved is still in the journal.
      retryAt.set(bank, bank.sizes.journal + floor);
      log.warn({ bank: bank.name, err: error }, 'could not fold the journal; trying later');
    }
  }

  return {
    counts,
    /** Folds the bank when its journal is worth it. */
    consider(bank: FileBank): void {
      if (isClosing || waiting.has(bank) || !isWorth(bank)) return;
      waiting.add(bank);
      void queue.run(async () => {
        waiting.delete(bank);
        // A fold that was still under way when this one was asked for may have done it.
        if (!isClosing && isWorth(bank)) await fold(bank);
      });
    },
    /** Ends background folding and folds what is left; begins none after `budget` milliseconds. */
    async finish(banks: readonly FileBank[], budget: number): Promise<void> {
      isClosing = true;
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
      }, budget);
      const left = banks.filter((bank) => bank.sizes.journal > 0);
      const foldNext = async (): Promise<void> => {
        while (!isOver) {
          const bank = left.pop();
          if (bank === undefined) return;
          await fold(bank);
        }
      };
      await Promise.all([
        queue.run(async () => undefined),
        ...Array.from({ length: ABREAST }, foldNext),
      ]);
      clearTimeout(timer);
      if (left.length > 0) {
        log.info({ banks: left.length }, 'left journals to be replayed at opening');
      }
    },
  };
}
