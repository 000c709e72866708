// A bank in a Map that sandbox operations are called on, with bodies checked as the pipeline would.
import type { BankTx } from '../../../server/bank/banks/bank-tx.ts';
import type { Banks } from '../../../server/bank/banks/banks.ts';
import type { Operation } from '../../../server/bank/banks/operation.ts';
import { readFixtures } from '../../../server/bank/sandbox/fixtures.ts';
import { sandboxRoom } from '../../../server/bank/sandbox/room.ts';
import { startingSet } from '../../../server/bank/sandbox/starting-set.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import type { Json, JsonObject } from '../../../server/protocol/json.ts';
import { createValidator } from '../../../server/validation/schemas.ts';
import { type MapTx, mapTx } from '../../support/map-tx.ts';

/** 21 November 2026, 12:00 in Oslo. */
export const NOW = Date.UTC(2026, 10, 21, 11);
export const TODAY = '2026-11-21';

export interface SandboxCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

export interface SandboxBank {
  readonly tx: MapTx;
  /** The answer; its body has passed the operation's schema. */
  call(id: string, given?: SandboxCall): Promise<{ status: number; body: JsonObject }>;
  /** The refusal, and nothing was stored. */
  refused(id: string, given?: SandboxCall): Promise<ApiError>;
}

const validator = createValidator();
const rows = startingSet(readFixtures(), TODAY);

/** A bank with the starting set, or an empty one. */
export function sandboxBank(from: 'starting set' | 'nothing' = 'starting set'): SandboxBank {
  const tx = mapTx();
  if (from === 'starting set') tx.restart(rows);
  let drawn = 0;
  const ids = createIds((size) => {
    drawn += 1;
    return Buffer.alloc(size, `${drawn}/`);
  });
  const restart = async ({ tx: own }: BankTx) => own.restart(rows);
  const operations = sandboxRoom.operations({ banks: { restart } as unknown as Banks });

  async function handle(operation: Operation, given: SandboxCall) {
    const { params = {}, query = {}, body } = given;
    if (typeof operation.body === 'object') validator.body(operation.body.schema, body ?? null);
    operation.checkQuery?.(query, operation.path);
    return operation.handle({
      bank: { bank: 'default', tx, now: NOW, ids },
      role: operation.role,
      tpp: { id: 'PSDNO-FSA-987654321', name: 'Test TPP' },
      headers: { requestId: '1', acceptFix: [], redirectPreferred: true },
      params,
      query,
      body,
      target: operation.path,
      baseUrl: 'http://127.0.0.1:8080',
      finding: () => undefined,
      exercises: () => undefined,
    });
  }

  const operationOf = (id: string): Operation => {
    const operation = operations.find((row) => row.id === id);
    if (operation === undefined) throw new Error(`no operation ${id}`);
    return operation;
  };

  return {
    tx,
    async call(id, given = {}) {
      const operation = operationOf(id);
      const { status, body = {} } = await handle(operation, given);
      const { schema } = operation.success;
      const violations = schema === undefined ? [] : validator.violations(schema, body);
      if (status !== operation.success.status || violations.length > 0) {
        throw new Error(`${id} answers ${status} ${JSON.stringify(violations.slice(0, 3))}`);
      }
      return { status, body };
    },
    async refused(id, given = {}) {
      const before = tx.dump();
      const thrown = await handle(operationOf(id), given).catch((error: unknown) => error);
      if (!(thrown instanceof ApiError)) throw new Error(`${id} was not refused: ${thrown}`);
      if (tx.dump() !== before) throw new Error(`${id} was refused but stored something`);
      return thrown;
    },
  };
}

/** Status, code and path of a refusal. */
export const told = (error: ApiError) => [error.status, error.code, error.details.path];
