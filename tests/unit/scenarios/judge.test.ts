// What the bank says of clients made up by chance, as its control API shows them, is what is written in
// tests/fixtures/tables/verdicts.txt. `npm run examples` records it again.
import { describe, test } from '@jest/globals';
import { judge, timeline } from '../../../server/insight/scenarios/judge.ts';
import { TASKS, type Task } from '../../../server/insight/scenarios/scenario.ts';
import { SCENARIOS } from '../../../server/insight/scenarios/scenarios.ts';
import { look } from '../../../server/insight/scenarios/seen.ts';
import { expectRecordedPart, shortened, shown } from '../../support/recorded.ts';
import { answersOf, askedControl } from '../../support/scenario-control.ts';
import { histories } from '../../support/scenario-histories.ts';

/** Where the runs of a client begin. */
const BEGINS = [[0], [1], [0, 2], [0, 3, 3, 6], []];
const CLIENTS = 26;
const SHORT = 14;

describe('SCEN-02: what is said of a client', () => {
  test.each(Object.keys(TASKS) as Task[])('%s', async (task) => {
    const scenarios = SCENARIOS.filter((one) => one.task === task);
    const clients = histories(task, CLIENTS).filter(({ requests }) => requests.length < SHORT);
    const lines: string[] = [];
    for (const [i, client] of clients.entries()) {
      const scenario = scenarios[i % scenarios.length];
      if (scenario === undefined) continue;
      const { control, asked } = askedControl(answersOf(client));
      const stage = { scenario, control, callbackOf: async () => undefined };
      const { connected, stored } = client;
      const playing = {
        ...{ name: scenario.name, tpp: 't', begins: BEGINS[i % BEGINS.length] ?? [] },
        ...(connected && { connected }),
      };
      const { requests, ...verdict } = await judge(stage, playing, stored);
      lines.push(`${i} ${shown(playing.begins)}`, `  ${shown(verdict)}`);
      lines.push(...requests.map((one) => `  ${shown(one)}`), ...asked().slice(0, 1));
      const { requests: seen, ...rest } = await look(control, playing.begins);
      const isSame = shown(await timeline(stage, playing)) === shown(requests);
      lines.push(`  ${isSame} ${shown(rest)}`, `  ${shortened(seen, 80)}`);
    }
    expectRecordedPart('tables/verdicts.txt', task, lines);
  });
});
