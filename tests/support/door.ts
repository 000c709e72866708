// A door with the given areas alone, and a server in front of it.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDoor, type DoorDeps } from '../../server/http/door.ts';
import type { Area } from '../../server/http/row.ts';
import { createIds } from '../../server/kernel/ids.ts';
import { SILENT } from '../../server/kernel/log.ts';

export const doorOf = (areas: readonly Area[], deps: Partial<DoorDeps> = {}) =>
  createDoor({
    first: areas,
    others: async () => [],
    access: { allowedHosts: [] },
    faultOn: async () => undefined,
    ticks: () => 0,
    log: SILENT,
    ids: createIds(randomBytes),
    ...deps,
  }).door;

/** Listens on a free port. */
export async function listeningDoor(areas: readonly Area[], deps: Partial<DoorDeps> = {}) {
  const server = createServer(doorOf(areas, deps));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => void server.close() };
}
