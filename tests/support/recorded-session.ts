// A session as text: below each line that begins with `$ ` stands what came of it. New lines are written by hand, and
// what comes of them by `npm run examples`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { expectRecorded } from './recorded.ts';
import { ROOT } from './source-tree.ts';

const folderOf = (kind: string) => join(ROOT, 'tests', 'fixtures', kind);

/** The sessions of a kind: the names of their files. */
export const sessionsOf = (kind: string): readonly string[] => readdirSync(folderOf(kind));

/** @param run what comes of a line, as lines that begin with neither `$` nor `#` and are not empty */
export async function expectSession(
  kind: string,
  name: string,
  run: (line: string) => Promise<readonly string[]>,
): Promise<void> {
  const played: string[] = [];
  for (const line of readFileSync(join(folderOf(kind), name), 'utf8')
    .trimEnd()
    .split('\n')) {
    if (line === '' || /^[#$]/.test(line)) played.push(line);
    if (line.startsWith('$ ')) played.push(...(await run(line.slice(2))));
  }
  expect(played.some((line) => line.startsWith('$ '))).toBe(true);
  expectRecorded(`${kind}/${name}`, played);
}
