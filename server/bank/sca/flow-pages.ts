// The two pages of an SCA flow: the page of the link, and the simulated app of the bank (SCA-09), which has
// the same steps except that it knows who the PSU is. The PSU does not leave for the TPP from the app: the
// link's page waits, and does that.

import { durationMillis } from '../../kernel/dates.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { scheduleDue } from '../banks/due.ts';
import { due } from '../banks/tables.ts';
import { type CustomerRow, customers } from '../customers/tables.ts';
import { approveFlow, endUncounted, failFlow } from './end-flow.ts';
import { cancelled, systemFailed } from './endings.ts';
import {
  chooseContext,
  findLink,
  identify,
  isIdentified,
  type LinkState,
  type StepResult,
} from './flow.ts';
import { completeByPolicy } from './headless-sca.ts';
import type { ApprovePage, EndPage, ScaPage } from './page-model.ts';
import { identifyAgain, isNewest, pageOf, type Shown, waitingPage } from './pages.ts';
import type { ScaWork } from './purpose.ts';
import { readScaPolicy, type ScaPolicy } from './sca-policy.ts';
import { type FlowRow, flows } from './tables.ts';

export const linkPage: FlowPage = {
  async open(request) {
    const { bank } = request;
    const found = await findLink(request, request.id);
    if (found.state !== 'live') return ended(request, found);
    const { flow } = found;
    const policy = await readScaPolicy(bank.tx);
    if (policy.mode === 'auto') {
      const waiting = await waitByPolicy(request, flow, policy);
      return waiting ?? leave(await completeByPolicy(request, here(flow), policy));
    }
    return (await wait(request, flow)) ?? show(request, flow);
  },

  /** The page that waits for the app has only one button, Cancel. */
  async submit(request, form) {
    const found = await findLink(request, request.id);
    if (found.state !== 'live') return ended(request, found);
    const { flow } = found;
    if (!isNewest(flow, form)) return OUTDATED;
    const waiting = form.get('do') === 'cancel' ? undefined : await wait(request, flow, 422);
    return waiting ?? takeForm(request, here(flow), form);
  },

  async fail(request, reference) {
    const found = await findLink(request, request.id);
    if (found.state !== 'live') return undefined;
    const failure = systemFailed(reference);
    return leave(await endUncounted(request, here(found.flow), failure));
  },
};

/** SCA-08: `undefined` if the link answers at once. Only a person that the bank knows has the app (SCA-09). */
async function waitByPolicy(request: PageRequest, flow: FlowRow, { after = '' }: ScaPolicy) {
  const { bank } = request;
  const millis = durationMillis(after);
  const waiting = { ...flow, appApproval: true };
  const user = await appUser(bank, waiting);
  if (millis === undefined || user === undefined) return undefined;
  const planned = await bank.tx.listBy(due, 'bySubject', flow.id);
  if (!planned.some(({ type }) => type === 'scaAnswers')) {
    scheduleDue(bank, bank.now + millis, 'scaAnswers', flow.id);
    bank.tx.put(flows, waiting);
  }
  return waitFor(user, request, waiting);
}

/** A flow that ends on this page: the waiting page has no one to send on. */
function here(flow: FlowRow): FlowRow {
  return { ...flow, appApproval: false };
}

async function ended({ bank, id }: PageRequest, found: Exclude<LinkState, { state: 'live' }>) {
  const location = await redirectAfterApp(bank, id);
  return location === undefined ? notLive(found) : leave(location);
}

/** `undefined`: there is nobody to wait for. */
async function wait(request: PageRequest, flow: FlowRow, status?: number) {
  const user = await appUser(request.bank, flow);
  return user && waitFor(user, request, flow, status);
}

async function waitFor(
  user: CustomerRow,
  request: PageRequest,
  flow: FlowRow,
  status = 200,
): Promise<ScaAnswer> {
  const met = await meetInApp(request, flow);
  if ('location' in met) {
    return leave((await redirectAfterApp(request.bank, flow.id)) ?? met.location);
  }
  return { kind: 'page', status, page: waitingPage(request, met.flow, user) };
}

/**
 * SCA-09: where the waiting page sends the PSU, once, when the flow has ended in the app. The row keeps
 * `appApproval` until then.
 */
async function redirectAfterApp(bank: BankTx, id: string): Promise<string | undefined> {
  const flow = await bank.tx.get(flows, id);
  if (flow?.redirect === undefined || !flow.appApproval) return undefined;
  bank.tx.put(flows, { ...flow, appApproval: false });
  return flow.redirect;
}

export const appPage: FlowPage = {
  open: (request) =>
    inAppFlow(request, async (flow) => {
      const met = await meetInApp(request, flow);
      return 'location' in met ? done(request) : show(inApp(request), met.flow);
    }),

  submit: (request, form) =>
    inAppFlow(request, async (flow) => {
      if (!isNewest(flow, form)) return OUTDATED;
      const answer = await takeForm(inApp(request), flow, form);
      return answer.kind === 'leave' ? done(request) : answer;
    }),

  async fail(request, reference) {
    const found = await findLink(request, request.id);
    if (found.state !== 'live') return undefined;
    await endUncounted(request, found.flow, systemFailed(reference));
    return done(request);
  },
};

/** Who approves the flow in the app, if it is approved there. A person who has been deleted has no app. */
async function appUser(
  bank: BankTx,
  { appApproval, fixedCustomerId }: FlowRow,
): Promise<CustomerRow | undefined> {
  if (!appApproval || fixedCustomerId === undefined) return undefined;
  return bank.tx.get(customers, fixedCustomerId);
}

/** The app knows whose it is, so the PSU types no national id. */
async function meetInApp(work: ScaWork, flow: FlowRow): Promise<StepResult> {
  return flow.customerId === undefined ? identify(work, flow, '') : { flow };
}

/** What the flow is answered with, if it is live and approved in the app; else what to say instead. */
async function inAppFlow(
  request: PageRequest,
  answer: (flow: FlowRow) => Promise<ScaAnswer>,
): Promise<ScaAnswer> {
  const found = await findLink(request, request.id);
  if (found.state === 'redirect') return { kind: 'end', status: 410, step: 'expired' };
  if (found.state !== 'live') return notLive(found);
  if ((await appUser(request.bank, found.flow)) !== undefined) return answer(found.flow);
  return { kind: 'end', status: 404, step: 'not-found' };
}

function inApp(request: PageRequest): PageRequest {
  const { frame } = request;
  const bankName = `${frame.bankName}${frame.language === 'nb' ? '-app' : ' app'}`;
  return { ...request, frame: { ...frame, bankName } };
}

async function done({ bank, id }: PageRequest): Promise<ScaAnswer> {
  const flow = await bank.tx.get(flows, id);
  const step = flow?.scaStatus === 'finalised' ? 'app-approved' : 'app-ended';
  return { kind: 'end', status: 200, step };
}

export type ScaAnswer =
  | { readonly kind: 'page'; readonly status: number; readonly page: ScaPage }
  | {
      readonly kind: 'end';
      readonly status: number;
      readonly step: EndPage['step'];
      readonly became?: EndPage['became'];
      readonly back?: EndPage['back'];
    }
  /** 302 to the TPP-Redirect-URI, which may be an app scheme. */
  | { readonly kind: 'leave'; readonly location: string }
  /** 303 to the page's next step. */
  | { readonly kind: 'next' };

export interface PageRequest extends Shown {
  readonly id: string;
}

/** A page of a flow that a browser opens and posts to. */
export interface FlowPage {
  open(request: PageRequest): Promise<ScaAnswer>;
  submit(request: PageRequest, form: URLSearchParams): Promise<ScaAnswer>;
  /** SCA-04: the bank failed on the way. `undefined`: there is no live flow to end. */
  fail(request: PageRequest, reference: string): Promise<ScaAnswer | undefined>;
}

/** SCA-05: only the newest form of a flow counts. */
const OUTDATED: ScaAnswer = { kind: 'end', status: 409, step: 'form-outdated' };

/** Does what the form's button says. */
async function takeForm(
  request: PageRequest,
  flow: FlowRow,
  form: URLSearchParams,
): Promise<ScaAnswer> {
  switch (form.get('do')) {
    case 'cancel':
      return leave(await failFlow(request, flow, cancelled(flow)));
    case 'context': {
      const chosen = await chooseContext(request.bank, flow, form.get('choice') ?? '');
      return chosen === undefined ? show(request, flow, 422) : { kind: 'next' };
    }
    case 'approve':
      return approveForm(request, flow, form);
    default:
      return identifyForm(request, flow, form.get('nationalId') ?? '');
  }
}

async function identifyForm(
  request: PageRequest,
  flow: FlowRow,
  typed: string,
): Promise<ScaAnswer> {
  const result = await identify(request, flow, typed);
  if ('location' in result) return leave(result.location);
  if (!('error' in result)) return { kind: 'next' };
  const wrong = { typed, error: result.error };
  const page = await identifyAgain(request, result.flow, wrong);
  return { kind: 'page', status: 422, page };
}

async function approveForm(
  request: PageRequest,
  flow: FlowRow,
  form: URLSearchParams,
): Promise<ScaAnswer> {
  if (!isIdentified(flow)) return show(request, flow, 422);
  const page = await pageOf(request, flow);
  // The customer is gone.
  if (page.step !== 'approve') return leave(await approveFlow(request, flow, {}));
  if (showedOther(page, form)) {
    return { kind: 'page', status: 409, page: { ...page, error: 'changed' } };
  }
  const { approval } = page;
  if (approval.kind !== 'access') return leave(await approveFlow(request, flow, {}));
  const offered = new Set(approval.accounts.map((account) => account.id));
  const accountIds = form.getAll('account').filter((id) => offered.has(id));
  if (accountIds.length === 0 && offered.size > 0) {
    // As the person left it: nothing is ticked.
    const accounts = approval.accounts.map((account) => ({ ...account, checked: false }));
    const asLeft = {
      ...page,
      approval: { ...approval, accounts },
      error: 'nothing-chosen',
    } as const;
    return { kind: 'page', status: 422, page: asLeft };
  }
  return leave(await approveFlow(request, flow, { accountIds }));
}

/** SES-06: whether the PSU saw something else than would now be approved. Of nothing there is nothing to see. */
function showedOther({ approval, token }: ApprovePage, form: URLSearchParams): boolean {
  const hasPayments = 'payments' in approval && approval.payments.length > 0;
  return hasPayments && form.get('token') !== token;
}

async function show(request: PageRequest, flow: FlowRow, status = 200): Promise<ScaAnswer> {
  const page = await pageOf(request, flow);
  return { kind: 'page', status, page };
}

function leave(location: string): ScaAnswer {
  return { kind: 'leave', location };
}

function notLive(found: Exclude<LinkState, { state: 'live' }>): ScaAnswer {
  if (found.state === 'redirect') return leave(found.location);
  if (found.state === 'not-found') return { kind: 'end', status: 404, step: 'not-found' };
  const { scaStatus, tppRedirectUri } = found.flow;
  const became = scaStatus === 'finalised' ? 'approved' : 'not-approved';
  return { kind: 'end', status: 410, step: 'used', became, ...siteOf(tppRedirectUri) };
}

/** Without path and query: what the TPP made of them may work only once. */
function siteOf(redirectUri: string): { readonly back?: string } {
  const isSite = /^https?:/i.test(redirectUri) && URL.canParse(redirectUri);
  return isSite ? { back: `${new URL(redirectUri).origin}/` } : {};
}
