// `sandbank scenarios`: what a client must survive, judged by what the bank saw, for a client in any language (SCEN-01).
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { ScenarioPlayer, type ScenarioTurn } from '../client/play-scenario.ts';
import type { Verdict } from '../server/insight/scenarios/judge.ts';
import type { Scenario } from '../server/insight/scenarios/scenario.ts';
import { showsStored, TASKS, type Task } from '../server/insight/scenarios/scenario.ts';
import { scenarioPage } from '../server/insight/scenarios/scenario-page.ts';
import { SCENARIOS } from '../server/insight/scenarios/scenarios.ts';
import { defined } from '../server/kernel/defined.ts';
import { clip } from '../server/protocol/shown-text.ts';
import { wholeNumber } from './bank-options.ts';
import { columns } from './columns.ts';
import { type CommonOptions, type Terminal, UsageError } from './command.ts';
import { loadSandbank } from './load-bank.ts';
import { html, isPassed, junit, type Played, playedText, summary } from './scenarios/report.ts';
import { ClientFolder, type Ended, leaveNothing, runClient } from './scenarios/run-client.ts';

type Commands = Readonly<Partial<Record<Task, string>>>;

interface Options extends CommonOptions, Commands {
  readonly only?: string;
  readonly about?: string;
  readonly tpp?: string;
  readonly stored?: string;
  readonly timeout: number;
  readonly jobs: number;
  readonly junit?: string;
  readonly html?: string;
}

const NAMES = Object.keys(TASKS) as readonly Task[];

export function define(command: Command, terminal: Terminal): void {
  for (const task of NAMES) {
    command.option(`--${task} <command>`, `your client's command for the task ${task}`);
  }
  command
    .option('--only <text>', 'only scenarios whose name or title has this text')
    .option('--about <name>', 'print the page of one scenario')
    .option('--tpp <id>', 'the organisation id of your certificate, if your client has its own')
    .option('--stored <command>', 'prints what your client has stored, as JSON')
    .option('--timeout <seconds>', 'stop a client after this time', wholeNumber(1, 3600), 60)
    .option('--jobs <number>', 'how many scenarios at a time', wholeNumber(1, 64), 4)
    .option('--junit <file>', 'also write the result as JUnit XML')
    .option('--html <file>', 'also write the result as a page to send or print')
    .addHelpText(
      'after',
      `
Each scenario has a bank of its own, in memory, in which something happens while your client is at
work. The bank judges your client by what it saw. The command runs in a shell and gets SANDBANK_URL, SANDBANK_PERSON
(who approves: GET an scaRedirect link, and the person answers at once), SANDBANK_PSU_ID and SANDBANK_SESSION_ID
(the person has given access), SANDBANK_CERTIFICATE and SANDBANK_PRIVATE_KEY (files), SANDBANK_KEY_ID,
SANDBANK_PAYMENTS (what to pay), SANDBANK_CALLBACK (it comes once more), SANDBANK_RUN and SANDBANK_FOLDER (to store things between runs).
docs/scenarios.md explains them. With --connect your own command gets the access first.

Exit code: 0 if your client did all that it must; 1 if not.

Examples:
  sandbank scenarios                                  # what can be played
  sandbank scenarios --read 'python3 sync.py'
  sandbank scenarios --connect 'node connect.js' --pay 'node pay.js' --only lost --html report.html`,
    )
    .action((options: Options) => scenarios(options, terminal));
}

async function scenarios(options: Options, terminal: Terminal): Promise<void> {
  const { about, only = '', json } = options;
  if (about !== undefined) {
    terminal.out(scenarioPage(named(about)).trimEnd());
    return;
  }
  const isExact = SCENARIOS.some(({ name }) => name === only);
  const wanted = SCENARIOS.filter(
    ({ name, title }) =>
      name === only ||
      (!isExact && (name.includes(only) || title.toLowerCase().includes(only.toLowerCase()))),
  );
  if (wanted.length === 0) throw new UsageError(`No scenario has ${only} in its name or title.`);
  const chosen = wanted.filter(({ task }) => options[task] !== undefined);
  if (chosen.length === 0) {
    terminal.out(
      options.json ? JSON.stringify({ scenarios: wanted.map(inList) }) : listText(wanted),
    );
    return;
  }
  const played = await playAll(chosen, options, terminal);
  const missing = NAMES.filter((task) => options[task] === undefined);
  if (options.junit !== undefined) writeFileSync(options.junit, junit(played));
  if (options.html !== undefined) writeFileSync(options.html, html(played, new Date()));
  if (json) terminal.out(JSON.stringify({ scenarios: played.map(asJson), notPlayed: missing }));
  else terminal.out(summary(played, missing));
  terminal.exitCode = played.every(isPassed) ? 0 : 1;
}

function named(name: string): Scenario {
  const found = SCENARIOS.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw new UsageError(`There is no scenario ${name}; sandbank scenarios lists them.`);
}

const asJson = ({ scenario, verdict, seconds, ended }: Played) => ({
  task: scenario.task,
  ...verdict,
  seconds,
  ...(ended === undefined ? {} : { ended }),
});

const inList = ({ task, name, title }: Scenario) => ({ task, name, title });

const listText = (wanted: readonly Scenario[]): string =>
  `Scenarios test your client: each has a bank of its own, in which something happens while your client is
at work, and the bank judges the client by what it saw. Say how to start it:

  npx sandbank scenarios --read 'python3 sync.py'

${NAMES.map((task) => `  --${task.padEnd(8)} ${TASKS[task]}`).join('\n')}

${columns(wanted.map(({ task, name, title }) => [task, name, title]))}

npx sandbank scenarios --about NAME says more of one. Begin with --only many-transactions.`;

async function playAll(
  chosen: readonly Scenario[],
  options: Options,
  terminal: Terminal,
): Promise<readonly Played[]> {
  leaveNothing();
  const { createSandbank } = await loadSandbank();
  const player = new ScenarioPlayer(createSandbank, true);
  const waiting = [...chosen];
  const played: Played[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      terminal.progress?.(`${played.length} of ${chosen.length}: ${next.title}`);
      const one = await playOne(next, options, player);
      played.push(one);
      if (!options.json) terminal.out(playedText(one));
    }
  };
  try {
    await Promise.all(Array.from({ length: options.jobs }, work));
  } finally {
    await player.close();
  }
  return played;
}

async function playOne(
  scenario: Scenario,
  options: Options,
  player: ScenarioPlayer,
): Promise<Played> {
  const begun = performance.now();
  const folder = new ClientFolder();
  let ended: Ended | undefined;
  const clientFor = (task: Task) => {
    const command = options[task];
    if (command === undefined) return undefined;
    return async (turn: ScenarioTurn) => {
      const variables = folder.variables(turn);
      ended = await runClient(command, variables, options.timeout);
      const isAsked = turn.run === turn.runs && showsStored(scenario);
      if (options.stored === undefined || !isAsked) return undefined;
      return {
        stored: storedIn(await runClient(options.stored, variables, options.timeout), options),
      };
    };
  };
  const { tpp } = options;
  const connect = scenario.task === 'connect' ? undefined : clientFor('connect');
  const seconds = (): number => (performance.now() - begun) / 1000;
  try {
    const client = clientFor(scenario.task) ?? nothing;
    const verdict = await player
      .play(scenario, client, defined({ tpp, connect }))
      .catch((error: Error) => notJudged(scenario, error));
    return { scenario, verdict, seconds: seconds(), ...endedBadly(ended, options) };
  } finally {
    folder.remove();
  }
}

/** One that cannot be judged has failed, and the others are played. */
const notJudged = ({ name, title }: Scenario, { message: text }: Error): Verdict => ({
  ...{ name, title, advice: [], requests: [] },
  failures: [{ sentence: 'The scenario can be judged', cites: 'SCEN-02', text }],
});

function storedIn(shown: Ended, options: Options): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(shown.printed);
    if (Array.isArray(list)) return list;
  } catch {
    // Said below.
  }
  const example = '[{"transactionId": "42", "bookingStatus": "booked"}]';
  throw new Error(
    `--stored must print a JSON list, such as ${example}. It ${howEnded(shown, options)} and printed "${clip(shown.said.trim(), 200)}".`,
  );
}

const nothing = async (): Promise<void> => undefined;

function endedBadly(ended: Ended | undefined, options: Options) {
  if (ended === undefined || ended.exitCode === 0) return undefined;
  return { ended: howEnded(ended, options), said: ended.said };
}

const howEnded = ({ exitCode }: Ended, { timeout }: Options): string =>
  exitCode === undefined
    ? `was stopped after ${timeout} seconds`
    : `ended with exit code ${exitCode}`;
