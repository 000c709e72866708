// Creditor names that lead to any status and any error without a change in the TPP's code (MAGIC-01). The
// table is fixtures/magic.json; code, docs/magic.md and tests read it.
import { ApiError, type ErrorCode } from '../../protocol/errors.ts';
import type { TransactionStatus } from '../../protocol/statuses.ts';
import { ScaNeeded } from '../sca/start-flow.ts';
import type { PaymentEvent } from './lifecycle.ts';
import { entriesOf, type RequestBody } from './request-body.ts';

/** A payment to that name ends and stays in that status once it is approved. */
export interface MagicStatus {
  readonly creditorName: string;
  readonly status: TransactionStatus;
  /** Moves of the table that lead there from RCVD. */
  readonly moves: readonly PaymentEvent[];
  readonly what: string;
}

/** A payment to that name is refused when it is created. */
type MagicError = {
  readonly creditorName: string;
  readonly code: ErrorCode;
  /** HTTP status. */
  readonly status: number;
};

/** Rows by creditorName. */
export interface Magic {
  readonly statuses: ReadonlyMap<string, MagicStatus>;
  readonly errors: ReadonlyMap<string, MagicError>;
}

/** The document of fixtures/magic.json. */
export function parseMagic(document: {
  readonly statuses: readonly MagicStatus[];
  readonly errors: readonly MagicError[];
}): Magic {
  const { statuses, errors } = document;
  return {
    statuses: new Map(statuses.map((row) => [row.creditorName, row])),
    errors: new Map(errors.map((row) => [row.creditorName, row])),
  };
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

/** Seconds, as every 429 says. */
const RETRY_AFTER = '60';

/** Throws the first error that a creditor's name asks for; a 401 leads to an SCA. */
export function refuseByMagic(request: RequestBody, magic: Magic): void {
  for (const { body, path: entryPath } of entriesOf(request)) {
    const error = magic.errors.get(body.creditorName);
    if (error === undefined) continue;
    const { code, status, creditorName } = error;
    const path = `${entryPath}/creditorName`;
    const text = `The creditor's name triggers this error: ${creditorName}.`;
    if (status === 401) throw new ScaNeeded('MAGIC-01', code, text, { path });
    const headers = status === 429 ? { 'Retry-After': RETRY_AFTER } : {};
    throw new ApiError('MAGIC-01', code, text, { path, status, headers });
  }
}
