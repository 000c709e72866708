// What a client does again and again that it had better change. Each watcher sees one exchange after the
// other and remembers little; times are those of the wall clock at which requests arrived.
import { refusedBy } from '../../inspector/exchange.ts';
import { MINUTE, SECOND } from '../../kernel/clock.ts';
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

const OFTEN = 10;

/** The same GET as if the PSU were there, ten times in a minute: no person does that. */
export function watchFrequentReads(): Watcher {
  const seen = new Sightings();
  const latest = new Recent<readonly number[]>(MOST);
  return {
    seen,
    see(glance) {
      const { exchange, headers, name } = glance;
      if (exchange.method !== 'GET' || headers.psuIpAddress === undefined) return;
      const key = `${callerOf(glance)} ${exchange.target}`;
      const moments = [...(latest.get(key) ?? []), exchange.at].slice(-OFTEN);
      latest.set(key, moments);
      const [first = exchange.at] = moments;
      if (moments.length === OFTEN && exchange.at - first <= MINUTE) seen.add(name);
    },
  };
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
