// Timers that come when a simulation says so, for the modules that are loaded with them.

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** What comes so late is no part of a history. */
const HOUR = 3_600_000;

export class SimulatedTime {
  now = 0;
  #timers: Timer[] = [];

  /** Goes to when the next timer comes. @returns whether there is one */
  advance(): boolean {
    const [next] = this.#timers.splice(0, 1);
    if (next === undefined) return false;
    this.now = Math.max(this.now, next.at);
    next.run();
    return true;
  }

  /** Forgets the timers of the history before. */
  restart(): void {
    this.now = 0;
    this.#timers = [];
  }

  #after(millis: number, run: () => void): Timer {
    const timer = { at: this.now + millis, run };
    if (millis >= HOUR) return timer;
    const place = this.#timers.findIndex(({ at }) => at > timer.at);
    this.#timers.splice(place < 0 ? this.#timers.length : place, 0, timer);
    return timer;
  }

  /** What is loaded meanwhile has these timers, and no others, for good. */
  async whileLoading<T>(load: () => Promise<T>): Promise<T> {
    const set = (run: (...given: unknown[]) => void, millis = 0, ...given: unknown[]) => {
      const timer = this.#after(millis, () => run(...given));
      return Object.assign(timer, { ref: () => timer, unref: () => timer });
    };
    const clear = (timer?: Timer) => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
    const own = {
      setTimeout: set,
      clearTimeout: clear,
      setInterval: set,
      clearInterval: clear,
      AbortSignal: {
        timeout: (millis: number) => {
          const controller = new AbortController();
          this.#after(millis, () => controller.abort());
          return controller.signal;
        },
      },
    };
    Object.assign(globalThis, own);
    const promised = process.getBuiltinModule('node:timers/promises');
    const { setTimeout: real } = promised;
    const pause = (millis: number) => new Promise<void>((done) => void this.#after(millis, done));
    Object.assign(promised, { setTimeout: pause });
    try {
      return await load();
    } finally {
      Object.assign(promised, { setTimeout: real });
    }
  }
}
