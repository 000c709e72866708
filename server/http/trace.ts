// Records what the checks do with one signed request, for its verdict (CTRL-05).
import type { Operation, PersonName } from '../bank/banks/operation.ts';
import type { FiredFault } from '../bank/faults/fault.ts';
import type { CallFacts } from '../checks/call-facts.ts';
import type { CheckName } from '../checks/checks.ts';
import type { Explanation } from '../insight/explain/explanation.ts';
import { SharedList } from '../kernel/shared-list.ts';
import { EXERCISED_BY_SUCCESS, type RuleId } from '../protocol/rules.ts';
import type { Finding, TppIdentity } from '../protocol/tpp.ts';
import type { SigningCertificate } from '../signing/certificate.ts';

/** What the lists of all traces begin from. */
export class TraceLists {
  readonly checks = new SharedList<CheckName>();
  readonly rules = new SharedList<string>();
}

export class Trace {
  /** When the request arrived, by the wall clock. */
  at = 0;
  readonly findings: Finding[] = [];
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
  readonly #lists: TraceLists;
  #entered: SharedList<CheckName>;
  #exercised: SharedList<string>;

  constructor(lists: TraceLists) {
    this.#lists = lists;
    this.#entered = lists.checks;
    this.#exercised = lists.rules;
  }

  /** Checks in the order in which they began; if one refused, it is the last. */
  get entered(): readonly CheckName[] {
    return this.#entered.items;
  }

  /**
   * A check begins. If the store repeats a transaction, the checks begin again and later entries are
   * dropped.
   */
  enter(check: CheckName): void {
    const at = this.entered.indexOf(check);
    if (at !== -1) this.#entered = this.#lists.checks.withAll(this.entered.slice(0, at));
    this.#entered = this.#entered.with(check);
  }

  /** The case of a rule has occurred in the operation. */
  exercises(rule: RuleId): void {
    if (!this.#exercised.items.includes(rule)) this.#exercised = this.#exercised.with(rule);
  }

  /** What a success exercises (CTRL-08): rules of the operation, and those whose case occurred in it. */
  get exercised(): readonly string[] {
    const own = this.operation?.rules.filter((rule) => EXERCISED_BY_SUCCESS.has(rule)) ?? [];
    return this.#lists.rules.withAll(own).withAll(this.#exercised.items).items;
  }

  /** The operation begins again. */
  beginAgain(): void {
    this.findings.length = 0;
    this.#exercised = this.#lists.rules;
    this.person = undefined;
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
