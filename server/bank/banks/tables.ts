// What a bank knows of itself: when it began, its clock, its settings, and what falls due.
import type { JsonObject } from '../../protocol/json.ts';
import { defineTable } from '../../storage/table.ts';

/** Singletons by id: `clock`, `scaPolicy`, `created`. */
export interface SettingRow {
  readonly id: string;
  readonly value: JsonObject;
}

export const settings = defineTable<SettingRow>()({
  name: 'settings',
  members: { id: 'text', value: 'json' },
  indexes: {},
});

/** Work that the bank will do by itself when its clock passes `at`. */
export interface DueRow {
  readonly id: string;
  /** Instant (ms, bank time). */
  readonly at: number;
  /** Key of a handler in the composition root's table: `paymentDue`, `paymentSettles`, … */
  readonly type: string;
  /** What it is about: a payment's, flow's or session's id. */
  readonly subject: string;
}

export const due = defineTable<DueRow>()({
  name: 'due',
  members: { id: 'text', at: 'number', type: 'text', subject: 'text' },
  indexes: {
    /** Everything, soonest first. */
    all: { key: () => 'all', order: (row) => String(row.at).padStart(16, '0') },
    bySubject: { key: (row) => row.subject },
  },
});
