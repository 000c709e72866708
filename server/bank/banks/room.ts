import { clockOperations } from './clock-control.ts';
import { eventOperations } from './event-control.ts';
import type { EventLog } from './event-log.ts';
import { ruleControlOperations } from './rule-level-control.ts';
import { type SnapshotParts, snapshotOperations } from './snapshot-control.ts';
import { snapshotPlaces } from './snapshot-places.ts';
import { due, settings } from './tables.ts';

/** Tenants, their clocks, their due work, what came of it, their rule levels and their snapshots. */
export const banksRoom = {
  tables: [settings, due, snapshotPlaces],
  control: ({ events, ...parts }: SnapshotParts & { readonly events: EventLog }) => [
    ...clockOperations(parts.banks),
    ...eventOperations(events),
    ...ruleControlOperations,
    ...snapshotOperations(parts),
  ],
};
