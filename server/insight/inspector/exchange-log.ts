// The last exchanges of every bank, in memory: bounded in number and in bytes per bank, and in bytes over
// all banks of the process (CTRL-05). A reset of the bank leaves them alone.
import { LRUCache } from 'lru-cache';
import { BankLog } from './bank-log.ts';
import type { Exchange } from './exchange.ts';
import { bytesOf } from './exchange-bytes.ts';
import type { ExchangeId, Recorder } from './inspector.ts';
import { KeptExchange } from './kept-exchange.ts';
import { createWaiting, type Wait } from './waiting.ts';

export interface LogLimits {
  /** Exchanges of one bank. */
  readonly exchanges: number;
  /** Bytes of one bank. */
  readonly bankBytes: number;
  /** Bytes of all banks. */
  readonly bytes: number;
  /** Banks; the one that nobody has used for longest is forgotten. */
  readonly banks: number;
}

const MIB = 1024 * 1024;

/** CTRL-05 */
export const LOG_LIMITS: LogLimits = {
  exchanges: 1000,
  bankBytes: 8 * MIB,
  bytes: 64 * MIB,
  banks: 1000,
};

export interface NextWait extends Wait {
  /** Numbers above this one count, those that are there already too. Absent: only what comes. */
  readonly after?: number;
}

export interface ExchangeLog extends Pick<Recorder, 'begin'> {
  record(exchange: Exchange): void;
  /** Newest first. */
  list(bank: string): readonly Exchange[];
  /** By the exchange's own id, else the latest with that X-Request-ID. */
  find(bank: string, key: string): Exchange | undefined;
  clear(bank: string): void;
  /** The next exchange that matches; `undefined` when none came in time. */
  next(bank: string, wait: NextWait): Promise<Exchange | undefined>;
  /** How many wait for an exchange. */
  waiting(): number;
  /** Nobody waits any longer. */
  stop(): void;
}

/** Bytes are freed a sixty-fourth at a time, so that banks are compared once for many exchanges. */
const GULPS = 64;

/** @param settle called before anyone looks: records what is still to be recorded */
export function createExchangeLog(
  limits: LogLimits = LOG_LIMITS,
  settle: () => void = () => undefined,
): ExchangeLog {
  const waiting = createWaiting();
  /** Bytes of all banks. */
  let held = 0;
  // Where a bank has been forgotten, another of its name goes on from there: no number comes twice.
  let forgotten = 0;
  const logs = new LRUCache<string, BankLog>({
    max: limits.banks,
    dispose(log) {
      held -= log.bytes;
      forgotten = Math.max(forgotten, log.last);
    },
  });

  function logOf(bank: string): BankLog {
    const known = logs.get(bank);
    if (known !== undefined) return known;
    const log = new BankLog(forgotten);
    logs.set(bank, log);
    return log;
  }

  /** The bank that holds most gives up its oldest, until there is room again. */
  function makeRoom(): void {
    const goal = limits.bytes - limits.bytes / GULPS;
    while (held > goal) {
      const log = heaviest(logs.values());
      if (log === undefined) return;
      const enough = log.bytes - limits.bytes / GULPS ** 2;
      do held -= log.dropOldest();
      while (held > goal && log.size > 0 && log.bytes > enough);
    }
  }

  function* newestFirst(bank: string): Generator<Exchange> {
    settle();
    const log = logs.get(bank);
    if (log !== undefined) yield* log.newestFirst();
  }

  return {
    begin(bank): ExchangeId {
      const log = logOf(bank);
      log.last += 1;
      return { number: log.last, id: `x${log.last}` };
    },
    record(exchange) {
      const log = logOf(exchange.bank);
      const bytes = bytesOf(exchange);
      log.add(new KeptExchange(exchange), bytes);
      held += bytes;
      while (log.size > limits.exchanges || log.bytes > limits.bankBytes) held -= log.dropOldest();
      if (held > limits.bytes) makeRoom();
      waiting.tell(exchange);
    },
    list: (bank) => [...newestFirst(bank)],
    find(bank, key) {
      const own = /^x[1-9]\d{0,15}$/.test(key) ? find(newestFirst(bank), 'id', key) : undefined;
      return own ?? find(newestFirst(bank), 'requestId', key);
    },
    clear(bank) {
      settle();
      held -= logs.get(bank)?.clear() ?? 0;
    },
    async next(bank, { after, ...wait }) {
      settle();
      if (after === undefined) return waiting.wait(bank, wait);
      const isNew = (exchange: Exchange) => exchange.number > after && wait.matches(exchange);
      const there = oldest(newestFirst(bank), after, wait.matches);
      return there ?? waiting.wait(bank, { ...wait, matches: isNew });
    },
    waiting: waiting.count,
    stop: waiting.stop,
  };
}

function heaviest(logs: Iterable<BankLog>): BankLog | undefined {
  let most: BankLog | undefined;
  for (const log of logs) if (log.bytes > (most?.bytes ?? 0)) most = log;
  return most;
}

function find(
  exchanges: Iterable<Exchange>,
  member: 'id' | 'requestId',
  value: string,
): Exchange | undefined {
  for (const exchange of exchanges) if (exchange[member] === value) return exchange;
  return undefined;
}

function oldest(
  newestFirst: Iterable<Exchange>,
  after: number,
  matches: (exchange: Exchange) => boolean,
): Exchange | undefined {
  let found: Exchange | undefined;
  for (const exchange of newestFirst) {
    if (exchange.number <= after) break;
    if (matches(exchange)) found = exchange;
  }
  return found;
}
