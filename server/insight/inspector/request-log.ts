// The last requests of every bank, in memory. Limits: number and bytes per bank, and bytes over all banks
// of the process (CTRL-05). A reset of the bank does not clear them.
import { LRUCache } from 'lru-cache';
import { getOrSet } from '../../kernel/get-or-set.ts';
import { type Soon, type Wait, Waiting } from '../../kernel/waiting.ts';
import { sizeOf } from './request-size.ts';
import type { SeenRequest } from './seen-request.ts';

export interface LogLimits {
  /** Requests of one bank. */
  readonly requests: number;
  /** Bytes of one bank. */
  readonly bankBytes: number;
  /** Bytes of all banks. */
  readonly bytes: number;
  /** Banks; the least recently used one is forgotten. */
  readonly banks: number;
}

const MIB = 1024 * 1024;

/** CTRL-05 */
export const LOG_LIMITS: LogLimits = {
  requests: 1000,
  bankBytes: 8 * MIB,
  bytes: 64 * MIB,
  banks: 1000,
};

/** Where requests are recorded. */
export interface Recorder {
  /**
   * Records the request that has the bank's next number. Called before the last byte of the answer is sent, so that a
   * client with the answer finds the request.
   *
   * @param numbered may be called again with another number; the last one counts
   */
  record(bank: string, numbered: (number: number) => SeenRequest): Soon<void>;
}

export interface RequestLog extends Recorder {
  /** Newest first. */
  list(bank: string): Soon<readonly SeenRequest[]>;
  /** Finds by the bank's own id, else the latest with that X-Request-ID. */
  find(bank: string, key: string): Soon<SeenRequest | undefined>;
  clear(bank: string): Soon<void>;
  /**
   * The next request that matches; `undefined` if none arrives in time.
   *
   * @param after requests above this number count, also recorded ones; absent: only later ones
   */
  waitForRequest(wait: Wait<SeenRequest>, after?: number): Promise<SeenRequest | undefined>;
  /** Ends all waits. */
  stop(): void;
}

/** One that this process has alone, in memory. */
export interface OwnRequestLog extends RequestLog {
  record(bank: string, numbered: (number: number) => SeenRequest): void;
  list(bank: string): readonly SeenRequest[];
  find(bank: string, key: string): SeenRequest | undefined;
  clear(bank: string): void;
  /** How many clients are waiting for a request. */
  waiting(): number;
}

interface BankLog {
  /** Number of the last request. */
  last: number;
  readonly requests: LRUCache<number, SeenRequest>;
}

export function createRequestLog(limits: LogLimits = LOG_LIMITS): OwnRequestLog {
  const waiting = new Waiting<SeenRequest>();
  /** Over all banks. */
  let bytes = 0;
  // If a bank was forgotten, the next one of its name continues from here, so that no number is used twice.
  let highestForgotten = 0;
  const banks = new LRUCache<string, BankLog>({
    max: limits.banks,
    dispose({ requests, last }) {
      bytes -= requests.calculatedSize;
      highestForgotten = Math.max(highestForgotten, last);
    },
  });

  const logOf = (bank: string): BankLog =>
    getOrSet(banks, bank, () => {
      const { requests: max, bankBytes: maxSize } = limits;
      const requests = new LRUCache<number, SeenRequest>({ max, maxSize, sizeCalculation: sizeOf });
      return { last: highestForgotten, requests };
    });

  function changing({ requests }: BankLog, change: (requests: BankLog['requests']) => void): void {
    bytes -= requests.calculatedSize;
    change(requests);
    bytes += requests.calculatedSize;
  }

  // Not `get`, because reading a request must not keep it longer.
  const newestFirst = (bank: string): Iterable<SeenRequest> =>
    banks.get(bank)?.requests.values() ?? [];

  return {
    record(bank, numbered) {
      const log = logOf(bank);
      log.last += 1;
      const request = numbered(log.last);
      changing(log, (requests) => requests.set(request.number, request));
      while (bytes > limits.bytes) changing(heaviest(banks.values()), (requests) => requests.pop());
      waiting.recorded(bank, request);
    },
    list: (bank) => [...newestFirst(bank)],
    find(bank, key) {
      const number = numberIn(key);
      const own = number === undefined ? undefined : banks.get(bank)?.requests.peek(number);
      return own ?? [...newestFirst(bank)].find(({ requestId }) => requestId === key);
    },
    clear(bank) {
      const log = banks.peek(bank);
      if (log !== undefined) changing(log, (requests) => requests.clear());
    },
    waitForRequest(wait, after) {
      if (after === undefined) return waiting.wait(wait);
      const matches = (one: SeenRequest) => one.number > after && wait.matches(one);
      const there = [...newestFirst(wait.bank)].reverse().find(matches);
      return there === undefined ? waiting.wait({ ...wait, matches }) : Promise.resolve(there);
    },
    waiting: () => waiting.size,
    stop: () => waiting.stop(),
  };
}

/** The number in the bank's own id, `x17`. */
export function numberIn(key: string): number | undefined {
  const digits = /^x([1-9]\d{0,15})$/.exec(key)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function heaviest(logs: Iterable<BankLog>): BankLog {
  return [...logs].reduce((most, log) =>
    log.requests.calculatedSize > most.requests.calculatedSize ? log : most,
  );
}
