// `{b}/_sandbox/**`: the unsigned control API, behind its guard (WEB-03, CTRL-10).
import type { Request, RequestHandler } from 'express';
import type { Banks } from '../banks/banks.ts';
import type { ControlOperation } from '../control/control-operation.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import type { Json } from '../protocol/json.ts';
import type { Reply } from '../protocol/reply.ts';
import { parseJsonBody } from '../validation/parse-json.ts';
import type { Validator } from '../validation/schemas.ts';
import { bankOf } from './addresses.ts';
import { type ControlAccess, checkControlAccess } from './control-guard.ts';
import { readBody } from './read-body.ts';
import { renderError } from './render-error.ts';
import { sendReply } from './reply.ts';
import { createRouter, type Matched } from './router.ts';

export interface ControlDeps {
  readonly banks: Banks;
  readonly operations: readonly ControlOperation[];
  readonly access: ControlAccess;
  readonly validator: Validator;
  readonly log: Log;
  readonly ids: Ids;
}

export function controlHandler(deps: ControlDeps): RequestHandler {
  const route = createRouter(deps.operations);
  return async (request, response) => {
    let reply: Reply;
    try {
      checkControlAccess(request, deps.access);
      const bank = bankOf(request);
      const matched = route(request.method, request.path);
      const raw = await readBody(request);
      reply = await run(matched, { request, bank, raw }, deps);
    } catch (thrown) {
      reply = renderError(thrown, deps);
    }
    await sendReply(request, response, reply);
  };
}

interface Asked {
  readonly request: Request;
  readonly bank: string;
  readonly raw: Buffer;
}

function run(
  { row, params }: Matched<ControlOperation>,
  { request, bank, raw }: Asked,
  { banks, validator }: ControlDeps,
): Promise<Reply> {
  const body = bodyOf(row, raw, validator);
  if ('outside' in row) return row.outside(body);
  const query = queryOf(request);
  // BANK-01: a control write begins a bank; looking at one does not.
  const transact = row.method === 'GET' ? banks.peek : banks.transact;
  return transact(bank, (tx) => row.handle({ bank: tx, params, query, body }));
}

function bodyOf(row: ControlOperation, raw: Buffer, validator: Validator): Json | undefined {
  if (row.body === undefined) return undefined;
  if (raw.length === 0 && row.body.optional === true) return undefined;
  const value = parseJsonBody(raw);
  validator.body(row.body.schema, value);
  return value;
}

function queryOf(request: Request): Readonly<Record<string, string>> {
  const mark = request.url.indexOf('?');
  const fields = new URLSearchParams(mark < 0 ? '' : request.url.slice(mark + 1));
  return Object.fromEntries(fields);
}
