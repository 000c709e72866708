// The simulated app of the bank (SCA-09): the same steps as on the link's page, but for who it is, and
// from here nobody is sent to the TPP: the page that waits does that.
import { meetInApp, waitsForApp } from './app-approval.ts';
import { endFlow, systemFailed } from './finish-flow.ts';
import { findLink, type LinkState } from './flow.ts';
import {
  isOutdated,
  notLive,
  OUTDATED,
  type PageRequest,
  type ScaAnswer,
  type ScaForm,
  show,
  takeForm,
} from './page-steps.ts';
import { type FlowRow, flows } from './tables.ts';

/** The app was opened. */
export async function openApp(request: PageRequest): Promise<ScaAnswer> {
  const found = await flowInApp(request);
  if ('kind' in found) return found;
  const met = await meetInApp(request.bank, found, request.deps);
  return 'location' in met ? done(request) : show(inApp(request), met.flow);
}

/** A form of the app was posted. */
export async function submitApp(request: PageRequest, form: ScaForm): Promise<ScaAnswer> {
  const found = await flowInApp(request);
  if ('kind' in found) return found;
  if (isOutdated(found, form)) return OUTDATED;
  const answer = await takeForm(inApp(request), found, form);
  return answer.kind === 'leave' ? done(request) : answer;
}

/** SCA-04: the bank failed on the way. `undefined`: there is no live flow to end. */
export async function failApp(
  request: PageRequest,
  reference: string,
): Promise<ScaAnswer | undefined> {
  const found = await findLink(request.bank, request.id, request.deps);
  if (found.state !== 'live') return undefined;
  await endFlow(request.bank, found.flow, systemFailed(reference), request.deps);
  return done(request);
}

/** The flow, where it is one for the app and still goes on; else what to say instead. */
async function flowInApp(request: PageRequest): Promise<FlowRow | ScaAnswer> {
  const found: LinkState = await findLink(request.bank, request.id, request.deps);
  if (found.state === 'redirect') return { kind: 'end', status: 410, step: 'expired' };
  if (found.state !== 'live') return notLive(found);
  if (await waitsForApp(request.bank, found.flow)) return found.flow;
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
