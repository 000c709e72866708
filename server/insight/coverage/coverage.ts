// What the requests to each bank have exercised since it began or was cleared (CTRL-08), and the report on
// it: what the entries of its log add up to. A reset of the bank does not clear it, because a test run resets its bank
// before each test.

import type { Operation } from '../../bank/banks/operation.ts';
import type { ScaEnded } from '../../bank/sca/endings.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isoTime } from '../../kernel/dates.ts';
import type { Log } from '../../kernel/log.ts';
import type { BankLog } from '../../storage/bank-log.ts';
import type { SeenRequest } from '../inspector/seen-request.ts';
import { type Advice, adviceOf } from './advice.ts';
import { BankCoverage } from './bank-coverage.ts';
import { type Exercisable, percentOf, type SectionReport, sectionsOf } from './sections.ts';

interface CoverageDeps {
  readonly requests: BankLog<SeenRequest, BankCoverage>;
  readonly wallClock: Clock;
  /** Rows of the API, which can be exercised. Called when a report is made. */
  readonly operations: () => readonly Operation[];
  /** Settings that the bank was started without. */
  readonly unset: Exercisable['unset'];
  readonly log: Pick<Log, 'error'>;
}

export type Coverage = ReturnType<typeof createCoverage>;

export function createCoverage({ requests, wallClock, operations, unset, log }: CoverageDeps) {
  const started = wallClock();
  return {
    scaEnded(ended: ScaEnded): void {
      const counted = requests.changeSum(ended.bank, (seen) => seen.scaEnded(ended));
      counted?.catch((error: unknown) =>
        log.error({ err: error }, 'the end of an SCA was not counted'),
      );
    },
    report: async (bank: string): Promise<CoverageReport> =>
      reportOf((await requests.sum(bank)) ?? new BankCoverage(started), {
        operations: operations(),
        unset,
      }),
    clear: (bank: string) => requests.changeSum(bank, () => new BankCoverage(wallClock())),
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

export function reportOf(seen: BankCoverage, exercisable: Exercisable): CoverageReport {
  const sections = sectionsOf(seen, exercisable);
  const covered = sections.reduce((sum, section) => sum + section.covered, 0);
  const total = sections.reduce((sum, section) => sum + section.total, 0);
  return {
    since: isoTime(seen.since),
    requests: seen.requests,
    covered,
    total,
    percent: percentOf(covered, total),
    sections,
    advice: adviceOf(seen, exercisable.operations),
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
