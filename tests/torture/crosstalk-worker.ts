// One client on one bank: it reads, writes, resets, moves the clock, takes and restores snapshots, and knows what
// each answer must hold.
import { randomUUID } from 'node:crypto';
import { completeSca, PERSONS, psuHeaders, type TestBank } from '../support/bank.ts';
import {
  type AccountSeen,
  allTransactions,
  answered,
  askPayment,
} from '../support/control-bank.ts';
import type { Answer } from '../support/http.ts';
import { openingOf, post } from './http-writes.ts';
import type { Owners } from './own-data.ts';

const DAY = 86_400_000;

export interface WorkerOptions {
  readonly number: number;
  readonly bank: string;
  /** The same bank, at each address. */
  readonly addresses: readonly TestBank[];
  readonly owners: Owners;
  /** 0 … 1, as Math.random. */
  readonly random: () => number;
  /** The headers of another worker's session, once it has one. */
  readonly foreign: () => Readonly<Record<string, string>> | undefined;
}

/** What the bank must be like. */
interface State {
  readonly account: AccountSeen;
  readonly headers: Readonly<Record<string, string>>;
  readonly now: number;
  /** Creditors of all transactions that were posted to the account. */
  readonly posted: ReadonlySet<string>;
}

/** What is tried, and how often out of all. */
export const ACTIONS = {
  readAccounts: 30,
  readTransactions: 10,
  post: 20,
  pay: 10,
  foreignSession: 10,
  readLog: 5,
  moveClock: 5,
  save: 4,
  restore: 4,
  reset: 2,
} as const;
export type Action = keyof typeof ACTIONS;

export class Worker {
  readonly faults: string[] = [];
  readonly #options: WorkerOptions;
  readonly #mark: string;
  /** A time that no other bank has. */
  readonly #start: number;
  #state: State | undefined;
  #saved: State | undefined;
  #count = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#mark = `mark-${options.number}`;
    this.#start = Date.UTC(2031, 0, 1, 9) + options.number * 400 * DAY;
  }

  get session(): Readonly<Record<string, string>> | undefined {
    return this.#state?.headers;
  }

  async act(action: Action): Promise<void> {
    this.#state ??= await this.#begin();
    await this[action](this.#state);
  }

  /** One of the addresses, by chance: what one replica has done, every other must know. */
  get #bank(): TestBank {
    const { addresses, random } = this.#options;
    const bank = addresses[Math.floor(random() * addresses.length)] as TestBank;
    const judged = bank.control;
    return { ...bank, control: async (...request) => this.#own(await judged(...request)) };
  }

  #fault(text: string): void {
    this.faults.push(`${this.#options.bank}: ${text}`);
  }

  #own(answer: Answer, status = 0): Answer {
    const { owners, bank } = this.#options;
    if (answer.status >= 500 || (status > 0 && answer.status !== status)) {
      this.#fault(`${answer.status} ${answer.text.slice(0, 300)}`);
    }
    for (const foreign of owners.foreignIn(answer, bank, this.#mark)) {
      this.#fault(`an answer has ${foreign}`);
    }
    return answer;
  }

  async #begin(): Promise<State> {
    const bank = this.#bank;
    answered(await bank.control('POST', '/_sandbox/reset'), 200);
    const now = this.#start;
    const clock = { now: new Date(now).toISOString(), frozen: true };
    answered(await bank.control('PUT', '/_sandbox/clock', clock), 200);
    const account = await openingOf(bank, '1000000.00');
    const headers = psuHeaders();
    const asked = this.#own(await bank.tpp.with(headers).post('/v1/bank-offered-consents'), 201);
    const back = await completeSca(bank, asked, { nationalId: PERSONS.jonas });
    return {
      account,
      headers: { ...headers, 'PSU-ID': back.get('psu-id') ?? '' },
      now,
      posted: new Set(),
    };
  }

  async readAccounts({ headers, account }: State): Promise<void> {
    const answer = await this.#bank.tpp.with(headers).get('/v1/accounts?withBalance=true');
    const { accounts = [] } = this.#own(answer, 200).body ?? {};
    const own = accounts.some(({ iban }: AccountSeen) => iban === account.iban);
    if (!own) this.#fault(`the account ${account.iban} is not among its accounts`);
  }

  async readTransactions({ account, posted }: State): Promise<void> {
    const path = `/v1/sandbox/accounts/${account.mockAccountId}/transactions`;
    const all = (await allTransactions(this.#bank, path)) as { creditorName?: string }[];
    const names = new Set(all.map(({ creditorName = '' }) => creditorName));
    for (const name of posted) if (!names.has(name)) this.#fault(`${name} is not there`);
    for (const name of names) {
      if (name !== '' && !name.startsWith(`${this.#mark} `)) this.#fault(`${name} is there`);
    }
  }

  async post(state: State): Promise<void> {
    const id = this.#nextName();
    await post(this.#bank, state.account, { id, n: 1 });
    this.#state = { ...state, posted: new Set([...state.posted, id]) };
  }

  async pay({ headers, account }: State): Promise<void> {
    const bank = this.#bank;
    const made = await askPayment({ tpp: bank.tpp.with(headers) }, account, {
      creditorName: this.#nextName(),
    });
    this.#own(made, 201);
    await completeSca(bank, made, { nationalId: PERSONS.jonas });
    const path = `/v1/payments/sepa-credit-transfers/${made.body.paymentId}`;
    this.#own(await this.#bank.tpp.with(headers).get(path), 200);
  }

  /** Another bank's session means nothing here. */
  async foreignSession(): Promise<void> {
    const headers = this.#options.foreign();
    if (headers === undefined) return;
    const { status, text } = await this.#bank.tpp.with(headers).get('/v1/accounts');
    if (status !== 401)
      this.#fault(`a session of another bank gets ${status} ${text.slice(0, 300)}`);
  }

  async readLog(): Promise<void> {
    const { body } = await this.#bank.control('GET', '/_sandbox/requests?limit=20');
    for (const { target } of body?.requests ?? []) {
      if (!target.startsWith(`/banks/${this.#options.bank}/`)) this.#fault(`the log has ${target}`);
    }
  }

  async moveClock(state: State): Promise<void> {
    const now = state.now + 60_000;
    const moved = await this.#bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1M' });
    const at = Date.parse(answered(moved, 200).body.now);
    if (at !== now)
      this.#fault(`its clock is at ${moved.body.now}, not ${new Date(now).toISOString()}`);
    this.#state = { ...state, now };
    // A session lasts an hour of the bank's time.
    if (now - this.#start >= 50 * 60_000) this.#state = undefined;
  }

  async save(state: State): Promise<void> {
    await this.#bank.control('PUT', '/_sandbox/snapshots/golden');
    this.#saved = state;
  }

  async restore(): Promise<void> {
    if (this.#saved === undefined) return;
    answered(await this.#bank.control('POST', '/_sandbox/snapshots/golden/restore'), 200);
    this.#state = this.#saved;
  }

  async reset(): Promise<void> {
    this.#state = await this.#begin();
  }

  #nextName(): string {
    this.#count += 1;
    return `${this.#mark} ${this.#count} ${randomUUID().slice(0, 4)}`;
  }
}
