// The report of one bank: sections with what was covered and what was not, and advice.
import type { Operation } from '../../bank/banks/operation.ts';
import { type Advice, adviceOf, type Look } from './advice/advice.ts';
import { countedSections, type Item, type SectionName } from './sections.ts';

export type SectionReport = {
  readonly name: SectionName;
  readonly title: string;
  readonly covered: number;
  readonly total: number;
  /** One decimal, rounded down: 100 is all of it. */
  readonly percent: number;
  readonly items: readonly Item[];
};

export type CoverageReport = {
  /** Wall clock, ISO 8601. */
  readonly since: string;
  readonly requests: number;
  readonly covered: number;
  readonly total: number;
  /** Of all items together, each as heavy as another. */
  readonly percent: number;
  readonly sections: readonly SectionReport[];
  readonly advice: readonly Advice[];
};

export function reportOf(look: Look): CoverageReport {
  const sections = sectionsOf(look, look.operations);
  const covered = sections.reduce((sum, section) => sum + section.covered, 0);
  const total = sections.reduce((sum, section) => sum + section.total, 0);
  return {
    since: new Date(look.tally.since).toISOString(),
    requests: look.tally.requests,
    covered,
    total,
    percent: percentOf(covered, total),
    sections,
    advice: adviceOf(look),
  };
}

function sectionsOf(look: Look, operations: readonly Operation[]): readonly SectionReport[] {
  return countedSections(look.tally, operations).map(({ name, title, items }) => {
    const covered = items.filter(({ count }) => count > 0).length;
    const total = items.length;
    return { name, title, covered, total, percent: percentOf(covered, total), items };
  });
}

/** The same figures, listing only what is not covered. */
export function onlyMissing(report: CoverageReport): CoverageReport {
  const sections = report.sections.map((section) => ({
    ...section,
    items: section.items.filter(({ count }) => count === 0),
  }));
  return { ...report, sections };
}

function percentOf(covered: number, total: number): number {
  return total === 0 ? 100 : Math.floor((covered * 1000) / total) / 10;
}
