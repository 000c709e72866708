// Two things with two names: a TPP session (an hour without new SCA) and an SCA flow (one link).
import type { PsuContext } from '../../protocol/psu-headers.ts';
import { defineTable } from '../../storage/table.ts';

/** A TPP session: what SES-01 … SES-05 speak of. id = derived from TPP, person and TPP-Session-ID. */
export interface SessionRow {
  readonly id: string;
  readonly tppId: string;
  readonly customerId: string;
  readonly tppSessionId: string;
  readonly context: PsuContext;
  readonly agreementId?: string;
  /** Instants in ms of bank time; valid while now < endsAt. */
  readonly startedAt: number;
  readonly endsAt: number;
}

export const sessions = defineTable<SessionRow>()({
  name: 'sessions',
  members: {
    id: 'text',
    tppId: 'text',
    customerId: 'text',
    tppSessionId: 'text',
    context: 'text',
    agreementId: 'text?',
    startedAt: 'number',
    endsAt: 'number',
  },
  indexes: {
    /** key `{tppId}|{customerId}` */
    byPsu: { key: (row) => `${row.tppId}|${row.customerId}` },
    byCustomer: { key: (row) => row.customerId },
  },
});

/** What a flow approves. `access`: accounts to share. `session`: identity only (GET /v1/user). */
export type FlowPurpose =
  | { readonly kind: 'access' }
  | { readonly kind: 'session' }
  | { readonly kind: 'payment'; readonly paymentId: string }
  | { readonly kind: 'cancellation'; readonly paymentId: string }
  | { readonly kind: 'basket'; readonly basketId: string };

/** BG's scaStatus values that a flow passes through. */
export type ScaStatus =
  | 'received'
  | 'started'
  | 'psuIdentified'
  | 'psuAuthenticated'
  | 'finalised'
  | 'failed';

export interface FlowRow {
  /** Unguessable; the last segment of the scaRedirect link. */
  readonly id: string;
  readonly tppId: string;
  /** The TPP's name as its certificate states it, for the page. */
  readonly tppName: string;
  readonly tppSessionId: string;
  readonly tppRedirectUri: string;
  readonly purpose: FlowPurpose;
  /** `{kind}:{id of what is approved}` for payments, cancellations and baskets. */
  readonly subject?: string;
  /** The authorisationId that TPPs see for it. */
  readonly authorisationId: string;
  readonly scaStatus: ScaStatus;
  /** Fixed by the request and not changeable on the page (SCA-07). */
  readonly fixedCustomerId?: string;
  readonly fixedContext?: PsuContext;
  readonly fixedAgreementId?: string;
  /** What the PSU has entered so far. */
  readonly customerId?: string;
  readonly context?: PsuContext;
  readonly agreementId?: string;
  /** Ids of unknown persons tried (SCA-04). */
  readonly unknownTries: number;
  /** One-time form token (SCA-05), replaced at every step. */
  readonly formToken: string;
  /** Approved in the app (SCA-09); false again once the waiting page has sent the PSU on. */
  readonly appApproval: boolean;
  readonly createdAt: number;
  /** 1, 2, 3 … among the flows of one subject: their order, also if bank time stands still. */
  readonly number: number;
  /** The redirect at the end. Set = the link is used. */
  readonly redirect?: string;
}

export const flows = defineTable<FlowRow>()({
  name: 'scaFlows',
  members: {
    id: 'text',
    tppId: 'text',
    tppName: 'text',
    tppSessionId: 'text',
    tppRedirectUri: 'text',
    purpose: 'json',
    subject: 'text?',
    authorisationId: 'text',
    scaStatus: 'text',
    fixedCustomerId: 'text?',
    fixedContext: 'text?',
    fixedAgreementId: 'text?',
    customerId: 'text?',
    context: 'text?',
    agreementId: 'text?',
    unknownTries: 'number',
    formToken: 'text',
    appApproval: 'boolean',
    createdAt: 'number',
    number: 'number',
    redirect: 'text?',
  },
  indexes: {
    bySubject: {
      key: (row) => row.subject,
      order: (row) => String(row.number).padStart(6, '0'),
    },
  },
});
