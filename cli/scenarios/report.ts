// What the scenarios found, for a terminal, for JUnit and as one HTML page.
import type { Failure, Verdict } from '../../server/insight/scenarios/judge.ts';
import type { Scenario } from '../../server/insight/scenarios/scenario.ts';
import { PROJECT_FOLDER } from '../../server/kernel/project-folder.ts';
import { element, xmlText } from '../../server/protocol/xml.ts';
import { columns } from '../columns.ts';

export interface Played {
  readonly scenario: Scenario;
  readonly verdict: Verdict;
  readonly seconds: number;
  /** How the client ended, if that was not well: its exit code, or that it was stopped. */
  readonly ended?: string;
  /** The end of what it wrote. */
  readonly said?: string;
}

export const isPassed = ({ verdict }: Played): boolean => verdict.failures.length === 0;

const pageOf = ({ name }: Scenario): string =>
  new URL(`docs/scenarios/${name}.md`, PROJECT_FOLDER).href;

/** The request that earned it, and what was wrong. */
function whatHappened({ request, text }: Failure, { requests }: Verdict): string {
  const at = requests.find(({ id }) => id === request);
  if (at === undefined) return text;
  const did = at.happened === undefined ? '' : `, at which the bank ${at.happened}`;
  return `${at.request} (${at.status}${did}): ${text}`;
}

/** One line, and below it what a good client does. */
export function playedText(played: Played): string {
  const { scenario, verdict, seconds, ended, said } = played;
  const isWell = isPassed(played);
  const mark = isWell ? 'passed' : 'FAILED';
  const line = `${mark}  ${scenario.task.padEnd(7)}  ${scenario.title}  (${seconds.toFixed(1)} s)`;
  const found = [
    ...verdict.failures.map((one) => ['must', one] as const),
    ...verdict.advice.map((one) => ['should', one] as const),
  ].flatMap(([level, one]) => [
    `    ${level}: ${one.sentence} (${one.cites})`,
    `      ${whatHappened(one, verdict)}`,
  ]);
  const end = ended === undefined ? [] : [`    Your client ${ended}. ${lastLine(said)}`.trimEnd()];
  if (found.length === 0) return [line, ...end].join('\n');
  const right = `    How to do it right: ${scenario.right}`;
  return [line, ...found, ...end, right, `    ${pageOf(scenario)}`].join('\n');
}

/** The last line that speaks of an error, else the last one. */
const lastLine = (said = ''): string => {
  const lines = said.trim().split('\n');
  return lines.findLast((line) => /error|exception/i.test(line)) ?? lines.at(-1) ?? '';
};

export function summary(all: readonly Played[], notPlayed: readonly string[]): string {
  const tasks = [...new Set(all.map(({ scenario }) => scenario.task))];
  const rows = tasks.map((task) => {
    const own = all.filter(({ scenario }) => scenario.task === task);
    const advice = own.reduce((sum, { verdict }) => sum + verdict.advice.length, 0);
    const passed = own.filter(isPassed).length;
    return [task, `${passed} of ${own.length} passed`, advice === 0 ? '' : `${advice} advice`];
  });
  const missing = notPlayed.length === 0 ? [] : ['', `Not played: ${notPlayed.join(', ')}.`];
  return ['', columns(rows), ...missing].join('\n');
}

export function junit(all: readonly Played[]): string {
  const suites = [...new Set(all.map(({ scenario }) => scenario.task))].map((task) => {
    const own = all.filter(({ scenario }) => scenario.task === task);
    const cases = own.map((played) => {
      const { scenario, verdict, seconds } = played;
      const failures = verdict.failures.map((one) =>
        element('failure', { message: one.sentence }, [
          xmlText(`${whatHappened(one, verdict)}\n${pageOf(scenario)}`),
        ]),
      );
      const classname = `sandbank.scenarios.${task}`;
      const time = seconds.toFixed(3);
      return element('testcase', { name: scenario.title, classname, time }, failures);
    });
    const failed = own.filter((one) => !isPassed(one)).length;
    return element('testsuite', { name: task, tests: own.length, failures: failed }, cases);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, suites)}\n`;
}

const STYLE = `:root{color-scheme:light dark;--line:#8886;--bad:#b3261e;--good:#1b6e3c;--note:#8a5a00}
@media(prefers-color-scheme:dark){:root{--bad:#ff8a80;--good:#7bd88f;--note:#ffcc66}}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
section{border-top:1px solid var(--line);padding:.75rem 0;break-inside:avoid}
h2{font-size:1.05rem;margin:0}.bad{color:var(--bad)}.good{color:var(--good)}.note{color:var(--note)}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.2rem .5rem .2rem 0;vertical-align:top;border-bottom:1px solid var(--line)}
td:nth-child(2){min-width:5rem}small,td{font-size:.85rem}tr.at{font-weight:600}`;

/** A page of its own, without scripts: to send, and to print. */
export function html(all: readonly Played[], at: Date): string {
  const passed = all.filter(isPassed).length;
  const [plain, telling] = [true, false].map((isPlain) =>
    all.filter((one) => (isPassed(one) && one.verdict.advice.length === 0) === isPlain),
  );
  const parts = (telling ?? [])
    .toSorted((a, b) => Number(isPassed(a)) - Number(isPassed(b)))
    .map(sectionOf);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Scenarios</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head><body>
<h1>${passed} of ${all.length} scenarios passed</h1>
<p>A client of the bank's API, judged by what the bank saw. ${at.toISOString().slice(0, 16)} UTC.</p>
${[...parts, passedList(plain ?? [])].join('\n')}</body></html>\n`;
}

/** Those of which there is nothing more to say. */
function passedList(all: readonly Played[]): string {
  if (all.length === 0) return '';
  const lines = all.map(
    ({ scenario }) => `<li>${xmlText(scenario.title)} <small>${scenario.task}</small></li>`,
  );
  return `<section><h2 class="good">Passed</h2><ul>${lines.join('')}</ul></section>`;
}

function sectionOf(played: Played): string {
  const { scenario, verdict } = played;
  const { title, task, happens, why, right } = scenario;
  const isWell = isPassed(played);
  const mark = isWell ? '<span class="good">Passed</span>' : '<span class="bad">Failed</span>';
  const found = [
    ...verdict.failures.map((one) => ['bad', 'Must', one] as const),
    ...verdict.advice.map((one) => ['note', 'Should', one] as const),
  ].map(
    ([kind, level, one]) =>
      `<p><b class="${kind}">${level}: ${xmlText(one.sentence)}</b> (${one.cites})<br>${xmlText(whatHappened(one, verdict))}</p>`,
  );
  const head = `<h2>${mark}: ${xmlText(title)} <small>${task}</small></h2>`;
  const earned = new Set([...verdict.failures, ...verdict.advice].map(({ request }) => request));
  const rows = verdict.requests.map(
    ({ id, request, status, codes, happened }) =>
      `<tr${earned.has(id) ? ' class="at"' : ''}><td>${xmlText(request)}</td><td>${status} ${xmlText(codes.join(' '))}</td><td>${happened === undefined ? '' : xmlText(`the bank ${happened}`)}</td></tr>`,
  );
  return `<section>${head}${found.join('')}<p>${xmlText(happens)} ${xmlText(why)}</p><p><b>How to do it right.</b> ${xmlText(right)}</p>
<details><summary>The requests that the bank saw</summary><table>${rows.join('')}</table></details></section>`;
}
