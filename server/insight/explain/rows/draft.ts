// A signing string in parts, so that a row can change one part and leave the rest correct; with the body that
// its digest is of. And the places in it where forms are done.
import { quoteBytes } from '../../../kernel/utf8.ts';
import type { SignedRequest } from '../../../signing/signature-checks.ts';
import type { SignedName } from '../../../signing/signed-headers.ts';
import { signedValue } from '../../../signing/signing-string.ts';
import type { Change } from '../forms/edits.ts';
import type { Form } from '../forms/form.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { Row } from '../search.ts';
import { type Body, bodyField } from './body-rows.ts';

/** One line. Both parts are bytes as latin1 text, one character per byte. */
export interface Line {
  /** The entry of the Signature's headers for this line. */
  readonly entry: string;
  /** The text before the colon; a line without a name has no colon either. */
  readonly name: string;
  readonly value: string;
  /** Text between this name and its value, and before the line, if they differ from the draft's. */
  readonly colon?: string;
  readonly joiner?: string;
}

export interface Draft {
  readonly lines: readonly Line[];
  /** Text between name and value; the right one is `: `. */
  readonly colon: string;
  /** Text between lines; the right one is LF. */
  readonly joiner: string;
  readonly start: string;
  readonly end: string;
  readonly body: Body;
  /** The whole string after a change that does not know its parts. */
  readonly whole?: string;
}

export type DraftRow = Row<Draft>;

/** The refused request and its right string. */
export interface StringContext {
  readonly request: SignedRequest;
  readonly draft: Draft;
  /** Entries of the Signature's headers, in their order. */
  readonly entries: readonly string[];
  /** Wall clock, milliseconds. */
  readonly now: number;
}

/** For a body that is signed; shorter than one that is only hashed, as other things are tried too. */
export const LONGEST_BODY = 32 * 1024;

/** The string as the bank builds it (SIG-09). */
export function stringContext(
  request: SignedRequest,
  entries: readonly SignedName[],
  now: number,
): StringContext {
  const lines = entries.map((entry) => lineOf(entry, signedValue(entry, request)));
  const body = bodyField(request.body, LONGEST_BODY).start;
  const draft = { lines, colon: ': ', joiner: '\n', start: '', end: '', body };
  return { request, draft, entries, now };
}

export const lineOf = (entry: string, value: string): Line => ({ entry, name: entry, value });

/** The bytes that are hashed, as latin1 text. */
export function renderDraft({ lines, colon, joiner, start, end, whole }: Draft): string {
  if (whole !== undefined) return whole;
  // One explanation builds thousands of these, and joining a list takes twice as long.
  let text = start;
  let isFirst = true;
  for (const line of lines) {
    if (!isFirst) text += line.joiner ?? joiner;
    if (line.name !== '') text += line.name + (line.colon ?? colon);
    text += line.value;
    isFirst = false;
  }
  return text + end;
}

export const valueIn = ({ lines }: Draft, entry: string): string | undefined =>
  lines.find((line) => line.entry === entry)?.value;

export const draftRow = (
  mistakes: readonly MistakeName[],
  slot: string,
  cost: number,
  says: DraftRow['says'],
  change: DraftRow['change'],
): DraftRow => ({ mistakes, slot, cost, says, change });

type LineChange = (line: Line) => Line | readonly Line[];

/** Each line changed, or several in place of it. */
export const onLines =
  (change: LineChange) =>
  (draft: Draft): Draft => ({ ...draft, lines: draft.lines.flatMap(change) });

export const withLine = (draft: Draft, entry: string, change: LineChange): Draft =>
  onLines((line) => (line.entry === entry ? change(line) : line))(draft);

export type NamedForm = Pick<Form, 'part' | 'cost' | 'words' | 'change'> & {
  readonly name: MistakeName;
};

/** Forms that are one mistake. */
export const formsOf = (
  name: MistakeName,
  part: string,
  rows: readonly (readonly [cost: number, words: string, change: Change])[],
): readonly NamedForm[] =>
  rows.map(([cost, words, change]) => ({ name, part, cost, words, change }));

/** Rows that do the forms to a thing, such as the whole string. */
export const formRows = (
  thing: string,
  forms: readonly NamedForm[],
  says: (words: string) => DraftRow['says'],
  on: (change: Change) => DraftRow['change'],
): readonly DraftRow[] =>
  forms.map(({ name, part, cost, words, change }) =>
    draftRow([name], `${thing} ${part}`, cost, says(words), on(change)),
  );

/** Rows for the value of one line. Without words, the signed and the sent value are compared. */
export function valueRows(
  { draft }: StringContext,
  entry: string,
  forms: readonly NamedForm[],
  advice = 'sign the value as it is sent',
): readonly DraftRow[] {
  const sent = valueIn(draft, entry);
  if (sent === undefined) return [];
  const says = (words: string) => (wrong: Draft) => {
    const signed = quoteBytes(valueIn(wrong, entry) ?? '');
    const what =
      words === '' ? `as ${signed} but sent ${quoteBytes(sent)}` : `${words} (${signed})`;
    return `You signed ${entry} ${what}; ${advice}.`;
  };
  return formRows(entry, forms, says, (change) => (before) => {
    const old = valueIn(before, entry);
    const value = old === undefined ? undefined : change(old);
    if (value === undefined || value === old) return undefined;
    return withLine(before, entry, (line) => ({ ...line, value }));
  });
}

/** The change of what follows the mark: the method of a target, the algorithm of a digest. */
export const behind =
  (mark: string, change: Change): Change =>
  (value) => {
    const at = value.indexOf(mark) + 1;
    const changed = change(value.slice(at));
    return changed === undefined ? undefined : value.slice(0, at) + changed;
  };

/** `a, b and c` */
export const listed = (names: readonly string[], word = 'and'): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
