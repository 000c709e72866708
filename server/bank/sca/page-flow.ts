// The link's own page as a conversation: what to answer when it is opened and when a form is posted.
import { handOver, meetInApp, waitsForApp } from './app-approval.ts';
import { finishAs } from './complete-flow.ts';
import { endFlow, systemFailed } from './finish-flow.ts';
import { findLink, type LinkState } from './flow.ts';
import {
  isOutdated,
  leave,
  notLive,
  OUTDATED,
  type PageRequest,
  type ScaAnswer,
  type ScaForm,
  show,
  takeForm,
} from './page-steps.ts';
import { waitingPage } from './pages.ts';
import { readScaPolicy, type ScaPolicy } from './sca-policy.ts';
import type { FlowRow } from './tables.ts';

/** The link was opened. */
export async function openLink(request: PageRequest): Promise<ScaAnswer> {
  const { bank, deps } = request;
  const found = await findLink(bank, request.id, deps);
  if (found.state !== 'live') return ended(request, found);
  const policy = await readScaPolicy(bank);
  if (policy.mode === 'auto') {
    const wanted = policyFor(policy, found.flow);
    return leave(await finishAs(bank, here(found.flow), wanted, deps));
  }
  return (await waitsForApp(bank, found.flow))
    ? wait(request, found.flow)
    : show(request, found.flow);
}

/** SCA-07: where the request has fixed a context, what the bank's policy says of one does not count. */
function policyFor(policy: ScaPolicy, { fixedContext }: FlowRow): ScaPolicy {
  const { context: _, psuCorporateId: __, ...rest } = policy;
  return fixedContext === undefined ? policy : rest;
}

/** A form of the page was posted. The page that waits for the app has but one button, Cancel. */
export async function submitForm(request: PageRequest, form: ScaForm): Promise<ScaAnswer> {
  const found = await findLink(request.bank, request.id, request.deps);
  if (found.state !== 'live') return ended(request, found);
  const { flow } = found;
  if (isOutdated(flow, form)) return OUTDATED;
  const waiting = form['do']?.[0] !== 'cancel' && (await waitsForApp(request.bank, flow));
  return waiting ? wait(request, flow, 422) : takeForm(request, here(flow), form);
}

/** SCA-04: the bank failed on the way. `undefined`: there is no live flow to end. */
export async function failLink(
  request: PageRequest,
  reference: string,
): Promise<ScaAnswer | undefined> {
  const found = await findLink(request.bank, request.id, request.deps);
  if (found.state !== 'live') return undefined;
  const failure = systemFailed(reference);
  return leave(await endFlow(request.bank, here(found.flow), failure, request.deps));
}

/** What ends on this page leaves from it: nothing is left to hand over. */
function here(flow: FlowRow): FlowRow {
  return { ...flow, appApproval: false };
}

async function ended(
  { bank, id }: PageRequest,
  found: Exclude<LinkState, { state: 'live' }>,
): Promise<ScaAnswer> {
  const location = await handOver(bank, id);
  return location === undefined ? notLive(found) : leave(location);
}

async function wait(request: PageRequest, flow: FlowRow, status = 200): Promise<ScaAnswer> {
  const met = await meetInApp(request.bank, flow, request.deps);
  if ('location' in met) return leave((await handOver(request.bank, flow.id)) ?? met.location);
  const page = await waitingPage(request.bank, met.flow, request.frame);
  return { kind: 'page', status, page };
}
