// Amounts of sandbox bodies: text or number, in the account's currency (SBX-04 … SBX-06).
import { amountText, parseAmount } from '../../kernel/money.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Amount, SandboxAmount, SandboxLimit } from '../../protocol/generated/schemas.ts';
import type { RuleId } from '../../protocol/rules.ts';

/** Where an amount is and what it must be in, for parsing and for the refusal. */
export interface AmountPlace {
  /** JSON pointer of the Amount, or of the plain number. */
  readonly path: string;
  readonly currency: string;
  readonly rule: RuleId;
}

/**
 * Signed minor units. FORMAT_ERROR when the amount is in another currency than its account, or isn't
 * a decimal number with at most the currency's fraction digits.
 */
export function sandboxAmount(amount: SandboxAmount | SandboxLimit, place: AmountPlace): bigint {
  const { path, currency, rule } = place;
  if (typeof amount === 'number') return minorUnits(amount, place);
  if (amount.currency !== currency) {
    const text = `The account is in ${currency}, so the amount cannot be in ${amount.currency}.`;
    throw new ApiError(rule, 'FORMAT_ERROR', text, {
      path: `${path}/currency`,
      expected: currency,
      got: amount.currency,
    });
  }
  return minorUnits(amount.amount, { ...place, path: `${path}/amount` });
}

/** The Amount that a body shows. */
export const money = (amount: bigint, currency: string): Amount => amountText({ amount, currency });

/** PAY-03 */
const MAX_DIGITS = 18;

function minorUnits(value: string | number, { path, currency, rule }: AmountPlace): bigint {
  const text = String(value);
  const minor = parseAmount(text, currency, true);
  if (minor === undefined || text.replace(/\D/g, '').length > MAX_DIGITS) {
    const problem = `${text} is not an amount in ${currency}: at most ${MAX_DIGITS} digits, and after a point at most the currency's fraction digits.`;
    throw new ApiError(rule, 'FORMAT_ERROR', problem, { path });
  }
  return minor;
}
