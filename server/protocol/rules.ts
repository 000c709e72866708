// The catalogue: every rule of the API as a row. Errors, findings and test titles name its ids, and
// docs/rules.md is printed from it. A test fails if no test names a built rule.
import { ACCOUNT_RULES } from './rules/accounts.ts';
import { CONSENT_RULES } from './rules/consents.ts';
import { HOUSE_RULES } from './rules/house.ts';
import { PAYMENT_RULES } from './rules/payments.ts';
import { REQUEST_RULES } from './rules/requests.ts';
import type { Rule } from './rules/rule.ts';
import { SANDBOX_RULES } from './rules/sandbox.ts';
import { SCA_RULES } from './rules/sca.ts';
import { SCENARIO_RULES } from './rules/scenarios.ts';
import { SIGNING_RULES } from './rules/signing.ts';
import { TRANSPORT_RULES } from './rules/transport.ts';

const CATALOGUE = [
  ...REQUEST_RULES,
  ...SIGNING_RULES,
  ...TRANSPORT_RULES,
  ...SCA_RULES,
  ...CONSENT_RULES,
  ...ACCOUNT_RULES,
  ...PAYMENT_RULES,
  ...SANDBOX_RULES,
  ...SCENARIO_RULES,
  ...HOUSE_RULES,
] as const;

/** The id of a rule in the catalogue: `SIG-06`. */
export type RuleId = (typeof CATALOGUE)[number]['id'];

/** A rule with all that is said of it. */
export type FullRule = Rule & Required<Pick<Rule, 'state' | 'source'>> & { readonly id: RuleId };

/** Every rule, family by family, in the order of docs/rules.md. */
export const RULES: readonly FullRule[] = CATALOGUE.map((rule) => ({
  state: 'built',
  source: ['O'],
  ...rule,
}));

/** The rules that every success of an operation exercises if the operation lists them. */
export const EXERCISED_BY_SUCCESS: ReadonlySet<string> = new Set(
  RULES.filter(({ exercisedBy }) => exercisedBy === 'success').map(({ id }) => id),
);
