// A row of the catalogue.

/**
 * Where a rule comes from: **S** the API's specification, **L** seen on live banks with this API, **BG**
 * NextGenPSD2 1.3, **O** our own decision (docs/assumptions.md).
 */
type RuleSource = 'S' | 'L' | 'BG' | 'O';

/** Settings that rules are about. */
export const RULE_SETTINGS = [
  'SANDBANK_TRUST',
  'SANDBANK_MTLS',
  'SANDBANK_PROFILE=production',
] as const;
export type RuleSetting = (typeof RULE_SETTINGS)[number];

export interface Rule {
  readonly id: string;
  /** Absent: our own decision alone. */
  readonly source?: readonly RuleSource[];
  /** `built`, the default: in force, and the title of a test names it. `planned`: not yet. */
  readonly state?: 'built' | 'planned';
  /**
   * Which signed requests exercise the rule (CTRL-08), in addition to refusals and findings. `refusal`: no
   * others. `success`: every success of an operation that lists it in `rules`. `case`: successes in which
   * its case occurs; the code there calls `call.exercises(id)`. Absent: the rule is about the control API,
   * pages or the process.
   */
  readonly exercisedBy?: 'refusal' | 'success' | 'case';
  /** The setting without which no request of a bank exercises it. */
  readonly needs?: RuleSetting;
  /** The rule in one or two sentences. */
  readonly sentence: string;
}
