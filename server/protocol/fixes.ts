// The published breaking changes (interface.md, Versioning; ACC-09). A client can ask for each one early
// with x-accept-fix; it became the default at midnight in Oslo of its date. HDR-08 uses the same table.
import type { Profile } from './profile.ts';

export interface Fix {
  readonly name: string;
  /** First day (ISO date, Europe/Oslo) on which it applies by default; per profile if they differ. */
  readonly since: string | Readonly<Record<Profile, string>>;
  /** What it changes. */
  readonly effect: string;
}

export const FIXES = [
  {
    name: 'amount-as-string',
    since: '2020-08-01',
    effect: 'Amounts are text; before, JSON numbers.',
  },
  {
    name: 'longer-names',
    since: '2024-10-01',
    effect: 'Account names have up to 70 characters; before, they were cut at 35.',
  },
  {
    name: 'cash-account-type-iso',
    since: '2024-11-13',
    effect: 'cashAccountType is CACC or SVGS; before, Current or Savings.',
  },
  {
    name: 'cardaccount-switch-originalamount-and-transactionamount',
    since: '2024-11-13',
    effect:
      "transactionAmount of a card transaction is in the card's currency and originalAmount in the purchase's; before, the two were switched.",
  },
  {
    // Only Sandbank knows this name (PAY-10).
    name: 'structured-addresses',
    since: { sandbox: '2026-08-13', production: '2026-11-15' },
    effect: 'SEPA and cross-border payments need structured addresses.',
  },
] as const satisfies readonly Fix[];

export type FixName = (typeof FIXES)[number]['name'];

/** When and for whom: decides whether a fix applies. */
export interface FixContext {
  /** Values of x-accept-fix. */
  readonly acceptFix: readonly string[];
  /** The bank's date in Oslo. */
  readonly today: string;
  /** Needed if the fix's date depends on it; default `sandbox`. */
  readonly profile?: Profile;
}

/** Asked for, or already the default. */
export function isFixed(name: FixName, { acceptFix, today, profile }: FixContext): boolean {
  if (acceptFix.includes(name)) return true;
  const fix: Fix | undefined = FIXES.find((row) => row.name === name);
  if (fix === undefined) throw new Error(`${name} is no fix`);
  const since = typeof fix.since === 'string' ? fix.since : fix.since[profile ?? 'sandbox'];
  return today >= since;
}
