// What each judgement says of many clients made up by chance is what is written in tests/fixtures/tables/judged.txt: for
// each client the number of the request that is held against it in base 36, `!` where it is none, `.` where all is well.
import { describe, test } from '@jest/globals';
import { type Scenario, TASKS, type Task } from '../../../server/insight/scenarios/scenario.ts';
import { SCENARIOS } from '../../../server/insight/scenarios/scenarios.ts';
import type { Seen } from '../../../server/insight/scenarios/seen.ts';
import { expectRecordedPart } from '../../support/recorded.ts';
import { histories } from '../../support/scenario-histories.ts';

const CLIENTS = 250;

const numberOf = ({ number }: { readonly number: number }): string =>
  number < 36 ? number.toString(36) : `(${number})`;

function judgedLines(scenario: Scenario, clients: readonly Seen[]): readonly string[] {
  const { name, must = [], should = [] } = scenario;
  return [...must, ...should].flatMap(({ says, wrong }) => {
    const texts = new Set<string>();
    const marks = clients.map((seen) => {
      const found = wrong(seen);
      if (found === undefined) return '.';
      texts.add(found.text);
      return found.at === undefined ? '!' : numberOf(found.at);
    });
    return [`${name}: ${says}`, `  ${marks.join('')}`, ...[...texts].map((text) => `  ${text}`)];
  });
}

describe('SCEN-02: what is held against clients, made up by chance', () => {
  test.each(Object.keys(TASKS) as Task[])('%s', (task) => {
    const clients = histories(task, CLIENTS);
    const scenarios = SCENARIOS.filter((one) => one.task === task);
    const lines = scenarios.flatMap((scenario) => judgedLines(scenario, clients));
    expectRecordedPart('tables/judged.txt', task, lines);
  });
});
