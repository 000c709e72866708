// A door with the given areas alone, and a server in front of it.
import { randomBytes } from 'node:crypto';
import { createDoor, type DoorDeps } from '../../server/http/door.ts';
import type { Area } from '../../server/http/row.ts';
import { createIds } from '../../server/kernel/ids.ts';
import { SILENT } from '../../server/kernel/log.ts';
import { listen, portOf } from './tpp-server.ts';

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
  const server = await listen(doorOf(areas, deps));
  return { url: `http://127.0.0.1:${portOf(server)}`, close: () => void server.close() };
}
