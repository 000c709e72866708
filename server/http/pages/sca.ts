// `{b}/sca/{id}`: the SCA page in a browser, and `/app` below it, the bank's app (SCA-09). Unsigned; the
// link itself is the secret (SCA-05).
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Banks } from '../../bank/banks/banks.ts';
import { failApp, openApp, submitApp } from '../../bank/sca/app-flow.ts';
import type { ScaDeps } from '../../bank/sca/finish-flow.ts';
import { failLink, openLink, submitForm } from '../../bank/sca/page-flow.ts';
import type { PageRequest, ScaAnswer, ScaForm } from '../../bank/sca/page-steps.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { ApiError } from '../../protocol/errors.ts';
import { bankOf, baseUrlOf } from '../addresses.ts';
import { renderError } from '../render-error.ts';
import { sendReply } from '../reply.ts';
import { readBody } from '../v1/read-body.ts';
import { askedLanguage } from './asked-language.ts';
import type { Page, Pages } from './pages.ts';

export interface ScaRouteDeps {
  readonly banks: Banks;
  readonly sca: ScaDeps;
  readonly pages: Pages;
  readonly bankName: string;
  readonly log: Log;
  readonly ids: Ids;
  readonly publicUrl?: string;
}

/** A form holds an id, a token and some account ids. */
const MAX_FORM = 64 * 1024;

type Step = (request: PageRequest) => Promise<ScaAnswer>;

/** A page of the flow that can be opened and posted to. */
interface Door {
  /** What stands after the flow's id. */
  readonly path: '' | '/app';
  readonly open: Step;
  readonly submit: (request: PageRequest, form: ScaForm) => Promise<ScaAnswer>;
  /** After a fault of the bank's own: ends the flow, if there is one to end (SCA-04). */
  readonly fail: (request: PageRequest, reference: string) => Promise<ScaAnswer | undefined>;
}

const DOORS: readonly Door[] = [
  { path: '', open: openLink, submit: submitForm, fail: failLink },
  { path: '/app', open: openApp, submit: submitApp, fail: failApp },
];

export function scaRoutes(deps: ScaRouteDeps): Router {
  const router = Router({ mergeParams: true, strict: true, caseSensitive: true });
  for (const door of DOORS) {
    router.get(
      `/sca/:id${door.path}`,
      guarded(deps, async (request) => ({ request, door, step: door.open })),
    );
    router.post(
      `/sca/:id${door.path}`,
      guarded(deps, async (request) => {
        const form = parseForm(await readBody(request, MAX_FORM));
        return { request, door, step: (page) => door.submit(page, form) };
      }),
    );
  }
  return router;
}

interface Asked {
  readonly request: Request;
  readonly door: Door;
  readonly step: Step;
}

function guarded(
  deps: ScaRouteDeps,
  prepare: (request: Request) => Promise<Asked>,
): RequestHandler {
  return async (request, response) => {
    try {
      await answerStep(await prepare(request), response, deps);
    } catch (thrown) {
      await sendReply(request, response, renderError(thrown, deps));
    }
  };
}

async function answerStep(asked: Asked, response: Response, deps: ScaRouteDeps) {
  const { request, door } = asked;
  const language = askedLanguage(request);
  const id = String(request.params['id']);
  const address = `${baseUrlOf(request, deps.publicUrl)}/sca/${encodeURIComponent(id)}${door.path}`;
  const frame = { language, bankName: deps.bankName, address };
  const bank = bankOf(request);
  const inBank = inBankOf(request, deps);
  const answer = await takeStep(asked, deps, (step) =>
    inBank.run(bank, (tx) => step({ bank: tx, id, frame, deps: inBank.sca })),
  );
  switch (answer.kind) {
    case 'page':
      return sendPage(response, answer.status, deps.pages.sca(answer.page));
    case 'end': {
      const page = { step: answer.step, language, bankName: deps.bankName };
      return sendPage(response, answer.status, deps.pages.end(page));
    }
    case 'next':
      return leave(response, 303, `${address}?lang=${language}`);
    case 'leave':
      return leave(response, 302, answer.location);
  }
}

/** SCA-08: HEAD is answered as GET would be, and leaves no trace: it never uses a link up. */
function inBankOf({ method }: Request, { banks, sca }: ScaRouteDeps) {
  // A link can only exist in a bank that exists: opening one never begins a bank.
  if (method !== 'HEAD') return { run: banks.peek, sca };
  const { onScaEnded: _, ...untold } = sca;
  return { run: banks.look, sca: untold };
}

type InBank = <T>(step: (page: PageRequest) => Promise<T>) => Promise<T>;

/** SCA-04: a fault of ours took the step back; in a transaction of its own it ends the flow. */
async function takeStep({ door, step }: Asked, deps: ScaRouteDeps, inBank: InBank) {
  try {
    return await inBank(step);
  } catch (thrown) {
    if (thrown instanceof ApiError) throw thrown;
    const reference = deps.ids.uuid();
    const answer = await inBank((page) => door.fail(page, reference));
    if (answer === undefined) throw thrown;
    deps.log.error({ err: thrown, id: reference }, 'SCA failed');
    return answer;
  }
}

function sendPage(response: Response, status: number, page: Page): void {
  response.status(status).set(page.headers).type('html').send(page.html);
}

function leave(response: Response, status: number, location: string): void {
  // A header is ASCII; what the TPP sent in UTF-8 goes back percent-encoded.
  const ascii = location.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent);
  response.status(status).set({ Location: ascii, 'Cache-Control': 'no-store' });
  response.set('Referrer-Policy', 'no-referrer').end();
}

function parseForm(body: Buffer): ScaForm {
  const form: Record<string, string[]> = Object.create(null);
  const fields = new URLSearchParams(body.toString('utf8'));
  for (const [name, value] of fields) {
    const values = form[name] ?? [];
    if (values.length >= 1000) {
      throw new ApiError('SCA-05', 'BAD_REQUEST', 'The form has too many values.');
    }
    values.push(value);
    form[name] = values;
  }
  return form;
}
