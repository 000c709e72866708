// Whether the bank would accept a payment by the rules of another date or profile (CTRL-12). Pure. It leaves
// out the payment's own dates, which depend on when it is sent, and what only the bank's data can say:
// accounts, funds, KID agreements, duplicates.
import { type FixContext, isFixed } from '../../../protocol/fixes.ts';
import type { RuleId } from '../../../protocol/rules.ts';
import type { Product } from '../products.ts';
import { entriesOf, type RequestBody } from '../request-body.ts';
import type { BankDirectory } from './check-entries.ts';
import { addressGaps, warningsOf } from './check-entries.ts';
import { MAX_MESSAGES, type Problem, productProblems } from './check-payment.ts';

/** The date (`today`), the profile, and what the request asks for with x-accept-fix. */
interface ReadinessScene extends Required<FixContext> {
  readonly bankDirectory: BankDirectory;
}

/**
 * What every check refuses, in their order, although the bank would answer with those of the first; and what
 * the bank would accept with a warning if it refuses nothing.
 * @param request a body that its product's schema has passed
 */
export function readinessOf(product: Product, request: RequestBody, scene: ReadinessScene) {
  const entries = entriesOf(request);
  const gaps = addressGaps(product, entries, scene.bankDirectory);
  const refusals = [
    ...refusalsOf('PAY-11', productProblems(product, request)),
    ...(isFixed('structured-addresses', scene) ? refusalsOf('PAY-10', gaps) : []),
  ];
  return { refusals, warnings: refusals.length > 0 ? [] : warningsOf(entries, gaps) };
}

export type Readiness = ReturnType<typeof readinessOf>;

/** The messages of a refusal, each with the rule that it comes from. */
const refusalsOf = (rule: RuleId, problems: readonly Problem[]) =>
  problems.slice(0, MAX_MESSAGES).map(({ code = 'FORMAT_ERROR', path, text }) => {
    return { rule, code, path, text };
  });
