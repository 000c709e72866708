// Coverage as text: a line per section, then what is covered and what is missing, then advice.

import type { CoverageReport } from '../server/insight/coverage/coverage.ts';
import type { Item, SectionReport } from '../server/insight/coverage/sections.ts';
import { clip } from '../server/protocol/shown-text.ts';

/** @param all every item too, or only those that are not covered */
export function coverageTable(
  report: CoverageReport,
  sections: readonly SectionReport[],
  { all, missing }: { readonly all: boolean; readonly missing: boolean },
): string {
  const { advice } = report;
  const shown = all ? advice : advice.slice(0, MOST_ADVICE);
  const lines = [
    coverageSummary(report, sections),
    ...(all || missing ? sections.flatMap((section) => listed(section, missing)) : []),
    ...shown.flatMap(({ title, text, count, examples }) => [
      '',
      `Advice: ${title} (${count} ${count === 1 ? 'time' : 'times'}).`,
      `  ${text}`,
      `  Last in ${examples.join(', ')}`,
    ]),
    ...(all || missing
      ? []
      : ['', 'More: --all lists every item and all advice, --missing what is not covered.']),
  ];
  return lines.join('\n');
}

/** So that all fits on a screen of 24 lines. */
const MOST_ADVICE = 2;

/** A line per section. */
export function coverageSummary(
  { since, requests, percent, covered, total, sections: every }: CoverageReport,
  sections: readonly SectionReport[] = every,
): string {
  const figures = [
    ...sections.map((section) => [section.name, section] as const),
    ['all together', { percent, covered, total }] as const,
  ];
  return [
    `${requests} ${requests === 1 ? 'request' : 'requests'} since ${since}`,
    '',
    ...figures.map(([name, figure]) => {
      const share = `${figure.percent.toFixed(1)} %`;
      return `${name.padEnd(WIDTH)} ${share.padStart(8)}   ${figure.covered} of ${figure.total}`;
    }),
  ].join('\n');
}

const WIDTH = 22;

function listed({ title, items }: SectionReport, missing: boolean): readonly string[] {
  const shown = missing ? items.filter(({ count }) => count === 0) : items;
  if (shown.length === 0) return [];
  return ['', missing ? `${title}, not covered` : title, ...shown.map(row)];
}

function row(item: Item): string {
  const count = item.count === 0 ? '-' : String(item.count);
  return `  ${count.padStart(6)}  ${nameOf(item)}`;
}

function nameOf({ id, method, path, title, statuses }: Item): string {
  if (method === undefined)
    return title === undefined ? id : `${id.padEnd(9)} ${clip(title, LONGEST)}`;
  const answers = Object.entries(statuses ?? {}).map(([status, count]) => `${count} × ${status}`);
  const seen = answers.length === 0 ? '' : `  (${answers.join(', ')})`;
  return `${method.padEnd(6)} ${path}${seen}`;
}

const LONGEST = 78;

const MOST_NAMED = 5;

/** The message if `whole` is below the minimum; else `undefined`. */
export function shortfall(
  whole: Pick<SectionReport, 'percent' | 'covered' | 'total'> | undefined,
  sections: readonly SectionReport[],
  min: number,
): string | undefined {
  if (whole === undefined || whole.percent >= min) return undefined;
  const missing = sections.flatMap(({ name, percent, items }) => {
    const ids = items.filter(({ count }) => count === 0).map(({ id }) => id);
    if (ids.length === 0) return [];
    const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
    return `  ${name} ${percent} %, missing ${ids.slice(0, MOST_NAMED).join(', ')}${more}`;
  });
  const { percent, covered, total } = whole;
  const head = `${percent} % (${covered} of ${total}) is below the minimum of ${min} %`;
  return [head, ...missing].join('\n');
}
