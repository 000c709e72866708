// `{b}/_sandbox/faults`: faults on demand (FAULT-01).

import { durationMillis, isoTime } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Fault } from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import { visible } from '../../protocol/shown-text.ts';
import { FORMATS } from '../../validation/formats.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { prefixOfBank } from '../banks/banks.ts';
import {
  type ControlCall,
  type ControlOperation,
  controlWithBody,
} from '../banks/control-operation.ts';
import type { Operation } from '../banks/operation.ts';
import { seedOfFault } from './fault.ts';
import { allFaults, type FaultRow, faults, readLastFault, writeLastFault } from './tables.ts';

/** WEB-05: of one bank. */
const MOST_FAULTS = 100;

/** @param operations rows of the signed API, which a fault can name */
export const faultControlOperations = (
  operations: readonly Operation[],
): readonly ControlOperation[] => [
  controlWithBody({
    id: 'createFault',
    method: 'POST',
    path: '/_sandbox/faults',
    summary: 'Set a fault: delay, refuse, damage or lose the answers to some requests',
    rule: 'FAULT-01',
    success: { status: 201, schema: 'control/fault-view.json' },
    body: { schema: 'control/fault.json' },
    async handle({ bank, body }): Promise<Reply> {
      return { status: 201, body: viewOf(await addFault(bank, body, operations)) };
    },
  }),
  {
    id: 'getFaults',
    method: 'GET',
    path: '/_sandbox/faults',
    summary: 'Every fault, and how often it matched and fired',
    rule: 'FAULT-01',
    success: { status: 200, schema: 'control/fault-views.json' },
    async handle({ bank }): Promise<Reply> {
      return { status: 200, body: { faults: (await allFaults(bank)).map(viewOf) } };
    },
  },
  {
    id: 'deleteFaults',
    method: 'DELETE',
    path: '/_sandbox/faults',
    summary: 'Remove every fault',
    rule: 'FAULT-01',
    success: { status: 204 },
    async handle({ bank }): Promise<Reply> {
      for (const { id } of await allFaults(bank)) bank.tx.remove(faults, id);
      return { status: 204 };
    },
  },
  {
    id: 'getFault',
    method: 'GET',
    path: '/_sandbox/faults/{id}',
    summary: 'One fault',
    rule: 'FAULT-01',
    success: { status: 200, schema: 'control/fault-view.json' },
    handle: async (call): Promise<Reply> => ({ status: 200, body: viewOf(await needFault(call)) }),
  },
  {
    id: 'deleteFault',
    method: 'DELETE',
    path: '/_sandbox/faults/{id}',
    summary: 'Remove one fault',
    rule: 'FAULT-01',
    success: { status: 204 },
    async handle(call): Promise<Reply> {
      call.bank.tx.remove(faults, (await needFault(call)).id);
      return { status: 204 };
    },
  },
];

export async function addFault(
  bank: BankTx,
  fault: Fault,
  operations: readonly Pick<Operation, 'id'>[],
): Promise<FaultRow> {
  checkOperation(fault, operations);
  checkEffect(fault.effect);
  if ((await allFaults(bank)).length >= MOST_FAULTS) {
    const text = `This bank has ${MOST_FAULTS} faults, which is the most; DELETE one, or all of them.`;
    throw new ApiError('WEB-05', 'CONFLICT', text);
  }
  const number = (await readLastFault(bank.tx)).number + 1;
  writeLastFault(bank.tx, { number });
  const expiresAt = fault.expiry === undefined ? undefined : instantOf(fault.expiry, bank.now);
  const row = { id: `f${number}`, number, fault, matched: 0, fired: 0, ...defined({ expiresAt }) };
  bank.tx.put(faults, row);
  return row;
}

async function needFault({ bank, params }: ControlCall): Promise<FaultRow> {
  const row = await bank.tx.get(faults, params['id'] ?? '');
  if (row !== undefined) return row;
  const text = `There is no fault with that id; GET ${prefixOfBank(bank.bank)}/_sandbox/faults lists them.`;
  throw new ApiError('FAULT-01', 'RESOURCE_UNKNOWN', text);
}

function viewOf(row: FaultRow): JsonObject {
  const { id, fault, expiresAt, matched, fired } = row;
  const expiry = expiresAt === undefined ? undefined : isoTime(expiresAt);
  return { id, ...fault, seed: seedOfFault(row), ...defined({ expiry }), matched, fired };
}

function checkOperation({ match }: Fault, operations: readonly Pick<Operation, 'id'>[]): void {
  const { operation } = match ?? {};
  if (operation === undefined || operations.some(({ id }) => id === operation)) return;
  const text = `There is no operation ${visible(operation, 80)}; /openapi.json lists every operationId.`;
  throw wrong('/match/operation', text);
}

/** One of these rows; delayMs, advance and revokeConsents beside it or alone. */
const EFFECTS: readonly (readonly (keyof Fault['effect'])[])[] = [
  ['status', 'code', 'retryAfter', 'html'],
  ['slowBodyMs'],
  ['truncate'],
  ['malformed'],
  ['reset'],
  ['loseReply'],
  ['scaPageDown'],
  ['extraMembers'],
  ['callback'],
];

function checkEffect(effect: Fault['effect']): void {
  const [first, second] = EFFECTS.flatMap((names) => names.find((name) => name in effect) ?? []);
  if (second !== undefined) {
    const text = `A fault has one effect: send ${first} or ${second}, not both.`;
    throw wrong(`/effect/${second}`, text);
  }
  checkParts(effect);
  const { delayMs } = effect;
  if (typeof delayMs !== 'object') return;
  const needed =
    delayMs.distribution === 'uniform' ? (['min', 'max'] as const) : (['median', 'sigma'] as const);
  const absent = needed.find((name) => delayMs[name] === undefined);
  if (absent !== undefined) {
    const text = `The distribution ${delayMs.distribution} needs ${needed.join(' and ')}.`;
    throw wrong(`/effect/delayMs/${absent}`, text);
  }
  const { min = 0, max = min } = delayMs;
  if (min > max) throw wrong('/effect/delayMs/max', 'max must not be less than min.');
}

function checkParts(effect: Fault['effect']): void {
  const { status, code, advance } = effect;
  const detail = (['retryAfter', 'html'] as const).find((name) => name in effect);
  if (detail !== undefined && status === undefined && code === undefined) {
    throw wrong(
      `/effect/${detail}`,
      `${detail} is part of a refusal: send a status or a code too.`,
    );
  }
  if (advance === undefined || durationMillis(advance) !== undefined) return;
  const text = 'advance must be an ISO 8601 duration such as PT61M or P1D, without months.';
  throw wrong('/effect/advance', text);
}

/** Bank time in ms: a moment, or a duration from now. */
function instantOf(expiry: string, now: number): number {
  const isDateTime = FORMATS['date-time']?.(expiry) === undefined;
  const instant = isDateTime ? Date.parse(expiry) : now + (durationMillis(expiry) ?? Number.NaN);
  if (!Number.isNaN(new Date(instant).getTime())) return instant;
  const text =
    'expiry must be a date-time with its offset, such as 2026-11-21T08:00:00Z, or a duration from now, such as PT10M.';
  throw wrong('/expiry', text);
}

const wrong = (path: string, text: string): ApiError =>
  new ApiError('FAULT-01', 'FORMAT_ERROR', text, { path });
