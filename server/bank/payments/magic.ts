// Creditor names that make any status and any error happen with unchanged TPP code (MAGIC-01). The
// table is fixtures/magic.json: code, docs/magic.md and tests read it.
import { type ErrorCode, STATUS_OF_CODE } from '../../protocol/errors.ts';
import { TRANSACTION_STATUSES, type TransactionStatus } from '../../protocol/statuses.ts';
import { entriesOf } from './body.ts';
import { nextStatus, PAYMENT_EVENTS, type PaymentEvent } from './lifecycle.ts';
import type { RequestBody } from './request-body.ts';

/** A payment to that name ends and stays in that status once it is approved. */
export interface MagicStatus {
  readonly creditorName: string;
  readonly status: TransactionStatus;
  /** Moves of the table that lead there from RCVD. */
  readonly moves: readonly PaymentEvent[];
  readonly what: string;
}

/** A payment to that name is refused when it is created. */
export interface MagicError {
  readonly creditorName: string;
  readonly code: ErrorCode;
  /** HTTP status. */
  readonly status: number;
}

/** Rows by creditorName. */
export interface Magic {
  readonly statuses: ReadonlyMap<string, MagicStatus>;
  readonly errors: ReadonlyMap<string, MagicError>;
}

/** Reads the document of fixtures/magic.json. Throws an Error that names the row. */
export function parseMagic(document: unknown): Magic {
  const { statuses = [], errors = [] } = document as {
    readonly statuses?: readonly MagicStatus[];
    readonly errors?: readonly MagicError[];
  };
  for (const row of statuses) {
    if (!leadsThere(row)) throw new Error(`magic: ${row.creditorName} does not lead to its status`);
  }
  for (const row of errors) {
    const known = Object.hasOwn(STATUS_OF_CODE, row.code) && row.status >= 400;
    if (!known) throw new Error(`magic: ${row.creditorName} names no error`);
  }
  return {
    statuses: new Map(statuses.map((row) => [row.creditorName, row])),
    errors: new Map(errors.map((row) => [row.creditorName, row])),
  };
}

function leadsThere({ status, moves }: MagicStatus): boolean {
  if (!TRANSACTION_STATUSES.includes(status) || moves.length === 0) return false;
  if (moves.some((event) => !PAYMENT_EVENTS.includes(event))) return false;
  const end = moves.reduce<TransactionStatus | undefined>(
    (from, event) => (from === undefined ? undefined : nextStatus(from, event)),
    'RCVD',
  );
  return end === status;
}

/** The status that the request names. A bulk names one when all of its entries name the same. */
export function magicStatusOf(body: RequestBody, magic: Magic): MagicStatus | undefined {
  const [first, ...others] = new Set(entriesOf(body).map((entry) => entry.body.creditorName));
  return first === undefined || others.length > 0 ? undefined : magic.statuses.get(first);
}

const NOT_ACCEPTED: readonly TransactionStatus[] = ['ACCP', 'RJCT', 'CANC'];

/** Whether an entry of a bulk is not accepted because of its creditor's name. */
export function isRefusedEntry(creditorName: string, magic: Magic): boolean {
  const status = magic.statuses.get(creditorName)?.status;
  return status !== undefined && NOT_ACCEPTED.includes(status);
}

/** The first error that the request names, and the pointer of the name. */
export function magicErrorOf(
  body: RequestBody,
  magic: Magic,
): { readonly error: MagicError; readonly path: string } | undefined {
  for (const entry of entriesOf(body)) {
    const error = magic.errors.get(entry.body.creditorName);
    if (error !== undefined) return { error, path: `${entry.path}/creditorName` };
  }
  return undefined;
}
