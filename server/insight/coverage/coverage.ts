// What the requests to each bank have exercised since it began or was cleared (CTRL-08). In memory and
// limited. A reset of the bank does not clear it, because a test run resets its bank before each test.
import { LRUCache } from 'lru-cache';
import type { Operation } from '../../bank/banks/operation.ts';
import type { ScaEnded } from '../../bank/sca/endings.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { SeenRequest } from '../inspector/seen-request.ts';
import { BankCoverage } from './bank-coverage.ts';
import { type CoverageReport, reportOf } from './report.ts';

const MOST_BANKS = 1000;

export interface Coverage {
  record(request: SeenRequest): void;
  scaEnded(event: ScaEnded): void;
  report(bank: string): CoverageReport;
  clear(bank: string): void;
}

export interface CoverageDeps {
  readonly wallClock: Clock;
  /** Rows of the API, which can be exercised. Called when a report is made. */
  readonly operations: () => readonly Operation[];
}

export function createCoverage({ wallClock, operations }: CoverageDeps): Coverage {
  const started = wallClock();
  const banks = new LRUCache<string, BankCoverage>({ max: MOST_BANKS });
  const coverageOf = (bank: string): BankCoverage => {
    const known = banks.get(bank) ?? new BankCoverage(wallClock());
    banks.set(bank, known);
    return known;
  };
  return {
    record: (request) => coverageOf(request.bank).record(request),
    scaEnded: (event) => coverageOf(event.bank).scaEnded(event),
    report: (bank) => reportOf(banks.get(bank) ?? new BankCoverage(started), operations()),
    clear: (bank) => void banks.set(bank, new BankCoverage(wallClock())),
  };
}
