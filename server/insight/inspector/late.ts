// What is done with an exchange once its answer has left: no request waits for it. Whoever looks at what
// it does settles first, so nobody sees the difference (CTRL-05, CTRL-08).
import type { Log } from '../../kernel/log.ts';
import type { Exchange } from './exchange.ts';
import type { ExchangeId, Recorder } from './inspector.ts';

export interface Late {
  add(work: () => void): void;
  /** Does at once what is still to do. */
  settle(): void;
}

export function createLate(log: Pick<Log, 'error'>): Late {
  let pending: (() => void)[] = [];
  function settle(): void {
    const works = pending;
    pending = [];
    for (const work of works) {
      try {
        work();
      } catch (error) {
        // Its answer has left: all that is lost is a record of it.
        log.error({ err: error }, 'an exchange could not be recorded');
      }
    }
  }
  return {
    add(work) {
      if (pending.length === 0) setImmediate(settle);
      pending.push(work);
    },
    settle,
  };
}

interface Numbered {
  begin(bank: string): ExchangeId;
}

/** Each exchange goes to all of them, in their order. */
export function lateRecorder(
  late: Late,
  numbered: Numbered,
  keepers: readonly ((exchange: Exchange) => void)[],
): Recorder {
  return {
    begin: (bank) => numbered.begin(bank),
    record(make) {
      late.add(() => {
        const exchange = make();
        for (const keep of keepers) keep(exchange);
      });
    },
  };
}
