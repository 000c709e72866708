// What a bank knows of itself: when it began, its clock, its settings, and what falls due.
import { after, type Soon } from '../../kernel/soon.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { rowsIn, type StartingRows, type Tx } from '../../storage/store.ts';
import {
  defineTable,
  instant,
  numberOrder,
  oneOf,
  type RowOf,
  typed,
} from '../../storage/table.ts';
import { SETTING_CONDITIONS, SETTING_IDS, type SettingId } from './setting-shapes.ts';

/** Singletons by id (`setting-shapes.ts`). */
export const settings = defineTable({
  name: 'settings',
  members: {
    id: oneOf(...SETTING_IDS),
    value: typed<JsonObject>(),
  },
  indexes: {},
  conditions: SETTING_CONDITIONS,
});

/** Reads and writes a singleton; `initial` is what it is until it is written. */
export function setting<T extends object>(id: SettingId, initial: T) {
  const contentOf = (row: RowOf<typeof settings> | undefined): T =>
    row === undefined ? initial : (row.value as unknown as T);
  return {
    read: (tx: Tx): Soon<T> => after(tx.get(settings, id), contentOf),
    /** What it is in rows that were saved. */
    readIn: (rows: StartingRows): T =>
      contentOf(rowsIn(rows, settings).find((row) => row.id === id)),
    write: (tx: Tx, value: T) => tx.put(settings, { id, value: { ...value } as JsonObject }),
  };
}

const DUE_TYPES = [
  'consentExpires',
  'paymentDue',
  'paymentSettles',
  'quotaEnds',
  'scaAnswers',
  'scaLinkExpires',
  'scaLinkForgotten',
  'secondApproves',
  'sessionEnds',
] as const;
export type DueType = (typeof DUE_TYPES)[number];

/** Work that the bank will do by itself when its clock passes `at`. */
export const due = defineTable({
  name: 'due',
  members: {
    id: 'text',
    /** Instant (ms, bank time). */
    at: instant,
    /** Key of a handler in the composition root's table. */
    type: oneOf(...DUE_TYPES),
    /** What it is about: a payment's, flow's or session's id. */
    subject: 'text',
  },
  indexes: {
    /** Everything, soonest first. */
    all: { key: () => 'all', order: (row) => numberOrder(row.at) },
    bySubject: { key: (row) => row.subject },
  },
});
