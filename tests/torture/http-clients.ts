// Clients of a server that is tortured, who say on its behalf what was acknowledged.
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { TestBank } from '../support/bank.ts';
import type { Known, Prepared } from './http-findings.ts';
import { pay, post } from './http-writes.ts';
import type { Victim } from './torture.ts';

/** Two post transactions, two pay: in either bank one of each. */
const CLIENTS = 4;

export interface Play extends Prepared {
  readonly round: number;
}

export abstract class Clients extends EventEmitter implements Victim {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  signalCode: NodeJS.Signals | null = null;
  protected readonly play: Play;
  /** The kill is timed from so many writes, so that much is in flight. */
  readonly #warm: number;
  #acknowledged = 0;
  #warming = 'ready\n';

  constructor(play: Play, warm: number) {
    super();
    this.play = play;
    this.#warm = warm;
  }

  abstract kill(): boolean;

  /** Each writes until that ends; their complaints, empty where there is none. */
  protected all(write: (client: number) => Promise<string>): Promise<readonly string[]> {
    return Promise.all(Array.from({ length: CLIENTS }, (_, client) => write(client)));
  }

  /** One write of that client, and that it was acknowledged. */
  protected async write(client: number, n: number, bankOf: (which: number) => TestBank) {
    const { known, round } = this.play;
    const which = client % known.length;
    const { account, psu } = known[which] as Known;
    const id = `${round}.${client}.${n}`;
    if (client < CLIENTS / 2) await post(bankOf(which), account, { id, n });
    else await pay(bankOf(which), account, { id, n, psu });
    this.#warming += `${id}\n`;
    if (++this.#acknowledged >= this.#warm) this.#flush();
  }

  /** Says how it ended, as a process does. */
  protected end(signal: NodeJS.Signals | null, complaints: readonly string[], said = ''): void {
    const found = complaints.filter((text) => text !== '');
    this.signalCode = found.length === 0 ? signal : null;
    this.stderr.end([...found, said].join('\n'));
    this.#flush();
    this.stdout.end(() => setImmediate(() => this.emit('close')));
  }

  #flush(): void {
    this.stdout.write(this.#warming);
    this.#warming = '';
  }
}
