// `{b}/_sandbox/**`: the unsigned control API, behind its guard (WEB-03, CTRL-10).
import type { Request, RequestHandler, Response } from 'express';
import type { Banks } from '../../bank/banks/banks.ts';
import type { ControlOperation } from '../../bank/banks/control-operation.ts';
import type { Meters } from '../../insight/metrics/meters.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Json } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import { visible } from '../../protocol/shown-text.ts';
import { parseJsonBody, textBody } from '../../validation/parse-json.ts';
import type { Validator } from '../../validation/schemas.ts';
import { bankOf, baseUrlOf } from '../addresses.ts';
import { rememberLanguage } from '../pages/page-language.ts';
import type { Page, Pages } from '../pages/pages.ts';
import { type ErrorDeps, renderError } from '../render-error.ts';
import { sendReply } from '../reply.ts';
import { createRouter, type Matched } from '../router.ts';
import { mayContinue, readBody } from '../v1/read-body.ts';
import { checkControlAccess, type GuardedAccess, READS } from './control-guard.ts';
import { refusalPage, reportPage, wantsPage } from './control-pages.ts';
import { SIGN_IN, signIn, signInPage } from './sign-in.ts';

export interface ControlDeps extends ErrorDeps {
  readonly banks: Banks;
  readonly operations: readonly ControlOperation[];
  readonly access: GuardedAccess;
  readonly validator: Validator;
  readonly pages: Pages;
  readonly meters: Pick<Meters, 'control'>;
  readonly publicUrl?: string;
}

export function controlHandler(deps: ControlDeps): RequestHandler {
  const route = createRouter(deps.operations, { head: true });
  const openPaths = new Set(deps.operations.flatMap(({ open, path }) => (open ? [path] : [])));
  const isOpen = ({ method, path }: Request) => READS.has(method) && openPaths.has(path);
  return async (request, response) => {
    let row: ControlOperation | undefined;
    try {
      if (request.path === SIGN_IN && request.method === 'POST') {
        return await signIn(request, response, deps);
      }
      if (!isOpen(request)) checkControlAccess(request, deps.access);
      const bank = bankOf(request);
      const matched = route(request.method, request.path);
      row = matched.row;
      const query = controlQuery(request, row);
      const most = row.body?.most;
      // The server has asked for the body only if every operation would take it.
      if (!mayContinue(request) && mayContinue(request, most)) response.writeContinue();
      const raw = await readBody(request, most);
      const asked = { bank, baseUrl: baseUrlOf(request, deps.publicUrl), query, raw };
      const type = typeFor(request, row);
      const reply = await runControl(
        matched,
        { ...asked, type, gone: goneOf(request, response) },
        deps,
      );
      if (response.destroyed) return;
      deps.meters.control.answered(row.id, reply.status);
      const isPage = row.view !== undefined && wantsPage(request, row);
      const banks = isPage ? await deps.banks.names() : [];
      const page = reportPage(row, reply, { request, bank, banks, query }, deps.pages);
      if (page !== undefined) rememberLanguage(request, response);
      await answer(request, response, { reply, page });
    } catch (thrown) {
      if (response.destroyed) return;
      const reply = renderError(thrown, deps);
      deps.meters.control.answered(row?.id, reply.status);
      const page =
        signInPage(request, thrown, deps) ?? refusalPage(row, reply, request, deps.pages);
      await answer(request, response, { reply, page });
    }
  };
}

/** Sends the page, or the reply itself if there is none. */
async function answer(
  request: Request,
  response: Response,
  { reply, page }: { readonly reply: Reply; readonly page: Page | undefined },
): Promise<void> {
  if (page === undefined) return sendReply(request, response, reply);
  const headers = { ...reply.headers, ...page.headers };
  response.status(reply.status).set(headers).send(page.html);
}

function typeFor(request: Request, { produces: [usual = '', ...others] = [] }: ControlOperation) {
  return others.length === 0 ? usual : request.accepts([usual, ...others]) || usual;
}

/** Aborted when either side closes the connection, or the client has ended its own: it may be gone. */
function goneOf({ socket }: Request, response: Response): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort();
  if (socket.readableEnded) abort();
  socket.once('end', abort);
  response.once('close', () => {
    socket.off('end', abort);
    abort();
  });
  return gone.signal;
}

interface Asked {
  readonly bank: string;
  readonly baseUrl: string;
  /** Absent where nobody has said which one. */
  readonly type?: string;
  readonly query: Readonly<Record<string, string>>;
  /** The body as it was sent. */
  readonly raw: Buffer;
  readonly gone?: AbortSignal;
}

/** What a row answers; the console asks the same rows. Throws ApiError. */
export function runControl(
  { row, params }: Matched<ControlOperation>,
  { raw, ...asked }: Asked,
  { banks, validator }: Pick<ControlDeps, 'banks' | 'validator'>,
): Promise<Reply> {
  const body = bodyOf(row, raw, validator);
  const { bank, query } = asked;
  if ('outside' in row) return row.outside({ type: '', ...asked, params, body });
  // BANK-01: a control write begins a bank; looking at one does not.
  const transact = row.method === 'GET' ? banks.peek : banks.transact;
  return transact(bank, (tx) => row.handle({ bank: tx, params, query, body }));
}

function bodyOf(row: ControlOperation, raw: Buffer, validator: Validator): Json | undefined {
  if (row.form !== undefined) return new URLSearchParams(raw.toString('utf8')).get(row.form) ?? '';
  if (row.body === undefined) return undefined;
  if (raw.length === 0 && row.body.optional === true) return undefined;
  if (row.asText === true) return textBody(raw);
  const value = parseJsonBody(raw);
  validator.body(row.body.schema, value);
  return value;
}

/**
 * The parameters by name: a misspelt one never passes for one that was left out. ApiError FORMAT_ERROR, path = name:
 * unknown to the row, or there twice.
 */
function controlQuery(request: Request, row: ControlOperation) {
  const { url } = request;
  const { query: known = [], view } = row;
  const mark = url.indexOf('?');
  const sent = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  // The language of the page, and not of the answer.
  if (view !== undefined && wantsPage(request, row)) sent.delete('lang');
  const fields = new Map<string, string>();
  for (const [name, value] of sent) {
    if (!known.includes(name)) {
      const path = visible(name, 80);
      const those = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`;
      const text = `There is no query parameter ${path} here; ${those}.`;
      throw new ApiError('ERR-01', 'FORMAT_ERROR', text, { path });
    }
    if (fields.has(name)) {
      const text = `The query parameter ${name} is there twice; send it once.`;
      throw new ApiError('ERR-01', 'FORMAT_ERROR', text, { path: name });
    }
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
