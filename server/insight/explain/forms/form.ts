// A form: a change that a client makes to a text. In another place it may be another mistake.
import type { MistakeName } from '../mistake-names.ts';
import type { TextChange } from './edits.ts';

/** `digest` and `hash` are the bytes of a hash. Ids, dates and addresses are values too. */
export const PLACES = [
  'string',
  'hash',
  'digest',
  'body',
  'issuer',
  'value',
  'id',
  'date',
  'redirect',
  'request-target',
] as const;
export type Place = (typeof PLACES)[number];

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

/** A name begins with its place, or has it before a colon. */
type AtPlace =
  | `${Place}:${MistakeName}`
  | { [Name in MistakeName]: Name extends `${Place}-${string}` ? Name : never }[MistakeName];

/** Forms under headings: the part, and under which name they are a mistake at which place. */
export type Table = readonly (
  | readonly [part: string, ...names: AtPlace[]]
  | readonly [cost: number, words: string, change: TextChange]
)[];

/** The forms that are done at one of the places, each by its name at the first of them. */
export function formsAt(places: readonly Place[], table: Table): readonly Form[] {
  let part = '';
  let name: MistakeName | undefined;
  return table.flatMap((row) => {
    if (isForm(row)) return name === undefined ? [] : inPart(part, [[name, ...row]]);
    const [its, ...names] = row;
    part = its;
    const at = (place: Place) =>
      names.find((one) => /^request-target|^\w+/.exec(one)?.[0] === place);
    name = places.flatMap((place) => at(place) ?? [])[0]?.replace(/^.*:/, '') as typeof name;
    return [];
  });
}

const isForm = (row: Table[number]): row is readonly [number, string, TextChange] =>
  typeof row[0] === 'number';
