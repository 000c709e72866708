// The whole server as a target of torture: clients sign, post transactions and have payments approved
// while it is killed. A write is acknowledged by its answer; its id is the creditor's name on the line.
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import {
  type BankProcess,
  type Launched,
  launchBank,
  startBank,
} from '../support/control-process.ts';
import { findingsOf, type Known, type Prepared, prepareBanks } from './http-findings.ts';
import { type HttpBank, httpBanks, pay, post } from './http-writes.ts';
import type { TortureTarget, Victim } from './torture.ts';

/** Two post transactions, two pay: in either bank one of each. */
const CLIENTS = 4;
/** The kill is timed from here: a server's first requests are slow, and little would be in flight. */
const WARM = 8;
const settings = (folder: string) => ({
  SANDBANK_DATA: folder,
  // Long enough for kills between hold and settlement.
  SANDBANK_SETTLEMENT_DELAY: 'PT0.05S',
  SANDBANK_LOG: 'error',
});

/** Prepares the folder: an account with money, and a PSU who has consented, in each bank. */
export async function httpTarget(folder: string): Promise<TortureTarget> {
  const server = await startBank(settings(folder));
  const prepared = await prepareBanks(server.url);
  await server.end('SIGTERM');
  let inspections = 0;
  return {
    start: (at, round) => new Played(launchBank(settings(at)), { ...prepared, round }),
    async inspect(at) {
      const again = await startBank(settings(at));
      const found = await findingsOf(again.url, prepared);
      // Now folded by a clean stop, now left to be replayed again.
      await again.end(inspections++ % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
      return found;
    },
  };
}

interface Play extends Prepared {
  readonly round: number;
}

/** A server with clients around it, who say on its behalf what was acknowledged. */
class Played extends EventEmitter implements Victim {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  signalCode: NodeJS.Signals | null = null;
  readonly #server: Launched;
  #acknowledged = 0;
  #warming = 'ready\n';

  constructor(server: Launched, play: Play) {
    super();
    this.#server = server;
    void this.#run(play);
  }

  kill(): boolean {
    void this.#server.end('SIGKILL');
    return true;
  }

  async #run(play: Play): Promise<void> {
    const clients = this.#server.opened.then(
      (server) => this.#play(server, play),
      // Killed while it was starting.
      () => [],
    );
    const { signal, stderr, stdout } = await this.#server.ended;
    this.signalCode = signal;
    this.emit('exit');
    const complaints = (await clients).filter((text) => text !== '');
    if (complaints.length > 0) this.signalCode = null;
    this.stderr.end([...complaints, stderr, stdout].join('\n'));
    this.#flush();
    this.stdout.end(() => setImmediate(() => this.emit('close')));
  }

  #play(server: BankProcess, play: Play): Promise<string[]> {
    const clients = Array.from({ length: CLIENTS }, (_, n) => this.#write(server, play, n));
    return Promise.all(clients);
  }

  /** Until the server dies. Returns what went wrong besides that. */
  async #write(server: BankProcess, play: Play, client: number): Promise<string> {
    const banks = httpBanks(server.url, play.credentials);
    const which = client % banks.length;
    const bank = banks[which] as HttpBank;
    const { account, psu } = play.known[which] as Known;
    for (let n = 1; ; n++) {
      const id = `${play.round}.${client}.${n}`;
      try {
        if (client < CLIENTS / 2) await post(bank, account, { id, n });
        else await pay(bank, account, { id, n, psu });
      } catch (error) {
        const died = (error as NodeJS.ErrnoException).code !== undefined;
        return died ? '' : String(error);
      }
      this.#tell(id);
    }
  }

  #tell(id: string): void {
    this.#warming += `${id}\n`;
    if (++this.#acknowledged >= WARM) this.#flush();
  }

  #flush(): void {
    this.stdout.write(this.#warming);
    this.#warming = '';
  }
}
