// The rooms of the bank, and what they offer together. Tables come before the store, and the store before
// everything else, so the other members are functions of what they need.

import { holdingsOf } from '../bank/accounts/consent-store.ts';
import { accountsRoom } from '../bank/accounts/room.ts';
import type { Banks } from '../bank/banks/banks.ts';
import type { ControlOperation } from '../bank/banks/control-operation.ts';
import type { DueHandlers } from '../bank/banks/due.ts';
import type { EventLog } from '../bank/banks/event-log.ts';
import type { Operation } from '../bank/banks/operation.ts';
import { banksRoom } from '../bank/banks/room.ts';
import type { SnapshotParts } from '../bank/banks/snapshot-control.ts';
import { basketsRoom } from '../bank/baskets/room.ts';
import { customersRoom } from '../bank/customers/room.ts';
import { faultsRoom } from '../bank/faults/room.ts';
import { ledgerRoom } from '../bank/ledger/room.ts';
import type { PaymentDeps } from '../bank/payments/deps.ts';
import { paymentsRoom } from '../bank/payments/room.ts';
import type { RedirectDeps } from '../bank/redirects/redirect-control.ts';
import { redirectsRoom } from '../bank/redirects/room.ts';
import type { MagicTable } from '../bank/sandbox/magic-persons.ts';
import { sandboxRoom } from '../bank/sandbox/room.ts';
import type { OnScaEnded } from '../bank/sca/endings.ts';
import type { Purposes, ScaDeps } from '../bank/sca/purpose.ts';
import { scaRoom } from '../bank/sca/room.ts';
import { type SeedParts, seedsRoom } from '../bank/seeds/room.ts';
import type { CertificateParts } from '../bank/tpps/certificate-control.ts';
import { tppsRoom } from '../bank/tpps/room.ts';
import { defined } from '../kernel/defined.ts';
import { memoize } from '../kernel/memoize.ts';
import type { Profile } from '../protocol/profile.ts';
import type { CheckRows } from '../storage/check-rows.ts';
import type { AnyTable } from '../storage/table.ts';
import { segmentsOf } from '../validation/json-pointer.ts';
import { createValidator } from '../validation/schemas.ts';

/** Settings that are fixed when a bank starts. */
interface BankSettings {
  readonly profile: Profile;
  readonly payments: PaymentDeps;
  readonly magicPersons: MagicTable;
}

/** Everything that the operations of a bank use. */
interface BankParts extends BankSettings, CertificateParts, RedirectDeps, SnapshotParts, SeedParts {
  readonly banks: Banks;
  readonly events: EventLog;
  readonly sca: ScaDeps;
}

/** What rows of the control API use besides. */
interface ControlParts extends BankParts {
  /** Every row of the signed API. */
  readonly operations: readonly Operation[];
}

/** What a room of the bank offers; each exports one such value from its `room.ts`. */
interface Room {
  readonly tables?: readonly AnyTable[];
  /** What the rows of several tables must be together; each row fits by itself. */
  readonly faultIn?: CheckRows;
  /** The purposes of an SCA, by the kind of the flow. */
  readonly purposes?: (settings: BankSettings) => Purposes;
  /** Called after every successful SCA. */
  readonly afterSca?: (settings: BankSettings) => ScaDeps['afterSca'];
  /** What happens when the bank's clock reaches due work. */
  readonly due?: (parts: Pick<BankParts, 'payments' | 'sca'>) => DueHandlers;
  /** Rows of the signed API. */
  readonly operations?: (parts: BankParts) => readonly Operation[];
  /** Rows of the control API. */
  readonly control?: (parts: ControlParts) => readonly ControlOperation[];
}

/** In the order in which operations are listed and hooks are called. */
const ROOMS: readonly Room[] = [
  banksRoom,
  customersRoom,
  ledgerRoom,
  scaRoom,
  redirectsRoom,
  accountsRoom,
  paymentsRoom,
  basketsRoom,
  tppsRoom,
  sandboxRoom,
  faultsRoom,
  seedsRoom,
];

export const ALL_TABLES = ROOMS.flatMap(({ tables = [] }) => tables);

/** Numbers are places in lists. */
const pathOf = (pointer: string) =>
  segmentsOf(pointer).map((name) => (/^\d+$/.test(name) ? Number(name) : name));

/** Checks rows that come from outside: each by the schema of its table, then all together. */
export function createRowsCheck(): CheckRows {
  const schemas = ALL_TABLES.map(({ schema }) => [String(schema['$id']), schema] as const);
  const validator = memoize(() => createValidator(new Map(schemas)));
  return (rows) => {
    for (const table of ALL_TABLES) {
      for (const row of rows.unchecked(table)) {
        const [violation] = validator().violations(String(table.schema['$id']), row, rows);
        if (violation === undefined) continue;
        const { text, path = '' } = violation.message;
        return { table: table.name, id: row.id, path: pathOf(path), text };
      }
    }
    for (const { faultIn } of ROOMS) {
      const fault = faultIn?.(rows);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

/** What SCA needs from the rooms that depend on it. */
export function scaOf(settings: BankSettings, onScaEnded?: OnScaEnded): ScaDeps {
  const hooks = ROOMS.flatMap(({ afterSca }) => (afterSca ? [afterSca(settings)] : []));
  return {
    purposes: Object.assign({}, ...ROOMS.map(({ purposes }) => purposes?.(settings))),
    async afterSca(bank, flow) {
      for (const hook of hooks) await hook(bank, flow);
    },
    magic: settings.magicPersons,
    holdings: holdingsOf,
    ...defined({ onScaEnded }),
  };
}

export function dueOf(parts: Pick<BankParts, 'payments' | 'sca'>): DueHandlers {
  return Object.assign({}, ...ROOMS.map(({ due }) => due?.(parts)));
}

/** Every row of the signed API. */
export const operationsOf = (parts: BankParts) =>
  ROOMS.flatMap(({ operations }) => operations?.(parts) ?? []);

/** Every row of the control API about the bank itself. */
export const controlOf = (parts: ControlParts) =>
  ROOMS.flatMap(({ control }) => control?.(parts) ?? []);
