// Two replicas and their database as a target of torture: clients sign, post transactions and have payments approved at
// either, while one of the three is killed, in turn. What was killed is started again for the next round; the others
// must go on by themselves. Or as people run it: PgBouncer and a standby, to which it fails over, and replicas that are
// restarted one after the other.
import type { TestBank } from '../support/bank.ts';
import { eventually } from '../support/control-bank.ts';
import { type BankProcess, startBank } from '../support/control-process.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { schemaIn, startPostgres } from '../support/postgres-server.ts';
import { Clients, type Play } from './http-clients.ts';
import { findingsOf, prepareBanks } from './http-findings.ts';
import { httpBanks } from './http-writes.ts';
import type { TortureTarget } from './torture.ts';

/** The kill is timed from here, so that much is in flight. */
const WARM = 30;

interface Database {
  readonly url: string;
  /** What happens to it under load. */
  strike(): Promise<void>;
  remove(): Promise<void>;
  /** How replicas end beside it. */
  readonly signal: 'SIGKILL' | 'SIGTERM';
}

async function aloneAndKilled(): Promise<Database> {
  const server = await startPostgres(true);
  return {
    url: await schemaIn(server.url, 1),
    async strike() {
      await server.kill();
      await server.start();
    },
    remove: () => server.remove(),
    signal: 'SIGKILL',
  };
}

export async function clustered(): Promise<Database> {
  const { url, failOver, remove } = await startCluster();
  return { url, strike: failOver, remove, signal: 'SIGTERM' };
}

/** Two replicas and their database. */
export class House {
  readonly #database: Database;
  readonly #replicas: (BankProcess | undefined)[] = [undefined, undefined];

  private constructor(database: Database) {
    this.#database = database;
  }

  static async build(database = aloneAndKilled()): Promise<House> {
    return new House(await database);
  }

  /** Both replicas, started where they are not there, once they answer. */
  async open(): Promise<readonly [BankProcess, BankProcess]> {
    const [one, other] = await Promise.all([this.#replica(0), this.#replica(1)]);
    return [one, other];
  }

  async #replica(i: number): Promise<BankProcess> {
    const replica = this.#replicas[i] ?? (await startBank(this.#settings()));
    this.#replicas[i] = replica;
    const health = await eventually(
      async () => (await fetch(`${replica.url}/health`)).status,
      (status) => status === 200,
    );
    if (health !== 200) throw new Error(`a replica did not come back: ${replica.output()}`);
    return replica;
  }

  async kill(what: number): Promise<void> {
    if (what === 2) return this.#database.strike();
    const replica = this.#replicas[what];
    this.#replicas[what] = undefined;
    await replica?.end(this.#database.signal);
  }

  /** What the replicas have logged. */
  said(): string {
    return this.#replicas.map((one) => one?.output() ?? '').join('\n');
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((one) => one?.end('SIGTERM')));
    await this.#database.remove();
  }

  #settings() {
    return {
      SANDBANK_STORE: this.#database.url,
      // Long enough for kills between hold and settlement.
      SANDBANK_SETTLEMENT_DELAY: 'PT0.05S',
      SANDBANK_LOG: 'error',
    };
  }
}

export async function postgresTarget(database?: Promise<Database>): Promise<TortureTarget> {
  const house = await House.build(database);
  const [first] = await house.open();
  const prepared = await prepareBanks(first.url);
  let inspections = 0;
  return {
    start: (_, round) => new Round(house, { ...prepared, round }),
    async inspect() {
      const replicas = await house.open();
      return findingsOf((replicas[inspections++ % 2] as BankProcess).url, prepared);
    },
    close: () => house.close(),
  };
}

/** One round of writing to both. */
class Round extends Clients {
  readonly #house: House;
  readonly #opened: Promise<readonly [BankProcess, BankProcess]>;
  #isOver = false;
  #killing: Promise<void> = Promise.resolve();

  constructor(house: House, play: Play) {
    super(play, WARM);
    this.#house = house;
    this.#opened = house.open();
    void this.#run();
  }

  kill(): boolean {
    this.#killing = this.#opened
      .then(() => this.#house.kill(this.play.round % 3))
      .then(() => {
        this.#isOver = true;
      });
    return true;
  }

  async #run(): Promise<void> {
    const replicas = await this.#opened;
    const complaints = await this.all((client) => this.#untilItIsOver(replicas, client));
    await this.#killing;
    this.emit('exit');
    this.end('SIGKILL', complaints);
  }

  /** At one replica after the other. Returns what went wrong besides the kill. */
  async #untilItIsOver(
    replicas: readonly [BankProcess, BankProcess],
    client: number,
  ): Promise<string> {
    for (let n = 1; !this.#isOver; n++) {
      const [here, there] = (n + client) % 2 === 0 ? replicas : [...replicas].reverse();
      const at = (replica: BankProcess | undefined, which: number) =>
        httpBanks(replica?.url ?? '', this.play.credentials)[which] as TestBank;
      try {
        // What one replica has begun, the other one ends.
        await this.write(client, n, (which) => ({
          ...at(here, which),
          control: at(there, which).control,
        }));
      } catch (error) {
        if (!isOfTheKill(error)) return String(error);
      }
    }
    return '';
  }
}

/** The connection died, or the replica said that it has lost its database. */
const isOfTheKill = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code !== undefined || String(error).includes('SYSTEM_ERROR');
