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
  /** The rule in one or two sentences. */
  readonly sentence: string;
}
