// What the requests of each bank have exercised since it began or was last emptied (CTRL-08). In memory and
// bounded; a bank that starts anew keeps it, since a test run resets its bank before each test.
import { LRUCache } from 'lru-cache';
import type { Operation } from '../banks/operation.ts';
import type { Exchange } from '../inspector/exchange.ts';
import type { Recorder } from '../inspector/inspector.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ScaEvent } from '../sca/endings.ts';
import { type CoverageReport, reportOf } from './report.ts';
import { Tally } from './tally.ts';

const MOST_BANKS = 1000;

export interface Coverage {
  record(exchange: Exchange): void;
  told(event: ScaEvent): void;
  /** @param operations rows of the interface: what there is to exercise */
  report(bank: string, operations: readonly Operation[]): CoverageReport;
  clear(bank: string): void;
}

/** Whatever goes to the recorder is counted as well. */
export function countedToo(recorder: Recorder, { record }: Pick<Coverage, 'record'>): Recorder {
  return {
    begin: (bank) => recorder.begin(bank),
    record(exchange) {
      recorder.record(exchange);
      record(exchange);
    },
  };
}

export function createCoverage({ wallClock }: { readonly wallClock: Clock }): Coverage {
  const started = wallClock();
  const tallies = new LRUCache<string, Tally>({ max: MOST_BANKS });
  const tallyOf = (bank: string): Tally => {
    const tally = tallies.get(bank) ?? new Tally(wallClock());
    tallies.set(bank, tally);
    return tally;
  };
  // Counted when the answers have left, so that no request waits for it, and before anyone looks.
  let pending: (readonly [Tally, Exchange])[] = [];
  const countPending = (): void => {
    const counted = pending;
    pending = [];
    for (const [tally, exchange] of counted) tally.record(exchange);
  };
  return {
    record(exchange) {
      if (pending.length === 0) setImmediate(countPending);
      pending.push([tallyOf(exchange.bank), exchange]);
    },
    told(event) {
      countPending();
      tallyOf(event.bank).told(event);
    },
    report(bank, operations) {
      countPending();
      const tally = tallies.get(bank) ?? new Tally(started);
      return reportOf({ tally, operations, now: wallClock() });
    },
    clear(bank) {
      countPending();
      tallies.set(bank, new Tally(wallClock()));
    },
  };
}
