// What the requests of each bank have exercised since it began or was last emptied (CTRL-08). In memory and
// bounded; a bank that starts anew keeps it, since a test run resets its bank before each test.
import { LRUCache } from 'lru-cache';
import type { Operation } from '../../bank/banks/operation.ts';
import type { ScaEvent } from '../../bank/sca/endings.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Exchange } from '../inspector/exchange.ts';
import { type CoverageScene, passedRules } from './passes.ts';
import { type CoverageReport, reportOf } from './report.ts';
import { Tally } from './tally.ts';

const MOST_BANKS = 1000;

export interface Coverage {
  record(exchange: Exchange): void;
  told(event: ScaEvent): void;
  /** Something of the bank is not what it was, and no request to the signed interface made it so. */
  changed(bank: string): void;
  /** The bank has begun again from the starting set. */
  restarted(bank: string): void;
  report(bank: string): CoverageReport;
  clear(bank: string): void;
}

export interface CoverageDeps {
  readonly wallClock: Clock;
  /** Rows of the interface: what there is to exercise. Asked for when they are needed. */
  readonly operations: () => readonly Operation[];
  readonly scene: CoverageScene;
  /** Called before anyone looks: records what is still to be recorded. */
  readonly settle?: () => void;
}

export function createCoverage(deps: CoverageDeps): Coverage {
  const { wallClock, operations, scene, settle = () => undefined } = deps;
  const passed = passedRules(operations, scene);
  const started = wallClock();
  const tallies = new LRUCache<string, Tally>({ max: MOST_BANKS });
  const newTally = (since: number): Tally => new Tally(since, passed);
  const tallyOf = (bank: string): Tally => {
    const known = tallies.get(bank);
    if (known !== undefined) return known;
    const tally = newTally(wallClock());
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
    // A bank that nobody has asked anything has no tally yet, and needs none for this.
    changed(bank) {
      settle();
      tallies.peek(bank)?.changed();
    },
    restarted(bank) {
      settle();
      tallies.peek(bank)?.restarted(wallClock());
    },
    report(bank) {
      settle();
      const tally = tallies.get(bank) ?? newTally(started);
      return reportOf({ tally, operations: operations(), now: wallClock() });
    },
    clear(bank) {
      settle();
      tallies.set(bank, newTally(wallClock()));
    },
  };
}
