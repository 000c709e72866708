// A row of the catalogue.

/**
 * Where a rule comes from: **S** the API's specification, **L** seen on live banks with this API, **BG**
 * NextGenPSD2 1.3, **O** our own decision (docs/assumptions.md).
 */
type RuleSource = 'S' | 'L' | 'BG' | 'O';

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
  /** The rule in one or two sentences. */
  readonly sentence: string;
}
