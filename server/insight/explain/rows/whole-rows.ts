// Changes to the whole string: the body with or instead of the lines, text forms, and one hash too many.
import { hash } from 'node:crypto';
import type { Change } from '../forms/edits.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { MistakeName } from '../mistake-names.ts';
import {
  type Draft,
  type DraftRow,
  draftRow,
  formRows,
  formsOf,
  renderDraft,
  type StringContext,
  valueIn,
  withLine,
} from './draft.ts';

const LEAVE_OUT = 'leave it out, the Digest header stands for it';

/** A text instead of the lines. */
const alone = (
  mistake: MistakeName,
  slot: string,
  cost: number,
  says: string,
  textOf: (draft: Draft) => string,
): DraftRow =>
  draftRow(mistake, slot, cost, says, (before) => ({
    ...before,
    lines: [],
    start: textOf(before),
  }));

/** The body after the lines, or instead of them. */
export function bodyRows({ draft, request }: StringContext): readonly DraftRow[] {
  if (request.body.length === 0) return [];
  const value = valueIn(draft, 'digest') ?? '';
  const says = `You signed the body alone; sign every line that the Signature lists, and ${LEAVE_OUT}.`;
  return [
    ...['\n', '', '\n\n', '\r\n\r\n', '\r\n'].map((between) => {
      const appended = `You signed the body as well, after ${JSON.stringify(between)}; ${LEAVE_OUT}.`;
      return draftRow('body-appended', 'body appended', 2, appended, (before) => ({
        // Its digest is that of what was sent, in whatever form it is signed.
        ...(before.body.text === draft.body.text
          ? before
          : withLine(before, 'digest', (line) => ({ ...line, value }))),
        end: between + before.body.text,
      }));
    }),
    alone('body-only', 'body alone', 2, says, ({ body }) => body.text),
  ];
}

/** Nothing, or the digest's value alone. */
export function aloneRows({ draft, entries }: StringContext): readonly DraftRow[] {
  const sent = valueIn(draft, 'digest') ?? '';
  const [, label, base64 = ''] = /^([^=]*=)(.*)$/s.exec(sent) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const texts = [
    ...[sent, base64, bytes.toString('latin1'), bytes.toString('hex')],
    ...[label + bytes.toString('hex'), ...(entries.length > 1 ? [`digest: ${sent}`] : [])],
  ];
  const nothing =
    'You signed nothing: no string was given to the signature before it was made; sign every line that the Signature lists.';
  const only = 'You signed the digest alone; sign every line that the Signature lists.';
  return [
    alone('nothing-signed', 'lines', 3, nothing, () => ''),
    ...(label === undefined ? [] : texts).map((text) =>
      alone('digest-only', 'lines', 3, only, () => text),
    ),
  ];
}

const onWhole =
  (change: Change): DraftRow['change'] =>
  (before) => {
    const whole = change(renderDraft(before));
    return whole === undefined ? undefined : { ...before, whole };
  };

const CUT = formsOf('string-cut', 'cut', [
  [5, 'without its first character', (text) => text.slice(1)],
  [5, 'without its last character', (text) => text.slice(0, -1)],
]);
const OF_HASH = [
  ...formsOf('hashed-twice', 'bytes', [[2, 'as its bytes', (bytes) => bytes]]),
  ...formsFor('hash'),
];

/** The string in another form, then its hash in place of it. */
const ROWS: readonly DraftRow[] = [
  ...formRows(
    'whole',
    [...CUT, ...formsFor('string')],
    (words) => `You signed the string ${words}; sign all of it, in the bytes that are sent.`,
    onWhole,
  ),
  ...['sha256', 'sha512'].flatMap((name, at) =>
    formRows(
      'hash',
      OF_HASH.map((form) => ({ ...form, cost: form.cost + 2 * at })),
      (words) =>
        `You signed the hash of the string ${words}, so it was hashed twice; give the string itself to RSA-SHA256, which hashes it.`,
      (change) => onWhole((text) => change(hash(name, Buffer.from(text, 'latin1'), 'binary'))),
    ),
  ),
];

export const wholeRows = (): readonly DraftRow[] => ROWS;
