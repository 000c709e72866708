// `{b}/console`: the bank in a browser. A page reads the bank and the control API; its forms run operations of the
// control API, behind the same guard (WEB-03, WEB-04).

import { setTimeout as pause } from 'node:timers/promises';
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import type { Magic } from '../../bank/payments/magic.ts';
import type { MagicPersons } from '../../bank/sca/purpose.ts';
import type { RequestLog } from '../../insight/inspector/request-log.ts';
import { defined } from '../../kernel/defined.ts';
import { type Outlet, type Reply, redirect } from '../../protocol/reply.ts';
import type { IssuedCertificate } from '../../signing/issuer.ts';
import type { Call } from '../call.ts';
import { type ControlDeps, runControl, signInPage } from '../control/control.ts';
import { REPORTS } from '../control/report-model.ts';
import { languageCookie } from '../negotiation.ts';
import { deskFrame } from '../pages/desk-frame.ts';
import { pageReply } from '../pages/pages.ts';
import { problemPage } from '../pages/problem.ts';
import type { AddressRow, Area } from '../row.ts';
import { type ActionFrame, actionView, operationNamed } from './action-view.ts';
import {
  type Action,
  type Answers,
  CONSOLE,
  type ConsolePage,
  consolePath,
  type Question,
  type Tool,
  type ToolDeps,
} from './console-page.ts';
import { CONSOLE_PAGES } from './console-pages.ts';
import { endedSca } from './ended-sca.ts';
import { createMadeCertificates, type MadeCertificates } from './made-certificates.ts';
import { createResultStore, type Done, refusedForm, runForm, type SentForm } from './run-form.ts';
import { createConsoleTpp } from './send.ts';

interface ConsoleDeps extends ControlDeps, Omit<ToolDeps, 'made' | 'send'> {
  readonly requests: Log;
  readonly magic: Magic;
  readonly magicPersons: Pick<MagicPersons, 'mishaps'>;
}

export function consoleArea(deps: ConsoleDeps): Area {
  const made = createMadeCertificates();
  const send = createConsoleTpp(deps.sending, made);
  const tools = new Map(
    CONSOLE_PAGES.map((page) => [page, page.tool?.({ ...deps, made, send })] as const),
  );
  const results = createResultStore<Done>(deps.sending.uuid);
  const pageOf = new Map<object, ConsolePage>();
  const rows = CONSOLE_PAGES.flatMap(rowsOf);
  const sentTo = (page: ConsolePage, call: Call): SentForm => {
    const form = new URLSearchParams(call.form);
    form.delete(UNSCRIPTED);
    return { call, form, submit: tools.get(page)?.submit };
  };
  /** The page after its form; browsers without scripts get an address that can be loaded again. */
  const after = (call: Call, page: ConsolePage, done: Done) => {
    if (done.tool?.goTo !== undefined) return redirect(303, call.mount + done.tool.goTo);
    const id = call.form.has(UNSCRIPTED) ? results.store(placeOf(call), done) : undefined;
    if (id !== undefined) return redirect(303, `?done=${id}`);
    return show({ call, page, ...done }, { ...deps, tools });
  };
  async function handle(call: Call): Promise<Reply> {
    const page = pageOf.get(call.row as object) as ConsolePage;
    if (call.method === 'POST') {
      return after(call, page, withCertificate(await runForm(sentTo(page, call), deps), made));
    }
    const done = results.find(placeOf(call), call.asked('done'));
    return show({ call, page, ...done }, { ...deps, tools });
  }
  function rowsOf(page: ConsolePage): readonly AddressRow[] {
    const path = consolePath(page.path);
    return ['GET', 'POST'].flatMap((method) =>
      // Also with a slash at the end, as people type it.
      [path, `${path}/`].map((address) => {
        const row: AddressRow = {
          method,
          path: address,
          access: 'control',
          ...defined({ reads: page.reads }),
          handle,
        };
        pageOf.set(row, page);
        return row;
      }),
    );
  }
  return {
    root: CONSOLE,
    access: 'control',
    rows: [...rows, ...Object.keys(REPORTS).map(reportRow), liveRow(deps.requests)],
    async present(call, reply, thrown) {
      if (thrown === undefined) return undefined;
      const page = call.row && pageOf.get(call.row);
      const back = { href: call.prefix + CONSOLE, label: 'console.navigation' };
      const problem = () => problemPage(call, reply, { back, pages: deps.pages });
      if (page === undefined || call.body.length === 0) {
        return signInPage(call, thrown, deps) ?? problem();
      }
      try {
        return await after(call, page, refusedForm(sentTo(page, call), reply, deps));
      } catch {
        return problem();
      }
    },
  };
}

/** A certificate that was made, with the way to a request that is sent with it. */
function withCertificate(done: Done, made: MadeCertificates): Done {
  const { result } = done;
  if (result?.did?.operation !== 'createCertificate') return done;
  const certificate = made.keep(result.body as unknown as IssuedCertificate);
  return { ...done, result: { ...result, certificate } };
}

const placeOf = (call: Call): string => call.prefix + call.path;

/** A field of forms in a browser without scripts. */
const UNSCRIPTED = 'unscripted';

interface Visit extends Done {
  readonly call: Call;
  readonly page: ConsolePage;
}

interface Shown extends ConsoleDeps {
  readonly tools: ReadonlyMap<ConsolePage, Tool | undefined>;
}

async function show({ call, page, result, tool }: Visit, deps: Shown): Promise<Reply> {
  const { tools, signed, operations, magic } = deps;
  const { bank, params, baseUrl } = call;
  const desk = deskFrame(call);
  const query = { ...Object.fromEntries(new URLSearchParams(call.query)), ...tool?.filled };
  const frame: ActionFrame = { operations, baseUrl, needsToken: deps.access.token !== undefined };
  const answers = await answersFor(page, { call, query }, deps);
  const ended = defined({ endedLink: result?.endedLink });
  const { language } = desk;
  const magicPersons = deps.magicPersons.mishaps(language);
  const shown = { params, query, answers, language, signed, magic, magicPersons, ...ended };
  const model = await deps.banks.transactIfBegun(bank, async (tx) => ({
    ...(await page.read?.({ bank: tx, ...shown })),
    ...(await endedBy(result, tx)),
  }));
  const opened = tools.get(page)?.open({ ...model, ...tool, baseUrl, result });
  const html = deps.pages.console(page, {
    ...model,
    ...tool,
    ...opened,
    ...desk,
    baseUrl,
    banks: await deps.banks.names(),
    current: page.path.split('/{')[0] ?? '',
    button: (action: Action) => actionView(action, frame, result?.sent),
    ...defined({ result }),
  });
  const status = result !== undefined && result.status >= 400 ? result.status : 200;
  return pageReply(status, html, languageCookie(call));
}

/** What became of the SCA link that the form has ended. */
async function endedBy(result: Done['result'], bank: BankTx) {
  const { endedLink, did } = result ?? {};
  if (endedLink === undefined) return {};
  return defined({ ended: await endedSca(bank, endedLink, did?.values['outcome'] ?? '') });
}

interface Asking {
  readonly call: Call;
  readonly query: Readonly<Record<string, string>>;
}

/** What the control API answers to the questions of the page, by operation id. */
async function answersFor(page: ConsolePage, { call, query }: Asking, deps: ConsoleDeps) {
  const { bank, baseUrl, params } = call;
  const answers = {} as { -readonly [Id in keyof Answers]: unknown };
  const ask = async (question: Question) => {
    const operation = operationNamed(deps.operations, question.operation);
    const asked = { bank, baseUrl, params: question.params ?? {}, query: question.query ?? {} };
    const { body } = await runControl(operation, { ...asked, raw: Buffer.alloc(0) }, deps);
    answers[question.operation] = body;
  };
  for (const question of page.asks?.({ params, query }) ?? []) await ask(question);
  for (const question of page.asksThen?.({ query, answers: answers as Answers }) ?? [])
    await ask(question);
  return answers as Answers;
}

/** Reports stand in the navigation of the console, so people look for them below its address. */
const reportRow = (name: string): AddressRow => ({
  method: 'GET',
  path: consolePath(name),
  access: 'control',
  handle: ({ prefix, query }) =>
    redirect(302, `${prefix}/_sandbox/${name}${query === '' ? '' : `?${query}`}`),
});

/** A comment this often shows a proxy that the connection is alive. */
const PULSE = 15_000;

/** So often at most, in ms: a page asks for all that is new each time. */
const REST = 100;

type Log = Pick<RequestLog, 'next' | 'last'>;

export const liveRow = (log: Log): AddressRow => ({
  method: 'GET',
  path: '/console/live',
  access: 'control',
  handle: ({ bank }) => ({
    status: 200,
    stream: { type: 'text/event-stream', write: (out) => writeNumbers(bank, out, log) },
  }),
});

/** Ends when the browser leaves, or when the bank closes. */
async function writeNumbers(bank: string, { send, gone }: Outlet, log: Log): Promise<void> {
  send('retry: 1000\n\n');
  const wait = { bank, matches: () => true, timeout: PULSE, gone };
  let after: number | undefined;
  while (!gone.aborted) {
    const started = performance.now();
    const next = await log.next(wait, after);
    if (next === undefined) {
      // The bank closes: waits end at once.
      if (gone.aborted || performance.now() - started < PULSE / 2) return;
      send(':\n\n');
      continue;
    }
    after = await log.last(bank);
    if (!gone.aborted) send(`data: ${after}\n\n`);
    await pause(REST, undefined, { signal: gone, ref: false }).catch(() => undefined);
  }
}
