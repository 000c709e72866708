// One thing after another: jobs run in the order they came, each after the one before has ended.
import { setImmediate as afterOthers } from 'node:timers/promises';

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

  /** Resolves or rejects as the job does. `first` puts it before everything that still waits. */
  run<T>(job: () => Promise<T>, first = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const waiting = () => job().then(resolve, reject);
      if (first) this.#jobs.unshift(waiting);
      else this.#jobs.push(waiting);
      if (!this.#running) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#running = true;
    for (let done = 1; this.#jobs.length > 0; done++) {
      await this.#jobs.shift()?.();
      if (done % TURN === 0) await afterOthers();
    }
    this.#running = false;
  }
}
