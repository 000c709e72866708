// What a bank is asked to do while it plays each scenario, and what the client gets to know, is what is written in
// tests/fixtures/tables/played.txt. `npm run examples` records it again.
import { describe, expect, test } from '@jest/globals';
import {
  nextRun,
  type Playing,
  prepare,
  type Stage,
  turnOf,
} from '../../../server/insight/scenarios/play.ts';
import { type Scenario, TASKS, type Task } from '../../../server/insight/scenarios/scenario.ts';
import { SCENARIOS } from '../../../server/insight/scenarios/scenarios.ts';
import { expectRecordedPart, shortened, shown } from '../../support/recorded.ts';
import { answersOf, askedControl } from '../../support/scenario-control.ts';
import { histories } from '../../support/scenario-histories.ts';

const SESSIONS = [
  { tpp: 'old', sessionId: 'o' },
  { tpp: 'own', sessionId: 's' },
];
const [history] = histories('connect', 20).filter(({ requests }) => requests.length > 8);

const bankOf = (scenario: Scenario, more: object = {}) => {
  const { control, asked } = askedControl({
    ...(history && answersOf(history)),
    'GET /requests?limit=1': { last: 0 },
    'GET /clock': { now: '2026-06-17T08:00:00Z' },
    'GET /seed': { sessions: SESSIONS },
    'GET /sca-policy': { mode: 'auto', nationalId: 'n', approves: true },
    'POST /reset': (body: { consents?: readonly { agreement?: string }[] }) => ({
      consents: [
        {
          psuId: 'i',
          ...(body.consents?.[0]?.agreement === undefined ? {} : { psuCorporateId: 'c' }),
        },
      ],
    }),
    ...more,
  });
  const stage: Stage = { scenario, control, callbackOf: async (id) => `callback of ${id}` };
  return { stage, asked };
};

/** All runs of the client, and one more than there are. */
async function played(scenario: Scenario, connects: boolean): Promise<string[]> {
  const { stage, asked } = bankOf(scenario);
  let playing: Playing = await prepare(stage, 'own', connects);
  const lines = [`${scenario.name}${connects ? ', connects first' : ''}`];
  const say = () =>
    lines.push(
      ...asked(),
      `  → ${shown(playing)}`,
      `  ${shortened(turnOf(scenario, playing), 150)}`,
    );
  say();
  const runs = (scenario.setup?.again?.length ?? 0) + (playing.begins.length === 0 ? 1 : 0);
  for (let i = 0; i <= runs; i++) {
    playing = await nextRun(stage, playing);
    say();
  }
  return lines;
}

describe('SCEN-01: what happens in the runs of each scenario', () => {
  test.each(Object.keys(TASKS) as Task[])('%s', async (task) => {
    const lines: string[] = [];
    for (const scenario of SCENARIOS.filter((one) => one.task === task)) {
      lines.push(...(await played(scenario, false)));
      const { access, again, agreement } = scenario.setup ?? {};
      if ((access ?? again ?? agreement) !== undefined)
        lines.push(...(await played(scenario, true)));
    }
    expectRecordedPart('tables/played.txt', task, lines);
  });
});

test('SCEN-01: who got no access has no first run', async () => {
  const [scenario] = SCENARIOS.filter(({ task }) => task === 'read');
  if (scenario === undefined) throw new Error('no such scenario');
  for (const seed of [{}, { sessions: [] }]) {
    const { stage } = bankOf(scenario, { 'GET /seed': seed });
    const playing = await prepare(stage, 'own', true);
    expect(await nextRun(stage, playing)).toBe(playing);
    expect(turnOf(scenario, playing)).toMatchObject({ task: 'connect', run: 0 });
  }
});
