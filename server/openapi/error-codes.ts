// With which error codes the bank refuses which operation: one row per code. Codes that have nothing to do
// with the operation (an address that does not exist, an error of the bank) are in no row.
import type { ControlOperation } from '../bank/banks/control-operation.ts';
import type { Operation } from '../bank/banks/operation.ts';
import { type ErrorCode, STATUS_OF_CODE } from '../protocol/errors.ts';

interface CodeRow<Of> {
  readonly code: ErrorCode;
  /** Where it is not the code's usual one. */
  readonly status?: number;
  readonly on: (operation: Of) => boolean;
}

/** The codes of one status, in the order of the rows. */
export type ErrorsOf = ReadonlyMap<number, readonly ErrorCode[]>;

const always = () => true;
const hasPsu = ({ headers }: Operation) => headers !== 'sandbox';
const isConsent = ({ tag }: Operation) => tag === 'Consents';
const createsPayment = ({ headers }: Operation) => headers === 'create';
const readsBody = ({ body }: Pick<Operation, 'body'>) => typeof body === 'object';
const namesOne = ({ path }: Pick<Operation, 'path'>) => path.includes('{');
/** Reads of what a consent is for: accounts, cards, the user. */
const readsShared = (row: Operation) => hasPsu(row) && row.role !== 'PSP_PI' && !isConsent(row);
const isAccount = ({ path }: Operation) => /^\/v1\/(?:card-)?accounts\b/.test(path);

/** In the order of their statuses, in which a reader meets them. */
const API_ERRORS: readonly CodeRow<Operation>[] = [
  { code: 'FORMAT_ERROR', on: always },
  { code: 'BAD_REQUEST', on: always },
  { code: 'HTTP_HEADER_REQUIRED', on: always },
  {
    code: 'QUERY_PARAMETER_REQUIRED',
    on: ({ query = {} }) => Object.values(query).some(({ required }) => required),
  },
  {
    code: 'RESOURCE_UNKNOWN',
    status: 400,
    on: (row) =>
      row.method === 'POST' && readsBody(row) && !/(?:customers|transactions)$/.test(row.path),
  },
  { code: 'KID_MISSING', on: (row) => createsPayment(row) && /norwegian-domestic/.test(row.path) },
  { code: 'KID_INVALID', on: (row) => createsPayment(row) && /norwegian-domestic/.test(row.path) },
  {
    code: 'EXECUTION_DATE_INVALID',
    on: (row) =>
      (createsPayment(row) && !row.path.includes('straks')) ||
      (row.method === 'POST' && row.path.endsWith('/transactions')),
  },
  { code: 'PAYMENT_FAILED', on: createsPayment },
  {
    code: 'REFERENCE_MIX_INVALID',
    on: ({ path, body }) => /baskets$/.test(path) && body !== undefined,
  },
  { code: 'PSU_CREDENTIALS_INVALID', on: hasPsu },
  { code: 'CONSENT_INVALID', on: (row) => hasPsu(row) && !isConsent(row) },
  { code: 'CONSENT_EXPIRED', on: readsShared },
  { code: 'SCA_EXPIRED', on: readsShared },
  { code: 'FORBIDDEN', on: always },
  { code: 'CONSENT_UNKNOWN', on: isAccount },
  { code: 'RESOURCE_UNKNOWN', on: namesOne },
  { code: 'CONFLICT', on: (row) => row.method !== 'GET' && (namesOne(row) || readsBody(row)) },
  { code: 'ACCESS_EXCEEDED', on: ({ rules }) => rules.includes('ACC-06') },
];

const CONFLICTING: readonly string[] = ['completeSca', 'createFault', 'putSnapshot', 'addSeed'];
/** Their bodies name what may not be there. */
const NAMING: readonly string[] = ['completeSca', 'putRules', 'reset', 'addSeed'];

const CONTROL_ERRORS: readonly CodeRow<ControlOperation>[] = [
  { code: 'FORMAT_ERROR', on: always },
  { code: 'BAD_REQUEST', on: readsBody },
  { code: 'QUERY_PARAMETER_REQUIRED', on: ({ id }) => id === 'getSnapshotDifferences' },
  { code: 'RESOURCE_UNKNOWN', status: 400, on: ({ id }) => NAMING.includes(id) },
  { code: 'FORBIDDEN', on: always },
  {
    code: 'RESOURCE_UNKNOWN',
    on: ({ path }) => path.includes('{') || /\/(?:next|diff)$/.test(path),
  },
  { code: 'SCA_NOT_FOUND', on: ({ id }) => id === 'completeSca' },
  { code: 'CONFLICT', on: ({ id }) => CONFLICTING.includes(id) },
];

export const apiErrors = (operation: Operation): ErrorsOf => errorsOf(operation, API_ERRORS);

export const controlErrors = (operation: ControlOperation): ErrorsOf =>
  errorsOf(operation, CONTROL_ERRORS);

function errorsOf<Of>(operation: Of, rows: readonly CodeRow<Of>[]): ErrorsOf {
  const found = new Map<number, ErrorCode[]>();
  for (const { code, status = STATUS_OF_CODE[code], on } of rows) {
    if (on(operation)) found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found;
}
