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
  /** The text before the colon. */
  readonly name: string;
  readonly value: string;
  /** Text between this name and its value, if it differs from the draft's. */
  readonly colon?: string;
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
  let before = '';
  for (const line of lines) {
    text += before + line.name + (line.colon ?? colon) + line.value;
    before = joiner;
  }
  return text + end;
}

export const valueIn = ({ lines }: Draft, entry: string): string | undefined =>
  lines.find((line) => line.entry === entry)?.value;

/** The same with another line, or several, in place of that one. */
export const withLine = (
  draft: Draft,
  entry: string,
  change: (line: Line) => Line | readonly Line[],
): Draft => ({
  ...draft,
  lines: draft.lines.flatMap((line) => (line.entry === entry ? change(line) : line)),
});

export type NamedForm = Pick<Form, 'part' | 'cost' | 'words' | 'change'> & {
  readonly name: MistakeName;
};

/** Rows for the value of one line. Without words, the signed and the sent value are compared. */
export function valueRows(
  { draft }: StringContext,
  entry: string,
  forms: readonly NamedForm[],
  advice = 'sign the value as it is sent',
): readonly DraftRow[] {
  const sent = valueIn(draft, entry);
  if (sent === undefined) return [];
  return forms.map(({ name, part, cost, words, change }) => ({
    mistakes: [name],
    slot: `${entry} ${part}`,
    cost,
    says(wrong) {
      const signed = quoteBytes(valueIn(wrong, entry) ?? '');
      const what =
        words === '' ? `as ${signed} but sent ${quoteBytes(sent)}` : `${words} (${signed})`;
      return `You signed ${entry} ${what}; ${advice}.`;
    },
    change(before) {
      const at = before.lines.findIndex((line) => line.entry === entry);
      const line = before.lines[at];
      const value = line && change(line.value);
      if (value === undefined || value === line?.value) return undefined;
      return { ...before, lines: before.lines.with(at, { ...(line as Line), value }) };
    },
  }));
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
