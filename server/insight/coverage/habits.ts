// Habits of a client to change, as far as single requests and X-Request-IDs show them (CTRL-08).
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { MAX_SKEW_SECONDS } from '../../signing/date-header.ts';
import type { SeenRequest } from '../inspector/seen-request.ts';
import { Counts, type CountsJson } from './counts.ts';

/** X-Request-IDs remembered per bank. As `maxSize`, it takes no memory before the first id. */
const MOST_IDS = 1000;

/** A Date this close to the limit may be refused next time (SIG-11). */
const NEAR_SECONDS = 15;

export type Habit = 'request-id-reused' | 'psu-ip-address-of-a-machine' | 'date-near-limit';

export interface HabitsJson {
  readonly seen: CountsJson;
  /** The oldest first. */
  readonly users: readonly (readonly [string, string])[];
}

export class HabitWatch {
  readonly seen: Counts;
  /** Who used the X-Request-ID last; `''` if the signature was not verified. */
  readonly #users = new LRUCache<string, string>({ maxSize: MOST_IDS, sizeCalculation: () => 1 });

  constructor({ seen, users }: HabitsJson = { seen: [], users: [] }) {
    this.seen = new Counts(seen);
    for (const [id, user] of users) this.#users.set(id, user);
  }

  /** What a new one is made from. */
  toJson(): HabitsJson {
    return { seen: this.seen.toJson(), users: [...this.#users.entries()].reverse() };
  }

  record(request: SeenRequest, name: string): void {
    const { rawHeaders, at } = request;
    const count = (habit: Habit, is: boolean) => is && this.seen.add(habit, name);
    count('request-id-reused', this.#isReused(request));
    count('psu-ip-address-of-a-machine', isMachine(headerIn(rawHeaders, 'psu-ip-address')));
    count('date-near-limit', isNearLimit(headerIn(rawHeaders, 'date'), at));
  }

  /** Two TPPs may use the same id by chance. */
  #isReused({ requestId, tpp }: SeenRequest): boolean {
    if (requestId === undefined) return false;
    const user = tpp?.id ?? '';
    const before = this.#users.get(requestId);
    this.#users.set(requestId, user);
    return before !== undefined && (before === user || before === '' || user === '');
  }
}

/** The first value of that header. Cheaper than reading all headers. */
function headerIn(flat: readonly string[], wanted: string): string {
  const at = flat.findIndex(
    (name, i) => i % 2 === 0 && name.length === wanted.length && name.toLowerCase() === wanted,
  );
  return flat[at + 1]?.trim() ?? '';
}

/** A loopback or unspecified address: 127.0.0.0/8 and 0.0.0.0, inside IPv6 too; ::1 and :: in any spelling. */
function isMachine(address: string): boolean {
  const inner = address.replace(/^::ffff:(?=.*\.)/i, '');
  if (isIP(inner) === 4) return inner.startsWith('127.') || inner === '0.0.0.0';
  return isIP(address) === 6 && /^[0:]*1?$/.test(address);
}

/**
 * Still accepted, with less than 15 seconds left. A value that is not a date counts as far from the limit.
 */
function isNearLimit(date: string, at: number): boolean {
  const skew = Math.abs(Date.parse(date) / 1000 - Math.floor(at / 1000));
  return skew > MAX_SKEW_SECONDS - NEAR_SECONDS && skew <= MAX_SKEW_SECONDS;
}
