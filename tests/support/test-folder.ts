// A folder under the system's temporary one, for a whole test file: gone after its last test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

export function testFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sandbank-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes files into that folder; each returns its path. */
export const filesIn =
  (folder: string) =>
  (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
