// What happens to one signed request on its way through the checks, for its verdict (CTRL-05).
import type { Operation } from '../../bank/banks/operation.ts';
import type { CallFacts } from '../../checks/call-facts.ts';
import type { CheckName } from '../../checks/checks.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { Finding, TppIdentity } from '../../protocol/tpp.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';

export class Trace {
  /** Checks in the order in which they were begun; where a check refused, it is the last. */
  readonly entered: CheckName[] = [];
  readonly findings: Finding[] = [];
  /** Rules whose case arose in the operation (CTRL-08). */
  readonly exercised = new Set<RuleId>();
  /** What the checks have found out. */
  facts: Partial<CallFacts> = {};

  /** A check begins. Work that a store runs again enters anew: what came after is forgotten. */
  enter(check: CheckName): void {
    const at = this.entered.indexOf(check);
    if (at >= 0) this.entered.length = at;
    this.entered.push(check);
  }

  /** Set once the path has led to a row. */
  get operation(): Operation | undefined {
    return this.facts.matched?.row;
  }

  /** Set once the signature has been verified and its certificate passed. */
  get tpp(): TppIdentity | undefined {
    return this.facts.tpp;
  }

  get signer(): SigningCertificate | undefined {
    return this.facts.tpp && this.facts.sent?.certificate;
  }
}
