// The page of the link: what the bank answers when it is opened and when a form is posted.
import type { BankTx } from '../banks/bank-tx.ts';
import { meetInApp, waitsForApp } from './app-page.ts';
import { endFailedFlow } from './end-flow.ts';
import { systemFailed } from './endings.ts';
import { findLink, type LinkState } from './flow.ts';
import { completeAs } from './headless-sca.ts';
import {
  type FlowPage,
  isOutdated,
  leave,
  notLive,
  OUTDATED,
  type PageRequest,
  type ScaAnswer,
  show,
  takeForm,
} from './page-steps.ts';
import { waitingPage } from './pages.ts';
import { readScaPolicy, type ScaPolicy } from './sca-policy.ts';
import { type FlowRow, flows } from './tables.ts';

export const linkPage: FlowPage = {
  async open(request) {
    const { bank, deps } = request;
    const found = await findLink(bank, request.id, deps);
    if (found.state !== 'live') return ended(request, found);
    const { flow } = found;
    const policy = await readScaPolicy(bank);
    if (policy.mode === 'auto') {
      return leave(await completeAs(bank, here(flow), policyFor(policy, flow), deps));
    }
    return (await waitsForApp(bank, flow)) ? wait(request, flow) : show(request, flow);
  },

  /** The page that waits for the app has only one button, Cancel. */
  async submit(request, form) {
    const found = await findLink(request.bank, request.id, request.deps);
    if (found.state !== 'live') return ended(request, found);
    const { flow } = found;
    if (isOutdated(flow, form)) return OUTDATED;
    const waiting = form['do']?.[0] !== 'cancel' && (await waitsForApp(request.bank, flow));
    return waiting ? wait(request, flow, 422) : takeForm(request, here(flow), form);
  },

  async fail(request, reference) {
    const found = await findLink(request.bank, request.id, request.deps);
    if (found.state !== 'live') return undefined;
    const failure = systemFailed(reference);
    return leave(await endFailedFlow(request.bank, here(found.flow), failure, request.deps));
  },
};

/** SCA-07: if the request has fixed a context, what the bank's policy says of one does not count. */
function policyFor(policy: ScaPolicy, { fixedContext }: FlowRow): ScaPolicy {
  const { context: _, psuCorporateId: __, ...rest } = policy;
  return fixedContext === undefined ? policy : rest;
}

/** A flow that ends on this page: the waiting page has no one to send on. */
function here(flow: FlowRow): FlowRow {
  return { ...flow, appApproval: false };
}

async function ended(
  { bank, id }: PageRequest,
  found: Exclude<LinkState, { state: 'live' }>,
): Promise<ScaAnswer> {
  const location = await redirectAfterApp(bank, id);
  return location === undefined ? notLive(found) : leave(location);
}

async function wait(request: PageRequest, flow: FlowRow, status = 200): Promise<ScaAnswer> {
  const met = await meetInApp(request.bank, flow, request.deps);
  if ('location' in met) {
    return leave((await redirectAfterApp(request.bank, flow.id)) ?? met.location);
  }
  const page = await waitingPage(request.bank, met.flow, request.frame);
  return { kind: 'page', status, page };
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
