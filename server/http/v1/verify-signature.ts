// The signature's part of the order of checks, with what this bank's levels make of its findings (CTRL-07).
import type { Banks } from '../../bank/banks/banks.ts';
import { readRuleLevels } from '../../bank/banks/rule-levels.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { CheckName } from '../../protocol/checks.ts';
import { judgeFinding } from '../../protocol/judge-finding.ts';
import type { RuleLevels } from '../../protocol/tolerances.ts';
import type { Finding, RoleNeed } from '../../protocol/tpp.ts';
import type { Verification, Verifier } from '../../signing/verify-request.ts';
import type { Incoming } from './incoming.ts';
import type { Trace } from './trace.ts';

/** A finding of the signature, and the check in which it was made. */
export interface Noted {
  readonly finding: Finding;
  readonly check: CheckName;
}

export interface VerifyDeps {
  readonly verifier: Verifier;
  readonly wallClock: Clock;
  readonly banks: Banks;
  readonly role: RoleNeed;
  readonly trace: Trace;
}

/** Findings are not told yet: that is for the bank to say, see {@link tell}. Throws ApiError. */
export async function verifySignature(
  incoming: Incoming,
  { verifier, wallClock, banks, role, trace }: VerifyDeps,
): Promise<{ readonly verified: Verification; readonly noted: readonly Noted[] }> {
  const noted: Noted[] = [];
  const watch = {
    begin: (check: CheckName) => trace.enter(check),
    finding: (finding: Finding) =>
      void noted.push({ finding, check: trace.entered.at(-1) as CheckName }),
  };
  try {
    return { verified: verifier.verify(incoming, wallClock(), role, watch), noted };
  } catch (refusal) {
    // What was noted came before what refused: where this bank refuses it too, it answers first.
    if (noted.length > 0) {
      tell(noted, await banks.peek(incoming.bank, ({ tx }) => readRuleLevels(tx)), trace);
    }
    throw refusal;
  }
}

/** Each finding as this bank's levels will have it. Throws ApiError for the first that is refused. */
export function tell(noted: readonly Noted[], levels: RuleLevels, trace: Trace): void {
  for (const { finding, check } of noted) {
    try {
      const told = judgeFinding(finding, levels);
      if (told !== undefined) trace.findings.push(told);
    } catch (refusal) {
      trace.enter(check);
      throw refusal;
    }
  }
}
