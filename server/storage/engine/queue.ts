// One thing after another: jobs run in the order they came, each after the one before has ended.
import { setImmediate as afterOthers } from 'node:timers/promises';
import { lastly, type Soon } from '../../kernel/soon.ts';

/** After so many jobs in a row, sockets and disk get their turn. */
const TURN = 32;

export class Queue {
  readonly #jobs: (() => Promise<void>)[] = [];
  #running = false;

  get isIdle(): boolean {
    return !this.#running;
  }

  /** Jobs that wait or run. */
  get length(): number {
    return this.#jobs.length + (this.#running ? 1 : 0);
  }

  /** Ends as the job does, at once if nothing is before it. `first` puts it before everything that still waits. */
  run<T>(job: () => Promise<T>, first?: boolean): Promise<T>;
  run<T>(job: () => Soon<T>, first?: boolean): Soon<T>;
  run<T>(job: () => Soon<T>, first = false): Soon<T> {
    if (!this.#running) {
      this.#running = true;
      return lastly(job, () => void this.#work());
    }
    return new Promise<T>((resolve, reject) => {
      const waiting = async () => job();
      const settled = () => waiting().then(resolve, reject);
      if (first) this.#jobs.unshift(settled);
      else this.#jobs.push(settled);
    });
  }

  async #work(): Promise<void> {
    for (let done = 1; this.#jobs.length > 0; done++) {
      await this.#jobs.shift()?.();
      if (done % TURN === 0) await afterOthers();
    }
    this.#running = false;
  }
}
