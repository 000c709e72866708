// The gate that every row passes on its way into a store: it fits its table's members, and it is
// frozen, so that what readers are handed can be shared between transactions and between banks.
import { type AnyTable, type MemberPlan, planOf, type Row } from './table.ts';

/** Deepest nesting of a `json` member. */
const MAX_DEPTH = 500;

/** Characters. The keys of a database have a limit, which this one keeps however they are written. */
const LONGEST_ID = 400;

/** A row that its table's `members` do not allow; `member` is the first one at fault. */
export class RowMisfitError extends TypeError {
  override readonly name = 'RowMisfitError';
  readonly member: string;

  constructor(table: AnyTable, member: string, reason: string) {
    super(`A row of table "${table.name}" does not fit: member "${member}" ${reason}.`);
    this.member = member;
  }
}

/**
 * Freezes the row, nested values included, and returns it. A member that is `undefined` counts as
 * absent. @throws RowMisfitError before anything is frozen
 */
export function admitRow<R extends Row>(table: AnyTable, row: R): R {
  checkRow(table, row);
  for (const { name, kind } of planOf(table)) {
    if (kind === 'json') deepFreeze((row as Readonly<Record<string, unknown>>)[name]);
  }
  return Object.freeze(row);
}

function checkRow(table: AnyTable, row: unknown): void {
  if (typeof row !== 'object' || row === null) {
    throw new RowMisfitError(table, 'id', 'is missing: the row is not an object');
  }
  const values = row as Readonly<Record<string, unknown>>;
  let own = 0;
  for (const member of planOf(table)) {
    const value = values[member.name];
    if (Object.hasOwn(values, member.name)) own++;
    const fault = faultOf(member, value);
    if (fault !== undefined) throw new RowMisfitError(table, member.name, fault);
  }
  const { length } = values['id'] as string;
  if (length === 0) throw new RowMisfitError(table, 'id', 'is empty');
  if (length > LONGEST_ID) {
    throw new RowMisfitError(table, 'id', `has more than ${LONGEST_ID} characters`);
  }
  const names = Object.keys(values);
  const stranger =
    names.length === own ? undefined : names.find((name) => !Object.hasOwn(table.members, name));
  if (stranger !== undefined) throw new RowMisfitError(table, stranger, 'is not one of its own');
}

function faultOf({ kind, isOptional }: MemberPlan, value: unknown): string | undefined {
  if (value === undefined) return isOptional ? undefined : 'is missing';
  if (kind === 'json') return jsonFault(value, 0);
  const type: string = typeof value;
  if (type !== TYPES[kind]) return `is not ${kind} but ${value === null ? 'null' : type}`;
  if (kind !== 'number' || Number.isFinite(value)) return undefined;
  return `is ${value}, not a finite number`;
}

const TYPES = { text: 'string', number: 'number', boolean: 'boolean', money: 'bigint' } as const;

/** What JSON would drop or change without a word is refused here instead. */
function jsonFault(value: unknown, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} deep`;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : `holds ${value}, which JSON cannot`;
  }
  if (typeof value !== 'object') return `holds a ${typeof value}, which JSON cannot`;
  if (!Array.isArray(value) && !isPlainObject(value)) return 'holds an object that is not plain';
  for (const inner of Object.values(value)) {
    if (inner === undefined && !Array.isArray(value)) continue;
    const fault = jsonFault(inner, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Also true for objects of another realm, whose Object.prototype is not ours. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
}
