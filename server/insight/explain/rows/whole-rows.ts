// Changes to the whole string: the body with or instead of the lines, text forms, and one hash too many.
import { hash } from 'node:crypto';
import type { Change } from '../forms/edits.ts';
import { formsFor } from '../forms/text-forms.ts';
import {
  type DraftRow,
  draftRow,
  formRows,
  formsOf,
  renderDraft,
  type StringContext,
  valueIn,
  withLine,
} from './draft.ts';

/** The body after the lines. */
export function bodyRows({ draft, request }: StringContext): readonly DraftRow[] {
  const value = valueIn(draft, 'digest') ?? '';
  const between = request.body.length === 0 ? [] : ['\n', '', '\n\n', '\r\n\r\n', '\r\n'];
  return between.map((text) => {
    const says = `You signed the body as well, after ${JSON.stringify(text)}; leave it out, the Digest header stands for it.`;
    return draftRow(['body-appended'], 'body appended', 2, says, (before) => ({
      // Its digest is that of what was sent, in whatever form it is signed.
      ...(before.body.text === draft.body.text
        ? before
        : withLine(before, 'digest', (line) => ({ ...line, value }))),
      end: text + before.body.text,
    }));
  });
}

/** The body, the digest's value or nothing, instead of the lines. */
export function aloneRows({ draft, request }: StringContext): readonly DraftRow[] {
  const sent = valueIn(draft, 'digest') ?? '';
  const [, label, base64 = ''] = /^([^=]*=)(.*)$/s.exec(sent) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const hex = bytes.toString('hex');
  const digests = [sent, base64, bytes.toString('latin1'), hex, label + hex, `digest: ${sent}`];
  const texts = label === undefined ? [] : digests;
  const nothing = 'nothing: no string was given to the signature';
  const forms = [
    ...formsOf('nothing-signed', 'alone', [[3, nothing, () => '']]),
    ...formsOf(
      'digest-only',
      'alone',
      texts.map((text) => [3, 'the digest alone', () => text]),
    ),
    ...formsOf(
      'body-only',
      'alone',
      request.body.length === 0 ? [] : [[2, 'the body alone', (body) => body]],
    ),
  ];
  return formRows(
    'body',
    forms,
    (words) => `You signed ${words}; sign every line that the Signature lists.`,
    (change) => (before) => ({ ...before, lines: [], start: change(before.body.text) ?? '' }),
  );
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
    (words) =>
      `You signed the string ${words}; sign it as it is, no more and no less, in the bytes that are sent.`,
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
