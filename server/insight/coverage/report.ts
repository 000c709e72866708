// The report on one bank: sections with covered and uncovered items, and advice on the client.
import type { Operation } from '../../bank/banks/operation.ts';
import { type Advice, adviceOf } from './advice.ts';
import type { BankCoverage } from './bank-coverage.ts';
import { percentOf, type SectionReport, sectionsOf } from './sections.ts';

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
