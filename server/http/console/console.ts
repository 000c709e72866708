// `{b}/console`: the bank in a browser. A page reads the bank and the control API; its forms run rows of the control
// API, behind the same guard (WEB-03, WEB-04).
import type { Request, RequestHandler, Response } from 'express';
import type { Action, ConsolePage, FilledForm } from '../../insight/console/console-page.ts';
import { CONSOLE_PAGES } from '../../insight/console/console-pages.ts';
import { filledForm } from '../../insight/console/filled-form.ts';
import type { RequestLog } from '../../insight/inspector/request-log.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import { bankOf, baseUrlOf, prefixOf } from '../addresses.ts';
import { type ControlDeps, runControl } from '../control/control.ts';
import { checkControlAccess } from '../control/control-guard.ts';
import { messagesOf, problemPage } from '../control/control-pages.ts';
import { signInPage } from '../control/sign-in.ts';
import { type DeskFrame, deskFrame } from '../pages/desk-frame.ts';
import { rememberLanguage } from '../pages/page-language.ts';
import { renderError } from '../render-error.ts';
import { createRouter } from '../router.ts';
import { readBody } from '../v1/read-body.ts';
import { type ActionFrame, actionView, operationNamed, sameOf } from './action-view.ts';
import { createKeptResults } from './kept-results.ts';
import { LIVE, sendLive } from './live.ts';
import { CONSOLE, consolePath } from './navigation.ts';
import type { Submit, Tool, ToolDeps, Used } from './tool.ts';
import { createTools } from './tools.ts';

export interface ConsoleDeps extends ControlDeps, ToolDeps {
  readonly requests: Pick<RequestLog, 'next'>;
  readonly publicUrl?: string;
}

/** Forms can hold an imported snapshot or a seed document. */
const MAX_FORM = 32 * 1024 * 1024;

/** A page with its address, as the router wants it. */
const ROWS = CONSOLE_PAGES.flatMap((page) =>
  ['GET', 'POST'].map((method) => ({ page, method, path: consolePath(page.path) })),
);

export function consoleHandler(deps: ConsoleDeps): RequestHandler {
  const route = createRouter(ROWS, { head: true });
  const tools = createTools(deps);
  const kept = createKeptResults<Done>(deps.sending.uuid);
  return async (request, response) => {
    const desk = deskFrame(request);
    rememberLanguage(request, response);
    try {
      checkControlAccess(request, deps.access);
      if (request.path === LIVE) return await sendLive(request, response, deps.requests);
      const { row, params } = route(request.method, request.path.replace(/(?<=.)\/$/, ''));
      const visit: Visit = { request, page: row.page, params, desk };
      const posted = request.method === 'POST' ? await postedForm(request) : undefined;
      const isUnscripted = posted?.has(UNSCRIPTED);
      posted?.delete(UNSCRIPTED);
      const submit = tools[row.page.name]?.submit;
      const run = (form: URLSearchParams): Promise<Done> =>
        submit ? use(submit, form, visit, deps) : act(form, visit, deps);
      const place = prefixOf(request) + request.path;
      const done = posted ? await run(posted) : kept.find(place, request.query['done']);
      const after: Visit = { ...visit, ...done };
      if (after.tool?.goTo !== undefined) return response.redirect(303, after.tool.goTo);
      const id = isUnscripted && done ? kept.keep(place, done) : undefined;
      if (id !== undefined) return response.redirect(303, `?done=${id}`);
      await show(response, after, { ...deps, tools });
    } catch (thrown) {
      refuse({ request, response }, thrown, deps);
    }
  };
}

/** A field of forms in a browser without scripts. */
const UNSCRIPTED = 'unscripted';

/** What came of a form. */
interface Done {
  readonly result?: ActionResult;
  /** What the page's own tool has made of its form. */
  readonly tool?: Used;
}

interface Visit extends Done {
  readonly request: Request;
  readonly page: ConsolePage;
  readonly params: Readonly<Record<string, string>>;
  readonly desk: DeskFrame;
}

/** What came of a button. */
interface ActionResult {
  readonly status: number;
  readonly curl?: string;
  readonly command?: string;
  readonly answer?: string;
  /** The SCA link that was ended. */
  readonly endedLink?: string;
  /** What the bank did while its clock moved. */
  readonly events?: unknown;
  /** Parts of the answer as files. */
  readonly files: readonly { readonly name: string; readonly href: string }[];
  readonly messages: ReturnType<typeof saidOf>;
}

async function postedForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(request, MAX_FORM)).toString('utf8'));
}

/** What the page's own tool makes of the form; the form stays as it was filled in. */
async function use(submit: Submit, form: URLSearchParams, { request }: Visit, deps: ConsoleDeps) {
  const filled = Object.fromEntries(form);
  try {
    return { tool: { filled, ...(await submit(form, request)) } };
  } catch (thrown) {
    const reply = renderError(thrown, deps);
    const result = { status: reply.status, messages: saidOf(reply), files: [] };
    return { tool: { filled }, result };
  }
}

/** Runs the row that the form names. What it refuses is shown on the page. */
async function act(form: URLSearchParams, { request }: Visit, deps: ConsoleDeps) {
  const operation = form.get('operation') ?? '';
  form.delete('operation');
  const row = deps.operations.find(({ id, method }) => id === operation && method !== 'GET');
  if (row === undefined) {
    throw new ApiError('ERR-01', 'BAD_REQUEST', 'The form names no operation of the control API.');
  }
  const frame = frameOf(request, deps);
  let filled: FilledForm = { params: {}, query: {} };
  let reply: Reply;
  try {
    filled = filledForm(form);
    const { params, query, body, raw } = filled;
    const sent = Buffer.from(raw ?? (body === undefined ? '' : JSON.stringify(body)));
    const asked = { bank: bankOf(request), baseUrl: frame.baseUrl, query, raw: sent };
    reply = await runControl({ row, params }, asked, deps);
  } catch (thrown) {
    reply = renderError(thrown, deps);
  }
  const result: ActionResult = {
    status: reply.status,
    ...sameOf(row, filled, frame),
    messages: saidOf(reply),
    files: filesOf(reply.body),
    ...defined({
      endedLink: row.id === 'completeSca' ? filled.params['id'] : undefined,
      answer: reply.body && JSON.stringify(reply.body, null, 2),
      events: (reply.body as JsonObject | undefined)?.['events'],
    }),
  };
  return { result };
}

/** What the forms themselves can say of a field, in the language of the page; keys of texts. */
const PLAINLY: Readonly<Record<string, string>> = {
  name: 'banks.wrongName',
  '/by': 'clock.wrongDuration',
  '/now': 'clock.wrongMoment',
};

const saidOf = (reply: Reply) =>
  messagesOf(reply).map((message) => {
    const { code, path = '' } = message;
    const plain = code === 'FORMAT_ERROR' ? PLAINLY[path] : undefined;
    return { ...message, ...defined({ plain }) };
  });

/** Members of an answer that one saves as a file, by name: those of a new certificate. */
const FILES: Readonly<Record<string, string>> = {
  pkcs12: 'tpp.p12',
  certificate: 'tpp.pem',
  privateKey: 'tpp.key',
  chain: 'chain.pem',
};

function filesOf(body: Reply['body']): ActionResult['files'] {
  return Object.entries(body ?? {}).flatMap(([member, value]) => {
    const name = FILES[member];
    if (name === undefined || (typeof value !== 'string' && !Array.isArray(value))) return [];
    const text = Array.isArray(value) ? value.join('') : String(value);
    const base64 = member === 'pkcs12' ? text : Buffer.from(text).toString('base64');
    return [{ name, href: `data:application/octet-stream;base64,${base64}` }];
  });
}

const frameOf = (request: Request, deps: ConsoleDeps): ActionFrame => ({
  operations: deps.operations,
  baseUrl: baseUrlOf(request, deps.publicUrl),
  needsToken: deps.access.token !== undefined,
});

interface Shown extends ConsoleDeps {
  readonly tools: Readonly<Record<string, Tool>>;
}

async function show(response: Response, visit: Visit, deps: Shown): Promise<void> {
  const { tools } = deps;
  const { request, page, params, desk, result, tool } = visit;
  const bank = bankOf(request);
  const query = { ...textsOf(request.query), ...tool?.filled };
  const frame = frameOf(request, deps);
  const answers: Record<string, JsonObject> = {};
  for (const question of page.asks?.({ params, query }) ?? []) {
    const row = operationNamed(deps.operations, question.operation);
    const asked = {
      ...{ bank, baseUrl: frame.baseUrl },
      ...{ query: question.query ?? {}, raw: Buffer.alloc(0) },
    };
    const { body } = await runControl({ row, params: question.params ?? {} }, asked, deps);
    answers[question.operation] = body as JsonObject;
  }
  const { language } = desk;
  const { signed } = deps;
  const ended = defined({ endedLink: result?.endedLink });
  const model = await deps.banks.peek(bank, async (tx) =>
    page.read?.({ bank: tx, params, query, answers, language, signed, ...ended }),
  );
  const opened = tools[page.name]?.open({ ...model, ...tool, baseUrl: frame.baseUrl });
  const html = deps.pages.console(page.name, {
    ...model,
    ...tool,
    ...opened,
    ...{ bank, ...desk, baseUrl: frame.baseUrl, banks: await deps.banks.names() },
    current: page.path.split('/{')[0] ?? '',
    button: (action: Action) => actionView(action, frame),
    ...defined({ result }),
  });
  const status = result !== undefined && result.status >= 400 ? result.status : 200;
  response.status(status).set(html.headers).send(html.html);
}

function textsOf(query: Request['query']): Readonly<Record<string, string>> {
  const texts = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

function refuse({ request, response }: Exchange, thrown: unknown, deps: ConsoleDeps): void {
  const reply = renderError(thrown, deps);
  const back = { href: prefixOf(request) + CONSOLE, label: 'console.navigation' };
  const page = signInPage(request, thrown, deps) ?? problemPage(reply, back, request, deps.pages);
  response
    .status(reply.status)
    .set({ ...reply.headers, ...page.headers })
    .send(page.html);
}
