// A form: a change that a client makes to a text. In another place it may be another mistake.
import type { MistakeName } from '../mistake-names.ts';
import type { TextChange } from './edits.ts';

/** `digest` and `hash` are the bytes of a hash. Ids, dates and addresses are values too. */
export type Place =
  | ('string' | 'hash' | 'digest' | 'body' | 'issuer')
  | ('value' | 'id' | 'date' | 'redirect' | 'target');

export interface Form<Name = MistakeName> {
  readonly name: Name;
  /** What is changed: of one part only one form. */
  readonly part: string;
  readonly cost: number;
  /** Completes `You signed the string …`; if empty, the signed and the sent value are compared. */
  readonly words: string;
  readonly change: TextChange;
}

export type FormRow<Name = MistakeName> = readonly [
  name: Name,
  cost: number,
  words: string,
  change: TextChange,
];

export const inPart = <Name extends MistakeName | readonly MistakeName[]>(
  part: string,
  rows: readonly FormRow<Name>[],
): readonly Form<Name>[] =>
  rows.map(([name, cost, words, change]) => ({ part, name, cost, words, change }));

/** Under which name a form is a mistake at which place. */
type At = Partial<Readonly<Record<Place, MistakeName>>>;
/** Forms under headings, which say what they change. */
export type Table = readonly (
  | ReturnType<typeof under>
  | readonly [cost: number, words: string, change: TextChange]
)[];
export const under = (part: string, at: At) => ({ part, at });

/** The forms that are done at one of the places, each by its name at the first of them. */
export function formsAt(places: readonly Place[], table: Table): readonly Form[] {
  let heading = under('', {});
  return table.flatMap((row) => {
    if ('part' in row) heading = row;
    const name = places.flatMap((place) => heading.at[place] ?? [])[0];
    return 'part' in row || name === undefined ? [] : inPart(heading.part, [[name, ...row]]);
  });
}
