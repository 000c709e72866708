// How tables become rows that change a signing string, or the value of one of its lines.
import { readable } from '../../../kernel/utf8.ts';
import type { SignedRequest } from '../../../signing/signature-checks.ts';
import type { SignedName } from '../../../signing/signed-headers.ts';
import { whereTheyDiffer } from '../compare-signed.ts';
import {
  type BodyChange,
  type Form,
  type FormRow,
  inPart,
  type Mistakes,
  type TextChange,
} from '../forms/form.ts';
import type { MistakeName } from '../mistake-names.ts';
import { Draft, type MistakeRow, rowOf } from '../search.ts';

/** The refused request. */
export interface StringContext {
  readonly request: SignedRequest;
  /** Entries of the Signature's headers, in their order. */
  readonly entries: readonly SignedName[];
  /** Wall clock, milliseconds. */
  readonly now: number;
}

/** A row for each form, explained by sentences of one pattern. */
export const formRows = (
  thing: string,
  says: (words: string, signed: string) => string,
  forms: readonly Form<Mistakes, BodyChange>[],
): readonly MistakeRow[] => {
  const ofRow: MistakeRow['says'] = ({ words }, signed) => says(words, signed);
  return forms.map((form) => rowOf(form, ofRow, { thing }));
};

/** Rows of one part. */
export const rowsOf = (
  thing: string,
  part: string,
  says: (words: string, signed: string) => string,
  rows: readonly FormRow<Mistakes>[],
): readonly MistakeRow[] => formRows(thing, says, inPart(part, rows));

/** The change of what follows the mark, such as the algorithm of a digest. */
export const behind =
  (mark: string, change: TextChange): TextChange =>
  (text) => {
    const from = text.indexOf(mark) + mark.length;
    const changed = from < mark.length ? undefined : change(text.slice(from));
    return changed === undefined ? undefined : text.slice(0, from) + changed;
  };

/** Rows for the value of one line, which show where the signed value differs from the sent one. */
export function valueRows(
  line: SignedName,
  forms: readonly Form<MistakeName, BodyChange>[],
  advice = 'sign the value as it is sent',
): readonly MistakeRow[] {
  const says: MistakeRow['says'] = ({ words, change }, whole, before) => {
    const sent = new Draft(before).cutAt(line)?.[1] ?? '';
    // Another mistake may be in the same value.
    const own = change(sent, '') ?? '';
    const there = new Draft(whole).cutAt(line)?.[1] ?? own;
    // Behind each line, as CRLF joins them.
    const value = own.endsWith('\r') ? there : there.replace(/\r$/, '');
    const [signed, right] = whereTheyDiffer(readable(value), readable(sent));
    const what =
      words === '' ? `as ${signed} but sent ${right}` : `${words} (${signed}, not ${right})`;
    return `You signed ${line} ${what}; ${advice}.`;
  };
  return forms.map((form) => rowOf(form, says, { thing: line, line }));
}

/** What is in front of a path of one bank among several; empty if there is nothing. */
export const bankIn = (target: string): string => /^\/banks\/[^/?]+(?=\/)/.exec(target)?.[0] ?? '';
