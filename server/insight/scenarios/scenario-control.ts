// `{b}/_sandbox/scenarios`: the bank prepares itself for a scenario, and judges the client by what it saw (SCEN-01).
import type { Banks } from '../../bank/banks/banks.ts';
import {
  type ControlOperation,
  controlWithBody,
  type OutsideCall,
} from '../../bank/banks/control-operation.ts';
import { setting } from '../../bank/banks/tables.ts';
import { flows } from '../../bank/sca/tables.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Playing, Stage } from './play.ts';
import { type Judgement, type Scenario, showsStored } from './scenario.ts';
import type { Control } from './seen.ts';

interface ScenarioParts {
  readonly banks: Banks;
  /** The control API of a bank. */
  readonly controlOf: (bank: string, baseUrl: string) => Control;
}

/** The bank as it was before its first scenario. */
const UNDO = 'before-scenario';

/** That of a test certificate which was made without one. */
const USUAL_TPP = 'PSDNO-FSA-987654321';

const playing = setting<Partial<Playing>>('scenario', {});

/** Loaded with the first scenario, so that a bank starts faster. */
const engine = async () => ({
  ...(await import('./play.ts')),
  ...(await import('./scenarios.ts')),
});

export function scenarioOperations(parts: ScenarioParts): readonly ControlOperation[] {
  return [
    {
      id: 'getScenarios',
      method: 'GET',
      path: '/_sandbox/scenarios',
      summary: 'What a client must survive',
      rule: 'SCEN-01',
      success: { status: 200, schema: 'control/scenario-list.json' },
      async outside(call) {
        const { SCENARIOS } = await engine();
        const now = await played(parts, call.bank);
        const stage = now && (await stageOf(parts, call, now.name));
        const turn = now && stage && (await turnView(stage, now));
        const scenarios = SCENARIOS.map(({ name, task, title }) => ({ name, task, title }));
        return { status: 200, body: { scenarios, ...defined({ turn }) } };
      },
    },
    {
      id: 'getScenario',
      method: 'GET',
      path: '/_sandbox/scenarios/{name}',
      summary: 'What happens in a scenario, and what is judged; while it is played, the requests',
      rule: 'SCEN-01',
      success: { status: 200, schema: 'control/scenario.json' },
      async outside(call) {
        const { timeline } = await engine();
        const stage = await stageOf(parts, call);
        const now = await played(parts, call.bank, stage);
        const so = now && {
          turn: await turnView(stage, now),
          requests: await timeline(stage, now),
        };
        return { status: 200, body: { ...scenarioView(stage.scenario), ...so } };
      },
    },
    ...playingOperations(parts),
  ];
}

/** What changes the bank, and what judges the client. */
const playingOperations = (parts: ScenarioParts): readonly ControlOperation[] => [
  controlWithBody({
    id: 'prepareScenario',
    method: 'POST',
    path: '/_sandbox/scenarios/{name}',
    summary: 'Empty the bank, and prepare it for a scenario',
    rule: 'SCEN-01',
    success: { status: 200, schema: 'control/scenario-turn.json' },
    body: { schema: 'control/scenario-prepare.json', optional: true },
    async outside(call) {
      const { prepare } = await engine();
      const stage = await stageOf(parts, call);
      const { control } = stage;
      // Before the first of several.
      if ((await played(parts, call.bank)) === undefined)
        await control('PUT', `/snapshots/${UNDO}`);
      const { tpp = await usualTpp(control), connect = false } = call.body ?? {};
      return store(parts, { stage, call, now: await prepare(stage, tpp, connect) });
    },
  }),
  {
    id: 'nextScenarioRun',
    method: 'POST',
    path: '/_sandbox/scenarios/{name}/runs',
    summary: 'Do what happens before the client runs once more',
    rule: 'SCEN-01',
    success: { status: 200, schema: 'control/scenario-turn.json' },
    async outside(call) {
      const { nextRun } = await engine();
      const stage = await stageOf(parts, call);
      return store(parts, {
        stage,
        call,
        now: await nextRun(stage, await need(parts, call, stage)),
      });
    },
  },
  controlWithBody({
    id: 'judgeScenario',
    method: 'POST',
    path: '/_sandbox/scenarios/{name}/judge',
    summary: 'Judge the client by what the bank saw',
    rule: 'SCEN-02',
    success: { status: 200, schema: 'control/scenario-verdict.json' },
    body: { schema: 'control/scenario-judge.json', optional: true },
    async outside(call) {
      const { judge } = await engine();
      const stage = await stageOf(parts, call);
      const verdict = await judge(stage, await need(parts, call, stage), call.body?.stored);
      return { status: 200, body: { ...verdict } };
    },
  }),
];

type Called = Pick<OutsideCall, 'bank' | 'baseUrl' | 'params'>;

async function stageOf(
  { banks, controlOf }: ScenarioParts,
  { bank, baseUrl, params }: Called,
  name = params['name'],
): Promise<Stage> {
  const { SCENARIOS } = await engine();
  const scenario = SCENARIOS.find((one) => one.name === name);
  if (scenario === undefined) {
    const text = 'There is no scenario of that name; GET /_sandbox/scenarios lists them.';
    throw new ApiError('SCEN-01', 'RESOURCE_UNKNOWN', text);
  }
  const control = controlOf(bank, baseUrl);
  const callbackOf = (id: string) =>
    banks.transactIfBegun(bank, async ({ tx }) => (await tx.get(flows, id))?.redirect);
  return { scenario, control, callbackOf };
}

/** What the bank plays; `undefined` if that is nothing, or not this scenario. */
async function played({ banks }: ScenarioParts, bank: string, stage?: Stage) {
  const now = await banks.transactIfBegun(bank, ({ tx }) => playing.read(tx));
  const isIt = now.name !== undefined && (stage?.scenario.name ?? now.name) === now.name;
  return isIt ? (now as Playing) : undefined;
}

async function need(parts: ScenarioParts, { bank }: Called, stage: Stage): Promise<Playing> {
  const now = await played(parts, bank, stage);
  if (now !== undefined) return now;
  const { name } = stage.scenario;
  const text = `The bank does not play ${name}: prepare it with POST /_sandbox/scenarios/${name}.`;
  throw new ApiError('SCEN-01', 'CONFLICT', text);
}

interface Step {
  readonly stage: Stage;
  readonly call: Called;
  readonly now: Playing;
}

async function store({ banks }: ScenarioParts, { stage, call, now }: Step) {
  await banks.transact(call.bank, ({ tx }) => playing.write(tx, now));
  return { status: 200, body: await turnView(stage, now) };
}

async function turnView({ scenario }: Stage, now: Playing): Promise<JsonObject> {
  const { turnOf } = await engine();
  return { ...turnOf(scenario, now), undo: UNDO };
}

/** The organisation that signed the newest request. */
async function usualTpp(control: Control): Promise<string> {
  const { requests } = await control('GET', '/requests?limit=100');
  const signed = requests.find(({ tpp }: { tpp?: JsonObject }) => tpp !== undefined);
  return signed?.tpp.id ?? USUAL_TPP;
}

function scenarioView(scenario: Scenario): JsonObject {
  const { name, task, title, happens, why, right, must = [], should = [], setup } = scenario;
  const said = (all: readonly Judgement[]) => all.map(({ says, cites }) => ({ says, cites }));
  const texts = { name, task, title, happens, why, right };
  const byHand = setup?.wallClock === undefined;
  return {
    ...texts,
    must: said(must),
    should: said(should),
    byHand,
    showsStored: showsStored(scenario),
  };
}
