// The whole field of a signing string: its rows in the order in which they are done; what a client does first
// comes first. The last are here: the body with or instead of the lines, other forms, and one hash too many.
import { hash } from 'node:crypto';
import { signingString } from '../../../signing/signing-string.ts';
import type { TextChange } from '../forms/edits.ts';
import { type FormRow, inPart } from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { Draft, Field, MistakeRow } from '../search.ts';
import { dateRows } from './date-rows.ts';
import { digestNameRows, digestRows } from './digest-rows.ts';
import { formRows, type StringContext } from './draft.ts';
import { layoutRows, NEWLINE, nameRows } from './layout-rows.ts';
import { absentRows, listRows, putInRows } from './line-rows.ts';
import { JWS, standardRows } from './standard-rows.ts';
import { targetRows } from './target-rows.ts';
import { eachValueRows, everyValueRows } from './value-rows.ts';

const appended = (text: string) =>
  `You signed the body as well, after ${text}; leave it out, the Digest header stands for it.`;
const alone = (words: string) => `You signed ${words}; sign every line that the Signature lists.`;

const withBody =
  (isBehind: boolean) =>
  (change: TextChange) =>
  ({ text, body }: Draft) => {
    const changed = change(body);
    return changed === undefined ? undefined : { body, text: (isBehind ? text : '') + changed };
  };

/** The body after the lines, or something else instead of them. */
function bodyRows({ request, entries }: StringContext): readonly MistakeRow[] {
  const sent = request.headers.get('digest') ?? '';
  const base64 = sent.slice(sent.indexOf('=') + 1);
  const bytes = Buffer.from(base64, 'base64');
  const behind = ['\n', '', '\n\n', '\r\n\r\n', '\r\n'].map((text): FormRow => {
    return ['body-appended', 2, JSON.stringify(text), (body) => body && text + body];
  });
  const digests = [sent, base64, bytes.toString('latin1'), bytes.toString('hex')];
  const instead = inPart('alone', [
    ['nothing-signed', 3, 'nothing: no string was given to the signature', () => ''],
    ['body-only', 2, 'the body alone', (body) => body || undefined],
    ...JWS.map(([name, cost, words, change]): FormRow => {
      return [name, cost + 1, `the body ${words}`, (body) => body && change(body)];
    }),
    ...[' ', '\n', ',', ', '].flatMap((between) =>
      [entries.join(between), `headers="${entries.join(between)}"`].map((text): FormRow => {
        return ['names-signed', 5, 'the list of names', () => text];
      }),
    ),
    ...digests.map((text): FormRow => {
      return ['digest-only', 3, 'the digest alone', () => text || undefined];
    }),
  ]);
  return [
    ...formRows('body', appended, inPart('appended', behind), withBody(true)),
    ...formRows('body', alone, instead, withBody(false)),
  ];
}

const otherForm = (words: string) =>
  `You signed the string ${words}; sign it as it is, no more and no less, in the bytes that are sent.`;
const CUT = inPart('cut', [
  ['string-cut', 5, 'without its first character', (text) => text.slice(1)],
  ['string-cut', 5, 'without its last character', (text) => text.slice(0, -1)],
]);
const hashed = (words: string) =>
  `You signed the hash of the string ${words}; give the string itself to RSA-SHA256, which hashes it.`;
const BARE = inPart('bytes', [['hashed-twice', 2, 'as its bytes', (bytes) => bytes]]);
const ofHash = (name: string, rarer: number) =>
  [...BARE, ...formsFor('hash')].map(({ change, cost, ...form }) => ({
    ...form,
    cost: cost + rarer,
    change: (text: string) => change(hash(name, Buffer.from(text, 'latin1'), 'binary')),
  }));

/** The string in another form, then its hash in place of it. */
const WHOLE: readonly MistakeRow[] = [
  ...formRows('whole', otherForm, [...CUT, ...inPart('jws', JWS), ...formsFor('string')]),
  ...formRows('hash', hashed, [...ofHash('sha256', 0), ...ofHash('sha512', 2)]),
];

const TABLES: readonly ((context: StringContext) => readonly MistakeRow[])[] = [
  ...[dateRows, targetRows, digestRows, eachValueRows, everyValueRows],
  ...[listRows, putInRows, absentRows, digestNameRows, standardRows, nameRows],
  ...[layoutRows, bodyRows, () => WHOLE],
];

export const stringField = (context: StringContext): Field => ({
  start: {
    text: signingString(context.entries, context.request),
    body: context.request.body.toString('latin1'),
  },
  rows: TABLES.flatMap((rows) => rows(context)),
  newline: NEWLINE,
});
