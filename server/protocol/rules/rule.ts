// What a row of the catalogue is.

/**
 * Where a rule comes from: **S** the interface's specification, **L** seen on the live interface of
 * this family, **BG** NextGenPSD2 1.3, **O** our own decision (docs/assumptions.md).
 */
export type RuleSource = 'S' | 'L' | 'BG' | 'O';

export interface Rule {
  readonly id: string;
  readonly source: readonly RuleSource[];
  /** `built`: in force, and some test's title names it. `planned`: not yet. */
  readonly state: 'built' | 'planned';
  /**
   * Which signed requests exercise the rule (CTRL-08), besides those that it refuses or has a finding
   * about. `refusal`: no others. `success`: every success of an operation that lists it in `rules`.
   * `case`: the successes in which its case arises; the code there calls `call.exercises(id)`. Absent: it
   * is not about signed requests, but about the control API, pages or the process.
   */
  readonly exercisedBy?: 'refusal' | 'success' | 'case';
  /** The rule in one or two sentences. */
  readonly sentence: string;
}
