// Tenancy (BANK-01): every transaction on a bank goes through here. A bank begins from the starting
// set on first use, its due work is done before anyone looks, and timers wake it when more falls due.
import type { Clock } from '../../kernel/clock.ts';
import { dateAt } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { after, rescued, type Soon } from '../../kernel/soon.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { StartingRows, Store, Tx } from '../../storage/store.ts';
import { bankTime, clockShowing, readClock, writeClock } from './bank-clock.ts';
import { type BankTimers, createBankTimers } from './bank-timers.ts';
import type { BankEvent, BankTx } from './bank-tx.ts';
import { type DueHandlers, runDue } from './due.ts';
import { planWake } from './plan-wake.ts';
import { idOriginOf, writeSaved } from './saved.ts';
import { settings } from './tables.ts';

export const DEFAULT_BANK = 'default';

/** The prefix of a bank's own paths: nothing, or `/banks/{bank}`. */
export const prefixOfBank = (bank: string): string =>
  bank === DEFAULT_BANK ? '' : `/banks/${bank}`;
/** They become file names, also on Windows, where some are devices. */
const BANK_NAME = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)$)[a-z0-9][a-z0-9-]{0,62}$/;

/** What to do about a name that {@link isBankName} refuses. */
export const NAME_FORM =
  'use 1 to 63 characters of a–z, 0–9 and -, not beginning with -, and not the name of a Windows device (con, prn, aux, nul, com1, lpt1 …).';

export function isBankName(name: string): boolean {
  return BANK_NAME.test(name);
}

/** What a bank begins with. */
export interface Beginning {
  /** The ids are the same in every bank that begins with this text; absent: they cannot be guessed (CTRL-13). */
  readonly repeatable?: string;
  /** By default the wall clock. `now` is an instant in ms. */
  readonly clock?: { readonly now?: number; readonly frozen?: boolean };
  /** By default the starting set. */
  readonly content?: BankContent;
}

/** What a seed fills a bank with (CTRL-11). */
export interface BankContent {
  /** Whether `fill` adds to the starting set, rather than to an empty bank. */
  readonly addsToStartingSet: boolean;
  /** What the ids of people and accounts derive from; the bank's name if absent. */
  readonly idScope?: string;
  /** Returns what the answer to a reset says. Throws ApiError for what does not fit. */
  fill(bank: BankTx): Promise<JsonObject>;
}

interface BanksOptions {
  readonly store: Store;
  readonly wallClock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** The starting set as seen from that date. */
  readonly startingRows: (today: string) => StartingRows;
  /** The seed that every bank begins with. */
  readonly seed?: () => Promise<Beginning>;
  readonly dueHandlers: DueHandlers;
  readonly beginning?: Beginning;
  /** Called with what the bank did by itself in a transaction, once that is durable. It must not throw. */
  readonly onEvents?: (bank: string, events: readonly BankEvent[]) => void;
  /** Milliseconds between two looks for banks whose due work another process left undone; absent if there is none. */
  readonly lookEvery?: number;
}

type Work<T> = (bank: BankTx) => Soon<T>;

export interface Banks {
  /** Runs `work` on the bank, which begins now if it does not exist yet. What `work` throws rejects. */
  transact<T>(bank: string, work: Work<T>): Soon<T>;
  /**
   * Runs work that replaces all rows. Nothing that is due is done before, so that a bank whose rows break its
   * due work can be brought back.
   */
  replace<T>(bank: string, work: Work<T>): Soon<T>;
  /**
   * Runs `work` as `transact` does, on a bank that has begun. One that has not is not begun by it: `work` sees the
   * starting set, and nothing is stored.
   */
  transactIfBegun<T>(bank: string, work: Work<T>): Promise<T>;
  /** Runs `work` as `transactIfBegun` does, and stores nothing. */
  look<T>(bank: string, work: Work<T>): Promise<T>;
  /** Moves the bank's clock, back too; forward it runs what falls due, in order (section 12). */
  moveClock(bank: BankTx, to: number, frozen: boolean): Promise<readonly BankEvent[]>;
  /**
   * Throws everything away and begins again, clock included: by default as every bank does (SBX-01). Returns what the
   * seed answers, if there is one.
   */
  restart(
    bank: Pick<BankTx, 'bank' | 'tx'>,
    beginning?: Beginning,
  ): Promise<JsonObject | undefined>;
  /** The default bank, then every other that has begun, sorted. */
  names(): Promise<readonly string[]>;
  /** Sets the timers of the banks that the store knows, so that due work runs after a restart. */
  wake(): Promise<void>;
  /** Stops the timers. */
  stop(): void;
}

/** Pieces of due work in one move of the clock: decades of a daily payment would hold the bank up. */
const MOST_AT_ONCE = 10_000;

export function createBanks(options: BanksOptions): Banks {
  const { store, wallClock } = options;
  const timers = createBankTimers(wallClock, wakeOne);

  function wakeOne(bank: string): void {
    void rescued(() => transact(bank, () => undefined), tryLater(bank, timers, options));
  }

  function run<T>(bank: string, work: (opened: Opened) => Soon<T>, replaced = false): Soon<T> {
    let events: readonly BankEvent[] = [];
    const done = store.transact(bank, (tx) =>
      after(open({ bank, tx, replaced }, options), (opened) => {
        events = opened.events;
        return after(work(opened), (result) => {
          tx.report(events);
          return result;
        });
      }),
    );
    return after(done, (result) => {
      if (events.length > 0) options.onEvents?.(bank, events);
      return result;
    });
  }

  function transact<T>(bank: string, work: Work<T>, replaced = false): Soon<T> {
    let wakes: number | undefined;
    const change = ({ bank: opened }: Opened) =>
      after(work(opened), (result) =>
        after(planWake(opened.tx), (at) => {
          wakes = at;
          return result;
        }),
      );
    return after(run(bank, change, replaced), (result) => {
      timers.set(bank, wakes);
      return result;
    });
  }

  async function read<T>(bank: string, work: Work<T>, keep: boolean) {
    try {
      return await run(bank, async ({ bank: opened, existed }) => {
        const result = await work(opened);
        if (!existed || !keep) throw new Unwritten(result);
        return result;
      });
    } catch (thrown) {
      if (thrown instanceof Unwritten) return thrown.result as T;
      throw thrown;
    }
  }

  return {
    transact: (bank, work) => transact(bank, work),
    replace: (bank, work) => transact(bank, work, true),
    transactIfBegun: (bank, work) => read(bank, work, true),
    look: (bank, work) => read(bank, work, false),
    async moveClock(bank, to, frozen) {
      writeClock(bank.tx, clockShowing(to, frozen, wallClock()));
      const events = await runDue({ ...bank, now: to }, options.dueHandlers, MOST_AT_ONCE);
      for (const event of events) bank.happened?.(event);
      return events;
    },
    restart: ({ bank, tx }, beginning) => begin(bank, tx, options, beginning),
    names: async () => [...new Set([DEFAULT_BANK, ...(await store.banks()).filter(isBankName)])],
    wake: () => wakeAll(timers, options),
    stop: timers.stop,
  };
}

function tryLater(bank: string, timers: BankTimers, { wallClock, log }: BanksOptions) {
  return (err: unknown): void => {
    log.error({ bank, err }, 'due work failed; trying again in a minute');
    timers.set(bank, wallClock() + 60_000);
  };
}

async function wakeAll(timers: BankTimers, { store, log, lookEvery }: BanksOptions): Promise<void> {
  if (lookEvery === undefined) return timers.setAll(await wakesOf(store));
  let hasFailed = false;
  const look = async (until: number) => {
    const found = await wakesOf(store, until);
    hasFailed = false;
    return found;
  };
  timers.look(lookEvery, look, (error) => {
    // Said once, not with every look.
    if (!hasFailed) log.warn({ err: error }, 'could not look for due work');
    hasFailed = true;
  });
}

/** Snapshots and the like are never woken. */
async function wakesOf(store: Store, until?: number): Promise<[string, number][]> {
  return [...(await store.wakes(until))].filter(([bank]) => isBankName(bank));
}

interface Opening {
  readonly bank: string;
  readonly tx: Tx;
  /** The work replaces all rows. */
  readonly replaced: boolean;
}

interface Opened {
  readonly bank: BankTx;
  readonly existed: boolean;
  /** What the bank has done by itself in this transaction. */
  readonly events: readonly BankEvent[];
}

/** A bank that has not begun begins now; what is due is done before anyone looks. */
function open(opening: Opening, options: BanksOptions): Soon<Opened> {
  const { bank, tx } = opening;
  return after(tx.get(settings, 'created'), (created) =>
    created === undefined
      ? begin(bank, tx, options).then(() => enter(opening, options, false))
      : enter(opening, options, true),
  );
}

function enter(opening: Opening, options: BanksOptions, existed: boolean): Soon<Opened> {
  const { bank, tx, replaced } = opening;
  const source = { wall: options.wallClock(), ids: options.ids };
  return after(present(bank, tx, source), ({ now, idScope, ids }) => {
    const events: BankEvent[] = [];
    const happened = (event: BankEvent) => void events.push(event);
    const own: BankTx = { bank, tx, now, idScope, ids, happened };
    const opened: Opened = { bank: own, existed, events };
    if (replaced) return opened;
    return after(runDue(own, options.dueHandlers), (done) => {
      events.push(...done);
      return opened;
    });
  });
}

interface Source {
  readonly wall: number;
  /** For a bank that is not repeatable. */
  readonly ids: Ids;
}

/** The bank's time, and where its ids come from. */
const present = (bank: string, tx: Tx, { wall, ids }: Source) =>
  after(readClock(tx), (clock) =>
    after(idOriginOf(tx, bank, ids), (origin) => ({
      now: bankTime(clock, wall),
      idScope: origin.idScope,
      ids: origin.ids,
    })),
  );

const NO_ROWS: StartingRows = { key: 'nothing-1', rows: new Map() };

async function begin(
  bank: string,
  tx: Tx,
  { startingRows, wallClock, ids, beginning, seed }: BanksOptions,
  given?: Beginning,
): Promise<JsonObject | undefined> {
  const wall = wallClock();
  const { repeatable, clock, content } = { ...beginning, ...(await seed?.()), ...given };
  const at = clock?.now ?? wall;
  tx.restart(content?.addsToStartingSet === false ? NO_ROWS : startingRows(dateAt(at)));
  tx.put(settings, { id: 'created', value: { at } });
  if (clock !== undefined) writeClock(tx, clockShowing(at, clock.frozen === true, wall));
  const idScope = content?.idScope ?? repeatable;
  const drawn = repeatable === undefined ? undefined : 0;
  if (idScope !== undefined) writeSaved(tx, defined({ idScope, drawn }));
  return content?.fill({ bank, tx, ...(await present(bank, tx, { wall, ids })) });
}

/** Carries a result out of a transaction that must leave nothing behind. */
class Unwritten {
  readonly result: unknown;
  constructor(result: unknown) {
    this.result = result;
  }
}
