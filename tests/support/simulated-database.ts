// A PostgreSQL that is not there, which does one statement at a time, in an order by the seed, and by the seed refuses
// connections, breaks them before, during and after a statement, leaves one waiting or cancels it, and fails over.
import type { Socket } from 'node:net';
import type { Dice } from './dice.ts';
import { DAY, removeUnused, statementOf, Tables } from './simulated-statements.ts';
import type { SimulatedTime } from './simulated-time.ts';
import { type Answer, type Backend, Wire } from './simulated-wire.ts';

/** What runs for a connection, also when that is broken. */
interface Session {
  readonly id: number;
  readonly wire: Wire;
  isOpen: boolean;
  /** What the open transaction has changed so far; absent: each statement is one. */
  changes: ((tables: Tables) => readonly Answer[])[] | undefined;
  readonly locks: Set<string>;
}

interface Waiting {
  readonly session: Session;
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** The bank whose row it changes or locks. */
  readonly bank: string | undefined;
  /** It is not done before it is cancelled. */
  hangs: boolean;
}

export interface Replica {
  readonly newSocket: () => Socket;
  readonly kill: () => void;
}

/** By how a statement can end that fails. */
const FAILURES = ['before', 'during', 'after', 'cancelled', 'ended', 'first', 'hangs'] as const;
/** Statements of PostgreSQL that fail so: what it says. */
const REFUSALS: Readonly<Record<string, readonly [code: string, why: string]>> = {
  cancelled: ['57014', 'canceling statement due to statement timeout'],
  ended: ['57P01', 'terminating connection due to administrator command'],
  first: ['40001', 'could not serialize access due to concurrent update'],
  hangs: ['57014', 'canceling statement due to user request'],
};

export class SimulatedDatabase implements Backend {
  readonly #dice: Dice;
  readonly #time: SimulatedTime;
  readonly #most: number;
  #tables = new Tables();
  #sessions = new Map<Wire, Session>();
  /** Connections that are to be made, and those that are broken before they are. */
  #arriving: (() => void)[] = [];
  #waiting: Waiting[] = [];
  /** Of each bank, also before it was dropped. */
  readonly #versions = new Map<string, number>();
  /** Connections are refused for so many steps. */
  #away = 0;
  #next = 1;
  /** Each statement takes a millisecond; versions of banks soon are multiples of 1,000. */
  #now = 1_795_000_000_000_995;
  failure = 0;
  /** Called when there is something to do. */
  onAsked: () => void = () => undefined;
  /** What was done, for who reads what went wrong. */
  readonly done: string[] = [];
  readonly faults: string[] = [];

  constructor(dice: Dice, time: SimulatedTime, most = 100) {
    this.#dice = dice;
    this.#time = time;
    this.#most = most;
  }

  /** What one replica connects with, until it is dead. */
  newReplica(): Replica {
    const wires: Wire[] = [];
    let isAlive = true;
    return {
      newSocket: () => {
        const wire = new Wire(isAlive ? this : NO_NETWORK);
        wires.push(wire);
        return wire.asSocket;
      },
      kill: () => {
        isAlive = false;
        this.done.push('a replica dies');
        for (const wire of wires) wire.destroy(broken('ECONNRESET'));
      },
    };
  }

  /** Lets one thing go on, or time if nothing can. @returns whether there was anything */
  step(): boolean {
    this.#away = Math.max(0, this.#away - 1);
    const able = this.#waiting.filter((one) => !one.hangs && this.#isFree(one));
    const chosen = this.#dice.upTo(able.length + this.#arriving.length);
    const next = able[chosen];
    if (next !== undefined) this.#run(next);
    else if (this.#arriving.length > 0) this.#arriving.splice(chosen - able.length, 1)[0]?.();
    else return this.#time.advance();
    return true;
  }

  #note(session: Session, what: string): void {
    this.done.push(`${session.id} ${what}`);
  }

  /** The primary is gone, and a standby in its place, which has all commits. */
  failOver(): void {
    this.done.push('the primary fails');
    this.#away = this.#dice.upTo(20);
    for (const wire of [...this.#sessions.keys()]) this.#cut(wire);
    // With a commit that the standby has, or with none.
    this.#endAll();
  }

  /** Sets that nobody uses are removed meanwhile. */
  dayPasses(): void {
    this.done.push('a day passes');
    this.#now += 2 * DAY;
    removeUnused(this.#tables, { text: '', values: [], now: this.#now });
  }

  settle(): void {
    this.failure = 0;
    this.#away = 0;
    this.#endAll();
  }

  /** What goes on without a client ends at once. */
  #endAll(): void {
    const isLeft = ({ session }: Waiting) => !session.isOpen;
    for (const one of this.#waiting.filter(isLeft)) if (this.#isFree(one)) this.#run(one);
    for (const { session } of this.#waiting.filter(isLeft)) this.#end(session);
  }

  #will(arrive: () => void): void {
    this.#arriving.push(arrive);
    this.onAsked();
  }

  arrives(wire: Wire): void {
    this.#will(() => {
      if (wire.destroyed) return;
      const isLost = this.#away > 0 ? this.#dice() < 0.5 : this.#fails();
      if (isLost) wire.destroy(broken('ECONNREFUSED'));
      else wire.emit('connect');
    });
  }

  begins(wire: Wire, cancels: number | undefined): void {
    if (cancels !== undefined) return void this.#cancel(wire, cancels);
    this.#will(() => {
      if (wire.destroyed) return;
      const id = this.#next++;
      const isFull = [...this.#sessions.values()].length >= this.#most || this.#fails();
      if (this.#away > 0) wire.refuse('57P03', 'the database system is starting up', true);
      else if (isFull) wire.refuse('53300', 'sorry, too many clients already', true);
      else {
        this.#sessions.set(wire, { id, wire, isOpen: true, changes: undefined, locks: new Set() });
        wire.welcome(id);
      }
    });
  }

  /** It may be lost, or come late, and nobody hears of it. */
  #cancel(wire: Wire, id: number): void {
    this.#will(() => {
      wire.destroy();
      const one = this.#waiting.find(({ session }) => session.id === id);
      if (one === undefined || this.#dice() < 0.3) return;
      this.#note(one.session, 'is cancelled');
      this.#refuse(one, 'hangs');
    });
  }

  asks(wire: Wire, given: string, values: readonly (string | null)[]): void {
    const session = this.#sessions.get(wire);
    if (session === undefined) return;
    const text = given.replace(/\s+/g, ' ').trim();
    const statement = statementOf(text);
    if (statement === undefined) this.faults.push(`not understood: ${text}`);
    const bank = statement?.locks ? `${values[0]}` : undefined;
    this.#waiting.push({ session, text, values, bank, hangs: false });
    this.onAsked();
  }

  /** What runs for it goes on until it has an answer that nobody takes, or is never begun. */
  leaves(wire: Wire): void {
    const session = this.#sessions.get(wire);
    this.#sessions.delete(wire);
    if (session === undefined) return;
    session.isOpen = false;
    const running = this.#waiting.find((one) => one.session === session);
    if (running !== undefined) running.hangs = false;
    if (running === undefined || this.#dice() < 0.5) this.#end(session);
    else this.#note(session, 'has no client and goes on');
  }

  /** Another transaction has the row of the bank. */
  #isFree({ session, bank }: Waiting): boolean {
    if (bank === undefined) return true;
    const others = [...this.#holders].filter((one) => one !== session);
    const isOf = (name: string) => name === bank || name.split('@')[0] === bank;
    return others.every(({ locks }) => ![...locks].some(isOf));
  }

  /** Those that have a lock, with or without a client. */
  readonly #holders = new Set<Session>();

  #fails(): boolean {
    return this.#dice() < this.failure;
  }

  #run(one: Waiting): void {
    const { session, text } = one;
    const how = this.#fails() && session.isOpen ? this.#dice.of(FAILURES) : undefined;
    const shown = `${text.slice(0, 60)} ${one.values.slice(0, 3)}`;
    this.#note(session, how === undefined ? shown : `${shown}: ${how} fails`);
    if (how === 'hangs') one.hangs = true;
    else if (how === 'before') this.#cut(session.wire, one);
    else if (how === 'during') this.#cut(session.wire);
    else if (how !== undefined && how !== 'after') this.#refuse(one, how);
    else {
      this.#waiting = this.#waiting.filter((other) => other !== one);
      const answer = this.#answerTo(one);
      if (how === 'after') this.#cut(session.wire);
      else if (session.isOpen) session.wire.answer(answer);
      else this.#end(session);
    }
  }

  /** @param lost what has not been begun */
  #cut(wire: Wire, lost?: Waiting): void {
    this.#waiting = this.#waiting.filter((one) => one !== lost);
    wire.destroy(broken('ECONNRESET'));
  }

  #refuse(one: Waiting, how: keyof typeof REFUSALS): void {
    const [code = '', why = ''] = REFUSALS[how] ?? [];
    this.#waiting = this.#waiting.filter((other) => other !== one);
    const { session } = one;
    if (how === 'ended') {
      session.isOpen = false;
      this.#sessions.delete(session.wire);
      this.#end(session);
    }
    session.wire.refuse(code, why, how === 'ended');
  }

  #answerTo({ session, text, values, bank }: Waiting): readonly Answer[] {
    if (isControl(text)) {
      const changes = session.changes ?? [];
      if (text === 'COMMIT') for (const change of changes) change(this.#tables);
      this.#end(session);
      if (text.startsWith('BEGIN')) session.changes = [];
      this.#check();
      return [];
    }
    const { run } = statementOf(text) ?? NOTHING;
    this.#now += 1_000;
    const now = this.#now + Math.floor(this.#time.now) * 1_000;
    const change = (tables: Tables) => run(tables, { text, values, now });
    if (session.changes === undefined) {
      const answer = change(this.#tables);
      this.#check();
      return answer;
    }
    if (bank !== undefined) {
      session.locks.add(bank);
      this.#holders.add(session);
    }
    const own = this.#tables.copy();
    for (const before of session.changes) before(own);
    session.changes.push(change);
    return change(own);
  }

  #end(session: Session): void {
    session.changes = undefined;
    session.locks.clear();
    this.#holders.delete(session);
    if (!session.isOpen) this.#waiting = this.#waiting.filter((one) => one.session !== session);
  }

  /** No version is ever given twice. */
  #check(): void {
    for (const [bank, { version }] of this.#tables.banks) {
      const before = this.#versions.get(bank) ?? 0;
      if (version < before) this.faults.push(`${bank} was at ${before}, and is at ${version}`);
      this.#versions.set(bank, version);
    }
  }
}

const NOTHING = { run: () => [] };
const isControl = (text: string): boolean => /^(BEGIN|COMMIT|ROLLBACK)\b/.test(text);

const broken = (code: string): Error => Object.assign(new Error(code), { code });

/** What a process finds that is no more. */
const NO_NETWORK: Backend = {
  arrives: (wire) => void setImmediate(() => wire.destroy(broken('ENETDOWN'))),
  begins: () => undefined,
  asks: () => undefined,
  leaves: () => undefined,
};
