// The inspector's log and coverage where several processes share the banks: rows, so that any of them answers.
import type { OnScaEnded } from '../../bank/sca/endings.ts';
import type { Log } from '../../kernel/log.ts';
import { Waiting } from '../../kernel/waiting.ts';
import { logOf } from '../../storage/bank-names.ts';
import type { Store, Tx } from '../../storage/store.ts';
import { type Coverage, type CoverageDeps, reportOf } from '../coverage/coverage.ts';
import { LOG_LIMITS, numberIn, type RequestLog } from '../inspector/request-log.ts';
import type { SeenRequest } from '../inspector/seen-request.ts';
import {
  addRequest,
  clearCoverage,
  coverageIn,
  idOf,
  listRequests,
  readSeen,
  removeRequests,
  requestIn,
} from './seen.ts';
import { seenEndings, seenRequests } from './tables.ts';

export interface SharedDeps extends CoverageDeps {
  readonly store: Store;
  readonly log: Log;
  /** Milliseconds between two looks for what other processes have recorded. */
  readonly lookEvery: number;
}

export function sharedRequestLog({ store, wallClock, lookEvery }: SharedDeps): RequestLog {
  const waiting = new Waiting<SeenRequest>(lookEvery);
  const inLog = <T>(bank: string, work: (tx: Tx) => Promise<T>) =>
    store.transact(logOf(bank), work);
  return {
    list: (bank) => inLog(bank, (tx) => listRequests(tx)),
    record: (bank, numbered) => inLog(bank, (tx) => addRequest(tx, numbered, wallClock())),
    find: (bank, key) =>
      inLog(bank, async (tx) => {
        const number = numberIn(key);
        const own = number === undefined ? undefined : await tx.get(seenRequests, idOf(number));
        const newest = { reverse: true, limit: 1 };
        const [named] = await tx.listBy(seenRequests, 'byRequestId', key, newest);
        const found = own ?? named;
        return found && requestIn(found.request);
      }),
    clear: (bank) => inLog(bank, (tx) => removeRequests(tx, wallClock())),
    async waitForRequest(wait, after) {
      const from = after ?? (await inLog(wait.bank, readSeen)).last;
      const look = async () =>
        (await inLog(wait.bank, (tx) => listRequests(tx, from))).findLast(wait.matches);
      return waiting.wait({ ...wait, look });
    },
    stop: () => waiting.stop(),
  };
}

/** Coverage counts the requests of the log. */
export function sharedCoverage({ store, wallClock, operations, log }: SharedDeps): Coverage {
  const started = wallClock();
  const inLog = <T>(bank: string, work: (tx: Tx) => Promise<T>) =>
    store.transact(logOf(bank), work);
  /** Ends of flows that are being stored. */
  const pending = new Set<Promise<void>>();
  const scaEnded: OnScaEnded = (ended) => {
    const { bank, flowId, ending, code = '' } = ended;
    const stored = inLog(bank, async (tx) => {
      const { last } = await readSeen(tx);
      tx.put(seenEndings, { id: `${flowId}:${ending}:${code}`, after: last, ended });
    })
      .catch((error: unknown) => log.error({ err: error }, 'the end of an SCA was not recorded'))
      .finally(() => pending.delete(stored));
    pending.add(stored);
  };
  return {
    scaEnded,
    async report(bank) {
      await Promise.all(pending);
      return reportOf(await inLog(bank, (tx) => coverageIn(tx, started)), operations());
    },
    async clear(bank) {
      await Promise.all(pending);
      await inLog(bank, (tx) => clearCoverage(tx, wallClock()));
    },
  };
}

/** Removes the logs of the banks that were asked least recently, if there are too many (CTRL-05). */
export async function removeOldLogs(store: Store): Promise<void> {
  const logs = (await store.banks()).filter((name) => name === logOf(name.split('@')[0] ?? ''));
  if (logs.length <= LOG_LIMITS.banks) return;
  const used: { readonly name: string; readonly at: number }[] = [];
  for (const name of logs) {
    used.push({ name, at: (await store.transact(name, readSeen)).at });
  }
  used.sort((a, b) => b.at - a.at);
  for (const { name } of used.slice(LOG_LIMITS.banks)) await store.drop(name);
}
