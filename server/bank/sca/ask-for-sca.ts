// The 401 that starts an SCA: error messages with a scaRedirect link (SCA-01, interface: Authentication).

import { type ErrorCode, errorMessage, STATUS_OF_CODE } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { Call } from '../banks/operation.ts';
import { type FixedPsu, scaRedirect, startFlow } from './start-flow.ts';

export interface Wanted {
  readonly rule: RuleId;
  readonly code: ErrorCode;
  readonly text: string;
  readonly path?: string;
  readonly fixed?: FixedPsu;
}

/** Opens a flow that gives account access (PSP_AI operations) or only a session, and answers 401. */
export async function askForSca(call: Call, wanted: Wanted): Promise<Reply> {
  const purpose = call.role === 'PSP_AI' ? 'access' : 'session';
  const flow = await startFlow(call, { kind: purpose }, wanted.fixed ?? {});
  const text = `${wanted.text} Send the PSU to the scaRedirect link.`;
  return {
    status: STATUS_OF_CODE[wanted.code],
    rule: wanted.rule,
    body: {
      tppMessages: [{ ...errorMessage(wanted.code, text, wanted.path) }],
      _links: { scaRedirect: { ...scaRedirect(call, flow) } },
    },
  };
}
