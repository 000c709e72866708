// What the two pages of an SCA flow have in common, the page of the link and the simulated app: their requests
// and answers, and what a posted form does.
import { approveFlow, failFlow } from './end-flow.ts';
import { cancelled } from './endings.ts';
import { chooseContext, identify, isIdentified, type LinkState } from './flow.ts';
import type { EndPage, ScaPage } from './page-model.ts';
import { identifyAgain, pageOf, type Shown } from './pages.ts';
import type { FlowRow } from './tables.ts';

export type ScaAnswer =
  | { readonly kind: 'page'; readonly status: number; readonly page: ScaPage }
  | {
      readonly kind: 'end';
      readonly status: number;
      readonly step: EndPage['step'];
      readonly became?: EndPage['became'];
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
export function isOutdated(flow: FlowRow, form: URLSearchParams): boolean {
  return form.get('token') !== flow.formToken;
}

export const OUTDATED: ScaAnswer = { kind: 'end', status: 409, step: 'form-outdated' };

/** Does what the form's button says. */
export async function takeForm(
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
      return approveForm(request, flow, form.getAll('account'));
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
  ticked: readonly string[],
): Promise<ScaAnswer> {
  if (!isIdentified(flow)) return show(request, flow, 422);
  const page = await pageOf(request, flow);
  const access = page.step === 'approve' && page.approval.kind === 'access' ? page.approval : null;
  if (access === null) return leave(await approveFlow(request, flow, {}));
  const offered = new Set(access.accounts.map((account) => account.id));
  const accountIds = ticked.filter((id) => offered.has(id));
  if (accountIds.length === 0 && offered.size > 0) {
    // As the person left it: nothing is ticked.
    const accounts = access.accounts.map((account) => ({ ...account, checked: false }));
    const asLeft = { ...page, approval: { ...access, accounts }, error: 'nothing-chosen' };
    return { kind: 'page', status: 422, page: asLeft as ScaPage };
  }
  return leave(await approveFlow(request, flow, { accountIds }));
}

export async function show(request: PageRequest, flow: FlowRow, status = 200): Promise<ScaAnswer> {
  const page = await pageOf(request, flow);
  return { kind: 'page', status, page };
}

export function leave(location: string): ScaAnswer {
  return { kind: 'leave', location };
}

export function notLive(found: Exclude<LinkState, { state: 'live' }>): ScaAnswer {
  if (found.state === 'redirect') return leave(found.location);
  if (found.state === 'not-found') return { kind: 'end', status: 404, step: 'not-found' };
  const { scaStatus } = found.flow;
  const became = scaStatus === 'finalised' ? 'approved' : 'not-approved';
  return { kind: 'end', status: 410, step: 'used', became };
}
