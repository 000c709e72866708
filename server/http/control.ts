// `{b}/_sandbox/**`: the unsigned control API, behind its guard (WEB-03, CTRL-10).
import type { Request, RequestHandler, Response } from 'express';
import type { Banks } from '../banks/banks.ts';
import type { ControlOperation } from '../control/control-operation.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Json } from '../protocol/json.ts';
import type { Reply } from '../protocol/reply.ts';
import { printable } from '../validation/json-pointer.ts';
import { parseJsonBody } from '../validation/parse-json.ts';
import type { Validator } from '../validation/schemas.ts';
import { bankOf } from './addresses.ts';
import { type ControlAccess, checkControlAccess } from './control-guard.ts';
import type { Page, Pages } from './pages.ts';
import { readBody } from './read-body.ts';
import { renderError } from './render-error.ts';
import { sendReply } from './reply.ts';
import { createRouter, type Matched } from './router.ts';
import { SIGN_IN, signIn, signInPage } from './sign-in.ts';

export interface ControlDeps {
  readonly banks: Banks;
  readonly operations: readonly ControlOperation[];
  readonly access: ControlAccess;
  readonly validator: Validator;
  readonly pages: Pages;
  readonly log: Log;
  readonly ids: Ids;
}

export function controlHandler(deps: ControlDeps): RequestHandler {
  const route = createRouter(deps.operations);
  return async (request, response) => {
    try {
      if (request.path === SIGN_IN && request.method === 'POST') {
        return await signIn(request, response, deps);
      }
      checkControlAccess(request, deps.access);
      const bank = bankOf(request);
      const matched = route(request.method, request.path);
      const raw = await readBody(request);
      const reply = await run(matched, { request, bank, raw, gone: goneOf(response) }, deps);
      if (response.destroyed) return;
      const page = pageOf(matched.row, reply, { request, pages: deps.pages });
      if (page === undefined) await sendReply(request, response, reply);
      else response.status(reply.status).set(page.headers).send(page.html);
    } catch (thrown) {
      if (response.destroyed) return;
      const page = signInPage(request, thrown, deps);
      if (page === undefined) await sendReply(request, response, renderError(thrown, deps));
      else response.status(403).set(page.headers).send(page.html);
    }
  };
}

/** Told when the connection has closed, whoever closed it. */
function goneOf(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

interface Shown {
  readonly request: Request;
  readonly pages: Pages;
}

/** The same answer as a page, for whoever asks for HTML before JSON: a browser. */
function pageOf(row: ControlOperation, reply: Reply, { request, pages }: Shown): Page | undefined {
  if (row.view === undefined || reply.body === undefined || reply.status !== 200) return undefined;
  if (request.accepts(['json', 'html']) !== 'html') return undefined;
  return pages.report(row.view, reply.body);
}

interface Asked {
  readonly request: Request;
  readonly bank: string;
  readonly raw: Buffer;
  readonly gone: AbortSignal;
}

function run(
  { row, params }: Matched<ControlOperation>,
  { request, bank, raw, gone }: Asked,
  { banks, validator }: ControlDeps,
): Promise<Reply> {
  const body = bodyOf(row, raw, validator);
  const query = queryOf(request);
  if ('outside' in row) return row.outside({ bank, params, query, body, gone });
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
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(mark < 0 ? '' : request.url.slice(mark + 1))) {
    if (fields.has(name)) throw thereTwice(printable(name, 80));
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

function thereTwice(name: string): ApiError {
  const text = `The query parameter ${name} is there twice; send it once.`;
  return new ApiError('ERR-01', 'FORMAT_ERROR', text, { path: name });
}
