// A bank plays a scenario (SCEN-01): it is prepared, and the client does its task. Everything goes through the control
// API.
import { defined } from '../../kernel/defined.ts';
import { pays } from './rows/pay-parts.ts';
import type { PaymentToMake, Scenario, Setup, Task } from './scenario.ts';
import { COUNTS_PAGES, type Connected, type Control, lastNumber, look } from './seen.ts';

const JONAS = '13039319955';

/** What a bank knows of the scenario that it plays. */
export interface Playing {
  readonly name: string;
  /** The organisation id of the client's certificate. */
  readonly tpp: string;
  /** For each run of the client, the number of the last request before it. Empty: the client connects first. */
  readonly begins: readonly number[];
  readonly connected?: Connected;
  /** A callback of the run before, which the browser of the person opens once more. */
  readonly callback?: string;
}

/** What the client that plays gets to know. */
export type Turn = {
  readonly name: string;
  readonly task: Task;
  /** National id of the person who approves. */
  readonly person: string;
  /** Absent before the person has given access. */
  readonly connected?: Connected;
  /** What to pay, without debtorAccount. */
  readonly payments: readonly PaymentToMake[];
  /** From 1: some scenarios let the client run again. 0: the client gets its access from the person first. */
  readonly run: number;
  readonly runs: number;
  readonly callback?: string;
};

const personOf = ({ setup }: Scenario): string => setup?.person ?? JONAS;

const paymentsOf = ({ setup, task }: Scenario): readonly PaymentToMake[] =>
  setup?.payments ?? (['pay', 'cancel', 'basket'].includes(task) ? pays() : []);

/** A scenario, and the bank that plays it. */
export interface Stage {
  readonly scenario: Scenario;
  readonly control: Control;
  /** The callback with which an SCA ended. */
  readonly callbackOf: (flowId: string) => Promise<string | undefined>;
}

const needsAccess = ({ task, setup = {} }: Scenario): boolean =>
  task !== 'connect' || setup.access !== undefined;

/** Empties the bank, and begins as the scenario wants it. @param connects the client gets its access by itself, first */
export async function prepare(stage: Stage, tpp: string, connects: boolean): Promise<Playing> {
  const playing = { name: stage.scenario.name, tpp, begins: [] };
  if (!connects || !needsAccess(stage.scenario)) return beginFirst(stage, playing);
  await reset(stage, {});
  return playing;
}

/** What happens before the client runs once more. A client that has to connect first runs when it has access. */
export async function nextRun(stage: Stage, playing: Playing): Promise<Playing> {
  const { scenario, control, callbackOf } = stage;
  const { begins, connected } = playing;
  if (begins.length === 0) {
    const { sessions = [] } = await control('GET', '/seed');
    const { tpp, sessionId } = sessions.at(-1) ?? {};
    return tpp === undefined ? playing : beginFirst(stage, { ...playing, tpp }, sessionId);
  }
  const again = scenario.setup?.again?.[begins.length - 1];
  if (again === undefined) return playing;
  const { shares, seed } = again;
  if (connected !== undefined && (shares ?? seed) !== undefined) {
    await reset(stage, { connected, ...defined({ shares, seed }) });
    await begin(stage);
  }
  if (again.advance !== undefined) await control('POST', '/clock/advance', { by: again.advance });
  const next = { ...playing, begins: [...begins, await lastNumber(control)] };
  if (!again.callbackTwice) return next;
  const { requests } = await look(control, begins);
  const ended = requests.findLast((one) => one.ended !== undefined)?.ended;
  return { ...next, ...defined({ callback: ended && (await callbackOf(ended)) }) };
}

/** The client is connected, where the scenario says so. */
async function beginFirst(
  stage: Stage,
  playing: Playing,
  sessionId = `scenario-${playing.name}`,
): Promise<Playing> {
  const { scenario, control } = stage;
  const { setup = {} } = scenario;
  let connected: Connected | undefined;
  if (needsAccess(scenario)) {
    const access = { tpp: playing.tpp, psuId: '', sessionId };
    const begun = await reset(stage, { connected: access });
    const [{ psuId, psuCorporateId }] = begun.consents;
    connected = { ...access, psuId, ...defined({ psuCorporateId }) };
  }
  if (connected === undefined || setup.access === 'unknown') await reset(stage, {});
  await begin(stage);
  if (setup.advance !== undefined) await control('POST', '/clock/advance', { by: setup.advance });
  return { ...playing, begins: [await lastNumber(control)], ...defined({ connected }) };
}

export const turnOf = (scenario: Scenario, playing: Playing): Turn => {
  const { begins, connected, callback } = playing;
  const { name, task } = scenario;
  return {
    name,
    task: begins.length === 0 ? 'connect' : task,
    person: personOf(scenario),
    payments: paymentsOf(scenario),
    run: begins.length,
    runs: 1 + (scenario.setup?.again?.length ?? 0),
    ...defined({ connected, callback }),
  };
};

interface Access {
  readonly connected?: Connected;
  readonly shares?: readonly string[];
  readonly seed?: Setup['seed'];
}

// biome-ignore lint/suspicious/noExplicitAny: what a reset answers
async function reset({ scenario, control }: Stage, access: Access): Promise<any> {
  const { setup = {} } = scenario;
  const { connected, shares = setup.shares, seed = setup.seed } = access;
  const psu = personOf(scenario);
  const { agreement } = setup;
  const given = connected && { psu, tpp: connected.tpp, ...defined({ agreement }) };
  const status = setup.access === 'revoked' ? 'revoked' : undefined;
  const lastSca = typeof setup.access === 'object' ? setup.access.lastSca : undefined;
  return control('POST', '/reset', {
    extends: 'starting-set',
    scaPolicy: { mode: 'auto', nationalId: psu, ...(agreement && { context: 'CORPORATE' }) },
    ...(typeof seed === 'function' ? seed(Date.parse((await control('GET', '/clock')).now)) : seed),
    ...(given === undefined
      ? {}
      : {
          consents: [{ ...given, ...defined({ accounts: shares, status, lastSca }) }],
          ...(lastSca === undefined
            ? { sessions: [{ ...given, sessionId: connected?.sessionId }] }
            : {}),
        }),
  });
}

/** From here on the bank does what the scenario says. */
async function begin({ scenario: { setup = {} }, control }: Stage): Promise<void> {
  const { sca, faults = [] } = setup;
  if (sca !== undefined) {
    const policy = await control('GET', '/sca-policy');
    await control('PUT', '/sca-policy', { ...policy, ...sca });
  }
  for (const fault of [COUNTS_PAGES, ...faults]) await control('POST', '/faults', fault);
}
