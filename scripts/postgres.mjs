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

/** The PgBouncer in PATH, which the test of a pooled database starts, or `undefined`. */
export const findPgBouncer = () =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find(existsSync);

/** What tests and tools are told by environment of where these are. */
export function placesOfPostgres() {
  const [server, pooler] = [findPostgres(), findPgBouncer()];
  return {
    ...(server === undefined ? {} : { POSTGRES_BIN: server }),
    ...(pooler === undefined ? {} : { PGBOUNCER: pooler }),
  };
}

/** Tells programs that run in this process. */
export function tellPostgres() {
  Object.assign(process.env, placesOfPostgres());
}

function versionsIn(folder) {
  if (!existsSync(folder)) return [];
  const newestFirst = readdirSync(folder).sort((a, b) => Number(b) - Number(a));
  return newestFirst.map((version) => join(folder, version, 'bin'));
}
