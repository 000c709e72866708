// A session as text: below each line that begins with `$ ` stands what came of it. New lines are written by hand, and
// what comes of them by `npm run examples`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
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
  const file = join(folderOf(kind), name);
  const played: string[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '' || /^[#$]/.test(line)) played.push(line);
    if (line.startsWith('$ ')) played.push(...(await run(line.slice(2))));
  }
  if (process.env['RECORD_EXAMPLES'] !== undefined) writeFileSync(file, played.join('\n'));
  expect(played.some((line) => line.startsWith('$ '))).toBe(true);
  expect(played).toEqual(readFileSync(file, 'utf8').split('\n'));
}
