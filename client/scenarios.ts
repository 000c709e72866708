// `scenarios` of `sandbank/testing`: what a client must survive, as tests (SCEN-01).
import type { Verdict } from '../server/insight/scenarios/judge.ts';
import type { Scenario, Task } from '../server/insight/scenarios/scenario.ts';
import { SCENARIOS } from '../server/insight/scenarios/scenarios.ts';
import { createSandbank } from '../server/sandbank.ts';
import { type PlayerOptions, type ScenarioClient, ScenarioPlayer } from './play-scenario.ts';

export type { ScenarioTurn } from './play-scenario.ts';

export interface TestScenario {
  readonly name: string;
  readonly task: Task;
  readonly title: string;
  /**
   * Prepares a bank, lets the client do its task, and judges what the bank saw. What the client throws does not matter:
   * a client may give up.
   */
  play(client: ScenarioClient, options?: PlayerOptions): Promise<Verdict & { error?: unknown }>;
}

const player = new ScenarioPlayer(createSandbank);

const testOf = (scenario: Scenario): TestScenario => ({
  name: scenario.name,
  task: scenario.task,
  title: scenario.title,
  async play(client, options) {
    let error: unknown;
    const verdict = await player.play(
      scenario,
      async (turn) => {
        try {
          return await client(turn);
        } catch (thrown) {
          error = thrown;
          return undefined;
        }
      },
      options,
    );
    return error === undefined ? verdict : { ...verdict, error };
  },
});

const ALL = SCENARIOS.map(testOf);

export const scenarios = {
  all: ALL,
  /** The scenarios of one task: `connect`, `read`, `refresh`, `pay`, `cancel`, `cards` or `basket`. */
  of: (task: Task): readonly TestScenario[] => ALL.filter((one) => one.task === task),
};
