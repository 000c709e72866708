// Records what the checks do with one signed request, for its verdict (CTRL-05).
import type { Operation, PersonName } from '../../bank/banks/operation.ts';
import type { FiredFault } from '../../bank/faults/fault.ts';
import type { CallFacts } from '../../checks/call-facts.ts';
import type { CheckName } from '../../checks/checks.ts';
import type { Explanation } from '../../insight/explain/explanation.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { Finding, TppIdentity } from '../../protocol/tpp.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';

export class Trace {
  /** When the request arrived, by the wall clock. */
  at = 0;
  /** Checks in the order in which they began; if one refused, it is the last. */
  readonly entered: CheckName[] = [];
  readonly findings: Finding[] = [];
  /** Rules whose case occurred in the operation (CTRL-08). */
  readonly exercised = new Set<RuleId>();
  /** Whom the request is about. */
  person: PersonName | undefined;
  /** The fault that fires on the request (FAULT-01). */
  fault: FiredFault | undefined;
  /** Ticks at which the checks before the bank's transaction had passed. */
  verifiedAt: number | undefined;
  /** What the checks found out. */
  facts: Partial<CallFacts> = {};
  /** Why the signature was refused, and the milliseconds until that was known. */
  why: { readonly explanation?: Explanation; readonly explaining?: number } = {};

  /**
   * A check begins. If the store repeats a transaction, the checks begin again and later entries are
   * dropped.
   */
  enter(check: CheckName): void {
    const at = this.entered.indexOf(check);
    if (at >= 0) this.entered.length = at;
    this.entered.push(check);
  }

  /** Set after the path has led to a row. */
  get operation(): Operation | undefined {
    return this.facts.matched?.row;
  }

  /** Set after the signature has been verified and its certificate accepted. */
  get tpp(): TppIdentity | undefined {
    return this.facts.tpp;
  }

  get signer(): SigningCertificate | undefined {
    return this.facts.tpp && this.facts.sent?.certificate;
  }
}
