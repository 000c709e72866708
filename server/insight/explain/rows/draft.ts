// A signing string as text, with the body that its digest is of; and how tables become rows that change it.
import { readable } from '../../../kernel/utf8.ts';
import type { SignedRequest } from '../../../signing/signature-checks.ts';
import type { SignedName } from '../../../signing/signed-headers.ts';
import { whereTheyDiffer } from '../compare-signed.ts';
import type { TextChange } from '../forms/edits.ts';
import { type Form, type FormRow, inPart } from '../forms/form.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { Draft, MistakeRow } from '../search.ts';

/** A form may be several mistakes together. */
export type Mistakes = MistakeName | readonly MistakeName[];

/** The refused request. */
export interface StringContext {
  readonly request: SignedRequest;
  /** Entries of the Signature's headers, in their order. */
  readonly entries: readonly SignedName[];
  /** Wall clock, milliseconds. */
  readonly now: number;
}

export const onText =
  (change: TextChange) =>
  (draft: Draft): Draft | undefined => {
    const text = change(draft.text);
    return text === undefined || text === draft.text ? undefined : { text, body: draft.body };
  };

/** A row for each form, explained by sentences of one pattern. */
export const formRows = (
  thing: string,
  says: (words: string, signed: string, right: string, change: TextChange) => string,
  forms: readonly Form<Mistakes>[],
  on: (change: TextChange) => MistakeRow['change'] = onText,
): readonly MistakeRow[] =>
  forms.map(({ name, part, cost, words, change }) => ({
    mistakes: typeof name === 'string' ? [name] : name,
    thing,
    slot: `${thing} ${part}`,
    cost,
    says: (signed, right) => says(words, signed, right, change),
    change: on(change),
  }));

/** Rows of one slot, which is a thing and a part of it. */
export const rowsOf = (
  thing: string,
  part: string,
  says: (words: string, signed: string) => string,
  rows: readonly FormRow<Mistakes>[],
): readonly MistakeRow[] => formRows(thing, says, inPart(part, rows));

/** The change of what follows the mark, such as the algorithm of a digest, up to the end if there is one. */
export const behind =
  (mark: string, change: TextChange, end?: string): TextChange =>
  (text) => {
    const at = text.indexOf(mark);
    if (at === -1) return undefined;
    const from = at + mark.length;
    const to = end === undefined ? -1 : text.indexOf(end, from);
    const old = text.slice(from, to === -1 ? text.length : to);
    const changed = change(old);
    if (changed === undefined || changed === old) return undefined;
    return text.slice(0, from) + changed + (to === -1 ? '' : text.slice(to));
  };

/** The change of the value in the line of that name. */
export const inLine = (entry: string, change: TextChange): TextChange =>
  behind(`${entry}: `, change, '\n');

/** Rows for the value of one line, which show where the signed value differs from the sent one. */
export function valueRows(
  entry: SignedName,
  forms: readonly Form[],
  advice = 'sign the value as it is sent',
): readonly MistakeRow[] {
  const valueIn = (text: string) =>
    text
      .split(/\r?\n/)
      .find((line) => line.startsWith(`${entry}: `))
      ?.slice(entry.length + 2);
  const says = (words: string, whole: string, before: string, change: TextChange) => {
    const sent = valueIn(before) ?? '';
    // Another mistake may be in the same value.
    const [signed, right] = whereTheyDiffer(
      readable(valueIn(whole) ?? change(sent) ?? ''),
      readable(sent),
    );
    const what =
      words === '' ? `as ${signed} but sent ${right}` : `${words} (${signed}, not ${right})`;
    return `You signed ${entry} ${what}; ${advice}.`;
  };
  return formRows(entry, says, forms, (change) => onText(inLine(entry, change)));
}

/** `a, b and c` */
export const listed = (names: readonly string[], word = 'and'): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
