// Explains SIG-06: what the name after CA= is to the certificate, and how it was written.
import { percentDecoded } from '../../../kernel/percent-decoded.ts';
import { readable } from '../../../kernel/utf8.ts';
import { quote } from '../../../protocol/shown-text.ts';
import { attempt } from '../../../signing/attempt.ts';
import {
  type DistinguishedName,
  formatName,
  sameButForCase,
  sameName,
} from '../../../signing/distinguished-name.ts';
import { NameSyntaxError, parseName } from '../../../signing/parse-distinguished-name.ts';
import type { Reading } from '../explanation.ts';
import { bytesOf } from '../forms/edits.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { MistakeName } from '../mistake-names.ts';
import { whereTheyDiffer } from '../where-they-differ.ts';
import { type KeyIdContext, readName } from './wrong-certificate.ts';

/** Names with more parts are only compared as a whole with the issuer and the subject. */
const MOST_PARTS = 60;

/** What is wrong with the name; completes "CA in the keyId …". */
interface Trouble {
  readonly mistakes: readonly MistakeName[];
  readonly words: string;
  /** What to do; absent if the fix is to send the issuer's name. */
  readonly fix?: string;
}

/** What was done to the text of the name, undone. */
const SPELLINGS: readonly (readonly [
  mistake: MistakeName,
  words: string,
  undo: (text: string) => string | undefined,
])[] = [
  [
    'issuer-quoted',
    'begins with a quotation mark, or stands in quotation marks of its own; leave those out',
    (text) => /^\\*["“”„‟«»'‘’`´](.*?)(?:\\*["“”„‟«»'‘’`´])?$/s.exec(text)?.[1],
  ],
  [
    'issuer-one-line',
    'is in the one-line form of OpenSSL, with slashes',
    // That form begins with the least specific part.
    (text) =>
      text.startsWith('/') ? text.slice(1).split(ONE_LINE).reverse().join(',') : undefined,
  ],
  [
    'issuer-percent-encoded',
    'is percent-encoded; send the characters themselves',
    (text) => percentDecoded(text.replaceAll('+', ' ')),
  ],
  [
    'issuer-separator',
    'has another separator than a comma between its parts',
    (text) => text.replace(/\s*[/|\n]\s*(?=[A-Za-z0-9.]+=)/g, ','),
  ],
  [
    'issuer-attribute-unknown',
    'names an attribute type by a keyword that is unknown, such as undefined or ORGID; organizationIdentifier is 2.5.4.97',
    (text) =>
      text.replace(
        /(?<=^|[,/]\s{0,4})(?:unknown oid|undef(?:ined)?|oid|org(?:anization)?id)(?==)/gi,
        '2.5.4.97',
      ),
  ],
];

const ONE_LINE = /\/(?=[\w.]+=)/;
const REVERSED =
  'is in reversed order, as OpenSSL and many tools print it; RFC 2253 begins with the most specific part';

/** The name that one way to read the text gives, and what was done to it then. */
interface Way {
  readonly done: readonly (readonly [mistake: MistakeName, words: string])[];
  readonly text: string;
  readonly name: DistinguishedName;
}

/** Up to two spellings undone, and each in reversed order as well; the simplest first. */
function waysToRead(sent: string): readonly Way[] {
  type Spelt = Omit<Way, 'name'>;
  const undone = ({ done, text }: Spelt): readonly Spelt[] =>
    SPELLINGS.flatMap(([mistake, words, undo]) => {
      const before = undo(text);
      const isSame = before === undefined || before === text;
      return isSame ? [] : [{ done: [...done, [mistake, words] as const], text: before }];
    });
  const once = undone({ done: [], text: sent });
  return [{ done: [], text: sent }, ...once, ...once.flatMap(undone)]
    .flatMap((spelt) => readName(spelt.text).map((name): Way => ({ ...spelt, name })))
    .flatMap((way): readonly Way[] => {
      const done = [...way.done, ['issuer-reversed', REVERSED] as const];
      return way.name.length < 2 ? [way] : [way, { ...way, done, name: way.name.toReversed() }];
    })
    .sort((a, b) => a.done.length - b.done.length);
}

/** Empty if the name is the issuer's. */
export function issuerReadings(sent: string, context: KeyIdContext): readonly Reading[] {
  const { issuer } = context.certificate;
  const ways = waysToRead(sent);
  if (ways.some(({ done, name }) => done.length === 0 && sameName(name, issuer))) return [];
  const trouble = wordOf(sent, issuer) ?? troubleOf(ways, context) ?? unreadable(sent);
  const { mistakes, words, fix = `send CA=${formatName(issuer)}` } = trouble;
  return [{ mistakes, sentence: `CA in the keyId ${words}; ${fix}.` }];
}

const ENCODED_WORD = /=\?[a-z0-9_-]{1,40}\?[bq]\?/i;

/** A part of it is an RFC 2047 word, which is never decoded. */
function wordOf(sent: string, issuer: DistinguishedName): Trouble | undefined {
  if (!ENCODED_WORD.test(sent)) return undefined;
  const words = 'has an RFC 2047 word in it, which is not decoded there';
  const letters = 'write the letters themselves';
  const fix = /[^ -~]/.test(formatName(issuer))
    ? `${letters}, and wrap the whole value of Signature: =?utf-8?B?<base64 of it all>?=`
    : letters;
  return { mistakes: ['issuer-wrong'], words, fix };
}

/** The closest relation, in the simplest way to read the text. */
function troubleOf(ways: readonly Way[], context: KeyIdContext): Trouble | undefined {
  for (const relation of RELATIONS) {
    for (const { done, name } of ways) {
      const trouble = relation(name, context);
      if (trouble === undefined) continue;
      const words = [...done.map(([, one]) => one), trouble.words].filter((one) => one !== '');
      return {
        ...trouble,
        mistakes: [...done.map(([mistake]) => mistake), ...trouble.mistakes],
        words: words.length < 2 ? words.join() : words.map(briefly).join(', and '),
      };
    }
  }
  return undefined;
}

const briefly = (words: string): string =>
  words === REVERSED ? 'is in reversed order' : (words.split(';')[0] ?? words);

/** The name is another one, or none. */
function unreadable(sent: string): Trouble {
  // No attribute type begins like that, whatever the rest of the name is.
  const badly = SPELLINGS.slice(0, 2).find(([, , undo]) => undo(sent) !== undefined);
  if (badly !== undefined) return { mistakes: [badly[0]], words: badly[1] };
  const error = attempt(NameSyntaxError, () => parseName(sent));
  if (!(error instanceof NameSyntaxError)) {
    const words = 'is not the issuer of the certificate in TPP-Signature-Certificate';
    return { mistakes: ['issuer-wrong'], words };
  }
  const isUnknown = error.message.startsWith('names the attribute type');
  const mistake = isUnknown ? 'issuer-attribute-unknown' : 'issuer-wrong';
  return { mistakes: [mistake], words: error.message };
}

const IS_SUBJECT = "is the certificate's subject; it must be its issuer";
const IN_CASE = 'differs from the issuer in upper and lower case';
const OF_ROOT =
  'names another authority, further up the chain or elsewhere; it must be the issuer of your own certificate';

const troubleIf = (is: boolean, words: string, ...mistakes: readonly MistakeName[]) =>
  is ? { mistakes, words } : undefined;

type Relation = (sent: DistinguishedName, context: KeyIdContext) => Trouble | undefined;

/** What the name is to the certificate, the closest first. */
const RELATIONS: readonly Relation[] = [
  (sent, { certificate: { issuer } }) => troubleIf(sameName(sent, issuer), ''),
  (sent, { certificate: { subject } }) =>
    troubleIf(sameName(sent, subject), IS_SUBJECT, 'issuer-is-subject'),
  (sent, { certificate: { issuer } }) =>
    troubleIf(sameButForCase(sent, issuer), IN_CASE, 'issuer-case'),
  (sent, { certificate: { issuer } }) => lettersTrouble(sent, issuer),
  (sent, context) => troubleIf(isOfAuthority(sent, context), OF_ROOT, 'issuer-of-root'),
  (sent, { certificate: { issuer } }) => partsTrouble(sent, issuer),
];

const isOfAuthority = (sent: DistinguishedName, { others }: KeyIdContext): boolean =>
  sent.length <= MOST_PARTS &&
  others.some(
    ({ issuer, subject, x509 }) => sameName(sent, issuer) || (x509.ca && sameName(sent, subject)),
  );

/** The right letters in another Unicode normal form, lost on the way, or encoded twice. */
function lettersTrouble(sent: DistinguishedName, issuer: DistinguishedName): Trouble | undefined {
  for (const { name, words, change } of formsFor('issuer')) {
    const changed = issuer.map((rdn) =>
      rdn.map((one) => ({ ...one, value: readable(change(bytesOf(one.value)) ?? one.value) })),
    );
    if (!sameName(changed, sent)) continue;
    // The part that is printed first.
    const at = issuer.findLastIndex((rdn, index) => !sameName([rdn], sent.slice(index, index + 1)));
    const part = (whole: DistinguishedName) => quote(formatName(whole.slice(at, at + 1)));
    return {
      mistakes: [name],
      words: `was received as ${part(sent)}, but the issuer's name says ${part(issuer)}: it was written ${words}`,
      fix: 'send it as UTF-8, encoded once, best with the whole value of Signature in an RFC 2047 word: =?utf-8?B?<base64>?=',
    };
  }
  return undefined;
}

/** Parts that are missing, added, in another order, or have another value. */
function partsTrouble(sent: DistinguishedName, issuer: DistinguishedName): Trouble | undefined {
  if (sent.length > MOST_PARTS || issuer.length > MOST_PARTS) return undefined;
  const lacking = (name: DistinguishedName, whole: DistinguishedName) =>
    whole.filter((rdn) => !name.some((part) => sameName([part], [rdn])));
  const [missing, extra] = [lacking(sent, issuer), lacking(issuer, sent)];
  const listed = (parts: DistinguishedName) =>
    parts.map((rdn) => quote(formatName([rdn]))).join(', ');
  if (extra.length === sent.length) return undefined;
  const common = (name: DistinguishedName, without: DistinguishedName) =>
    name.filter((rdn) => !without.includes(rdn));
  if (sameName(common(sent, extra), common(issuer, missing))) {
    const lacks = `lacks ${listed(missing)}`;
    if (extra.length === 0) return { mistakes: ['issuer-rdn-missing'], words: lacks };
    const has = `has ${listed(extra)}, which the issuer's name has not`;
    if (missing.length === 0) return { mistakes: ['issuer-rdn-extra'], words: has };
  }
  const [says, should] = [extra[0] ?? [], missing[0] ?? []];
  const isOne =
    extra.length === 1 && missing.length === 1 && sent.indexOf(says) === issuer.indexOf(should);
  if (!isOne || says.map(({ type }) => type).join() !== should.map(({ type }) => type).join()) {
    return undefined;
  }
  const [differs, wanted] = whereTheyDiffer(formatName([says]), formatName([should]));
  const words = `says ${differs} where the issuer's name says ${wanted}`;
  return { mistakes: ['issuer-value'], words };
}
