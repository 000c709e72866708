// What rows know of the refused request, what a row is, and how tables become rows.
import { memoize } from '../../../kernel/memoize.ts';
import { rememberLast } from '../../../kernel/recent.ts';
import { readable, utf8Of } from '../../../kernel/utf8.ts';
import { parseHttpDate } from '../../../signing/date-header.ts';
import type { SignedRequest } from '../../../signing/signature-checks.ts';
import type { SignedName } from '../../../signing/signed-headers.ts';
import { whereTheyDiffer } from '../explanation.ts';
import type { Change } from '../forms/edits.ts';
import { type Form, type FormRow, inPart } from '../forms/form.ts';

/** Of the Signature's headers, in their order. */
export type Entries = readonly SignedName[];
export interface StringContext {
  readonly request: SignedRequest;
  readonly entries: Entries;
}

/** What is in front of a path of one bank among several; empty if there is nothing. */
export const bankIn = (target: string): string => /^\/banks\/[^/?]+(?=\/)/.exec(target)?.[0] ?? '';

type Cut = readonly [before: string, value: string, behind: string];

/** The value of the line of that name, between what is before and behind it. Hundreds of rows read the same text. */
const cutsIn = rememberLast((text: string) =>
  memoize((line: string): Cut | undefined => {
    const mark = `${line}: `;
    const at = `\n${text}`.indexOf(`\n${mark}`);
    if (at < 0) return undefined;
    const from = at + mark.length;
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    return [text.slice(0, from), text.slice(from, to), text.slice(to)];
  }),
);

/** Cost of what is not found with others, and is rarer than two usual ones. */
export const RAREST = 9;

/** Of one thing and one part only one row is done. */
export interface MistakeRow extends Form {
  readonly thing: string;
  /** The name of the line whose value it changes; absent if it changes the text as a whole. */
  readonly line: string | undefined;
  /** What was done and what is right, with a full stop. @param signed the text with it, and with the mistakes before it */
  readonly says: (row: MistakeRow, signed: string, right: string) => string;
}

type Says = MistakeRow['says'];
/**
 * A row for each form, all of one shape, as thousands are read for each signature.
 * @param sentence with … for the words of the form
 */
export function formRows(
  thing: string,
  sentence: string | Says,
  forms: readonly Form[],
  line?: SignedName,
): readonly MistakeRow[] {
  const filled: Says = ({ words }) => `${sentence}`.replace('…', () => words);
  const says = typeof sentence === 'string' ? filled : sentence;
  return forms.map(({ name, part, cost, words, change }) => {
    return { name, part, cost, words, change, says, thing, line };
  });
}

/** Rows of one part. */
export const rowsOf = (
  thing: string,
  part: string,
  sentence: string | Says,
  rows: readonly FormRow[],
): readonly MistakeRow[] => formRows(thing, sentence, inPart(part, rows));

/** The text after the row; `undefined` if it cannot be done, or does nothing. */
export function textAfter({ line, change }: MistakeRow, text: string): string | undefined {
  const cut: Cut | undefined = line === undefined ? ['', text, ''] : cutsIn(text)(line);
  if (cut === undefined) return undefined;
  const [before, old, behind] = cut;
  const changed = change(old);
  return changed === undefined || changed === old ? undefined : before + changed + behind;
}

/** The change of what follows the mark, such as the algorithm of a digest. */
export const behind =
  (mark: string, change: Change): Change =>
  (text) => {
    const from = text.indexOf(mark) + mark.length;
    const changed = from < mark.length ? undefined : change(text.slice(from));
    return changed === undefined ? undefined : text.slice(0, from) + changed;
  };

/** Whoever changed it: the bank sees only what came. */
export const ON_THE_WAY = 'or find what changes it on the way';

/** What came is not to be signed as it is where the bank would refuse it then: no bytes but UTF-8, no address of two. */
export const advised = (advice: string, sent: string, line?: SignedName): string => {
  const isAddress = line === 'tpp-redirect-uri' && /\s/.test(sent);
  if (utf8Of(sent) !== undefined && !isAddress) return advice;
  const how = isAddress ? 'once and without white space' : 'in UTF-8, or percent-encoded';
  return `send it ${how}, and sign the same, ${ON_THE_WAY}`;
};

/** Rows for the value of one line, which show where the signed value differs from the sent one. */
export function valueRows(
  line: SignedName,
  forms: readonly Form[],
  advice = `sign the value as it is sent, ${ON_THE_WAY}`,
): readonly MistakeRow[] {
  const says: Says = ({ words, change }, whole, before) => {
    const valueIn = (text: string) => cutsIn(text)(line)?.[1];
    const sent = valueIn(before) as string;
    // Another mistake may be in the same value. A line end that is its own ends the line.
    const own = change(sent) ?? '';
    const value = own.endsWith('\n') ? own : (valueIn(whole) ?? own);
    const [signed, right] = whereTheyDiffer(readable(value), readable(sent));
    const what =
      words === ''
        ? `as ${signed}, but the bank received ${right}`
        : `${words} (${signed}, not ${right})`;
    return `You signed ${line} ${what}; ${advised(advice, sent, line)}.`;
  };
  return formRows(line, says, forms, line);
}

/** Of a date whose year has two digits. */
const CENTURY = Date.UTC(2050);
/** Since 1970, of a Date; many rows read the same one. */
export const secondsOf = rememberLast(
  (date: string) => parseHttpDate(date, CENTURY)?.seconds ?? Number.NaN,
);
