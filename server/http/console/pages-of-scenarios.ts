// Pages of the console that play a scenario by hand (SCEN-01): the bank is prepared, the client does its task, and the
// bank judges it.
import type { Turn } from '../../insight/scenarios/play.ts';
import { TASKS } from '../../insight/scenarios/scenario.ts';
import { defined } from '../../kernel/defined.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import {
  type Action,
  type ActionField,
  type Answers,
  type ConsolePage,
  fixed,
} from './console-page.ts';
import { scenarioTool } from './scenario-tool.ts';

type Shown = Answers['getScenario'];

/** A client needs nothing but an access for it, and it shows at once what a scenario is. */
const FIRST = 'many-transactions';

const list: ConsolePage = {
  path: 'scenarios',
  name: 'scenarios',
  title: 'console.scenarios.title',
  group: 'tools',
  asks: () => [{ operation: 'getScenarios' }],
  read({ answers: { getScenarios } }) {
    const { scenarios, turn } = getScenarios;
    const tasks = Object.entries(TASKS).map(([task, about]) => ({
      task,
      about,
      scenarios: scenarios.filter((one) => one.task === task),
    }));
    return { tasks, first: scenarios.find(({ name }) => name === FIRST), ...defined({ turn }) };
  },
};

const one: ConsolePage = {
  path: 'scenarios/{id}',
  name: 'scenario',
  title: 'console.scenario.title',
  tool: scenarioTool,
  asks: ({ params: { id = '' } }) => [{ operation: 'getScenario', params: { name: id } }],
  read({ language, answers: { getScenario: scenario } }) {
    const { turn, task, byHand } = scenario;
    return {
      scenario,
      about: TASKS[turn?.task ?? task],
      ...(byHand ? { prepare: prepareOf(scenario, language) } : {}),
      ...(turn === undefined ? {} : { turn, ...playOf(scenario, turn) }),
    };
  },
};

/** Whether the client gets its access by itself, first. */
const ACCESS = {
  en: ['The person has given access', 'My client asks the person for access first'],
  nb: ['Personen har gitt tilgang', 'Klienten min ber personen om tilgang først'],
} as const;

function prepareOf({ name, task, turn }: Shown, language: Language): Action {
  const [given, asked] = ACCESS[language];
  const access: ActionField = {
    at: '/connect',
    kind: 'flag',
    label: 'console.scenario.access',
    options: [
      { value: '', label: given },
      { value: 'true', label: asked },
    ],
  };
  const tpp = { at: '/tpp', label: 'console.scenario.tpp', value: turn?.connected?.tpp };
  return {
    operation: 'prepareScenario',
    label: 'console.scenario.prepare',
    fields: [fixed('{name}', name), ...(task === 'connect' ? [] : [access, defined(tpp)])],
    // What a scenario has made of the bank is no loss.
    ...(turn === undefined ? { danger: 'console.scenario.lost' } : {}),
  };
}

const STORED: ActionField = {
  at: '/stored',
  kind: 'json',
  label: 'console.scenario.stored',
  multiline: true,
};

function playOf({ name, showsStored }: Shown, { run, runs, undo }: Turn & { undo: string }) {
  const named = fixed('{name}', name);
  const next: Action = {
    operation: 'nextScenarioRun',
    label: run === 0 ? 'console.scenario.connected' : 'console.scenario.next',
    fields: [named],
  };
  return {
    judge: {
      operation: 'judgeScenario',
      label: 'console.scenario.judge',
      fields: showsStored ? [named, STORED] : [named],
    },
    undo: {
      operation: 'restoreSnapshot',
      label: 'console.scenario.undo',
      danger: 'console.snapshots.replaced',
      fields: [fixed('{name}', undo)],
      page: 'scenarios',
    },
    ...(run < runs ? { next } : {}),
  };
}

export const PAGES_OF_SCENARIOS: readonly ConsolePage[] = [list, one];
