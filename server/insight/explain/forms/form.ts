// A form: a change that a client makes to a text. In another place it may be another mistake.
import type { MistakeName } from '../mistake-names.ts';
import type { Change } from './edits.ts';

/** A form may be several mistakes together. */
export type Mistakes = MistakeName | readonly MistakeName[];

/** `digest` and `hash` are the bytes of a hash. Ids, dates and addresses are values too. */
export type Place =
  | ('string' | 'hash' | 'digest' | 'body' | 'issuer')
  | ('value' | 'id' | 'date' | 'redirect' | 'target');

export interface Form {
  readonly name: Mistakes;
  /** What is changed: of one part only one form. */
  readonly part: string;
  readonly cost: number;
  /** Completes `You signed the string …`; if empty, the signed and the sent value are compared. */
  readonly words: string;
  readonly change: Change;
}

/** Several changes of one row are as usual as each other. */
type Ways = readonly [cost: number, words: string, ...changes: Change[]];
export type FormRow = readonly [name: Mistakes, ...Ways];

export const inPart = (part: string, rows: readonly FormRow[]): readonly Form[] =>
  rows.flatMap(([name, cost, words, ...changes]) =>
    changes.map((change) => ({ part, name, cost, words, change })),
  );

/** Each of the texts in place of what was there. */
export const instead = (texts: readonly string[]): readonly Change[] =>
  texts.map((text) => () => text);

/** Forms under headings, which say what they change, and under which name they are a mistake at which place. */
export type Table = readonly (ReturnType<typeof under> | Ways)[];
export const under = (part: string, at: { [place in Place]?: MistakeName }) => ({ part, at });

/** The forms that are done at one of the places, each by its name at the first of them. */
export function formsAt(places: readonly Place[], table: Table): readonly Form[] {
  let heading = under('', {});
  return table.flatMap((row) => {
    if ('part' in row) heading = row;
    const name = places.flatMap((place) => heading.at[place] ?? [])[0];
    return 'part' in row || name === undefined ? [] : inPart(heading.part, [[name, ...row]]);
  });
}
