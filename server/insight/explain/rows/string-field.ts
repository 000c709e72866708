// The whole field of a signing string: its rows in the order in which they are done; what a client does first
// comes first. The last are here: the strings of other standards (RFC 9421, HTTP/2, AWS), the body with or instead of the
// lines, other forms, and one hash too many.
import { hash } from 'node:crypto';
import { remember } from '../../../kernel/recent.ts';
import { REQUEST_TARGET, type SignedName } from '../../../signing/signed-headers.ts';
import { signedValue, signingString } from '../../../signing/signing-string.ts';
import { hashOf, JWS } from '../forms/bytes.ts';
import { type Change, type Edit, permutations, swap } from '../forms/edits.ts';
import { type FormRow, instead } from '../forms/form.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { Field } from '../search.ts';
import type { Slices } from '../slices.ts';
import { digestNameRows, digestRows } from './digest-rows.ts';
import type { Entries, MistakeRow, StringContext } from './draft.ts';
import { advised, formRows, rowsOf, secondsOf } from './draft.ts';
import { layoutRows, NEWLINE, nameRows } from './layout-rows.ts';
import { absentRows, listRows, putInRows } from './line-rows.ts';
import { targetRows } from './target-rows.ts';
import { dateRows, swappedRows, valueRowsOf } from './value-rows.ts';

/** Which lines in place of (request-target), and in front if that is not listed. */
const PSEUDO = [
  ...[':method :path', ':method :path :authority', ':method :authority :scheme :path'],
  ...[':method :path :scheme :authority', ':method :scheme :authority :path'],
];
const TARGETS = [['@method', '@path'], ['@method', '@target-uri'], ['@request-target'], ['@path']];

function standardRows({ entries, request }: StringContext): readonly MistakeRow[] {
  const { method, target, headers } = request;
  const host = headers.get('host') ?? '';
  // As a rule, what has a port of its own has no TLS.
  const scheme = /:(?!443$)\d+$/.test(host) ? 'http' : 'https';
  const [path = '', query = ''] = target.split(/(?=\?)/);
  const known: Readonly<Record<string, string>> = {
    ...{ ':method': method, ':path': target, ':authority': host, ':scheme': scheme },
    ...{ '@method': method, '@path': path, '@request-target': target },
    '@target-uri': `${scheme}://${host}${target}`,
  };
  const lineOf = (name: string) => `${name}: ${known[name] ?? headers.get(name) ?? ''}`;
  const pseudo = PSEUDO.map((list): FormRow => {
    const names = list.split(' ');
    const [first = '', ...others] = names.map(lineOf);
    const changes = [first, first.toLowerCase()].map((begin): Change => {
      return (text) => [begin, ...others, ...withoutTarget(text.split('\n'))].join('\n');
    });
    return ['pseudo-headers', 6, `${names.join(' and ')}, pseudo headers of HTTP/2`, ...changes];
  });
  const plain = withoutTarget(entries);
  const aws = [plain, plain.toSorted()].map((some): Change => {
    return () => {
      const lines = some.map((name) => `${lineOf(name).replace(': ', ':')}\n`).join('');
      const parts = [method, path, query.slice(1), lines, some.join(';')];
      return [...parts, hash('sha256', request.body)].join('\n');
    };
  });
  const base = (names: readonly string[], params: string): Change => {
    const lines = () => names.map((name) => lineOf(name).replace(/^[^:]*/, '"$&"'));
    return () => [...lines(), `"@signature-params": ${params}`].join('\n');
  };
  const [, keyId] = /\bkeyId="([^"]*)"/.exec(headers.get('signature') ?? '') ?? [];
  const created = `;created=${secondsOf(headers.get('date') ?? '')}`;
  const params = permutations([created, `;keyid="${keyId}"`, ';alg="rsa-v1_5-sha256"']).flatMap(
    (some) => some.map((_, at) => some.slice(at).join('')),
  );
  const bases = (entries.includes(REQUEST_TARGET) ? TARGETS : [[]]).flatMap((some) => {
    const names = [...some, ...plain];
    const list = names.map((name) => `"${name}"`).join(' ');
    return ['', ...params].map((one) => base(names, `(${list})${one}`));
  });
  return rowsOf('standard', 'string', OF_STANDARD, [
    ...pseudo,
    ['pseudo-headers', 4, 'request-target without its parentheses', BARE_TARGET],
    ['pseudo-headers', 4, '@request-target, as RFC 9421 has it', AT_TARGET],
    ['aws-signature', 6, 'the canonical request of AWS', ...aws],
    ['http-message-signatures', 6, 'the string of RFC 9421', ...bases],
  ]);
}
const BARE_TARGET = swap(REQUEST_TARGET, 'request-target');
const AT_TARGET = swap(REQUEST_TARGET, '@request-target');
const OF_STANDARD =
  'You signed …; sign lines of name, colon, space, value, joined by LF (draft-cavage-http-signatures-10).';
const withoutTarget = (lines: readonly string[]) =>
  lines.filter((line) => !line.startsWith(REQUEST_TARGET));

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
  const body = request.body.toString('latin1');
  const ofBody = (change: Edit) => () => (body ? change(body) : undefined);
  const marks = body ? ['\n', '', '\n\n', '\r\n\r\n', '\r\n'] : [];
  const behind = marks.map((text): FormRow => {
    const words = text ? JSON.stringify(text) : 'the lines';
    return ['body-appended', 2, words, (lines) => lines + text + body];
  });
  const [before = ''] = (request.headers.get('signature') ?? '').split(/,\s?signature=/);
  const values = entries.map((name): FormRow => {
    const value = instead([signedValue(name, request)]);
    return [VALUE_ALONE, 5, `the value of ${name} alone`, ...value];
  });
  return [
    ...rowsOf('body', 'appended', APPENDED, behind),
    ...rowsOf('body', 'alone', ALONE, [
      ['body-only', 2, 'the body alone', () => body || undefined],
      ['nothing-signed', 3, 'nothing: the string was empty', ...instead([''])],
      ['jws', 6, 'the body as a JWS', ...JWS.map(ofBody)],
      ['request-parts-signed', 6, 'the parameters of the Signature', ...instead([before])],
      ['lines-as-object', 5, 'an object or a list as a program prints it', ...instead(PRINTED)],
      ['nothing-signed', 5, 'a word for a missing value', ...instead(['undefined', 'null'])],
      ['names-signed', 5, 'the list of names', ...instead(lists)],
      ...values,
      ['digest-only', 3, 'the digest alone', ...instead(digests)],
    ]),
  ];
}
const PRINTED =
  '[object Object],[object Map],[object Headers],[object ArrayBuffer],{},[],Array,map[],Headers {},System.String[],System.Byte[]'
    .split(',')
    .concat('System.Collections.Generic.Dictionary`2[System.String,System.String]');
const VALUE_ALONE = ['header-left-out', 'names-left-out'] as const;

const AS_IT_IS = 'sign it as it is, no more and no less, in the bytes that are sent';
const inOtherForm: MistakeRow['says'] = ({ words }, _, right) =>
  `You signed the string ${words}; ${advised(AS_IT_IS, right)}.`;
const HASHED =
  'You signed the hash of the string …; give the string itself to RSA-SHA256, which hashes it.';
const RARER = { sha256: 0, sha512: 2, sha1: 3, md5: 3 };
const OF_HASH = Object.entries(RARER).flatMap(([name, rarer]) =>
  formsFor('hash').map(({ change, cost, ...form }) => ({
    ...form,
    cost: cost + rarer,
    change: (text: string) => change(hashOf(name, text, 'binary')),
  })),
);

const WHOLE: readonly MistakeRow[] = [
  ...formRows('whole', inOtherForm, formsFor('string')),
  ...formRows('hash', HASHED, OF_HASH),
];

const MOST_LISTS = 20;
type Rows<From> = (from: From) => readonly MistakeRow[];
/** Most rows depend on nothing but the list of the lines, so they are made once for it. */
const once = (make: Rows<Entries>): Rows<StringContext> => {
  const made = remember((list) => make(list.split(' ') as SignedName[]), MOST_LISTS);
  return ({ entries }) => made(entries.join(' '));
};
const TABLES: readonly Rows<StringContext>[] = [
  ...[once(dateRows), targetRows, digestRows, once(valueRowsOf), swappedRows, once(listRows)],
  ...[putInRows, once(absentRows), digestNameRows, standardRows, once(nameRows), once(layoutRows)],
  ...[bodyRows, () => WHOLE],
];

const NO_ROWS: readonly MistakeRow[] = [];

/** Yields between its tables; when time is up, without those that are left. */
export function* stringField(context: StringContext): Slices<Field> {
  const tables: (readonly MistakeRow[])[] = [];
  for (const rows of TABLES) {
    tables.push(rows(context));
    if (yield) break;
  }
  // Thousands: flatMap copies one by one.
  const rows = NO_ROWS.concat(...tables);
  return { start: signingString(context.entries, context.request), rows, newline: NEWLINE };
}
