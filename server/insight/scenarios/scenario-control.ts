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
  /** It has another clock than the machine, as some scenarios need. */
  readonly ownClock: boolean;
}

/** The bank as it was before its first scenario. */
const UNDO = 'before-scenario';

/** That of a test certificate which was made without one. */
const USUAL_TPP = 'PSDNO-FSA-987654321';

const playing = setting<Partial<Playing>>('scenario', {});

/** Loaded with the first scenario, so that a bank starts faster. */
const engine = async () => ({
  ...(await import('./play.ts')),
  ...(await import('./judge.ts')),
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
      async outside({ bank }) {
        const { SCENARIOS } = await engine();
        const now = await played(parts, bank);
        const scenario = SCENARIOS.find(({ name }) => name === now.name);
        const turn = scenario && (await turnView(scenario, now as Playing));
        const scenarios = SCENARIOS.map(({ name, task, title, happens }) => {
          return { name, task, title, happens };
        });
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
        const { stage, scenario, now } = await entered(parts, call);
        if (now === undefined) return { status: 200, body: scenarioView(parts, scenario) };
        const turn = await turnView(scenario, now);
        const requests = await timeline(stage, now);
        return { status: 200, body: { ...scenarioView(parts, scenario), turn, requests } };
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
      const { stage, isFirst } = await entered(parts, call);
      if (!parts.ownClock) needByHand(stage.scenario);
      if (isFirst) await stage.control('PUT', `/snapshots/${UNDO}`);
      const { tpp = await usualTpp(stage.control), connect = false } = call.body ?? {};
      return goOn(parts, { bank: call.bank, stage }, await prepare(stage, tpp, connect));
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
      const { stage, now } = need(await entered(parts, call));
      return goOn(parts, { bank: call.bank, stage }, await nextRun(stage, now));
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
      const { stage, now } = need(await entered(parts, call));
      return { status: 200, body: await judge(stage, now, call.body?.stored) };
    },
  }),
];

type Called = Pick<OutsideCall, 'bank' | 'baseUrl' | 'params'>;

/** The scenario of the path, its bank, what that plays if it is this scenario, and whether it is to be the first. */
async function entered(parts: ScenarioParts, { bank, baseUrl, params }: Called) {
  const { SCENARIOS } = await engine();
  const scenario = SCENARIOS.find(({ name }) => name === params['name']);
  if (scenario === undefined) {
    const text = 'There is no scenario of that name; GET /_sandbox/scenarios lists them.';
    throw new ApiError('SCEN-01', 'RESOURCE_UNKNOWN', text);
  }
  const control = parts.controlOf(bank, baseUrl);
  const callbackOf = (id: string) =>
    parts.banks.transactIfBegun(bank, async ({ tx }) => (await tx.get(flows, id))?.redirect);
  const stage: Stage = { scenario, control, callbackOf };
  const known = await played(parts, bank);
  const now = known.name === scenario.name ? (known as Playing) : undefined;
  return { stage, scenario, now, isFirst: known.name === undefined };
}

/** What the bank plays; nothing, if it has no name. */
const played = ({ banks }: ScenarioParts, bank: string) =>
  banks.transactIfBegun(bank, ({ tx }) => playing.read(tx));

function need({ stage, now }: Awaited<ReturnType<typeof entered>>) {
  if (now !== undefined) return { stage, now };
  const { name } = stage.scenario;
  const text = `The bank does not play ${name}: prepare it with POST /_sandbox/scenarios/${name}.`;
  throw new ApiError('SCEN-01', 'CONFLICT', text);
}

/** A running bank cannot get another clock. */
const isByHand = ({ setup }: Pick<Scenario, 'setup'>): boolean => setup?.wallClock === undefined;

function needByHand(scenario: Scenario): void {
  if (isByHand(scenario)) return;
  const text = `${scenario.name} needs a bank with another clock: play it with "sandbank scenarios", or with the test kit.`;
  throw new ApiError('SCEN-01', 'CONFLICT', text);
}

/** The bank plays on from there. */
async function goOn(
  { banks }: ScenarioParts,
  { bank, stage }: { readonly bank: string; readonly stage: Stage },
  now: Playing,
) {
  await banks.transact(bank, ({ tx }) => playing.write(tx, now));
  return { status: 200, body: await turnView(stage.scenario, now) };
}

async function turnView(scenario: Scenario, now: Playing) {
  const { turnOf } = await engine();
  return { ...turnOf(scenario, now), undo: UNDO };
}

/** The organisation that signed the newest request. */
async function usualTpp(control: Control): Promise<string> {
  const { requests } = await control('GET', '/requests?limit=100');
  const signed = requests.find(({ tpp }: { tpp?: JsonObject }) => tpp !== undefined);
  return signed?.tpp.id ?? USUAL_TPP;
}

function scenarioView({ ownClock }: ScenarioParts, scenario: Scenario): JsonObject {
  const { must = [], should = [], setup: _, ...texts } = scenario;
  const said = (all: readonly Judgement[]) =>
    all.map(({ says, cites, needs }) => ({ says, cites, ...defined({ needs }) }));
  const more = { byHand: ownClock || isByHand(scenario), showsStored: showsStored(scenario) };
  return { ...texts, must: said(must), should: said(should), ...more };
}
