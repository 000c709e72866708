// The report as JUnit's XML: what CI systems make of it.
import { expect, test } from '@jest/globals';
import type { CoverageReport } from '../../../server/insight/coverage/coverage.ts';
import { junitOf } from '../../../server/insight/coverage/junit.ts';
import { type Element, parseXml } from '../../support/xml.ts';
import { counting } from './counting.ts';

const HOSTILE = `"><x a='1'>&amp; ]]> \u0000\u001f\ud800 \u{1f600}`;
const SHOWN = `"><x a='1'>&amp; ]]> \ufffd\ufffd\ufffd \u{1f600}`;

const suites = (root: Element): readonly Element[] => root.children;
const casesOf = ({ children }: Element): readonly Element[] =>
  children.filter(({ name }) => name === 'testcase');
const isSkipped = ({ children }: Element): boolean =>
  children.some(({ name }) => name === 'skipped');

function mixed(): CoverageReport {
  const { record, report } = counting();
  record({ requestId: HOSTILE }, { requestId: HOSTILE, findings: [{ rule: 'SIG-05', text: 'x' }] });
  return report();
}

test('CTRL-08: a suite for each section, a case for each item, skipped where it is not covered', () => {
  const report = mixed();
  const root = parseXml(junitOf(report));
  expect(root.name).toBe('testsuites');
  const names = [...report.sections.map(({ name }) => name), 'advice'];
  expect(suites(root).map(({ attributes }) => attributes['name'])).toEqual(names);
  for (const [i, { name, items, total, covered, percent }] of report.sections.entries()) {
    const suite = suites(root)[i] as Element;
    const cases = casesOf(suite);
    expect(cases.map(({ attributes }) => attributes['name'])).toEqual(items.map(({ id }) => id));
    expect(cases.map(isSkipped)).toEqual(items.map(({ count }) => count === 0));
    expect(suite.attributes).toMatchObject({
      tests: String(total),
      skipped: String(total - covered),
      failures: '0',
    });
    const shared = cases.map(({ attributes: { classname, time } }) => `${classname} ${time}`);
    expect(new Set(shared)).toEqual(new Set([`sandbank.${name} 0`]));
    const [properties] = suite.children;
    expect(properties?.children.map(({ attributes }) => attributes)).toEqual([
      { name: 'covered', value: String(covered) },
      { name: 'total', value: String(total) },
      { name: 'percent', value: String(percent) },
    ]);
  }
  const sum = report.total - report.covered;
  expect(root.attributes).toMatchObject({ tests: String(report.total), skipped: String(sum) });
});

test('CTRL-08: advice fails nothing and is told as text', () => {
  const report = mixed();
  const advice = suites(parseXml(junitOf(report))).at(-1) as Element;
  expect(casesOf(advice)).toEqual([]);
  const said = advice.children.find(({ name }) => name === 'system-out')?.text;
  expect(report.advice).toHaveLength(2);
  for (const { title, text } of report.advice) {
    expect(said).toContain(title);
    expect(said).toContain(text);
  }
});

test('CTRL-08: whatever an id holds, the XML is well-formed', () => {
  const root = parseXml(junitOf(mixed()));
  const [operations] = suites(root);
  const said = casesOf(operations as Element)[0]?.text.trim();
  expect(said).toBe(`exercised 2 times, last in ${SHOWN}`);
});

test.each([
  '<a>',
  '<a></b>',
  '<a b="1" b="2"/>',
  '<a b=1/>',
  '<a>&nbsp;</a>',
  '<a>& </a>',
  '<a/><a/>',
  '<a b="<"/>',
])('the reader of these tests refuses %s', (broken) => {
  expect(() => parseXml(`<?xml version="1.0" encoding="UTF-8"?>${broken}`)).toThrow();
});
