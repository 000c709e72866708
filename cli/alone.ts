// One command at a time in a folder: the others wait for it. Of ten that begin at once, one gets the certificate.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolder } from '../server/kernel/make-folder.ts';
import { systemReason } from '../server/kernel/system-reason.ts';

/** Milliseconds between two looks, and at most. */
const LOOK_EVERY = 20;
const LONGEST = 60_000;

/** Does the work while no other command does work of that name in the folder, which is made if it is not there. */
export async function alone<T>(folder: string, name: string, work: () => Promise<T>): Promise<T> {
  const path = join(folder, `.${name}.lock`);
  await take(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new Error(
      `The folder ${folder}, which keeps certificate and sessions, cannot be written: ${systemReason(error)}. ` +
        'Name one that you can write, with --credentials or in XDG_CACHE_HOME.',
    );
  });
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<void> {
  await makeFolder(join(path, '..'));
  const end = Date.now() + LONGEST;
  while (!(await make(path))) {
    if (await isLeft(path)) await removeLeft(path);
    else if (Date.now() > end) {
      throw new Error(`Another command is at work, as ${path} says. Remove it if there is none.`);
    } else await pause(LOOK_EVERY);
  }
}

/** `false` if it is there. */
async function make(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the process that made it has ended. */
async function isLeft(path: string): Promise<boolean> {
  const pid = Number(await readFile(path, 'utf8').catch(() => ''));
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Of those who see that it was left, one removes it, and looks again first. */
async function removeLeft(path: string): Promise<void> {
  const removing = `${path}.removing`;
  if (!(await make(removing))) return pause(LOOK_EVERY);
  try {
    if (await isLeft(path)) await rm(path, { force: true });
  } finally {
    await rm(removing, { force: true });
  }
}
