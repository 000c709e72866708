// The refusal that an SCA lifts. It is thrown like every other; the answer carries an scaRedirect link
// (SCA-01, interface: Authentication).
import { defined } from '../../kernel/defined.ts';
import { ApiError, type ErrorCode } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { Call } from '../banks/operation.ts';
import { type FixedPsu, scaRedirect, startFlow } from './start-flow.ts';

export interface WhyScaNeeded {
  readonly text: string;
  readonly path?: string;
  /** Who must complete the SCA, as far as the call says (SCA-07). */
  readonly fixed?: FixedPsu;
}

export class ScaNeeded extends ApiError {
  readonly fixed: FixedPsu;

  constructor(rule: RuleId, code: ErrorCode, { text, path, fixed = {} }: WhyScaNeeded) {
    super(rule, code, `${text} Send the PSU to the scaRedirect link.`, defined({ path }));
    this.name = 'ScaNeeded';
    this.fixed = fixed;
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
