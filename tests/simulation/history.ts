// One history of a store on a machine that is simulated: clients write, read, begin anew and drop banks at the same time,
// operations fail, processes die. What is found afterwards is compared with what was acknowledged.
import { setImmediate as afterOthers } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ClosedStoreError, StoreWriteError } from '../../server/storage/errors.ts';
import type { Store, Tx } from '../../server/storage/store.ts';
import { startingRows, type ThingRow, thing, things } from '../contracts/sample-tables.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { COUNT, type Contents, isPossible, type Rows, type Tried } from './judge.ts';
import type { Machine } from './machines.ts';

export interface Outcome {
  readonly figures: Readonly<Record<string, number>>;
  /** None if all is well; else what the machine did at last, the transactions, and what is wrong. */
  readonly faults: readonly string[];
}

const BANKS = ['a', 'b'];
const SETS = [startingRows('small', 3), startingRows('large', 12)];

export async function playHistory(seed: number, on: (dice: Dice) => Machine): Promise<Outcome> {
  const dice = diceOf(seed);
  const machine = on(dice);
  const history = new History(dice, machine);
  const faults = await history.play().catch((error: Error) => [`${error.stack}`]);
  const story = faults.length > 0 ? machine.done.slice(-60) : [];
  return { figures: history.figures, faults: [...story, ...faults] };
}

type Effect = (rows: Map<string, number>) => void;

interface Begun extends Pick<Tried, 'number' | 'text' | 'asked'> {
  readonly effect?: Effect;
}

type Drawn = Omit<Begun, 'asked'> & { readonly work: (tx: Tx) => Promise<void> };

class History {
  readonly #dice: Dice;
  readonly #machine: Machine;
  /** In the order in which their work was first done, by bank. */
  #tried = new Map<string, Tried[]>(BANKS.map((bank) => [bank, []]));
  /** What each bank had when the store was last opened. */
  #began = new Map<string, Contents>(BANKS.map((bank) => [bank, NOTHING]));
  /** Stores whose process has died; what they hear now, nobody hears. */
  readonly #dead = new Set<Store>();
  #number = 0;
  #moment = 0;
  #acknowledged = 0;
  #crashes = 0;

  constructor(dice: Dice, machine: Machine) {
    this.#dice = dice;
    this.#machine = machine;
  }

  get figures() {
    const failures = this.#machine.done.filter((text) => text.endsWith('fails')).length;
    const operations = this.#machine.done.length;
    return { acknowledged: this.#acknowledged, operations, crashes: this.#crashes, failures };
  }

  async play(): Promise<readonly string[]> {
    const lives = 1 + this.#dice.upTo(4);
    for (let life = 0; life < lives; life += 1) {
      const faults = await this.#live(life === lives - 1);
      if (faults.length > 0) return faults;
    }
    return [];
  }

  /** From an opening to a close, perhaps with a crash before, and what is there then. */
  async #live(isLast: boolean): Promise<readonly string[]> {
    const stores: Store[] = [];
    while (stores.length < this.#machine.processes) stores.push(await this.#open());
    const everyone = Promise.all([1, 2, 3].map(() => this.#client(stores)));
    const least = this.#dice.upTo(isLast ? 400 : 150);
    const isOver = await this.#drive(everyone, this.#dice() < 0.6 ? least : Infinity);
    if (!isOver) this.#crash(stores);
    const ended = stores.filter((store) => this.#dead.has(store));
    const ending = ended.map((store) => store.close().catch(() => undefined));
    await this.#driven(Promise.all([everyone, ...ending]));
    const faults = [...this.#machine.faults];
    this.#machine.settle();
    const read: ReadonlyMap<string, Contents>[] = [];
    for (const store of this.#machine.processes > 1 ? this.#living(stores) : [])
      read.push(await this.#driven(this.#contents(store)));
    this.#machine.failure = this.#dice.of([0, 0.1]);
    for (const store of this.#living(stores)) await this.#driven(store.close());
    const again = await this.#open();
    const found = await this.#driven(this.#contents(again));
    await this.#driven(again.close());
    for (const [bank, one] of read.flatMap((all) => [...all])) {
      if (!isDeepStrictEqual(found.get(bank), one))
        faults.push(`a replica has of ${bank} ${shownOf(one)}`);
    }
    return [...faults, ...this.#compare(found, isOver)];
  }

  #living(stores: readonly Store[]): readonly Store[] {
    return stores.filter((store) => !this.#dead.has(store));
  }

  #crash(stores: readonly Store[]): void {
    this.#crashes += 1;
    for (const store of this.#machine.crash(stores)) this.#dead.add(store);
    // What the dead process would hear now, it does not hear.
    for (const tried of this.#tried.values()) {
      for (const [at, one] of tried.entries()) {
        if (one.known === 'waits' && this.#dead.has(one.store)) tried[at] = { ...one };
      }
    }
  }

  /** On a machine that may fail at first. */
  async #open(): Promise<Store> {
    this.#machine.failure = this.#dice.of([0, 0.1]);
    const first = await this.#driven(this.#machine.open()).catch((error: unknown) => {
      if (!(error instanceof StoreWriteError)) throw error;
      return undefined;
    });
    this.#machine.settle();
    return first ?? this.#driven(this.#machine.open());
  }

  /** Lets the machine work until the promise is settled. */
  async #driven<T>(promise: Promise<T>): Promise<T> {
    await this.#drive(promise, Infinity);
    return promise;
  }

  /** @returns whether the promise was settled before so many operations */
  async #drive(promise: Promise<unknown>, most: number): Promise<boolean> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    for (let count = 0, idle = 0; ; count += 1) {
      // What can go on without the machine goes on first.
      for (let turn = 0; turn < 3; turn += 1) await afterOthers();
      if (isSettled) return true;
      // The last operation has ended by now.
      if (count >= most) return false;
      idle = this.#machine.step() ? 0 : idle + 1;
      if (idle > 5_000) {
        const waits = [...this.#tried.values()].flat().filter(({ known }) => known === 'waits');
        const shown = waits.map(({ number, text }) => `${number} ${text}`);
        throw new Error(`waits for nothing: ${shown}`);
      }
    }
  }

  async #client(stores: readonly Store[]): Promise<void> {
    const most = 2 + this.#dice.upTo(14);
    const begun: Promise<void>[] = [];
    for (let at = 0; at < most; at += 1) {
      const store = this.#dice.of(this.#living(stores));
      if (store === undefined) break;
      this.#machine.failure = this.#dice.of([0, 0, 0.02, 0.2]);
      const bank = this.#dice.of(BANKS);
      const trying = this.#dice() < 0.05 ? this.#drop(store, bank) : this.#try(store, bank);
      begun.push(trying);
      trying.catch(() => undefined);
      // Some wait for the answer before they go on.
      if (this.#dice() < 0.7) await trying;
    }
    await Promise.all(begun);
  }

  async #try(store: Store, bank: string): Promise<void> {
    const drawn = this.#drawn();
    const own = `t${drawn.number}`;
    const asked = ++this.#moment;
    let tried: Tried | undefined;
    try {
      const seen = await store.transact(bank, async (tx): Promise<Rows> => {
        const at = (await tx.get(things, COUNT))?.rank ?? 0;
        tried ??= this.#begun(store, bank, { ...drawn, asked });
        tried.at = at;
        if (at === 0) tried.mayBegin = true;
        await drawn.work(tx);
        if (drawn.effect !== undefined) {
          tx.put(things, thing(COUNT, { rank: at + 1 }));
          tx.put(things, thing(own, { rank: drawn.number }));
          tx.report([{ of: drawn.number }]);
        }
        return rowsOf(await tx.listBy(things, 'all', 'all'));
      });
      if (tried === undefined) throw new Error('acknowledged, and never done');
      Object.assign(tried, { known: 'done', seen, answered: ++this.#moment });
      this.#acknowledged += 1;
    } catch (error) {
      this.#strange(error);
      if (tried !== undefined)
        tried.known = error instanceof StoreWriteError ? error.outcome : 'not done';
    }
  }

  #begun(store: Store, bank: string, { effect, ...drawn }: Begun): Tried {
    const changed: Tried['effect'] = (rows, at) => {
      effect?.(rows);
      rows.set(`t${drawn.number}`, drawn.number).set(COUNT, at + 1);
    };
    const tried: Tried = { ...drawn, store, known: 'waits' };
    if (effect !== undefined) Object.assign(tried, { effect: changed, reports: true });
    if (!this.#dead.has(store)) this.#tried.get(bank)?.push(tried);
    return tried;
  }

  async #drop(store: Store, bank: string): Promise<void> {
    const asked = ++this.#moment;
    const tried = this.#begun(store, bank, { number: ++this.#number, text: 'drops', asked });
    tried.effect = (rows) => rows.clear();
    try {
      await store.drop(bank);
      Object.assign(tried, { known: 'done', answered: ++this.#moment });
    } catch (error) {
      this.#strange(error);
      tried.known = 'not known';
    }
  }

  #strange(error: unknown): void {
    if (error instanceof StoreWriteError || error instanceof ClosedStoreError) return;
    if (this.#machine.plain?.test(String(error)) !== true) throw error;
  }

  #drawn(): Drawn {
    const id = `x${this.#dice.upTo(4)}`;
    const number = ++this.#number;
    const extra = 'e'.repeat(this.#dice.of([0, 0, 40, 700, 3000]));
    const drawn = this.#dice();
    if (drawn < 0.15) return { number, text: 'reads', work: async () => undefined };
    if (drawn < 0.25) {
      const set = this.#dice.of(SETS);
      const effect: Effect = (rows) => {
        rows.clear();
        for (const row of set.rows.get(things)?.() ?? []) rows.set(row.id, (row as ThingRow).rank);
      };
      const work = async (tx: Tx) => tx.restart(set);
      return { number, text: `restarts with ${set.key}`, effect, work };
    }
    if (drawn < 0.3) {
      const work = async (tx: Tx) => tx.restart(await tx.snapshot());
      return { number, text: 'restarts with a snapshot', effect: () => undefined, work };
    }
    const removes = this.#dice() < 0.3 ? `x${this.#dice.upTo(4)}` : undefined;
    const effect: Effect = (rows) => {
      if (removes !== undefined) rows.delete(removes);
      rows.set(id, number);
    };
    const work = async (tx: Tx) => {
      if (removes !== undefined) tx.remove(things, removes);
      tx.put(things, thing(id, { rank: number, data: { extra } }));
    };
    return { number, text: `puts ${id} and removes ${removes}, ${extra.length}`, effect, work };
  }

  async #contents(store: Store): Promise<ReadonlyMap<string, Contents>> {
    const found = new Map<string, Contents>();
    for (const bank of BANKS) {
      const rows = await store.transact(bank, async (tx) => tx.listBy(things, 'all', 'all'));
      const reported = ((await store.reported?.(bank, 0, 1_000)) ?? []) as readonly Reported[];
      // A number that is missing or there twice is an event that nothing has reported.
      const events = reported.toReversed().map(({ number, of }, i) => (number === i + 1 ? of : 0));
      found.set(bank, { rows: rowsOf(rows), events });
    }
    return found;
  }

  /** @param isOver nothing was in progress at the end */
  #compare(all: ReadonlyMap<string, Contents>, isOver: boolean): readonly string[] {
    const faults: string[] = [];
    for (const bank of BANKS) {
      const found = all.get(bank) ?? NOTHING;
      // One process does things in the order in which they come.
      const tried = (this.#tried.get(bank) ?? []).toSorted((one, other) => one.asked - other.asked);
      const began = this.#began.get(bank) ?? NOTHING;
      const isShared = this.#machine.processes > 1;
      if (!isPossible({ began, tried, found, isShared })) {
        for (const { number, known, at, asked, answered, text } of tried)
          faults.push(`${bank} ${number} ${known} ${at} from ${asked} to ${answered}: ${text}`);
        faults.push(`${bank} has ${shownOf(found)} ${isOver ? '' : 'after a crash'}`);
      }
      this.#began.set(bank, found);
      this.#tried.set(bank, []);
    }
    return faults;
  }
}

interface Reported {
  readonly number: number;
  readonly of: number;
}

const NOTHING: Contents = { rows: new Map(), events: [] };
const shownOf = ({ rows, events }: Contents) => `${[...rows].join(' ')} and events ${events}`;
const rowsOf = (rows: readonly ThingRow[]): Rows => new Map(rows.map(({ id, rank }) => [id, rank]));
