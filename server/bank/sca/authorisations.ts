// The SCAs of a payment, of a cancellation or of a signing basket, as BG shows them (PAY-16, PAY-17, BASK-02).

import type { Soon } from '../../kernel/soon.ts';
import { ApiError } from '../../protocol/errors.ts';
import { link } from '../../protocol/reply.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Call, Operation } from '../banks/operation.ts';
import { due } from '../banks/tables.ts';
import { type FixedPsu, scaRedirect, startFlow, subjectOf } from './start-flow.ts';
import { type FlowPurpose, type FlowRow, flows } from './tables.ts';

/** Something that an SCA approves. */
export interface Approvable {
  readonly purpose: FlowPurpose;
  /** Who must approve it, as far as the bank knows (SCA-07). */
  readonly fixed: FixedPsu;
  /** Path of the list of its SCAs. */
  readonly path: string;
}

interface Authorisations {
  /** For the operation ids: `start{name}`, `get{name}s`, `get{name}`. */
  readonly name: string;
  readonly tag: string;
  readonly rule: RuleId;
  /** Template of the list's path. */
  readonly path: string;
  /** For the summaries: what the SCAs approve. */
  readonly what: string;
  readonly startSummary: string;
  readonly find: (call: Call) => Promise<Approvable>;
  /** The same for a new SCA. Throws ApiError 409 CONFLICT if there is nothing to approve. */
  readonly findWaiting: (call: Call) => Promise<Approvable>;
  /** For the refusal of an unknown id: what was to be approved. */
  readonly approved: 'payment' | 'signing basket';
}

export function authorisationOperations(of: Authorisations): readonly Operation[] {
  const { name, tag, rule, path, what } = of;
  const shared = { tag, rules: [rule], role: 'PSP_PI', headers: 'psu' } as const;
  return [
    {
      ...shared,
      id: `start${name}`,
      method: 'POST',
      path,
      summary: of.startSummary,
      body: 'ignored',
      success: { status: 201, schema: 'responses/start-authorisation.json' },
      async handle(call) {
        const approvable = await of.findWaiting(call);
        await checkNotHalfApproved(call.bank, approvable.purpose, rule);
        const flow = await startFlow(call, approvable.purpose, approvable.fixed);
        const { authorisationId, scaStatus } = flow;
        const _links = {
          scaRedirect: scaRedirect(call, flow),
          scaStatus: link(`${approvable.path}/${authorisationId}`, 'GET'),
        };
        return { status: 201, body: { scaStatus, authorisationId, _links } };
      },
    },
    {
      ...shared,
      id: `get${name}s`,
      method: 'GET',
      path,
      summary: `All SCAs of a ${what}`,
      success: { status: 200, schema: 'responses/authorisations.json' },
      /** Ids, oldest first, the one of the create included. */
      async handle(call) {
        const started = await flowsOf(call, await of.find(call));
        const authorisationIds = started.map((flow) => flow.authorisationId);
        return { status: 200, body: { authorisationIds } };
      },
    },
    {
      ...shared,
      id: `get${name}`,
      method: 'GET',
      path: `${path}/{authorisationId}`,
      summary: `Status of one SCA of a ${what}`,
      success: { status: 200, schema: 'responses/sca-status.json' },
      async handle(call) {
        const started = await flowsOf(call, await of.find(call));
        const flow = started.find((row) => row.authorisationId === call.params['authorisationId']);
        if (flow !== undefined) return { status: 200, body: { scaStatus: flow.scaStatus } };
        const text = `The ${of.approved} has no authorisation with that id.`;
        throw new ApiError(rule, 'RESOURCE_UNKNOWN', text);
      },
    },
  ];
}

function flowsOf(call: Call, { purpose }: Approvable): Soon<readonly FlowRow[]> {
  return call.bank.tx.listBy(flows, 'bySubject', subjectOf(purpose) ?? '');
}

/** SCA-08: ApiError 409 CONFLICT if one person has approved it, and a second one is to follow. */
export async function checkNotHalfApproved(
  bank: Pick<BankTx, 'tx'>,
  purpose: FlowPurpose,
  rule: RuleId,
  where: { readonly path?: string } = {},
): Promise<void> {
  if (!(await waitsForSecond(bank, purpose))) return;
  const what = purpose.kind === 'basket' ? 'signing basket' : 'payment';
  const text = `One person has approved the ${what}; it waits for a second one, who approves it in the bank.`;
  throw new ApiError(rule, 'CONFLICT', text, where);
}

/** SCA-08: whether one person has approved it, and a second one is to follow. */
export async function waitsForSecond(
  { tx }: Pick<BankTx, 'tx'>,
  purpose: FlowPurpose,
): Promise<boolean> {
  const started = await tx.listBy(flows, 'bySubject', subjectOf(purpose) ?? '');
  const planned = await Promise.all(started.map(({ id }) => tx.listBy(due, 'bySubject', id)));
  return planned.flat().some(({ type }) => type === 'secondApproves');
}
