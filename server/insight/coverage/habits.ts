// Habits of a client to change, as far as single requests and X-Request-IDs show them (CTRL-08).
import { isIP } from 'node:net';
import { MAX_SKEW_SECONDS } from '../../signing/date-header.ts';
import type { SeenRequest } from '../inspector/seen-request.ts';
import { Counts, type CountsJson } from './counts.ts';

/** X-Request-IDs remembered per bank: the last so many, and at most twice as many. */
const MOST_IDS = 100;

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
  #users: Map<string, string>;
  /** Those before. */
  #oldUsers = new Map<string, string>();
  /** The last Date that was read: most requests have the one of the request before. */
  #date = { text: '', millis: Number.NaN };

  constructor({ seen, users }: HabitsJson = { seen: [], users: [] }) {
    this.seen = new Counts(seen);
    this.#users = new Map(users);
  }

  /** What a new one is made from. */
  toJson(): HabitsJson {
    return {
      seen: this.seen.toJson(),
      users: [...this.#oldUsers, ...this.#users].slice(-MOST_IDS),
    };
  }

  record(request: SeenRequest, name: string): void {
    const { rawHeaders, at } = request;
    if (this.#isReused(request)) this.seen.add('request-id-reused', name);
    if (isMachine(headerIn(rawHeaders, 'psu-ip-address'))) {
      this.seen.add('psu-ip-address-of-a-machine', name);
    }
    if (this.#isNearLimit(headerIn(rawHeaders, 'date'), at)) this.seen.add('date-near-limit', name);
  }

  /** Two TPPs may use the same id by chance. */
  #isReused({ requestId, tpp }: SeenRequest): boolean {
    if (requestId === undefined) return false;
    const user = tpp?.id ?? '';
    const before = this.#users.get(requestId) ?? this.#oldUsers.get(requestId);
    if (this.#users.size >= MOST_IDS) {
      this.#oldUsers = this.#users;
      this.#users = new Map();
    }
    this.#users.set(requestId, user);
    return before !== undefined && (before === user || before === '' || user === '');
  }

  /** Still accepted, with less than 15 seconds left. A value that is not a date counts as far from the limit. */
  #isNearLimit(date: string, at: number): boolean {
    if (date !== this.#date.text) this.#date = { text: date, millis: Date.parse(date) };
    const skew = Math.abs(this.#date.millis / 1000 - Math.floor(at / 1000));
    return skew > MAX_SKEW_SECONDS - NEAR_SECONDS && skew <= MAX_SKEW_SECONDS;
  }
}

/** The first value of that header. Cheaper than reading all headers. */
function headerIn(flat: readonly string[], wanted: string): string {
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const name = flat[at] as string;
    if (name.length === wanted.length && name.toLowerCase() === wanted) {
      return (flat[at + 1] as string).trim();
    }
  }
  return '';
}

/** A loopback or unspecified address: 127.0.0.0/8 and 0.0.0.0, inside IPv6 too; ::1 and :: in any spelling. */
function isMachine(address: string): boolean {
  if (address === '') return false;
  const inner = address.replace(/^::ffff:(?=.*\.)/i, '');
  if (isIP(inner) === 4) return inner.startsWith('127.') || inner === '0.0.0.0';
  return isIP(address) === 6 && /^[0:]*1?$/.test(address);
}
