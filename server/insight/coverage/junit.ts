// The report in JUnit's XML, which most CI systems show: a suite for each section, a test case for each item,
// skipped where it is not covered. Advice fails nothing; it stands in a suite without cases.
import type { Advice } from './advice.ts';
import type { CoverageReport } from './report.ts';
import type { Item, SectionReport } from './sections.ts';

type Attributes = Readonly<Record<string, string | number>>;

export function junitOf({ sections, advice, percent, since }: CoverageReport): string {
  const cases = sections.reduce((sum, { items }) => sum + items.length, 0);
  const missing = sections.reduce((sum, section) => sum + skippedIn(section), 0);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    open('testsuites', {
      name: `sandbank coverage: ${percent} %`,
      tests: cases,
      failures: 0,
      errors: 0,
      skipped: missing,
    }),
    ...sections.flatMap((section) => suite(section, since)),
    ...adviceSuite(advice, since),
    '</testsuites>',
    '',
  ];
  return lines.join('\n');
}

const skippedIn = ({ items }: SectionReport): number =>
  items.filter(({ count }) => count === 0).length;

function suite(section: SectionReport, since: string): readonly string[] {
  const { name, items, covered, total, percent } = section;
  return [
    open('testsuite', {
      name,
      tests: items.length,
      failures: 0,
      errors: 0,
      skipped: skippedIn(section),
      timestamp: since,
    }),
    ...properties({ covered, total, percent }),
    ...items.flatMap((item) => testCase(item, name)),
    '</testsuite>',
  ];
}

function testCase({ id, title, count, lastRequestId }: Item, section: string): readonly string[] {
  const opened = { classname: `sandbank.${section}`, name: id, time: 0 };
  if (count === 0) {
    const message = title === undefined ? 'not exercised' : `not exercised: ${title}`;
    return [open('testcase', opened), empty('skipped', { message }), '</testcase>'];
  }
  const last = lastRequestId === undefined ? '' : `, last in ${lastRequestId}`;
  const said = `exercised ${count} ${count === 1 ? 'time' : 'times'}${last}`;
  return [open('testcase', opened), `<system-out>${escaped(said)}</system-out>`, '</testcase>'];
}

function adviceSuite(advice: readonly Advice[], timestamp: string): readonly string[] {
  const said = advice.map(
    ({ title, text, count, examples }) =>
      `${title} (${count} ${count === 1 ? 'time' : 'times'}: ${examples.join(', ')}). ${text}`,
  );
  const none = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  return [
    open('testsuite', { name: 'advice', ...none, timestamp }),
    ...properties(Object.fromEntries(advice.map(({ id, count }) => [id, count]))),
    `<system-out>${escaped(said.join('\n'))}</system-out>`,
    '</testsuite>',
  ];
}

function properties(values: Attributes): readonly string[] {
  const rows = Object.entries(values).map(([name, value]) => empty('property', { name, value }));
  return rows.length === 0 ? [] : ['<properties>', ...rows, '</properties>'];
}

const open = (name: string, attributes: Attributes): string => `<${name}${written(attributes)}>`;
const empty = (name: string, attributes: Attributes): string => `<${name}${written(attributes)}/>`;

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** What XML 1.0 cannot hold at all becomes the replacement character. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"']/g, (char) => ENTITIES[char] as string);
}
