// Finds the programs of a PostgreSQL server for the tests.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/** `POSTGRES_BIN` if it is a folder with a server, else the first usual place that has one, else `undefined`. */
export function findPostgres(env = process.env) {
  const places = env.POSTGRES_BIN
    ? [env.POSTGRES_BIN]
    : [...versionsIn(DEBIAN), ...(env.PATH ?? '').split(':')];
  return places.find((place) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(place, name))),
  );
}

/** Whether a PgBouncer is in PATH, which the test of a pooled database starts. */
export const hasPgBouncer = () =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].some((folder) =>
    existsSync(join(folder, 'pgbouncer')),
  );

/** Tells programs that run in this process where it is. */
export function tellPostgres() {
  const found = findPostgres();
  if (found !== undefined) process.env.POSTGRES_BIN = found;
}

function versionsIn(folder) {
  if (!existsSync(folder)) return [];
  const newestFirst = readdirSync(folder).sort((a, b) => Number(b) - Number(a));
  return newestFirst.map((version) => join(folder, version, 'bin'));
}
