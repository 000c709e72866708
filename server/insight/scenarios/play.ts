// Plays a scenario at a bank (SCEN-01): prepares it, lets the client do its task, and judges what the bank saw. Everything
// goes through the control API.
import { defined } from '../../kernel/defined.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Judgement, PaymentToMake, Scenario } from './scenario.ts';
import { COUNTS_PAGES, type Connected, type Control, lastNumber, look, type Sent } from './seen.ts';

const JONAS = '13039319955';

/** What the client that plays gets to know. */
export interface Turn {
  /** National id of the person who approves. */
  readonly person: string;
  /** Absent before the person has given access. */
  readonly connected?: Connected;
  /** What to pay, without debtorAccount. */
  readonly payments: readonly PaymentToMake[];
  /** From 1: some scenarios let the client run again. */
  readonly run: number;
}

export interface Stage {
  readonly control: Control;
  /** The organisation id of the client's certificate. */
  readonly tpp: string;
  /** The client's own way to get access from the person. Absent: the bank begins with access given. */
  readonly connect?: (turn: Turn) => Promise<void>;
  readonly client: (turn: Turn) => Promise<void>;
}

export interface Failure {
  readonly sentence: string;
  readonly cites: string;
  /** What happened, in this run. */
  readonly text: string;
  /** The bank's id of the request that earned it, `x17`. */
  readonly request?: string;
}

interface TimelineEntry {
  readonly id: string;
  readonly run: number;
  readonly request: string;
  readonly status: number;
  readonly codes: readonly string[];
  /** What the bank did at this request. */
  readonly happened?: JsonObject;
}

export interface Verdict {
  readonly name: string;
  readonly title: string;
  /** Of what a client must do. */
  readonly failures: readonly Failure[];
  /** Of what it should do. */
  readonly advice: readonly Failure[];
  readonly requests: readonly TimelineEntry[];
}

/** What is paid where it does not matter what. */
const PAYMENT: PaymentToMake = {
  product: 'payments/norwegian-domestic-credit-transfers',
  body: {
    instructedAmount: { amount: '125.00', currency: 'NOK' },
    creditorName: 'Huseier Hansen',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
  },
};

const personOf = ({ setup }: Scenario): string => setup?.person ?? JONAS;

const paymentsOf = ({ setup, task }: Scenario): readonly PaymentToMake[] =>
  setup?.payments ?? (['pay', 'cancel', 'basket'].includes(task) ? [PAYMENT] : []);

export async function play(scenario: Scenario, stage: Stage): Promise<Verdict> {
  const { control, client } = stage;
  const { setup = {} } = scenario;
  const turn = { person: personOf(scenario), payments: paymentsOf(scenario) };
  const connected = await prepare(scenario, stage);
  const begins: number[] = [];
  for (const [i, again] of [{}, ...(setup.again ?? [])].entries()) {
    if (again.shares !== undefined && connected !== undefined) {
      await reset(scenario, control, { connected, shares: again.shares });
      await begin(scenario, control);
    }
    if (again.advance !== undefined) await control('POST', '/clock/advance', { by: again.advance });
    begins.push(await lastNumber(control));
    await client({ ...turn, run: i + 1, ...defined({ connected }) });
  }
  return judge(scenario, control, { begins, connected });
}

/** Empties the bank, and begins as the scenario wants it; the client is connected, where the scenario says so. */
async function prepare(
  scenario: Scenario,
  { control, tpp, connect }: Omit<Stage, 'client'>,
): Promise<Connected | undefined> {
  const { task, setup = {} } = scenario;
  let connected: Connected | undefined;
  if (task !== 'connect' || setup.access !== undefined) {
    const own = connect && (await connectedBy(connect, scenario, control));
    const access = { tpp, psuId: '', sessionId: `scenario-${scenario.name}`, ...own };
    const begun = await reset(scenario, control, { connected: access });
    connected = { ...access, ...begun.consents[0] };
  }
  if (connected === undefined || setup.access === 'unknown') await reset(scenario, control, {});
  await begin(scenario, control);
  if (setup.advance !== undefined) {
    await control('POST', '/clock/advance', { by: setup.advance });
  }
  return connected;
}

export class NoAccess extends Error {
  constructor() {
    super('After connect, the bank has no session of this person: your client got no access.');
  }
}

/** What the client's own connect left at the bank. */
async function connectedBy(
  connect: (turn: Turn) => Promise<void>,
  scenario: Scenario,
  control: Control,
): Promise<Pick<Connected, 'tpp' | 'sessionId'>> {
  await reset(scenario, control, {});
  await connect({ person: personOf(scenario), payments: [], run: 0 });
  const { sessions = [] } = await control('GET', '/seed');
  const session = sessions.at(-1);
  if (session !== undefined) return { tpp: session.tpp, sessionId: session.sessionId };
  throw new NoAccess();
}

interface Access {
  readonly connected?: Connected;
  readonly shares?: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: what a reset answers
async function reset(scenario: Scenario, control: Control, access: Access): Promise<any> {
  const { setup = {} } = scenario;
  const { connected, shares = setup.shares } = access;
  const psu = personOf(scenario);
  const { agreement, seed = {} } = setup;
  const given = connected && { psu, tpp: connected.tpp, ...defined({ agreement }) };
  const status = setup.access === 'revoked' ? 'revoked' : undefined;
  const lastSca = typeof setup.access === 'object' ? setup.access.lastSca : undefined;
  return control('POST', '/reset', {
    extends: 'starting-set',
    scaPolicy: { mode: 'auto', nationalId: psu, ...contextOf(setup.agreement) },
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

const contextOf = (agreement: string | undefined) =>
  agreement === undefined ? {} : { context: 'CORPORATE' };

/** From here on the bank does what the scenario says. */
async function begin({ setup = {} }: Scenario, control: Control): Promise<void> {
  const { sca, faults = [] } = setup;
  if (sca !== undefined) {
    const policy = await control('GET', '/sca-policy');
    await control('PUT', '/sca-policy', { ...policy, ...sca });
  }
  for (const fault of [COUNTS_PAGES, ...faults]) await control('POST', '/faults', fault);
}

interface Played {
  readonly begins: readonly number[];
  readonly connected: Connected | undefined;
}

/** What the bank says about the requests after `begins[0]`. */
async function judge(
  scenario: Scenario,
  control: Control,
  { begins, connected }: Played,
): Promise<Verdict> {
  const seen = await look(control, begins, connected);
  const { name, title, must, should = [] } = scenario;
  const wrongIn = (judgements: readonly Judgement[]) =>
    judgements.flatMap(({ says, cites, wrong }): Failure[] => {
      const found = wrong(seen);
      if (found === undefined) return [];
      const sentence = `A good client ${says}.`;
      return [{ sentence, cites, text: found.text, ...defined({ request: found.at?.id }) }];
    });
  return {
    name,
    title,
    failures: wrongIn([ASKED, ...must]),
    advice: wrongIn(should),
    requests: seen.requests.map(entryOf),
  };
}

/** A client that did nothing shows nothing. */
const ASKED: Judgement = {
  says: 'does its task: the bank sees a request',
  cites: 'SCEN-02',
  wrong: ({ requests }) =>
    requests.length > 0
      ? undefined
      : { text: 'The bank saw no request. Does your client use the address of SANDBANK_URL?' },
};

const entryOf = (sent: Sent): TimelineEntry => ({
  id: sent.id,
  run: sent.run,
  request: `${sent.method} ${sent.path}${sent.query.size === 0 ? '' : `?${sent.query}`}`,
  status: sent.status,
  codes: sent.codes,
  ...defined({ happened: sent.effect }),
});
