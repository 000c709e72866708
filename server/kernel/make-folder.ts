// Makes a folder. Node's own `recursive` tries for ever where the file system takes no folders, such as in /proc.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * With those above it. It may be there already. Rejects with the system's error.
 * @param mode who may use what is made
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const wanted = [path];
  for (let above = dirname(path); !(await isThere(above)); above = dirname(above)) {
    if (above === dirname(above)) break;
    wanted.unshift(above);
  }
  for (const folder of wanted) {
    await mkdir(folder, { mode }).catch(async (error: unknown) => {
      // Another process may make it at the same time.
      if (!(await isFolder(folder))) throw error;
    });
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
