// The rows of a folder, and the certificates that they speak of.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Identities, mintIdentities, type Row } from './row.ts';

export const CORPUS = fileURLToPath(new URL('../../../../tests/corpus', import.meta.url));

const read = (folder: string, name: string): unknown =>
  JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** Name of a file without `.json`, and its rows. */
export function readRows(folder: string = CORPUS): ReadonlyMap<string, readonly Row[]> {
  const names = readdirSync(folder).filter((name) => /^(?!certificates).*\.json$/.test(name));
  return new Map(names.sort().map((name) => [name.slice(0, -5), read(folder, name) as Row[]]));
}

export const readIdentities = (): Promise<Identities> =>
  mintIdentities(read(CORPUS, 'certificates.json') as Parameters<typeof mintIdentities>[0]);
