// Amounts of sandbox bodies: text or number, in a currency that is given (SBX-04, SBX-05).
import { parseAmount } from '../../kernel/money.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { SandboxAmount } from '../../protocol/generated/schemas.ts';
import type { RuleId } from '../../protocol/rules.ts';

/** Where an amount is and what it must be in, for parsing and for the refusal. */
export interface AmountPlace {
  /** JSON pointer of the Amount. */
  readonly path: string;
  readonly currency: string;
  readonly rule: RuleId;
}

/**
 * Signed minor units. FORMAT_ERROR when the amount is in another currency than its account, or isn't
 * a decimal number with at most the currency's fraction digits.
 */
export function sandboxAmount(amount: SandboxAmount, place: AmountPlace): bigint {
  const { path, currency, rule } = place;
  if (amount.currency !== currency) {
    const text = `The account is in ${currency}; an amount in ${amount.currency} cannot be put on it.`;
    throw new ApiError(rule, 'FORMAT_ERROR', text, {
      path: `${path}/currency`,
      expected: currency,
      got: amount.currency,
    });
  }
  const minor = parseAmount(String(amount.amount), currency, true);
  if (minor === undefined) {
    const text = `${amount.amount} is not an amount in ${currency}: digits, and after a point at most the currency's fraction digits.`;
    throw new ApiError(rule, 'FORMAT_ERROR', text, { path: `${path}/amount` });
  }
  return minor;
}
