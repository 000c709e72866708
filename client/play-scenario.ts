// Plays scenarios on banks of their own: a Sandbank in this process for each.

import type { Verdict } from '../server/insight/scenarios/judge.ts';
import type { Turn } from '../server/insight/scenarios/play.ts';
import { type Scenario, showsStored } from '../server/insight/scenarios/scenario.ts';
import type { Stored } from '../server/insight/scenarios/seen.ts';
import type { createSandbank, Sandbank } from '../server/sandbank.ts';
import { testControl } from './test-control.ts';

interface ScenarioCredentials {
  /** PEM. */
  readonly certificate: string;
  readonly privateKey: string;
  readonly keyId: string;
}

/** What a client that plays gets. */
export interface ScenarioTurn extends Turn, ScenarioCredentials {
  /** Address of the bank. */
  readonly url: string;
  /** Waits on the clock of the bank, which takes no time. */
  readonly wait: (seconds: number) => Promise<void>;
  /** The person opens an scaRedirect link. Resolves to the callback, or `undefined` if there is none. */
  readonly open: (link: string) => Promise<URL | undefined>;
}

/** What it returns can have `stored`, the transactions that the client has stored; the last run counts. */
export type ScenarioClient = (turn: ScenarioTurn) => Promise<unknown>;

export interface PlayerOptions {
  /** The organisation id of your own certificate, such as `PSDNO-FSA-987654321`. */
  readonly tpp?: string;
  /** How your client gets access. Absent: the bank begins with access given. */
  readonly connect?: ScenarioClient;
  /** Settings of the banks, as in `createSandbank`. */
  readonly settings?: Parameters<typeof createSandbank>[0];
}

const SCENARIO_TPP = 'PSDNO-FSA-912345678';

/** Plays scenarios with one pair of certificates, since a key takes its time. */
export class ScenarioPlayer {
  readonly #start: typeof createSandbank;
  readonly #made = new Map<string, Promise<ScenarioCredentials>>();
  /** Sandbanks with the usual clock: a start costs more than most scenarios. */
  readonly #idle: Sandbank[] = [];
  readonly #reuses: boolean;

  /** @param reuses whether a Sandbank plays one scenario after another; then `close` ends them */
  constructor(start: typeof createSandbank, reuses = false) {
    this.#start = start;
    this.#reuses = reuses;
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((bank) => bank.close()));
  }

  async play(
    scenario: Scenario,
    client: ScenarioClient,
    { tpp = SCENARIO_TPP, connect, settings }: PlayerOptions = {},
  ): Promise<Verdict> {
    const { setup = {} } = scenario;
    const { wallClock: ahead = 0 } = setup;
    const isSlow = setup.faults?.some(({ effect }) => effect.delayMs !== undefined);
    // A request that the client has left would be answered in the next scenario.
    const isUsual = this.#reuses && ahead === 0 && !isSlow;
    let isAhead = false;
    const wallClock = ahead === 0 ? {} : { wallClock: () => Date.now() + (isAhead ? ahead : 0) };
    const idle = isUsual ? this.#idle.pop() : undefined;
    const bank = idle ?? (await this.#start({ ...settings, ...wallClock }));
    const { control, clock } = testControl(bank.url, settings?.control?.token);
    const certificateFor = (name: string) => {
      const key = `${tpp} ${name}`;
      const made =
        this.#made.get(key) ?? control('POST', '/certificates', { organisationId: tpp, name });
      this.#made.set(key, made);
      return made;
    };
    const own = {
      url: bank.url,
      wait: async (seconds: number) => void (await clock.advance(`PT${Math.ceil(seconds)}S`)),
      open: callbackOf,
    };
    const give = async (play: ScenarioClient, turn: Turn) => {
      const isRenewed = setup.renewsCertificate === true && turn.run > 1;
      const credentials = await certificateFor(isRenewed ? 'Renewed' : 'Scenario TPP');
      return play({ ...turn, ...credentials, ...own });
    };
    const path = `/scenarios/${scenario.name}`;
    let stored: Stored;
    try {
      let turn: Turn = await control('POST', path, { tpp, connect: connect !== undefined });
      if (turn.run === 0 && connect !== undefined) {
        await give(connect, turn);
        turn = await control('POST', `${path}/runs`);
      }
      isAhead = true;
      while (turn.run > 0) {
        const shown = await give(client, turn);
        if (showsStored(scenario)) stored = (shown as { stored?: Stored } | undefined)?.stored;
        if (turn.run === turn.runs) break;
        turn = await control('POST', `${path}/runs`);
      }
      return await control('POST', `${path}/judge`, stored === undefined ? {} : { stored });
    } finally {
      if (isUsual) this.#idle.push(bank);
      else await bank.close();
    }
  }
}

/** Opens the link as a browser does, and does not follow the redirect to the TPP. */
async function callbackOf(link: string): Promise<URL | undefined> {
  const { headers } = await fetch(link, { redirect: 'manual' });
  const location = headers.get('location');
  return location === null ? undefined : new URL(location);
}
