// The SCAs of a payment, of a cancellation or of a signing basket, as BG shows them (PAY-16, PAY-17, BASK-02).

import type { ApiError } from '../../protocol/errors.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { Call, Operation } from '../banks/operation.ts';
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

export interface Authorisations {
  /** For the operation ids: `start{name}`, `get{name}s`, `get{name}`. */
  readonly name: string;
  readonly tag: string;
  readonly rules: readonly RuleId[];
  /** Template of the list's path. */
  readonly path: string;
  /** For the summaries: what the SCAs approve. */
  readonly what: string;
  readonly startSummary: string;
  readonly find: (call: Call) => Promise<Approvable>;
  /** The same for a new SCA. Throws ApiError 409 CONFLICT if there is nothing to approve. */
  readonly findWaiting: (call: Call) => Promise<Approvable>;
  readonly unknown: () => ApiError;
}

export function authorisationOperations(of: Authorisations): readonly Operation[] {
  const { name, tag, rules, path, what, startSummary } = of;
  const shared = { tag, rules, role: 'PSP_PI', headers: 'psu' } as const;
  return [
    {
      ...shared,
      id: `start${name}`,
      method: 'POST',
      path,
      summary: startSummary,
      body: 'ignored',
      success: { status: 201, schema: 'responses/start-authorisation.json' },
      handle: async (call) => startAuthorisation(call, await of.findWaiting(call)),
    },
    {
      ...shared,
      id: `get${name}s`,
      method: 'GET',
      path,
      summary: `All SCAs of a ${what}`,
      success: { status: 200, schema: 'responses/authorisations.json' },
      handle: async (call) => listAuthorisations(call, await of.find(call)),
    },
    {
      ...shared,
      id: `get${name}`,
      method: 'GET',
      path: `${path}/{authorisationId}`,
      summary: `Status of one SCA of a ${what}`,
      success: { status: 200, schema: 'responses/sca-status.json' },
      handle: async (call) => readAuthorisation(call, await of.find(call), of.unknown),
    },
  ];
}

/** 201 with a new scaRedirect. */
async function startAuthorisation(call: Call, of: Approvable): Promise<Reply> {
  const flow = await startFlow(call, of.purpose, of.fixed);
  const { authorisationId, scaStatus } = flow;
  return {
    status: 201,
    body: {
      scaStatus,
      authorisationId,
      _links: {
        scaRedirect: scaRedirect(call, flow),
        scaStatus: link(`${of.path}/${authorisationId}`, 'GET'),
      },
    },
  };
}

/** Ids, oldest first, the one of the create included. */
async function listAuthorisations(call: Call, of: Approvable): Promise<Reply> {
  const started = await flowsOf(call, of);
  return { status: 200, body: { authorisationIds: started.map((flow) => flow.authorisationId) } };
}

async function readAuthorisation(call: Call, of: Approvable, unknown: () => ApiError) {
  const started = await flowsOf(call, of);
  const flow = started.find((row) => row.authorisationId === call.params['authorisationId']);
  if (flow === undefined) throw unknown();
  return { status: 200, body: { scaStatus: flow.scaStatus } };
}

function flowsOf(call: Call, { purpose }: Approvable): Promise<readonly FlowRow[]> {
  return call.bank.tx.listBy(flows, 'bySubject', subjectOf(purpose) ?? '');
}
