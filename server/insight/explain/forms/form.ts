// A form: a change that a client makes to a text, or to a body, by its name in each place where it is a mistake.
import type { MistakeName } from '../mistake-names.ts';
import type { Change } from './edits.ts';

/**
 * Where it is done: `digest` and `hash` are the bytes of a hash, `target` is path and query. Ids, dates and addresses are values too.
 */
export type Place =
  | ('string' | 'hash' | 'value' | 'id' | 'date' | 'redirect' | 'target')
  | ('digest' | 'body' | 'issuer');

/** The mistake's name by place; it is not done elsewhere. */
export type Names = Readonly<Partial<Record<Place, MistakeName>>>;

export interface Form<Name = MistakeName> {
  readonly name: Name;
  /** What is changed: of one part only one form. */
  readonly part: string;
  readonly cost: number;
  /** Completes `You signed the string …`; if empty, the signed and the sent value are compared. */
  readonly words: string;
  readonly change: Change;
}

export type FormRow<Name = MistakeName> = readonly [
  name: Name,
  cost: number,
  words: string,
  change: Change,
];

export const inPart = <Name extends MistakeName | Names>(
  part: string,
  rows: readonly FormRow<Name>[],
): readonly Form<Name>[] =>
  rows.map(([name, cost, words, change]) => ({ part, name, cost, words, change }));
