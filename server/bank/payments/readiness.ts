// Whether the bank would accept a payment by the rules of another date or profile (CTRL-12). Pure. It leaves
// out the payment's own dates, which depend on when it is sent, and what only the bank's data can say:
// accounts, funds, KID agreements, duplicates.
import { defined } from '../../kernel/defined.ts';
import { ApiError, type ErrorCode, type TppMessage } from '../../protocol/errors.ts';
import { type FixContext, isFixed } from '../../protocol/fixes.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { BankDirectory } from './bank-directory.ts';
import { addressGaps, warningsOf } from './check-entries.ts';
import { checkAddresses, checkProductRules } from './check-payment.ts';
import type { Product } from './products.ts';
import { entriesOf, type RequestBody } from './request-body.ts';

/** The date (`today`), the profile, and what the request asks for with x-accept-fix. */
export interface ReadinessScene extends Required<FixContext> {
  readonly bankDirectory: BankDirectory;
}

/** One ERROR message, and the rule that it comes from. */
export interface ReadinessRefusal {
  readonly rule: RuleId;
  readonly code: ErrorCode;
  readonly path?: string;
  readonly text: string;
}

export interface Readiness {
  /** Of every check, in their order, although the bank would answer with those of the first. */
  readonly refusals: readonly ReadinessRefusal[];
  /** What the bank would accept with a warning; empty if it refuses. */
  readonly warnings: readonly TppMessage[];
}

/** @param request a body that its product's schema has passed */
export function readinessOf(
  product: Product,
  request: RequestBody,
  scene: ReadinessScene,
): Readiness {
  const entries = entriesOf(request);
  const gaps = addressGaps(product, entries, scene.bankDirectory);
  const refusals = [
    ...refusalsOf(() => checkProductRules(product, request)),
    ...(isFixed('structured-addresses', scene) ? refusalsOf(() => checkAddresses(gaps)) : []),
  ];
  return { refusals, warnings: refusals.length > 0 ? [] : warningsOf(entries, gaps) };
}

function refusalsOf(check: () => void): readonly ReadinessRefusal[] {
  try {
    check();
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    return thrown.messages().map(({ code, path, text }) => ({
      rule: thrown.rule,
      code,
      ...defined({ path }),
      text,
    }));
  }
}
