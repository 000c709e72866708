// Two things with two names: a TPP session (an hour without new SCA) and an SCA flow (one link).
import {
  code,
  count,
  defineTable,
  idIn,
  instant,
  numberOrder,
  oneOf,
  optional,
  patterned,
  type RowOf,
  typed,
} from '../../storage/table.ts';
import { afterCatchPath } from './catch-address.ts';

/** What its header can be: schemas/headers/tpp-session-id.json. */
const tppSessionId = patterned('^[!-~]{1,100}$', '1 to 100 visible ASCII characters');

/** A TPP session: what SES-01 … SES-05 speak of. id = derived from TPP, person and TPP-Session-ID. */
export const sessions = defineTable({
  name: 'sessions',
  members: {
    id: 'text',
    tppId: 'text',
    customerId: idIn('customers'),
    tppSessionId,
    context: code('types/psu-context.json'),
    agreementId: 'text?',
    /** Instants in ms of bank time; valid while now < endsAt. */
    startedAt: instant,
    endsAt: instant,
  },
  indexes: {
    /** key `{tppId}|{customerId}` */
    byPsu: { key: (row) => `${row.tppId}|${row.customerId}` },
    byCustomer: { key: (row) => row.customerId },
  },
});
export type SessionRow = RowOf<typeof sessions>;

/** What a flow approves. `access`: accounts to share. `session`: identity only (GET /v1/user). */
export type FlowPurpose =
  | { readonly kind: 'access' }
  | { readonly kind: 'session' }
  | { readonly kind: 'payment'; readonly paymentId: string }
  | { readonly kind: 'cancellation'; readonly paymentId: string }
  | { readonly kind: 'basket'; readonly basketId: string };

export const flows = defineTable({
  name: 'scaFlows',
  members: {
    /** Unguessable; the last segment of the scaRedirect link. */
    id: 'text',
    tppId: 'text',
    /** The TPP's name as its certificate states it, for the page. */
    tppName: 'text',
    tppSessionId,
    tppRedirectUri: 'text',
    purpose: typed<FlowPurpose>('rows/flow-purpose.json'),
    /** `{kind}:{id of what is approved}` for payments, cancellations and baskets. */
    subject: 'text?',
    /** The authorisationId that TPPs see for it. */
    authorisationId: 'text',
    /** Those of BG's values that a flow passes through. */
    scaStatus: oneOf('started', 'psuIdentified', 'finalised', 'failed'),
    /** Fixed by the request and not changeable on the page (SCA-07). */
    fixedCustomerId: 'text?',
    fixedContext: optional(code('types/psu-context.json')),
    fixedAgreementId: 'text?',
    /** What the PSU has entered so far. */
    customerId: 'text?',
    context: optional(code('types/psu-context.json')),
    agreementId: 'text?',
    /** Ids of unknown persons tried (SCA-04). */
    unknownTries: count,
    /** One-time form token (SCA-05), replaced at every step. */
    formToken: 'text',
    /** Approved in the app (SCA-09); false again once the waiting page has sent the PSU on. */
    appApproval: 'boolean',
    createdAt: instant,
    /** 1, 2, 3 … among the flows of one subject: their order, also if bank time stands still. */
    number: count,
    /** The redirect at the end. Set = the link is used. */
    redirect: 'text?',
  },
  indexes: {
    bySubject: {
      key: (row) => row.subject,
      order: (row) => String(row.number).padStart(6, '0'),
    },
    /** Those of a person, the newest last. */
    byCustomer: {
      key: (row) => row.customerId ?? row.fixedCustomerId,
      order: (row) => numberOrder(row.createdAt),
    },
    /** Those that have neither ended nor run out, the newest last. */
    waiting: {
      key: ({ redirect, scaStatus }) =>
        redirect === undefined && scaStatus !== 'failed' ? 'waiting' : undefined,
      order: (row) => numberOrder(row.createdAt),
    },
    /** Those that ended with a redirect to the catcher, by what follows its address; the newest last. */
    byCatch: {
      key: ({ redirect }) => redirect && afterCatchPath(redirect),
      order: (row) => numberOrder(row.createdAt),
    },
  },
});
export type FlowRow = RowOf<typeof flows>;
