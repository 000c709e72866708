// One history of a store on a simulated disk: clients write, read, begin anew and drop banks at the same time, operations
// fail, the power goes. What is found afterwards is compared with what was acknowledged.
import { setImmediate as afterOthers } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { SILENT } from '../../server/kernel/log.ts';
import { ClosedStoreError, StoreWriteError } from '../../server/storage/errors.ts';
import { openFileStore } from '../../server/storage/files/file-store.ts';
import type { Store, Tx } from '../../server/storage/store.ts';
import {
  SAMPLE_TABLES,
  startingRows,
  type ThingRow,
  thing,
  things,
} from '../contracts/sample-tables.ts';
import { type Dice, diceOf } from '../fuzz/hostile.ts';
import { seededRandom } from '../torture/torture.ts';
import { SimulatedDisk } from './disk.ts';

type Rows = ReadonlyMap<string, number>;
type Effect = (rows: Map<string, number>) => void;

/** What has become of a transaction, as its client knows it. */
type Known = 'waits' | 'done' | 'not done' | 'not known';

interface Tried {
  readonly number: number;
  readonly text: string;
  readonly effect?: Effect;
  /** The rows that it has read. */
  seen?: Rows;
  known: Known;
}

export interface Outcome {
  readonly acknowledged: number;
  readonly operations: number;
  readonly crashes: number;
  readonly failures: number;
  readonly faults: readonly string[];
  /** What the disk did, and the transactions. */
  readonly story: (last?: number) => string;
}

const BANKS = ['a', 'b'];
const SETS = [startingRows('small', 3), startingRows('large', 12)];
const setOf = (set: (typeof SETS)[number] | undefined): Rows =>
  new Map((set?.rows.get(things)?.() ?? []).map((row) => [row.id, (row as ThingRow).rank]));
/** A timer that never comes: the longest that there is. */
const NEVER = 2 ** 31 - 1;

export async function playHistory(seed: number): Promise<Outcome> {
  const history = new History(diceOf(seededRandom(seed)));
  const faults = await history.play().catch((error: Error) => [`${error.stack}`]);
  return { ...history.figures, faults, story: (last = 60) => history.story(last) };
}

class History {
  readonly #dice: Dice;
  readonly #disk: SimulatedDisk;
  /** In the order in which their work was done, by bank. */
  #tried = new Map<string, Tried[]>(BANKS.map((bank) => [bank, []]));
  /** What each bank had when the store was last opened. */
  #began = new Map<string, Rows>(BANKS.map((bank) => [bank, new Map()]));
  /** Transactions that have not ended, by bank. */
  readonly #pending = new Map<string, number>();
  #number = 0;
  #acknowledged = 0;
  #crashes = 0;
  readonly #told: string[] = [];

  constructor(dice: Dice) {
    this.#dice = dice;
    this.#disk = new SimulatedDisk(dice);
  }

  get figures() {
    const failures = this.#disk.done.filter((text) => text.endsWith('fails')).length;
    const operations = this.#disk.done.length;
    return { acknowledged: this.#acknowledged, operations, crashes: this.#crashes, failures };
  }

  story(last: number): string {
    return [...this.#told, ...this.#disk.done.slice(-last)].join('\n');
  }

  async play(): Promise<readonly string[]> {
    const lives = 1 + this.#dice.upTo(4);
    for (let life = 0; life < lives; life += 1) {
      const faults = await this.#live(life === lives - 1);
      if (faults.length > 0) return faults;
    }
    return [];
  }

  /** From an opening to a crash or a close, and what is there then. */
  async #live(isLast: boolean): Promise<readonly string[]> {
    const store = await this.#open();
    const everyone = Promise.all([1, 2, 3].map(() => this.#client(store)));
    const least = this.#dice.upTo(isLast ? 400 : 150);
    const isOver = await this.#drive(everyone, this.#dice() < 0.6 ? least : Infinity);
    if (isOver) {
      await everyone;
      this.#disk.failure = this.#dice.of([0, 0.1]);
      await this.#driven(store.close());
    } else {
      this.#crashes += 1;
      // What the dead process would hear now, it does not hear.
      const left = BANKS.map((bank) => (this.#tried.get(bank) ?? []).map((one) => ({ ...one })));
      this.#disk.crash();
      await this.#driven(Promise.all([everyone, store.close().catch(() => undefined)]));
      for (const [at, bank] of BANKS.entries()) this.#tried.set(bank, left[at] ?? []);
    }
    const again = await this.#open();
    const found = await this.#driven(this.#contents(again));
    await this.#driven(again.close());
    return this.#compare(found, isOver);
  }

  /** On a disk that may fail at first. */
  async #open(): Promise<Store> {
    const open = () =>
      openFileStore({
        folder: '/data',
        tables: SAMPLE_TABLES,
        log: SILENT,
        disk: this.#disk.mounted(),
        foldFloor: this.#dice.of([100, 600, 1 << 20]),
        inMemory: { banks: this.#dice.of([1, 1, BANKS.length]) },
        heartbeat: NEVER,
      });
    this.#disk.failure = this.#dice.of([0, 0.1]);
    const first = await this.#driven(open()).catch((error: unknown) => {
      if (!(error instanceof StoreWriteError)) throw error;
      return undefined;
    });
    this.#disk.failure = 0;
    return first ?? this.#driven(open());
  }

  /** Lets the disk work until the promise is settled. */
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
    for (let count = 0, idle = 0; ; ) {
      // What can go on without the disk goes on first.
      for (let turn = 0; turn < 3; turn += 1) await afterOthers();
      if (isSettled) return true;
      // The last operation has ended by now.
      if (count >= most) return false;
      idle = this.#disk.step() ? 0 : idle + 1;
      if (idle === 0) count += 1;
      if (idle > 5_000) {
        const waits = [...this.#tried.values()].flat().filter(({ known }) => known === 'waits');
        const shown = waits.map(({ number, text }) => `${number} ${text}`);
        throw new Error(`waits, and not for the disk: ${shown} ${[...this.#pending].join(' ')}`);
      }
    }
  }

  async #client(store: Store): Promise<void> {
    const most = 2 + this.#dice.upTo(14);
    for (let at = 0; at < most; at += 1) {
      this.#disk.failure = this.#dice.of([0, 0, 0.02, 0.2]);
      const bank = this.#dice.of(BANKS);
      const trying = this.#dice() < 0.05 ? this.#drop(store, bank) : this.#try(store, bank);
      // Some wait for the answer before they go on.
      if (this.#dice() < 0.7) await trying;
    }
    for (const tried of this.#tried.values()) {
      while (tried.some(({ known }) => known === 'waits')) {
        await afterOthers();
      }
    }
  }

  async #try(store: Store, bank: string): Promise<void> {
    const number = ++this.#number;
    const { text, effect, work } = this.#drawn(number);
    this.#pending.set(bank, (this.#pending.get(bank) ?? 0) + 1);
    let tried: Tried | undefined;
    try {
      const seen = await store.transact(bank, async (tx): Promise<Rows> => {
        tried = { number, text, known: 'waits', ...(effect && { effect }) };
        this.#tried.get(bank)?.push(tried);
        await work(tx);
        return rowsOf(await tx.listBy(things, 'all', 'all'));
      });
      if (tried === undefined) throw new Error('acknowledged, and never done');
      tried.known = 'done';
      tried.seen = seen;
      this.#acknowledged += 1;
    } catch (error) {
      if (!(error instanceof StoreWriteError || error instanceof ClosedStoreError))
        this.#strange(error);
      if (tried !== undefined)
        tried.known = error instanceof StoreWriteError ? error.outcome : 'not done';
    } finally {
      this.#pending.set(bank, (this.#pending.get(bank) ?? 0) - 1);
    }
  }

  /** When nothing waits for the bank, so that it is known what comes before it. */
  async #drop(store: Store, bank: string): Promise<void> {
    while ((this.#pending.get(bank) ?? 0) > 0) await afterOthers();
    const effect: Effect = (rows) => rows.clear();
    const tried: Tried = { number: ++this.#number, text: 'drops', effect, known: 'waits' };
    this.#tried.get(bank)?.push(tried);
    await store.drop(bank).then(
      () => {
        tried.known = 'done';
      },
      () => {
        tried.known = 'not known';
      },
    );
  }

  #strange(error: unknown): void {
    // A bank whose file cannot be read now refuses, with the system's word.
    if (!/EIO|EMFILE/.test(String(error))) throw error;
  }

  #drawn(number: number): { text: string; effect?: Effect; work: (tx: Tx) => Promise<void> } {
    const id = `x${this.#dice.upTo(4)}`;
    const own = `t${number}`;
    const extra = 'e'.repeat(this.#dice.of([0, 0, 40, 700, 3000]));
    const drawn = this.#dice();
    if (drawn < 0.15) return { text: 'reads', work: async () => undefined };
    if (drawn < 0.25) {
      const set = this.#dice.of(SETS);
      const effect: Effect = (rows) => {
        rows.clear();
        for (const [key, rank] of setOf(set)) rows.set(key, rank);
        rows.set(own, number);
      };
      const work = async (tx: Tx) => {
        tx.restart(set);
        tx.put(things, thing(own, { rank: number }));
      };
      return { text: `restarts with ${set.key}`, effect, work };
    }
    if (drawn < 0.3) {
      const work = async (tx: Tx) => {
        tx.restart(await tx.snapshot());
        tx.put(things, thing(own, { rank: number }));
      };
      return {
        text: 'restarts with a snapshot',
        effect: (rows) => void rows.set(own, number),
        work,
      };
    }
    const removes = this.#dice() < 0.3 ? `x${this.#dice.upTo(4)}` : undefined;
    const effect: Effect = (rows) => {
      if (removes !== undefined) rows.delete(removes);
      rows.set(id, number).set(own, number);
    };
    const work = async (tx: Tx) => {
      if (removes !== undefined) tx.remove(things, removes);
      tx.put(things, thing(id, { rank: number, data: { extra } }));
      tx.put(things, thing(own, { rank: number }));
    };
    return { text: `puts ${id} ${own} and removes ${removes}, ${extra.length}`, effect, work };
  }

  async #contents(store: Store): Promise<ReadonlyMap<string, Rows>> {
    const found = new Map<string, Rows>();
    for (const bank of BANKS) {
      const rows = await store.transact(bank, async (tx) => tx.listBy(things, 'all', 'all'));
      found.set(bank, rowsOf(rows));
    }
    return found;
  }

  /** @param isOver nothing was in progress at the end */
  #compare(found: ReadonlyMap<string, Rows>, isOver: boolean): readonly string[] {
    const faults: string[] = [];
    for (const bank of BANKS) {
      const rows = found.get(bank) ?? new Map();
      const tried = this.#tried.get(bank) ?? [];
      const began = this.#began.get(bank) ?? new Map();
      if (!isPossible(began, tried, rows)) {
        const shown = tried.map(({ number, text, known }) => `${bank} ${number} ${known}: ${text}`);
        this.#told.push(...shown);
        faults.push(`${bank} has ${[...rows].join(' ')} ${isOver ? '' : 'after a crash'}`);
      }
      this.#began.set(bank, rows);
      this.#tried.set(bank, []);
    }
    return faults;
  }
}

const rowsOf = (rows: readonly ThingRow[]): Rows => new Map(rows.map(({ id, rank }) => [id, rank]));

/** What may be at some point: the rows on the disk, those that a reader is shown, and whether one that waited was lost. */
interface Possible {
  readonly rows: Rows;
  readonly shown: Rows;
  readonly isLost: boolean;
}

/**
 * Whether the rows are what is left of the acknowledged ones, of none that was refused, and of some whose client does not
 * know: those are done at once, only with the next start, or never. Of those that waited, the first ones are there. What
 * each has read must have been there.
 */
function isPossible(began: Rows, tried: readonly Tried[], found: Rows): boolean {
  let all: readonly Possible[] = [{ rows: began, shown: began, isLost: false }];
  for (const one of tried) {
    const next = new Map<string, Possible>();
    for (const possible of all.flatMap((before) => afterwards(before, one))) {
      if (one.seen !== undefined && !isDeepStrictEqual(one.seen, possible.shown)) continue;
      const { rows, shown, isLost } = possible;
      next.set(JSON.stringify([[...rows].sort(), [...shown].sort(), isLost]), possible);
    }
    all = [...next.values()];
  }
  return all.some(({ rows }) => isDeepStrictEqual(found, rows));
}

function afterwards(before: Possible, { effect, known }: Tried): readonly Possible[] {
  if (effect === undefined || known === 'not done') return [before];
  const done = (rows: Rows): Rows => {
    const changed = new Map(rows);
    effect(changed);
    return changed;
  };
  const rows = done(before.rows);
  const atOnce = { ...before, rows, shown: done(before.shown) };
  if (known === 'done') return [atOnce];
  if (known === 'waits') return before.isLost ? [before] : [atOnce, { ...before, isLost: true }];
  return [before, atOnce, { ...before, rows }];
}
