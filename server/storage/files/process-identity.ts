// Who a process is, so that another can tell later whether it still runs. A pid alone does not do: it
// is given out again, and in containers everybody is number 1.
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './disk.ts';

export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Differs between any two processes, as far as the system tells them apart. */
  readonly key: string;
  /** The running kernel, the process-number space, and the start in ticks; `undefined` where unknown. */
  readonly boot: string | undefined;
  readonly pids: string | undefined;
  readonly started: string | undefined;
}

/** This process. */
export function ownIdentity(): ProcessIdentity {
  const known = {
    pid: process.pid,
    host: hostname(),
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pids: attempt(() => readlinkSync('/proc/self/ns/pid')),
    started: statOf(process.pid)?.started,
  };
  const key = createHash('sha256').update(JSON.stringify(known)).digest('hex').slice(0, 16);
  return { ...known, key };
}

/** What became of a process, as far as this one can tell. */
export function fateOf(other: ProcessIdentity, self: ProcessIdentity): 'runs' | 'gone' | 'unknown' {
  if (other.started !== undefined && other.pids !== undefined) {
    // Numbers of another kernel or another container mean nothing here.
    if (other.boot !== self.boot || other.pids !== self.pids) return 'unknown';
    const now = statOf(other.pid);
    if (now === undefined) return exists(other.pid) ? 'unknown' : 'gone';
    return now.started === other.started && !/[ZXx]/.test(now.state) ? 'runs' : 'gone';
  }
  return other.host === self.host && !exists(other.pid) ? 'gone' : 'unknown';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function statOf(pid: number): { readonly state: string; readonly started: string } | undefined {
  // The second field is the program's name in parentheses, and may itself hold some.
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields?.[0], fields?.[19]];
  return state === undefined || started === undefined ? undefined : { state, started };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}
