// Whether a fault matches a request, whether it fires, and what it does then (FAULT-01). Pure: chance comes
// from the fault's seed and from how many requests it has matched, so a run can be repeated.
import { defined } from '../../kernel/defined.ts';
import { percentDecoded } from '../../kernel/percent-decoded.ts';
import { draw, seedOf } from '../../kernel/seeded.ts';
import { ApiError, type ErrorCode, STATUS_OF_CODE } from '../../protocol/errors.ts';
import type { Fault } from '../../protocol/generated/schemas.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { tppIdOf } from '../tpps/tpp-rows.ts';
import type { FaultRow } from './tables.ts';

/** What a fault can match. A request for an SCA page has only method and path. */
export interface MatchableRequest {
  readonly method: string;
  /** Below the bank, without query. */
  readonly path: string;
  readonly operation?: string;
  readonly psuId?: string;
  readonly tpp?: string;
}

/** A fault that fires on a request. */
export interface FiredFault {
  readonly id: string;
  readonly effect: Fault['effect'];
  /** Milliseconds by which the answer is late. */
  readonly delay?: number;
}

export function matches(
  { fault: { match = {}, effect }, expiresAt }: FaultRow,
  request: MatchableRequest,
  now: number,
): boolean {
  if (expiresAt !== undefined && expiresAt <= now) return false;
  if ((effect.scaPageDown || effect.callback) && !request.path.startsWith('/sca/')) return false;
  const { path, method, operation, psuId, tpp } = match;
  return (
    isOrAny(method, request.method) &&
    isOrAny(operation, request.operation) &&
    isOrAny(psuId?.toLowerCase(), request.psuId?.toLowerCase()) &&
    isOrAny(tpp && tppIdOf(tpp), request.tpp) &&
    (path === undefined || isPathLike(plain(path), plain(request.path)))
  );
}

/** Clients encode more or fewer characters of a path. */
const plain = (path: string): string => percentDecoded(path) ?? path;

const isOrAny = (wanted: string | undefined, value: string | undefined): boolean =>
  wanted === undefined || wanted === value;

/** `pattern` is a prefix, or the whole path with any characters for each `*`. Takes linear time. */
export function isPathLike(pattern: string, path: string): boolean {
  const [prefix = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (!path.startsWith(prefix) || end === undefined) return path.startsWith(prefix);
  let at = prefix.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.endsWith(end) && path.length - end.length >= at;
}

/** @param row `matched` includes the request */
export function fires(row: FaultRow): boolean {
  const { match, after = 0, times = Number.POSITIVE_INFINITY, probability = 1 } = row.fault;
  const { nth = row.matched } = match ?? {};
  const isTurn = row.matched === nth && row.matched > after && row.fired < times;
  return isTurn && chance(row, 0) < probability;
}

/** It will never fire again. */
export function isUsedUp({ fault, expiresAt, matched, fired }: FaultRow, now: number): boolean {
  const { match, times = Number.POSITIVE_INFINITY } = fault;
  const { nth = Number.POSITIVE_INFINITY } = match ?? {};
  return fired >= times || matched >= nth || (expiresAt !== undefined && expiresAt <= now);
}

export const seedOfFault = ({ id, fault }: FaultRow): string | number => fault.seed ?? id;

const chance = (row: FaultRow, purpose: number): number =>
  draw(seedOf(String(seedOfFault(row))), row.matched, purpose);

export function firedFault(row: FaultRow): FiredFault {
  return { id: row.id, effect: row.fault.effect, ...defined({ delay: delayOf(row) }) };
}

/** Ten minutes: what a fixed delay can be at most. */
const LONGEST_DELAY = 600_000;

function delayOf(row: FaultRow): number | undefined {
  const { delayMs } = row.fault.effect;
  if (typeof delayMs !== 'object') return delayMs;
  // No fault is set without what its distribution needs; one of a snapshot edited by hand may be.
  const { distribution, min = 0, max = 0, median = 0, sigma = 0 } = delayMs;
  if (distribution === 'uniform') return min + (max - min) * chance(row, 1);
  // Box–Muller: two even draws make one normal draw.
  const radius = Math.sqrt(-2 * Math.log(1 - chance(row, 1)));
  const normal = radius * Math.cos(2 * Math.PI * chance(row, 2));
  return Math.min(median * Math.exp(sigma * normal), LONGEST_DELAY);
}

/** Throws ApiError if the fault keeps the request from being done. */
export function checkFault(
  fault: FiredFault,
  exercises: (rule: RuleId) => void = () => undefined,
): void {
  const refusal = refusalOf(fault);
  if (refusal !== undefined) throw refusal;
  exercises('FAULT-01');
}

function refusalOf({ id, effect }: FiredFault): ApiError | undefined {
  const { status, code, reset, retryAfter } = effect;
  if (reset) {
    return new ApiError('FAULT-01', 'SYSTEM_ERROR', `The fault ${id} resets the connection.`);
  }
  if (status === undefined && code === undefined) return undefined;
  const text = `The fault ${id} of this sandbox refuses the request; its list of faults has it.`;
  const headers = retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) };
  return new ApiError('FAULT-01', code ?? codeFor(status), text, defined({ status, headers }));
}

/** The first code that usually has this status. */
function codeFor(status = 500): ErrorCode {
  const codes = Object.keys(STATUS_OF_CODE) as ErrorCode[];
  const usual = codes.find((code) => STATUS_OF_CODE[code] === status);
  return usual ?? (status < 500 ? 'BAD_REQUEST' : 'SYSTEM_ERROR');
}
