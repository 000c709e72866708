// The simulated app of the bank (SCA-09): the same steps as on the link's page, except that the app knows who
// the PSU is. The PSU does not leave for the TPP from here: the link's page waits, and does that.
import type { BankTx } from '../banks/bank-tx.ts';
import { customers } from '../customers/tables.ts';
import type { ScaDeps } from './deps.ts';
import { endFailedFlow } from './end-flow.ts';
import { systemFailed } from './endings.ts';
import { findLink, identify, type StepResult } from './flow.ts';
import {
  type FlowPage,
  isOutdated,
  notLive,
  OUTDATED,
  type PageRequest,
  type ScaAnswer,
  show,
  takeForm,
} from './page-steps.ts';
import { type FlowRow, flows } from './tables.ts';

export const appPage: FlowPage = {
  async open(request) {
    const found = await flowInApp(request);
    if ('kind' in found) return found;
    const met = await meetInApp(request.bank, found, request.deps);
    return 'location' in met ? done(request) : show(inApp(request), met.flow);
  },

  async submit(request, form) {
    const found = await flowInApp(request);
    if ('kind' in found) return found;
    if (isOutdated(found, form)) return OUTDATED;
    const answer = await takeForm(inApp(request), found, form);
    return answer.kind === 'leave' ? done(request) : answer;
  },

  async fail(request, reference) {
    const found = await findLink(request.bank, request.id, request.deps);
    if (found.state !== 'live') return undefined;
    await endFailedFlow(request.bank, found.flow, systemFailed(reference), request.deps);
    return done(request);
  },
};

/** Whether the flow is approved in the app. A person who has been deleted has no app. */
export async function waitsForApp(bank: BankTx, flow: FlowRow): Promise<boolean> {
  if (!flow.appApproval || flow.fixedCustomerId === undefined) return false;
  return (await bank.tx.get(customers, flow.fixedCustomerId)) !== undefined;
}

/** The app knows whose it is, so the PSU types no national id. */
export async function meetInApp(bank: BankTx, flow: FlowRow, deps: ScaDeps): Promise<StepResult> {
  return flow.customerId === undefined ? identify(bank, flow, '', deps) : { flow };
}

/** The flow, if it is live and approved in the app; else what to say instead. */
async function flowInApp(request: PageRequest): Promise<FlowRow | ScaAnswer> {
  const found = await findLink(request.bank, request.id, request.deps);
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
