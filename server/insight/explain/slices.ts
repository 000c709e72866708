// Explaining costs more than refusing, and anyone can cause a refusal. So it is done in slices, in turns, and
// takes a share of the processor's time: of the process, and of each bank (SIG-15).
import { setTimeout as pause } from 'node:timers/promises';

/** Work that pauses now and then, and is told `true` if its time is up. */
export type Slices<T> = Generator<void, T, boolean>;

/** Does the work without a pause, however long it takes. */
export function atOnce<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next(false);
    if (step.done === true) return step.value;
  }
}

/** Milliseconds of one slice. Other requests wait at most so long for a slice to end. */
const SLICE = 1;
/** Milliseconds of processor time for one explanation; the slowest usual one takes a tenth of that. */
export const MOST_TIME = 250;
/** Explanations of one bank that wait for their turn, and of all banks: a few seconds of work. */
export const MOST_OF_BANK = 300;
export const MOST_WAITING = 1000;

export interface Turns {
  /** What comes of the work; `undefined` if too much is waiting: then nothing is done. */
  take<T>(bank: string, work: Slices<T>): Promise<T | undefined>;
}

interface Job {
  readonly work: Slices<unknown>;
  readonly done: (value: unknown) => void;
  readonly failed: (error: unknown) => void;
  spent: number;
}

/** @param ticks milliseconds of processor time, with fractions */
export function createTurns(ticks: () => number): Turns {
  const banks = new Map<string, Job[]>();
  let waiting = 0;

  /** One slice of the bank's first job. Returns whether the job is done. */
  function slice(job: Job): boolean {
    const started = ticks();
    try {
      for (let now = started; now - started < SLICE; now = ticks()) {
        const step = job.work.next(job.spent + now - started >= MOST_TIME);
        if (step.done !== true) continue;
        job.done(step.value);
        return true;
      }
    } catch (error) {
      job.failed(error);
      return true;
    }
    job.spent += ticks() - started;
    return false;
  }

  /** Banks take turns, and between two slices others get as much time as one slice takes. */
  async function serve(): Promise<void> {
    while (banks.size > 0) {
      for (const [bank, jobs] of banks) {
        const [job] = jobs;
        if (job === undefined || !slice(job)) {
          await pause(SLICE);
          continue;
        }
        jobs.shift();
        waiting -= 1;
        if (jobs.length === 0) banks.delete(bank);
        else await pause(SLICE);
      }
    }
  }

  return {
    take<T>(bank: string, work: Slices<T>) {
      const jobs = banks.get(bank) ?? [];
      if (jobs.length >= MOST_OF_BANK || waiting >= MOST_WAITING) return Promise.resolve(undefined);
      return new Promise<T | undefined>((resolve, failed) => {
        jobs.push({ work, done: (value) => resolve(value as T), failed, spent: 0 });
        waiting += 1;
        const isIdle = banks.size === 0;
        banks.set(bank, jobs);
        if (isIdle) void serve();
      });
    },
  };
}
