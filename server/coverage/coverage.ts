// What the requests of each bank have exercised since it began or was last emptied (CTRL-08). In memory and
// bounded; a bank that starts anew keeps it, since a test run resets its bank before each test.
import { LRUCache } from 'lru-cache';
import type { Operation } from '../banks/operation.ts';
import type { Exchange } from '../inspector/exchange.ts';
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

export interface CoverageDeps {
  readonly wallClock: Clock;
  /** Called before anyone looks: records what is still to be recorded. */
  readonly settle?: () => void;
}

export function createCoverage({ wallClock, settle = () => undefined }: CoverageDeps): Coverage {
  const started = wallClock();
  const tallies = new LRUCache<string, Tally>({ max: MOST_BANKS });
  const tallyOf = (bank: string): Tally => {
    const known = tallies.get(bank);
    if (known !== undefined) return known;
    const tally = new Tally(wallClock());
    tallies.set(bank, tally);
    return tally;
  };
  return {
    record(exchange) {
      tallyOf(exchange.bank).record(exchange);
    },
    told(event) {
      settle();
      tallyOf(event.bank).told(event);
    },
    report(bank, operations) {
      settle();
      const tally = tallies.get(bank) ?? new Tally(started);
      return reportOf({ tally, operations, now: wallClock() });
    },
    clear(bank) {
      settle();
      tallies.set(bank, new Tally(wallClock()));
    },
  };
}
