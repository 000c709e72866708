// One process per data folder (DUR-03). Every process that opens it first leaves a file that says who
// it is, then looks for others: of two that start at once, at least one sees the other. A file left
// by a killed process is recognised because its process has ended; where that cannot be seen (another container
// on the same volume, another host), or the file was copied with its folder, by its heartbeat having stopped.
// A process that only stood still has then lost the folder: it proves that its file is still there before it writes.

import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, LockedStoreError, LostStoreError } from '../errors.ts';
import { type Disk, type DiskFile, readExisting } from './disk.ts';

const NAME = /^\.lock-[0-9a-z]+$/;

interface LockOptions {
  readonly disk: Disk;
  /** Real path. */
  readonly folder: string;
  readonly self: ProcessIdentity;
  /** Milliseconds between heartbeats; a holder that cannot be seen is given three of them. */
  readonly beat: number;
  /** Another process has taken the folder, while this one stood still. */
  readonly onLost?: (error: Error) => void;
}

export interface Lock {
  /** @throws LostStoreError when another process has taken the folder */
  prove(): Promise<void>;
  /** The same, as far as it is known: it is proved at each heartbeat. */
  check(): void;
  release(): Promise<void>;
}

/** @throws LockedStoreError naming the process that has the folder */
export async function lockFolder(options: LockOptions): Promise<Lock> {
  const { disk, folder, self } = options;
  const name = `.lock-${self.key}`;
  const path = `${folder}/${name}`;
  const file = await leaveFile(path, options);
  const own = await disk.idOf(path);
  let lost: LostStoreError | undefined;
  const check = () => {
    if (lost !== undefined) throw lost;
  };
  const prove = async () => {
    if ((await disk.idOf(path)) === own) lost = undefined;
    else if ((await disk.idOf(folder)) === undefined) throw new Error(`there is no ${folder}`);
    else if (lost === undefined) {
      lost = new LostStoreError();
      options.onLost?.(lost);
    }
    check();
  };
  const heart = startHeart(file, prove, options);
  const release = async () => {
    await heart.stop();
    const isOwn = (await disk.idOf(path)) === own;
    await file.close();
    if (isOwn) await disk.remove(path);
  };
  try {
    await file.write(contentOf(options, 0), 0);
    for (const other of await disk.list(folder)) {
      if (NAME.test(other) && other !== name) await checkGone(`${folder}/${other}`, options);
    }
    await prove();
    return { prove, check, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function leaveFile(path: string, options: LockOptions): Promise<DiskFile> {
  try {
    return await options.disk.open(path, 'fresh');
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    // Our own name. Either this process has the folder open, or an earlier one with our pid died, or it is a copy.
    const { self, folder } = options;
    const holder = holderIn((await read(path, options.disk)) ?? '');
    const isSure = self.started !== undefined && holder?.folder === folder;
    if (isSure || (await isBeating(path, options))) throw lockedBy(self, folder);
    // Not the same file: if it was somebody's after all, that one must see that it is gone.
    await options.disk.remove(path);
    return options.disk.open(path, 'fresh');
  }
}

/** Removes what a dead process left. @throws LockedStoreError when it lives */
async function checkGone(path: string, options: LockOptions): Promise<void> {
  const content = await read(path, options.disk);
  const holder = content === undefined ? undefined : holderIn(content);
  // What a running process says of another folder was copied, or that path leads here by another mount.
  const isHere = holder?.folder === undefined || holder.folder === options.folder;
  const fate = holder === undefined || !isHere ? 'unknown' : fateOf(holder, options.self);
  if (fate === 'runs' || (fate === 'unknown' && (await isBeating(path, options))))
    throw lockedBy(holder, options.folder);
  await options.disk.remove(path);
}

function lockedBy(holder: ProcessIdentity | undefined, folder: string): LockedStoreError {
  const who = holder === undefined ? 'another process' : `process ${holder.pid} on ${holder.host}`;
  return new LockedStoreError(
    `The data folder ${folder} is in use by ${who}. Stop that one first, or choose another folder.`,
  );
}

/** Whether the file changes within three heartbeats. No clock is compared, so none can be wrong. */
async function isBeating(path: string, { disk, beat }: LockOptions): Promise<boolean> {
  const before = await read(path, disk);
  const step = beat / 4;
  for (let waited = 0; waited < 3 * beat; waited += step) {
    await pause(step);
    if ((await read(path, disk)) !== before) return (await read(path, disk)) !== undefined;
  }
  return false;
}

function startHeart(file: DiskFile, prove: () => Promise<void>, options: LockOptions) {
  let beats = 0;
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beats++;
    // A heartbeat that a full disk swallows is no reason to stop the bank; a lost lock is remembered.
    const beat = file.write(contentOf(options, beats), 0).catch(() => undefined);
    beating = beat.then(prove).catch(() => undefined);
  }, options.beat);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}

function contentOf({ self, folder }: LockOptions, beats: number): Buffer {
  const count = String(beats).padStart(12, '0');
  return Buffer.from(`${JSON.stringify({ ...self, beats: count, folder })}\n`);
}

const read = (path: string, disk: Disk): Promise<string | undefined> =>
  readExisting(disk, path, async (file) => {
    const bytes = Buffer.alloc(4096);
    return bytes.toString('utf8', 0, await file.read(bytes, 0));
  });

/** Who left the file, and in which folder. */
interface Holder extends ProcessIdentity {
  readonly folder?: string;
}

function holderIn(content: string): Holder | undefined {
  try {
    const holder = JSON.parse(content) as Holder;
    return typeof holder.pid === 'number' ? holder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Who a process is, so that another can find out later whether it still runs. A pid is not enough: the
 * system uses it again, and in a container every main process is number 1.
 */
interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Differs between any two processes, as far as the system tells them apart. */
  readonly key: string;
  /** Where its number means something: the running kernel and its space of process numbers, or the host. */
  readonly place: string;
  /** In ticks; `undefined` where the system does not say it. */
  readonly started: string | undefined;
}

/** This process. */
export function ownIdentity(): ProcessIdentity {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const pids = attempt(() => readlinkSync('/proc/self/ns/pid'));
  const known = {
    pid: process.pid,
    host: hostname(),
    place: boot === undefined || pids === undefined ? hostname() : `${boot} ${pids}`,
    started: statOf(process.pid)?.started,
  };
  const key = createHash('sha256').update(JSON.stringify(known)).digest('hex').slice(0, 16);
  return { ...known, key };
}

/** What became of a process, as far as this one can tell. */
function fateOf(other: ProcessIdentity, self: ProcessIdentity): 'runs' | 'gone' | 'unknown' {
  if (other.place !== self.place) return 'unknown';
  const now = statOf(other.pid);
  if (now === undefined || other.started === undefined)
    return exists(other.pid) ? 'unknown' : 'gone';
  return now.started === other.started && !/[ZXx]/.test(now.state) ? 'runs' : 'gone';
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
