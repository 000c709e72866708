// What the requests to each bank have exercised since it began or was cleared (CTRL-08), and the report on
// it. In memory and limited. A reset of the bank does not clear it, because a test run resets its bank before
// each test.
import { LRUCache } from 'lru-cache';
import type { Operation } from '../../bank/banks/operation.ts';
import type { ScaEnded } from '../../bank/sca/endings.ts';
import type { Clock } from '../../kernel/clock.ts';
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { Soon } from '../../kernel/waiting.ts';
import type { SeenRequest } from '../inspector/seen-request.ts';
import { type Advice, adviceOf } from './advice.ts';
import { BankCoverage } from './bank-coverage.ts';
import { percentOf, type SectionReport, sectionsOf } from './sections.ts';

const MOST_BANKS = 1000;

/** The report on what was exercised, wherever that is kept. */
export interface Coverage {
  readonly scaEnded: (event: ScaEnded) => void;
  readonly report: (bank: string) => Soon<CoverageReport>;
  readonly clear: (bank: string) => Soon<void>;
}

export interface CoverageDeps {
  readonly wallClock: Clock;
  /** Rows of the API, which can be exercised. Called when a report is made. */
  readonly operations: () => readonly Operation[];
}

export function createCoverage({ wallClock, operations }: CoverageDeps) {
  const started = wallClock();
  const banks = new LRUCache<string, BankCoverage>({ max: MOST_BANKS });
  const coverageOf = (bank: string): BankCoverage =>
    getOrSet(banks, bank, () => new BankCoverage(wallClock()));
  return {
    record: (request: SeenRequest) => coverageOf(request.bank).record(request),
    scaEnded: (event: ScaEnded) => coverageOf(event.bank).scaEnded(event),
    report: (bank: string): CoverageReport =>
      reportOf(banks.get(bank) ?? new BankCoverage(started), operations()),
    clear: (bank: string) => void banks.set(bank, new BankCoverage(wallClock())),
  };
}

export type CoverageReport = {
  /** Wall clock, ISO 8601. */
  readonly since: string;
  readonly requests: number;
  readonly covered: number;
  readonly total: number;
  /** Over all items, each with the same weight. */
  readonly percent: number;
  readonly sections: readonly SectionReport[];
  readonly advice: readonly Advice[];
};

export function reportOf(seen: BankCoverage, operations: readonly Operation[]): CoverageReport {
  const sections = sectionsOf(seen, operations);
  const covered = sections.reduce((sum, section) => sum + section.covered, 0);
  const total = sections.reduce((sum, section) => sum + section.total, 0);
  return {
    since: new Date(seen.since).toISOString(),
    requests: seen.requests,
    covered,
    total,
    percent: percentOf(covered, total),
    sections,
    advice: adviceOf(seen, operations),
  };
}

/** The same figures, listing only what is not covered. */
export function onlyMissing(report: CoverageReport): CoverageReport {
  const sections = report.sections.map((section) => ({
    ...section,
    items: section.items.filter(({ count }) => count === 0),
  }));
  return { ...report, sections };
}
