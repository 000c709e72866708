// `{b}/_sandbox/**`: the unsigned control API (CTRL-10), as JSON or, for browsers, as pages. If it wants
// a token, a browser is asked for it once, on a page of its own, and stores it in a cookie (WEB-04).
import type { Banks } from '../../bank/banks/banks.ts';
import { type ControlOperation, valuesOf } from '../../bank/banks/control-operation.ts';
import type { Meters } from '../../insight/metrics/meters.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Json } from '../../protocol/json.ts';
import { type Reply, redirect } from '../../protocol/reply.ts';
import { visible } from '../../protocol/shown-text.ts';
import { parseJsonBody, textBody } from '../../validation/parse-json.ts';
import type { Validator } from '../../validation/schemas.ts';
import { type Guard, isToken, tokenCookie } from '../access.ts';
import { readForm } from '../body.ts';
import type { Call } from '../call.ts';
import { languageCookie, preferredType, wantsPage } from '../negotiation.ts';
import { deskFrame } from '../pages/desk-frame.ts';
import { type Pages, pageReply } from '../pages/pages.ts';
import { problemPage } from '../pages/problem.ts';
import type { AddressRow, Area } from '../row.ts';
import { createTable } from '../table.ts';
import { REPORTS, reportModel } from './report-model.ts';

export interface ControlDeps extends SignInDeps {
  readonly banks: Banks;
  readonly operations: readonly ControlOperation[];
  readonly validator: Validator;
  readonly pages: Pages;
  readonly meters: Pick<Meters, 'control'>;
}

export function controlApi(deps: ControlDeps): Area {
  const operationOf = new Map<object, ControlOperation>();
  const rows = deps.operations.map((operation) => {
    const row = rowOf(operation, deps);
    operationOf.set(row, operation);
    return row;
  });
  return {
    root: '/_sandbox',
    access: 'control',
    rows: [...rows, signInRow(deps)],
    present(call, reply, thrown) {
      const operation = call.row && operationOf.get(call.row);
      deps.meters.control.answered(operation?.id, reply.status);
      if (thrown === undefined) return undefined;
      return signInPage(call, thrown, deps) ?? refusalPage(call, reply, { operation, deps });
    },
  };
}

const rowOf = (operation: ControlOperation, deps: ControlDeps): AddressRow => ({
  method: operation.method,
  path: operation.path,
  access: operation.open ? 'open' : 'control',
  ...(operation.body?.most === undefined ? {} : { reads: operation.body.most }),
  async handle(call) {
    const query = queryOf(call, operation);
    const { bank, baseUrl, params, body: raw, gone } = call;
    const type = preferredType(call.headers, operation.produces ?? ['']);
    const asked = { bank, baseUrl, params, query, raw, gone, type };
    const reply = await runControl(operation, asked, deps);
    return (await reportPage(call, reply, { operation, query, deps })) ?? reply;
  },
});

interface Shown {
  readonly operation: ControlOperation;
  readonly query: Readonly<Record<string, string>>;
  readonly deps: Pick<ControlDeps, 'banks' | 'pages'>;
}

/** The same answer as a page; `undefined` if the row has none, or the client prefers JSON. */
async function reportPage(
  call: Call,
  { status, body, headers }: Reply,
  { operation: { view, form }, query, deps }: Shown,
): Promise<Reply | undefined> {
  if (view === undefined || body === undefined || status !== 200) return undefined;
  if (!wantsPage(call, form !== undefined)) return undefined;
  const banks = await deps.banks.names();
  const model = { ...body, ...reportModel(view, body, query) };
  const page = deps.pages.report(view, model, { ...deskFrame(call), banks });
  return pageReply(status, page, { ...headers, ...languageCookie(call) });
}

interface Refused {
  readonly operation: ControlOperation | undefined;
  readonly deps: Pick<ControlDeps, 'pages'>;
}

/** A refusal for a browser; `undefined` for an operation that has no page. */
function refusalPage(call: Call, reply: Reply, { operation, deps }: Refused): Reply | undefined {
  if (operation !== undefined && operation.view === undefined) return undefined;
  if (!wantsPage(call, operation?.form !== undefined)) return undefined;
  const { view = 'requests' } = operation ?? {};
  const name = view === 'request' ? 'requests' : view;
  const back = { href: `${call.prefix}/_sandbox/${name}`, label: REPORTS[name] };
  return problemPage(call, reply, { back, pages: deps.pages });
}

export interface Asked {
  readonly bank: string;
  readonly baseUrl: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The body as it was sent. */
  readonly raw: Buffer;
  /** The media type that the client prefers; empty if it does not say. */
  readonly type?: string;
  readonly gone?: AbortSignal;
}

/** What an operation answers; the console asks the same operations. Throws ApiError. */
export async function runControl(
  operation: ControlOperation,
  { raw, ...asked }: Asked,
  { banks, validator }: Pick<ControlDeps, 'banks' | 'validator'>,
): Promise<Reply> {
  const body = bodyOf(operation, raw, validator);
  const { bank, params, query } = asked;
  if ('outside' in operation) return operation.outside({ type: '', ...asked, body });
  // BANK-01: a control write begins a bank; looking at one does not.
  const transact = operation.method === 'GET' ? banks.transactIfBegun : banks.transact;
  return transact(bank, (tx) => operation.handle({ bank: tx, params, query, body }));
}

/** The control API of a bank as a function, for what works through it in this process. */
export function controlInside({
  operations,
  ...deps
}: Pick<ControlDeps, 'operations' | 'banks' | 'validator'>) {
  const find = createTable(operations);
  return (bank: string, baseUrl: string) =>
    async (method: string, target: string, body?: unknown): Promise<Reply['body']> => {
      const [path = '', query] = target.split('?');
      const { row, params } = find(method, `/_sandbox${path}`);
      const raw = Buffer.from(body === undefined ? '' : JSON.stringify(body));
      const asked = {
        bank,
        baseUrl,
        params,
        query: Object.fromEntries(new URLSearchParams(query)),
      };
      return (await runControl(row, { ...asked, raw }, deps)).body;
    };
}

function bodyOf(
  { form, body, asText }: ControlOperation,
  raw: Buffer,
  validator: Validator,
): Json | undefined {
  if (form !== undefined) return readForm(raw).get(form) ?? '';
  if (body === undefined) return undefined;
  if (raw.length === 0 && body.optional === true) return undefined;
  if (asText === true) return textBody(raw);
  const value = parseJsonBody(raw);
  validator.body(body.schema, value);
  return value;
}

/**
 * The parameters by name: a misspelt one never passes for one that was left out. ApiError FORMAT_ERROR, path = name:
 * unknown to the operation, there twice, or with a value that it cannot have.
 */
function queryOf(call: Call, { query: known = [], view, form }: ControlOperation) {
  const sent = new URLSearchParams(call.query);
  // The language of the page, and not of the answer.
  if (view !== undefined && wantsPage(call, form !== undefined)) sent.delete('lang');
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
    const values = valuesOf(name) ?? [value];
    if (!values.includes(value)) {
      const text = `${name} must be ${values.join(' or ')}.`;
      throw new ApiError('ERR-01', 'FORMAT_ERROR', text, { path: name });
    }
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/** Below the bank's own address. */
const SIGN_IN = '/_sandbox/sign-in';

/** A form holds a token and an address. */
const MAX_FORM = 16 * 1024;

/** Where the browser may be sent back to: a page of the control API, never another host. */
const PAGE = /^(?:\/banks\/[a-z0-9-]+)?\/(?:_sandbox\/|console(?:[/?]|$))[^\\\s]*$/;

interface SignInDeps {
  readonly access: Guard;
  readonly pages: Pages;
}

/** The page that asks, for a browser that was refused because it has no token; else `undefined`. */
export function signInPage(call: Call, thrown: unknown, deps: SignInDeps): Reply | undefined {
  const wantsToken = thrown instanceof ApiError && thrown.rule === 'CTRL-10';
  if (!wantsToken || !wantsPage(call)) return undefined;
  return askForToken(call, { next: call.mount + call.url, failed: false }, deps);
}

function askForToken(
  call: Call,
  asked: { readonly next: string; readonly failed: boolean },
  { pages }: SignInDeps,
): Reply {
  const { otherLanguageHref: _, ...frame } = deskFrame(call);
  // The answer to a form has no address that could be opened in the other language.
  const links = asked.failed ? frame : deskFrame(call);
  return pageReply(403, pages.signIn({ ...links, action: call.prefix + SIGN_IN, ...asked }));
}

/** The form's answer: back to where the browser came from with the cookie, or the form again. */
const signInRow = (deps: SignInDeps): AddressRow => ({
  method: 'POST',
  path: SIGN_IN,
  access: 'sign-in',
  reads: MAX_FORM,
  handle(call) {
    const { form } = call;
    const { token } = deps.access;
    const next = backTo(form.get('next') ?? '', call);
    if (token === undefined) return redirect(303, next);
    if (!isToken(form.get('token')?.trim(), token)) {
      return askForToken(call, { next, failed: true }, deps);
    }
    return redirect(303, next, { 'Set-Cookie': tokenCookie(token, call) });
  },
});

function backTo(asked: string, { mount, prefix }: Call): string {
  const isOwn = asked.startsWith(mount) && PAGE.test(asked.slice(mount.length));
  return isOwn ? asked : `${prefix}/_sandbox/requests`;
}
