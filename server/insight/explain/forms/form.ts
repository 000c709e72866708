// A form: a change that a client makes to a text. In another place it may be another mistake.
import type { MistakeName } from '../mistake-names.ts';
import type { Change } from './edits.ts';

/** `digest` and `hash` are the bytes of a hash. Ids, dates and addresses are values too. */
export const PLACES = [
  ...(['string', 'hash', 'digest', 'body', 'issuer', 'value'] as const),
  ...(['id', 'date', 'redirect', 'request-target'] as const),
];
export type Place = (typeof PLACES)[number];

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

export const inPart = <Name extends MistakeName | readonly MistakeName[]>(
  part: string,
  rows: readonly FormRow<Name>[],
): readonly Form<Name>[] =>
  rows.map(([name, cost, words, change]) => ({ part, name, cost, words, change }));

/**
 * Forms, each under a heading of part and names: `letters: string:utf8-twice body-utf8-twice`. A name begins with
 * its place, or has it before a colon.
 */
export type Table = readonly (string | readonly [cost: number, words: string, change: Change])[];

/** The forms that are done at one of the places, each by its name at the first of them. */
export function formsAt(places: readonly Place[], table: Table): readonly Form[] {
  let part = '';
  let name: MistakeName | undefined;
  return table.flatMap((row) => {
    if (typeof row !== 'string') return name === undefined ? [] : inPart(part, [[name, ...row]]);
    part = row.replace(/:.*/, '');
    const names = row.split(' ').slice(1);
    const at = places.flatMap((place) => [
      ...names.flatMap((one) => (one.startsWith(`${place}:`) ? one.slice(place.length + 1) : [])),
      ...names.filter((one) => one.startsWith(`${place}-`)),
    ]);
    name = at[0] as MistakeName | undefined;
    return [];
  });
}
