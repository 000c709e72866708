// Makes a folder. Node's own `recursive` tries for ever where the file system takes no folders, such as in /proc.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** With those above it. It may be there already. Rejects with the system's error. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !(await isThere(dirname(path)))) {
      await makeFolder(dirname(path));
      // Another process may make it at the same time.
      return makeFolder(path);
    }
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
    if (!isFolder) throw error;
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
