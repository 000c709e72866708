// Changes to the whole string: the body with or instead of the lines, text forms, and one hash too many.
import { hash } from 'node:crypto';
import type { Change } from '../forms/edits.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { MistakeName } from '../mistake-names.ts';
import {
  type Draft,
  type DraftRow,
  renderDraft,
  type StringContext,
  valueIn,
  withLine,
} from './draft.ts';

const AFTER_HEADERS: readonly (readonly [between: string, words: string])[] = [
  ['\n', 'after a newline'],
  ['', 'right after it'],
  ['\n\n', 'after a blank line'],
  ['\r\n\r\n', 'after a blank line'],
  ['\r\n', 'after CRLF'],
];

const LEAVE_OUT = 'leave it out, the Digest header stands for it';

/** The body after the lines, or instead of them. */
export function bodyRows({ draft, entries, request }: StringContext): readonly DraftRow[] {
  if (request.body.length === 0) return [];
  const sent = valueIn(draft, 'digest') ?? '';
  return [
    ...AFTER_HEADERS.map(
      ([between, where]): DraftRow => ({
        mistakes: ['body-appended'],
        slot: 'body appended',
        cost: 2,
        says: `You signed the body as well, ${where}; ${LEAVE_OUT}.`,
        // Its digest is that of what was sent, in whatever form it is signed.
        change: (before) => ({
          ...(before.body.text === draft.body.text
            ? before
            : withLine(before, 'digest', (line) => ({ ...line, value: sent }))),
          end: between + before.body.text,
        }),
      }),
    ),
    {
      mistakes: ['body-only'],
      slot: 'body alone',
      cost: 2,
      says: `You signed the body alone; sign the lines ${entries.join(', ')}, and ${LEAVE_OUT}.`,
      change: (before) => ({ ...before, lines: [], start: before.body.text }),
    },
  ];
}

/** The digest's value alone, or nothing. */
export function aloneRows({ draft, entries }: StringContext): readonly DraftRow[] {
  const only = (mistake: MistakeName, says: string, start: string): DraftRow => ({
    ...{ mistakes: [mistake], slot: 'lines', cost: 3, says },
    change: (before) => ({ ...before, lines: [], start }),
  });
  const nothing = only(
    'nothing-signed',
    'You signed nothing: no string was given to the signature before it was made; sign the lines that the Signature lists.',
    '',
  );
  const sent = valueIn(draft, 'digest');
  if (sent === undefined) return [nothing];
  const [name, base64] = [sent.slice(0, sent.indexOf('=') + 1), sent.slice(sent.indexOf('=') + 1)];
  const bytes = Buffer.from(base64, 'base64');
  const texts = [
    ...[sent, base64, bytes.toString('latin1'), bytes.toString('hex')],
    ...[name + bytes.toString('hex'), ...(entries.length > 1 ? [`digest: ${sent}`] : [])],
  ];
  const says = 'You signed the digest alone; sign every line that the Signature lists.';
  return [nothing, ...texts.map((text) => only('digest-only', says, text))];
}

const ADVICE: Readonly<Partial<Record<MistakeName, string>>> = {
  'latin1-instead-of-utf8': 'its bytes are those that are sent',
  utf16: 'its bytes are those that are sent (UTF-8)',
  'bom-in-front': 'it begins with the first name',
  'string-quoted': 'it begins with the first name and ends with the last value',
  'lower-cased': 'only the names are, values stay as they are sent',
  'base64-of-string': 'sign the string itself',
  'hex-of-string': 'sign the string itself',
};

const HASHED = 'give the string itself to RSA-SHA256, which hashes it';

/** The string in another form, then its hash in place of it. */
export const wholeRows = ({ entries }: StringContext): readonly DraftRow[] =>
  // Around a single line the marks are those of JSON.
  entries.length < 2 ? ROWS.filter(({ mistakes }) => mistakes[0] !== 'string-quoted') : ROWS;

const changing = (
  mistake: MistakeName,
  slot: string,
  cost: number,
  says: string,
  change: Change,
): DraftRow => ({
  ...{ mistakes: [mistake], slot, cost, says },
  change(before: Draft) {
    const whole = change(renderDraft(before));
    return whole === undefined ? undefined : { ...before, whole };
  },
});

const hashOf = (name: string, text: string): string =>
  hash(name, Buffer.from(text, 'latin1'), 'binary');

const CUT = 'You signed the string without its';

const ROWS: readonly DraftRow[] = [
  changing('string-cut', 'cut', 5, `${CUT} last character; sign all of it.`, (text) =>
    text.slice(0, -1),
  ),
  changing('string-cut', 'cut', 5, `${CUT} first character; sign all of it.`, (text) =>
    text.slice(1),
  ),
  ...formsFor('string').map(({ part, name, cost, words, change }) => {
    const says = `You signed the string ${words}; ${ADVICE[name] ?? 'sign the bytes that are sent'}.`;
    return changing(name, `whole ${part}`, cost, says, change);
  }),
  ...['sha256', 'sha512'].map((name, at) => {
    const says = `You hashed the string before signing and the signing hashed it again; ${HASHED}.`;
    return changing('hashed-twice', 'hash', 2 + 2 * at, says, (text) => hashOf(name, text));
  }),
  ...formsFor('hash').map(({ name, cost, words, change }) => {
    const says = `You signed the hash of the string ${words}; ${HASHED}.`;
    return changing(name, 'hash', cost, says, (text) => change(hashOf('sha256', text)));
  }),
];
