// What a client does again and again that it had better change. Each watcher sees one exchange after the
// other and remembers little; times are those of the wall clock at which requests arrived.

import { SECOND } from '../../../kernel/clock.ts';
import { refusedBy } from '../../inspector/exchange.ts';
import { callerOf, type Glance } from '../glance.ts';
import { Recent } from '../recent.ts';
import { Sightings } from './sightings.ts';

export interface Watcher {
  readonly seen: Sightings;
  see(glance: Glance): void;
}

/** Requests of a kind remembered of one bank. */
const MOST = 200;

interface Streak {
  readonly length: number;
  readonly at: number;
  readonly changes: number;
}

const FASTER = 3;

/** The same GET less than a second after the last, three times running, with no change in between. */
export function watchPolling(): Watcher {
  const seen = new Sightings();
  const streaks = new Recent<Streak>(MOST);
  return {
    seen,
    see(glance) {
      const { exchange, name, changes } = glance;
      if (exchange.method !== 'GET') return;
      const { at } = exchange;
      const key = `${callerOf(glance)} ${exchange.target}`;
      const before = streaks.get(key);
      const again = before?.changes === changes && Math.abs(at - before.at) < SECOND;
      const length = again ? before.length + 1 : 0;
      streaks.set(key, { at, changes, length });
      if (length >= FASTER) seen.add(name);
    },
  };
}

/** Reads of accounts and cards: whoever looks at a status has a PSU at an SCA. */
const ACCOUNT_DATA = /^\/v1\/(?:card-)?accounts\b/;
const OFTEN = 20;

interface EvenStreak extends Streak {
  /** Between its first two; 0 where there is but one. */
  readonly gap: number;
}

/**
 * The same account data read at even intervals, twenty times, as if the PSU were there, and nothing else came
 * to pass: a person who waits gives up sooner, or does something in between.
 */
export function watchFrequentReads(): Watcher {
  const seen = new Sightings();
  const streaks = new Recent<EvenStreak>(MOST);
  return {
    seen,
    see(glance) {
      const { exchange, headers, name, changes } = glance;
      if (exchange.method !== 'GET' || exchange.answer.status >= 400) return;
      if (headers.psuIpAddress === undefined || !ACCOUNT_DATA.test(exchange.path)) return;
      const { at } = exchange;
      const key = `${callerOf(glance)} ${exchange.target}`;
      const before = streaks.get(key);
      const streak = before?.changes === changes ? continued(before, at) : { ...ONE, at, changes };
      streaks.set(key, streak);
      if (streak.length >= OFTEN) seen.add(name);
    },
  };
}

const ONE = { length: 1, gap: 0 };

/** Where the pace has changed, a streak begins with the two last. */
function continued({ length, gap, at: before, changes }: EvenStreak, at: number): EvenStreak {
  const now = at - before;
  const isEven = length > 1 && Math.abs(now - gap) <= gap / 10 + SECOND;
  return isEven ? { length: length + 1, gap, at, changes } : { length: 2, gap: now, at, changes };
}

const AGAIN = 3;

/** The same request refused for the same reason, three times running, with no change in between. */
export function watchRefusals(): Watcher {
  const seen = new Sightings();
  const streaks = new Recent<Omit<Streak, 'at'>>(MOST);
  return {
    seen,
    see(glance) {
      const { exchange, headers, name, changes } = glance;
      const { method, target, answer, refusal, codes } = exchange;
      if (answer.status < 400 || answer.status >= 500) return;
      const reason = `${refusedBy(exchange)} ${codes[0]} ${refusal?.details.path}`;
      const key = `${method} ${callerOf(glance)} ${headers.digest} ${reason} ${target}`;
      const before = streaks.get(key);
      const length = before?.changes === changes ? before.length + 1 : 1;
      streaks.set(key, { changes, length });
      if (length >= AGAIN) seen.add(name);
    },
  };
}
