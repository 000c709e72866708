// What a bank knows of itself: when it began, its clock, its settings, and what falls due.
import type { JsonObject } from '../../protocol/json.ts';
import { defineTable, json, number, text } from '../../storage/table.ts';

/** Singletons by id: `clock`, `scaPolicy`, `created`. */
export const settings = defineTable({
  name: 'settings',
  members: {
    id: text,
    value: json<JsonObject>(),
  },
  indexes: {},
});

/** Work that the bank will do by itself when its clock passes `at`. */
export const due = defineTable({
  name: 'due',
  members: {
    id: text,
    /** Instant (ms, bank time). */
    at: number,
    /** Key of a handler in the composition root's table: `paymentDue`, `paymentSettles`, … */
    type: text,
    /** What it is about: a payment's, flow's or session's id. */
    subject: text,
  },
  indexes: {
    /** Everything, soonest first. */
    all: { key: () => 'all', order: (row) => String(row.at).padStart(16, '0') },
    bySubject: { key: (row) => row.subject },
  },
});
