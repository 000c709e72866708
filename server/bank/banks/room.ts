import type { Banks } from './banks.ts';
import { clockOperations } from './clock-control.ts';
import { eventOperations } from './event-control.ts';
import type { EventLog } from './event-log.ts';
import { ruleControlOperations } from './rule-level-control.ts';
import { due, settings } from './tables.ts';

/** Tenants, their clocks, their due work, what came of it, and their rule levels. */
export const banksRoom = {
  tables: [settings, due],
  control: ({ banks, events }: { readonly banks: Banks; readonly events: EventLog }) => [
    ...clockOperations(banks),
    ...eventOperations(events),
    ...ruleControlOperations,
  ],
};
