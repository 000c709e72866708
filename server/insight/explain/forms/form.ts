// A form: a change of a text that a client makes, by its name in each place where it is a mistake.
import type { MistakeName } from '../mistake-names.ts';
import type { Change } from './edits.ts';

/**
 * Where it is done: `digest` and `hash` are the bytes of a hash, `label` is the base64 of a digest, `target` is
 * path and query. Ids, dates and addresses are values too.
 */
export type Place =
  | ('string' | 'hash' | 'value' | 'id' | 'date' | 'redirect' | 'target')
  | ('digest' | 'label' | 'body' | 'issuer');

export type Names = Readonly<Partial<Record<Place, MistakeName>>>;

export interface Form {
  /** The mistake's name by place; it is not done elsewhere. */
  readonly names: Names;
  /** What is changed: of one part only one form. */
  readonly part: string;
  readonly cost: number;
  /** Completes `You signed the string …`; if empty, the signed and the sent value are compared. */
  readonly words: string;
  readonly change: Change;
}

export const inPart = (
  part: string,
  rows: readonly (readonly [names: Names, cost: number, words: string, change: Change])[],
): readonly Form[] =>
  rows.map(([names, cost, words, change]) => ({ part, names, cost, words, change }));
