// Opens an SCA flow and builds its scaRedirect link (SCA-01).
import type { Call } from '../banks/operation.ts';
import type { Link } from '../protocol/reply.ts';
import type { FlowPurpose, FlowRow, PsuContext } from './tables.ts';

/** What the request already says about the PSU; the page shows it and does not let it be changed (SCA-07). */
export interface FixedPsu {
  readonly customerId?: string;
  readonly context?: PsuContext;
  readonly agreementId?: string;
}

/** Writes a new flow for this call's TPP and redirect address. Needs TPP-Redirect-URI on the call. */
export declare function startFlow(
  call: Call,
  purpose: FlowPurpose,
  fixed: FixedPsu,
): Promise<FlowRow>;

/** `{href: absolute address of the flow's page, verbs: ["GET"]}` */
export declare function scaRedirect(call: Call, flow: FlowRow): Link;
