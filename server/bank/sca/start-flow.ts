// Opens an SCA flow and builds its scaRedirect link (SCA-01); and the refusal that an SCA lifts.

import { DAY, MINUTE } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError, type ErrorCode } from '../../protocol/errors.ts';
import type { PsuContext } from '../../protocol/psu-headers.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { scheduleDue } from '../banks/due.ts';
import type { Call } from '../banks/operation.ts';
import { type FlowPurpose, type FlowRow, flows } from './tables.ts';

/** SCA-04: how long a link may be used, in bank time. */
export const LINK_LIFETIME = 15 * MINUTE;

/** How long an ended link is still answered as used, before it is unknown. */
export const FLOW_REMEMBERED = 7 * DAY;

/** What the request already says about the PSU; the page shows it and does not let it be changed (SCA-07). */
export interface FixedPsu {
  readonly customerId?: string;
  readonly context?: PsuContext;
  readonly agreementId?: string;
}

/** Writes a new flow for this call's TPP and redirect address. */
export async function startFlow(
  call: Call,
  purpose: FlowPurpose,
  fixed: FixedPsu,
): Promise<FlowRow> {
  const { bank, headers, tpp } = call;
  const subject = subjectOf(purpose);
  const context = fixed.context ?? headers.psuContext;
  const before = subject === undefined ? [] : await bank.tx.listBy(flows, 'bySubject', subject);
  const flow: FlowRow = {
    id: bank.ids.token(),
    tppId: tpp.id,
    tppName: tpp.name,
    // HDR-02: without TPP-Session-ID the bank makes one up and sends it in the redirect.
    tppSessionId: headers.tppSessionId ?? bank.ids.uuid(),
    // HDR-01, HDR-02: every call that needs an SCA has it.
    tppRedirectUri: headers.tppRedirectUri as string,
    purpose,
    ...defined({ subject }),
    authorisationId: bank.ids.uuid(),
    scaStatus: 'started',
    ...defined({
      fixedCustomerId: fixed.customerId,
      fixedContext: context,
      fixedAgreementId: fixed.agreementId,
    }),
    unknownTries: 0,
    formToken: bank.ids.token(),
    // SCA-09: only a person that the bank knows has the app.
    appApproval: !headers.redirectPreferred && fixed.customerId !== undefined,
    createdAt: bank.now,
    number: before.length + 1,
  };
  bank.tx.put(flows, flow);
  // At exactly its lifetime, a link still works.
  scheduleDue(bank, flow.createdAt + LINK_LIFETIME + 1, 'scaLinkExpires', flow.id);
  return flow;
}

/** `payment:{id}`, `cancellation:{id}`, `basket:{id}`: what a flow approves, as one index value. */
export function subjectOf(purpose: FlowPurpose): string | undefined {
  if (purpose.kind === 'payment' || purpose.kind === 'cancellation') {
    return `${purpose.kind}:${purpose.paymentId}`;
  }
  return purpose.kind === 'basket' ? `basket:${purpose.basketId}` : undefined;
}

/** The absolute address of the flow's page. */
export const scaRedirect = (call: Call, flow: FlowRow) =>
  link(`${call.baseUrl}/sca/${flow.id}`, 'GET');

interface ScaReason {
  readonly path?: string;
  readonly fixed?: FixedPsu;
  /** How the text ends where the SCA does not simply help. */
  readonly advice?: string;
}

export class ScaNeeded extends ApiError {
  /** Who must complete the SCA, as far as the call says (SCA-07). */
  readonly fixed: FixedPsu;

  constructor(rule: RuleId, code: ErrorCode, text: string, why: ScaReason = {}) {
    const { advice = 'Send the PSU to the scaRedirect link.', path } = why;
    super(rule, code, `${text} ${advice}`, defined({ path }));
    this.name = 'ScaNeeded';
    this.fixed = why.fixed ?? {};
  }
}

/** Opens a flow that gives account access (PSP_AI operations) or only a session, and answers 401. */
export async function answerWithSca(call: Call, needed: ScaNeeded): Promise<Reply> {
  const purpose = call.role === 'PSP_AI' ? 'access' : 'session';
  const flow = await startFlow(call, { kind: purpose }, needed.fixed);
  return {
    status: needed.status,
    rule: needed.rule,
    body: {
      tppMessages: needed.messages().map((message) => ({ ...message })),
      _links: { scaRedirect: scaRedirect(call, flow) },
    },
  };
}
