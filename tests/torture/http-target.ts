// The whole server as a target of torture: clients sign, post transactions and have payments approved
// while it is killed. A write is acknowledged by its answer; its id is the creditor's name on the line.
import type { TestBank } from '../support/bank.ts';
import {
  type BankProcess,
  type Launched,
  launchBank,
  startBank,
} from '../support/control-process.ts';
import { Clients, type Play } from './http-clients.ts';
import { findingsOf, prepareBanks } from './http-findings.ts';
import { httpBanks } from './http-writes.ts';
import type { TortureTarget } from './torture.ts';

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

/** A server with clients around it. */
class Played extends Clients {
  readonly #server: Launched;

  constructor(server: Launched, play: Play) {
    super(play, WARM);
    this.#server = server;
    void this.#run();
  }

  kill(): boolean {
    void this.#server.end('SIGKILL');
    return true;
  }

  async #run(): Promise<void> {
    const clients = this.#server.opened.then(
      (server) => this.all((client) => this.#untilItDies(server, client)),
      // Killed while it was starting.
      () => [],
    );
    const { signal, stderr, stdout } = await this.#server.ended;
    this.signalCode = signal;
    this.emit('exit');
    this.end(signal, await clients, `${stderr}\n${stdout}`);
  }

  /** Returns what went wrong besides its death. */
  async #untilItDies(server: BankProcess, client: number): Promise<string> {
    const banks = httpBanks(server.url, this.play.credentials);
    for (let n = 1; ; n++) {
      try {
        await this.write(client, n, (which) => banks[which] as TestBank);
      } catch (error) {
        const died = (error as NodeJS.ErrnoException).code !== undefined;
        return died ? '' : String(error);
      }
    }
  }
}
