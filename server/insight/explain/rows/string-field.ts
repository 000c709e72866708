// The whole field of a signing string: its rows in the order in which they are done; what a client does first
// comes first. The last are here: the body with or instead of the lines, other forms, and one hash too many.
import { remember } from '../../../kernel/recent.ts';
import type { SignedName } from '../../../signing/signed-headers.ts';
import { signedValue, signingString } from '../../../signing/signing-string.ts';
import { type Change, type FormRow, hashOf, instead } from '../forms/form.ts';
import { formsFor, JWS } from '../forms/text-forms.ts';
import type { Field } from '../search.ts';
import { digestNameRows, digestRows } from './digest-rows.ts';
import {
  Draft,
  type Entries,
  formRows,
  type MistakeRow,
  rowsOf,
  type StringContext,
} from './draft.ts';
import { layoutRows, NEWLINE, nameRows } from './layout-rows.ts';
import { absentRows, listRows, putInRows } from './line-rows.ts';
import { standardRows } from './standard-rows.ts';
import { targetRows } from './target-rows.ts';
import { dateRows, swappedRows, valueRowsOf } from './value-rows.ts';

const APPENDED =
  'You signed the body as well, after …; leave it out, the Digest header stands for it.';
const ALONE = 'You signed …; sign every line that the Signature lists.';

/** The body after the lines, or something else instead of them. */
function bodyRows({ request, entries }: StringContext): readonly MistakeRow[] {
  const sent = request.headers.get('digest') ?? '';
  const base64 = sent.slice(sent.indexOf('=') + 1);
  const bytes = Buffer.from(base64, 'base64');
  const digests =
    sent === '' ? [] : [sent, base64, bytes.toString('latin1'), bytes.toString('hex')];
  const names = [' ', '\n', ',', ', ', "', '"].map((between) => entries.join(between));
  const lists = names.flatMap((list) => [list, `headers="${list}"`, `['${list}']`]);
  const behind = ['\n', '', '\n\n', '\r\n\r\n', '\r\n'].map((text): FormRow => {
    const change: Change = (lines, body) => (body ? lines + text + body : undefined);
    return ['body-appended', 2, JSON.stringify(text), change];
  });
  const values = entries.map((name): FormRow => {
    const value = instead([signedValue(name, request)]);
    return [VALUE_ALONE, 5, `the value of ${name} alone`, ...value];
  });
  return [
    ...rowsOf('body', 'appended', APPENDED, behind),
    ...rowsOf('body', 'alone', ALONE, [
      ['body-only', 2, 'the body alone', (_, body) => body || undefined],
      ['nothing-signed', 3, 'nothing: no string was given to the signature', ...instead([''])],
      ['jws', 6, 'the body as a JWS', ...JWS.map(ofBody)],
      ['names-signed', 5, 'the list of names', ...instead(lists)],
      ...values,
      ['digest-only', 3, 'the digest alone', ...instead(digests)],
    ]),
  ];
}
const ofBody =
  (change: Change): Change =>
  (_, body) =>
    body && change(body);
const VALUE_ALONE = ['header-left-out', 'names-left-out'] as const;

const OTHER_FORM =
  'You signed the string …; sign it as it is, no more and no less, in the bytes that are sent.';
const HASHED =
  'You signed the hash of the string …; give the string itself to RSA-SHA256, which hashes it.';
const ofHash = (name: string, rarer: number) =>
  formsFor('hash').map(({ change, cost, ...form }) => ({
    ...form,
    cost: cost + rarer,
    change: (text: string) => change(hashOf(name, text, 'binary')),
  }));

/** The string in another form, then its hash in place of it. */
const WHOLE: readonly MistakeRow[] = [
  ...formRows('whole', OTHER_FORM, formsFor('string')),
  ...formRows('hash', HASHED, [...ofHash('sha256', 0), ...ofHash('sha512', 2)]),
];

const MOST_LISTS = 20;
type Rows<From> = (from: From) => readonly MistakeRow[];
/** Most rows depend on nothing but the list of the lines, so they are made once for it. */
const once = (make: Rows<Entries>): Rows<StringContext> => {
  const made = remember((list) => make(list.split(' ') as SignedName[]), MOST_LISTS);
  return ({ entries }) => made(entries.join(' '));
};
const TABLES: readonly Rows<StringContext>[] = [
  ...[once(dateRows), targetRows, once(digestRows), once(valueRowsOf), swappedRows, once(listRows)],
  ...[putInRows, once(absentRows), digestNameRows, standardRows, once(nameRows), once(layoutRows)],
  ...[bodyRows, () => WHOLE],
];

const NO_ROWS: readonly MistakeRow[] = [];

export const stringField = (context: StringContext): Field => ({
  start: new Draft(
    signingString(context.entries, context.request),
    context.request.body.toString('latin1'),
  ),
  // Thousands: flatMap copies one by one.
  rows: NO_ROWS.concat(...TABLES.map((rows) => rows(context))),
  newline: NEWLINE,
});
