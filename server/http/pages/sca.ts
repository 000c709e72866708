// `{b}/sca/{id}`: the SCA page in a browser, and `/app` below it, the bank's app (SCA-09). Unsigned; the
// link itself is the secret (SCA-05).
import { type Request, type RequestHandler, Router } from 'express';
import type { Banks } from '../../bank/banks/banks.ts';
import { countFaults } from '../../bank/faults/count-faults.ts';
import { checkFault, type FiredFault } from '../../bank/faults/fault.ts';
import {
  appPage,
  type FlowPage,
  linkPage,
  type PageRequest,
  type ScaAnswer,
} from '../../bank/sca/flow-pages.ts';
import type { ScaDeps } from '../../bank/sca/purpose.ts';
import type { Meters } from '../../insight/metrics/meters.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import { bankOf, baseUrlOf } from '../addresses.ts';
import { mayAnswer } from '../faulty-answer.ts';
import { type ErrorDeps, renderError } from '../render-error.ts';
import { sendReply } from '../reply.ts';
import { wrongMethod } from '../router.ts';
import { readBody } from '../v1/read-body.ts';
import { askedLanguage } from './page-language.ts';
import type { Page, Pages } from './pages.ts';

export interface ScaRouteDeps extends ErrorDeps {
  readonly banks: Banks;
  readonly sca: ScaDeps;
  readonly pages: Pages;
  readonly bankName: string;
  readonly publicUrl?: string;
  readonly meters: Pick<Meters, 'faultsFired'>;
}

/** A form holds an id, a token and some account ids. */
const MAX_FORM = 64 * 1024;

/** By what follows the flow's id in the path. */
const FLOW_PAGES: Readonly<Record<string, FlowPage>> = { '': linkPage, '/app': appPage };

export function scaRoutes(deps: ScaRouteDeps): Router {
  const router = Router({ mergeParams: true, strict: true, caseSensitive: true });
  for (const [path, page] of Object.entries(FLOW_PAGES)) {
    const handler = pageHandler(path, page, deps);
    router.get(`/sca/:id${path}`, handler);
    router.post(`/sca/:id${path}`, handler);
    router.all(`/sca/:id${path}`, ({ method }) => {
      throw wrongMethod(method, 'GET, HEAD, POST');
    });
  }
  return router;
}

interface PageCall {
  readonly request: Request;
  readonly path: string;
  readonly page: FlowPage;
  readonly step: (request: PageRequest) => Promise<ScaAnswer>;
  readonly fault: FiredFault | undefined;
}

function pageHandler(path: string, page: FlowPage, deps: ScaRouteDeps): RequestHandler {
  return async (request, response) => {
    let fault: FiredFault | undefined;
    let reply: Reply;
    try {
      const posted = request.method === 'POST' ? await readBody(request, MAX_FORM) : undefined;
      const form = posted && parseForm(posted);
      const step: PageCall['step'] = (opened) =>
        form === undefined ? page.open(opened) : page.submit(opened, form);
      fault = await faultOn(request, deps);
      if (fault !== undefined) {
        deps.meters.faultsFired++;
        checkFault(fault);
      }
      reply = await answerStep({ request, path, page, step, fault }, deps);
    } catch (thrown) {
      reply = renderError(thrown, deps);
    }
    if (!(await mayAnswer(response, fault))) return;
    await sendReply(request, response, { ...reply, ...defined({ fault }) });
  };
}

/** FAULT-01: the fault that fires on the page, if one does. */
async function faultOn(request: Request, deps: ScaRouteDeps): Promise<FiredFault | undefined> {
  const { method, path } = request;
  const { run } = inBankOf(request, deps);
  const counted = await run(bankOf(request), (bank) => countFaults(bank, () => ({ method, path })));
  return counted?.fault;
}

const DOWN: ScaAnswer = { kind: 'end', status: 503, step: 'down' };

async function answerStep(call: PageCall, deps: ScaRouteDeps): Promise<Reply> {
  const { request } = call;
  const { bankName, pages } = deps;
  const language = askedLanguage(request);
  const id = String(request.params['id']);
  const address = `${baseUrlOf(request, deps.publicUrl)}/sca/${encodeURIComponent(id)}${call.path}`;
  const frame = { language, bankName, address };
  const bank = bankOf(request);
  const inBank = inBankOf(request, deps);
  const isDown = call.fault?.effect.scaPageDown === true;
  const answer = isDown
    ? DOWN
    : await takeStep(call, deps, (step) =>
        inBank.run(bank, (tx) => step({ bank: tx, id, frame, deps: inBank.sca })),
      );
  switch (answer.kind) {
    case 'page':
      return pageReply(answer.status, pages.sca(answer.page));
    case 'end': {
      const { status, step, became } = answer;
      return pageReply(status, pages.end({ step, language, bankName, ...defined({ became }) }));
    }
    case 'next':
      return redirect(303, `${address}?lang=${language}`);
    case 'leave':
      return redirect(302, answer.location);
  }
}

/** SCA-08: HEAD is answered as GET would be, and leaves no trace: it never uses a link up. */
function inBankOf({ method }: Request, { banks, sca }: ScaRouteDeps) {
  // A link can only exist in a bank that exists: opening one never starts a bank.
  if (method !== 'HEAD') return { run: banks.peek, sca };
  const { onScaEnded: _, ...silent } = sca;
  return { run: banks.look, sca: silent };
}

type InBank = <T>(step: (page: PageRequest) => Promise<T>) => Promise<T>;

/** SCA-04: a fault of the bank took the step back; a transaction of its own ends the flow. */
async function takeStep({ page, step }: PageCall, deps: ScaRouteDeps, inBank: InBank) {
  try {
    return await inBank(step);
  } catch (thrown) {
    if (thrown instanceof ApiError) throw thrown;
    const reference = deps.ids.uuid();
    const answer = await inBank((opened) => page.fail(opened, reference));
    if (answer === undefined) throw thrown;
    deps.log.error({ err: thrown, id: reference }, 'SCA failed');
    return answer;
  }
}

const pageReply = (status: number, { headers, html }: Page): Reply => ({
  status,
  headers,
  text: { type: 'text/html; charset=utf-8', content: html },
});

function redirect(status: number, location: string): Reply {
  return { status, headers: { Location: location, 'Referrer-Policy': 'no-referrer' } };
}

function parseForm(body: Buffer): URLSearchParams {
  const form = new URLSearchParams(body.toString('utf8'));
  const counts = new Map<string, number>();
  for (const name of form.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  if (Math.max(0, ...counts.values()) <= 1000) return form;
  throw new ApiError('SCA-05', 'BAD_REQUEST', 'The form has too many values.');
}
