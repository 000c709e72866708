// A draft of what a client had, the rows that change it, and how tables become such rows.
import { rememberLast } from '../../../kernel/recent.ts';
import { readable } from '../../../kernel/utf8.ts';
import { parseHttpDate } from '../../../signing/date-header.ts';
import type { SignedName } from '../../../signing/signed-headers.ts';
import { whereTheyDiffer } from '../compare-signed.ts';
import type { Change } from '../forms/edits.ts';
import { type Form, type FormRow, inPart } from '../forms/form.ts';

type Cut = readonly [before: string, value: string, behind: string];

/** What a client had, one character for each byte. A class, as thousands are made. */
export class Draft {
  /** What is hashed or signed. Until the rows that join them, lines are `name: value` with LF between. */
  readonly text: string;
  /** What its last row wrote, and where: shorter than the text, which is the same if this is. */
  readonly mark: string;
  /** What its last row was done to. */
  readonly from: Draft | undefined;
  private line: string | undefined;
  private cut: Cut | undefined;

  constructor(text: string, mark = text, from?: Draft) {
    this.text = text;
    this.mark = mark;
    this.from = from;
    this.line = undefined;
    this.cut = undefined;
  }

  /** The value of the line of that name, between what is before and behind it. */
  cutAt(line: string): Cut | undefined {
    if (this.line === line) return this.cut;
    const { text } = this;
    const mark = `${line}: `;
    const at = text.startsWith(mark) ? 0 : text.indexOf(`\n${mark}`) + 1;
    const from = at + mark.length;
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const has = at > 0 || text.startsWith(mark);
    this.line = line;
    this.cut = has ? [text.slice(0, from), text.slice(from, to), text.slice(to)] : undefined;
    return this.cut;
  }
}

/** Cost of what is not found with others, and is rarer than two usual ones. */
export const RAREST = 9;

/** Of one thing and one part only one row is done. */
export interface MistakeRow extends Form {
  readonly thing: string;
  /** The name of the line whose value it changes; absent if it changes the text as a whole. */
  readonly line: string | undefined;
  /** What was done and what is right, with a full stop. @param signed the text with all mistakes */
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

/**
 * The draft after the row; `undefined` if it cannot be done, or does nothing.
 * @param alone what the row makes of the start: the same value if that is still the same
 */
export function draftAfter(row: MistakeRow, draft: Draft, alone?: Draft): Draft | undefined {
  const { line, change } = row;
  if (line === undefined) {
    const changed = change(draft.text);
    return changed === undefined || changed === draft.text ? undefined : new Draft(changed);
  }
  const cut = draft.cutAt(line);
  if (cut === undefined) return undefined;
  const [before, old, behind] = cut;
  const isSame = alone?.from?.cutAt(line)?.[1] === old;
  const changed = isSame ? alone?.mark.slice(line.length) : change(old);
  if (changed === undefined || changed === old) return undefined;
  return new Draft(before + changed + behind, line + changed, draft);
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

/** Rows for the value of one line, which show where the signed value differs from the sent one. */
export function valueRows(
  line: SignedName,
  forms: readonly Form[],
  advice = `sign the value as it is sent, ${ON_THE_WAY}`,
): readonly MistakeRow[] {
  const says: Says = ({ words, change }, whole, before) => {
    const sent = new Draft(before).cutAt(line)?.[1] ?? '';
    // Another mistake may be in the same value.
    const own = change(sent) ?? '';
    const there = new Draft(whole).cutAt(line)?.[1] ?? own;
    // Behind each line, as CRLF joins them.
    const value = own.endsWith('\n') ? own : own.endsWith('\r') ? there : there.replace(/\r$/, '');
    const [signed, right] = whereTheyDiffer(readable(value), readable(sent));
    const what =
      words === ''
        ? `as ${signed}, but the bank received ${right}`
        : `${words} (${signed}, not ${right})`;
    return `You signed ${line} ${what}; ${advice}.`;
  };
  return formRows(line, says, forms, line);
}

/** Of a date whose year has two digits. */
const CENTURY = Date.UTC(2050);
/** Since 1970, of a Date; many rows read the same one. */
export const secondsOf = rememberLast(
  (date: string) => parseHttpDate(date, CENTURY)?.seconds ?? Number.NaN,
);
