// The report in JUnit's XML, which most CI systems show: a suite per section, a test case per item, skipped
// if it is not covered. Advice fails nothing; it has its own suite without cases.
import { type Attributes, element, xmlText } from '../../protocol/xml.ts';
import type { Advice } from './advice.ts';
import type { CoverageReport } from './coverage.ts';
import type { Item, SectionReport } from './sections.ts';

export function junitOf({ sections, advice, percent, since }: CoverageReport): string {
  const name = `sandbank coverage: ${percent} %`;
  const suites = [
    ...sections.map((section) => sectionSuite(section, since)),
    adviceSuite(advice, since),
  ];
  const items = sections.flatMap((section) => section.items);
  const root = element('testsuites', { name, ...outcomes(items) }, suites);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

const outcomes = (items: readonly Item[]) => ({
  tests: items.length,
  failures: 0,
  errors: 0,
  skipped: items.filter(({ count }) => count === 0).length,
});

function sectionSuite(section: SectionReport, timestamp: string): string {
  const { name, items, covered, total, percent } = section;
  const cases = items.map((item) => testCase(item, `sandbank.${name}`));
  return element('testsuite', { name, ...outcomes(items), timestamp }, [
    ...properties({ covered, total, percent }),
    ...cases,
  ]);
}

function testCase({ id, title, count, lastRequestId, needs }: Item, classname: string): string {
  const why = needs === undefined ? 'not exercised' : `not exercised, which needs ${needs}`;
  const missing = title === undefined ? why : `${why}: ${title}`;
  const last = lastRequestId === undefined ? '' : `, last in ${lastRequestId}`;
  const outcome =
    count === 0
      ? element('skipped', { message: missing })
      : systemOut(`exercised ${times(count)}${last}`);
  return element('testcase', { classname, name: id, time: 0 }, [outcome]);
}

function adviceSuite(advice: readonly Advice[], timestamp: string): string {
  const sentences = advice.map(
    ({ title, text, count, examples }) =>
      `${title} (${times(count)}: ${examples.join(', ')}). ${text}`,
  );
  return element('testsuite', { name: 'advice', ...outcomes([]), timestamp }, [
    ...properties(Object.fromEntries(advice.map(({ id, count }) => [id, count]))),
    systemOut(sentences.join('\n')),
  ]);
}

const times = (count: number): string => `${count} ${count === 1 ? 'time' : 'times'}`;

function properties(values: Attributes): readonly string[] {
  const all = Object.entries(values).map(([name, value]) => element('property', { name, value }));
  return all.length === 0 ? [] : [element('properties', {}, all)];
}

const systemOut = (text: string): string => `<system-out>${xmlText(text)}</system-out>`;
