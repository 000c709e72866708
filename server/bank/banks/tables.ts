// What a bank knows of itself: when it began, its clock, its settings, and what falls due.
import { after } from '../../kernel/soon.ts';
import type { Soon } from '../../kernel/waiting.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Tx } from '../../storage/store.ts';
import { defineTable, json, numberOrder } from '../../storage/table.ts';
import { type SettingId, settingMisfit } from './setting-shapes.ts';

/** Singletons by id (`setting-shapes.ts`). */
export const settings = defineTable({
  name: 'settings',
  members: {
    id: 'text',
    value: json<JsonObject>(),
  },
  indexes: {},
  misfit: settingMisfit,
});

/** Reads and writes a singleton; `initial` is what it is until it is written. */
export const setting = <T extends object>(id: SettingId, initial: T) => ({
  read: (tx: Tx): Soon<T> =>
    after(tx.get(settings, id), (row) =>
      row === undefined ? initial : (row.value as unknown as T),
    ),
  write: (tx: Tx, value: T) => tx.put(settings, { id, value: { ...value } as JsonObject }),
});

/** Work that the bank will do by itself when its clock passes `at`. */
export const due = defineTable({
  name: 'due',
  members: {
    id: 'text',
    /** Instant (ms, bank time). */
    at: 'number',
    /** Key of a handler in the composition root's table: `paymentDue`, `paymentSettles`, … */
    type: 'text',
    /** What it is about: a payment's, flow's or session's id. */
    subject: 'text',
  },
  indexes: {
    /** Everything, soonest first. */
    all: { key: () => 'all', order: (row) => numberOrder(row.at) },
    bySubject: { key: (row) => row.subject },
  },
});
