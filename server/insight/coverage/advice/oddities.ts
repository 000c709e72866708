// What a single request has about it that a client had better change. Watchers as in habits.ts.
import { isIP } from 'node:net';
import { MAX_SKEW_SECONDS, parseHttpDate } from '../../../signing/date-header.ts';
import { Recent } from '../recent.ts';
import type { Watcher } from './habits.ts';
import { Sightings } from './sightings.ts';

/** X-Request-IDs remembered of one bank. */
const MOST_IDS = 1000;

/** One X-Request-ID for several requests, unless two TPPs had the same idea. */
export function watchRequestIds(): Watcher {
  const seen = new Sightings();
  const users = new Recent<string>(MOST_IDS);
  return {
    seen,
    see({ exchange: { requestId, tpp }, name }) {
      if (requestId === undefined) return;
      // Nobody knows who sent what was refused before its signature was verified.
      const user = tpp?.id ?? '';
      const before = users.get(requestId);
      if (before !== undefined && (before === user || before === '' || user === '')) seen.add(name);
      users.set(requestId, user);
    },
  };
}

/** PSU-IP-Address is no person's: loopback, unspecified, or the address at which the bank was called. */
export function watchMachineAddresses(): Watcher {
  const seen = new Sightings();
  return {
    seen,
    see({ headers: { psuIpAddress: address = '', host = '' }, name }) {
      if (address === '') return;
      if (isOfNobody(address) || hostAddress(host) === address) seen.add(name);
    },
  };
}

/** 127.0.0.0/8 and 0.0.0.0, inside IPv6 too; ::1 and :: in any spelling. */
function isOfNobody(address: string): boolean {
  const inner = address.replace(/^::ffff:(?=.*\.)/i, '');
  if (isIP(inner) === 4) return inner.startsWith('127.') || inner === '0.0.0.0';
  return isIP(address) === 6 && /^[0:]*1?$/.test(address);
}

const hostAddress = (host: string): string =>
  host.replace(/:\d{1,5}$/, '').replace(/^\[(.*)\]$/, '$1');

const NEAR_SECONDS = 15;

/** A Date that was accepted with 15 seconds or less to spare (SIG-11). */
export function watchDates(): Watcher {
  const seen = new Sightings();
  // Requests of one second have one Date.
  let [text, seconds]: readonly [string, number | undefined] = ['', undefined];
  return {
    seen,
    see({ exchange: { at }, headers: { date }, name }) {
      if (date === undefined) return;
      if (date !== text) [text, seconds] = [date, parseHttpDate(date, at)?.seconds];
      if (seconds === undefined) return;
      const skew = Math.abs(seconds - Math.floor(at / 1000));
      if (skew > MAX_SKEW_SECONDS - NEAR_SECONDS && skew <= MAX_SKEW_SECONDS) seen.add(name);
    },
  };
}
