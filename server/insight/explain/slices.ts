// Explaining costs more than refusing, and anyone can cause a refusal. So it is done in slices, in turns, and
// takes a share of the processor's time: of the process, and of each bank (SIG-15).
import { setTimeout as pause } from 'node:timers/promises';
import type { Soon } from '../../kernel/soon.ts';

/** Work that pauses now and then, or for what it waits for, and receives `true` when its time is up. */
export type Slices<T> = Generator<Soon<void>, T, boolean>;

/** Does work that waits for nothing without a pause, however long it takes. */
export function atOnce<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next(false);
    if (step.done === true) return step.value;
  }
}

/** Milliseconds of processor time of one slice; it may end a little later. Other requests wait for its end. */
const SLICE = 0.5;
/** Milliseconds of processor time for one explanation; the slowest usual one takes a tenth of that. */
export const MOST_TIME = 250;
/** Explanations of one bank that wait for their turn, and of all banks: a few seconds of work. */
export const MOST_OF_BANK = 300;
export const MOST_WAITING = 1000;

export type Turns = ReturnType<typeof createTurns>;

/** Does what it is given one after another, with a rest behind each. */
function inOrder(rest: () => unknown) {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => T | Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.then(rest, rest);
    return done;
  };
}

/** @param ticks milliseconds of processor time, with fractions */
export function createTurns(ticks: () => number) {
  const banks = new Map<string, { waiting: number; next: ReturnType<typeof inOrder> }>();
  let waiting = 0;
  // Between two slices others get more time than one slice takes.
  const inTurn = inOrder(() => pause(1));

  async function sliced<T>(work: Slices<T>): Promise<T> {
    let spent = 0;
    const slice = () => {
      const started = ticks();
      let step = work.next(spent >= MOST_TIME);
      const goesOn = () => step.done !== true && step.value === undefined;
      while (goesOn() && ticks() - started < SLICE) step = work.next(false);
      spent += ticks() - started;
      return step;
    };
    for (;;) {
      const step = await inTurn(slice);
      if (step.done === true) return step.value;
      await step.value;
    }
  }

  return {
    /** What comes of the work; `undefined` if too much is waiting: then nothing is done. */
    async take<T>(bank: string, work: Slices<T>): Promise<T | undefined> {
      const own = banks.get(bank) ?? { waiting: 0, next: inOrder(() => undefined) };
      if (own.waiting >= MOST_OF_BANK || waiting >= MOST_WAITING) return undefined;
      banks.set(bank, own);
      own.waiting += 1;
      waiting += 1;
      try {
        return await own.next(() => sliced(work));
      } finally {
        own.waiting -= 1;
        waiting -= 1;
        if (own.waiting === 0) banks.delete(bank);
      }
    },
  };
}
