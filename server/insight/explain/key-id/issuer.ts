// Explains SIG-06: which name CA in the keyId is, and how it was written.
import { percentDecoded } from '../../../kernel/percent-decoded.ts';
import { readable } from '../../../kernel/utf8.ts';
import { attempt } from '../../../signing/attempt.ts';
import {
  type DistinguishedName,
  formatName,
  sameName,
} from '../../../signing/distinguished-name.ts';
import { namesIn } from '../../../signing/key-id.ts';
import { NameSyntaxError, parseName } from '../../../signing/parse-distinguished-name.ts';
import type { Reading } from '../explanation.ts';
import { bytesOf, lower } from '../forms/edits.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { MistakeName } from '../mistake-names.ts';
import { whereTheyDiffer } from '../where-they-differ.ts';
import type { KeyIdContext } from './wrong-certificate.ts';

/** Complete "CA in the keyId …". */
const WORDS = {
  'issuer-percent-encoded': 'is percent-encoded',
  'issuer-quoted': 'starts with a quotation mark of its own',
  'issuer-one-line': 'is in the one-line form of OpenSSL, with slashes',
  'issuer-separator': 'has another separator than a comma between its parts',
  'issuer-attribute-unknown':
    'has an unknown attribute type, such as undefined or ORGID, where 2.5.4.97 belongs (organizationIdentifier)',
  'issuer-reversed': 'is in reversed order (RFC 2253 begins with the most specific part)',
  'issuer-case': 'differs in upper and lower case',
  'issuer-is-subject': "is the certificate's subject, not its issuer",
  'issuer-of-root': 'names another authority, not the issuer of your own certificate',
  'issuer-wrong': 'is not the issuer of the certificate in TPP-Signature-Certificate',
} as const;

type Trouble = readonly [mistake: MistakeName, words: string];
const said = (mistake: keyof typeof WORDS): Trouble => [mistake, WORDS[mistake]];

/** What a client does to the text of a name, the last first, undone. */
const SPELLINGS: readonly (readonly [keyof typeof WORDS, undo: (text: string) => string])[] = [
  [
    'issuer-percent-encoded',
    (text) => (/%[\da-f]{2}/i.test(text) && percentDecoded(text.replaceAll('+', ' '))) || text,
  ],
  [
    'issuer-quoted',
    (text) => text.replace(/^\\*["“”„‟«»'‘’`´](.*?)(?:\\{0,3}["“”„‟«»'‘’`´])?$/s, '$1'),
  ],
  // That form begins with the least specific part, and has no escapes but \x for a byte.
  [
    'issuer-one-line',
    (text) => {
      const escaped = text.replace(/(?<!\\),/g, '\\,').replace(/\\x(?=[\dA-F]{2})/g, '\\');
      const [before, ...parts] = escaped.split(/\/(?=[\w.]+=)/);
      return before === '' ? parts.reverse().join(',') : text;
    },
  ],
  // Only if the text begins with an attribute type: what else is around a name is no part of it.
  [
    'issuer-separator',
    (text) =>
      /^[\w. ]+=/.test(text) ? text.replace(/\s{0,4}[/|\n]\s{0,4}(?=[\w.]+=)/g, ',') : text,
  ],
  [
    'issuer-attribute-unknown',
    (text) =>
      text.replace(
        /(?<=^|,\s{0,4})(?:unknown oid|undef(?:ined)?|oid|org(?:anization)?id)(?==)/gi,
        '2.5.4.97',
      ),
  ],
  [
    'issuer-reversed',
    (text) => {
      const [name] = namesIn(text);
      return name === undefined ? text : formatName(name.toReversed());
    },
  ],
];
const AROUND_ALL = 'around the whole value of Signature, =?utf-8?B?<base64>?=';

/** Names with more parts are only compared as a whole. */
const MOST_PARTS = 60;

/** Empty if the name is the issuer's. */
export function issuerReadings(sent: string, context: KeyIdContext): readonly Reading[] {
  const troubles = troublesOf(sent, context);
  if (troubles.length === 0) return [];
  const mistakes = [...new Set(troubles.map(([mistake]) => mistake))];
  const words = troubles.map(([, one]) => one).join(', and ');
  const sentence = `CA in the keyId ${words}; send CA=${formatName(context.certificate.issuer)}.`;
  return [{ mistakes, sentence }];
}

function troublesOf(sent: string, context: KeyIdContext): readonly Trouble[] {
  const spelt = spellingsOf(sent);
  const ways = spelt.flatMap(({ done, text }) => namesIn(text).map((name) => ({ done, name })));
  const meant = namesMeant(context);
  for (const { done, name } of ways) {
    const text = formatName(name);
    const troubles = meant.get(text) ?? meant.get(lower(text));
    if (troubles !== undefined) return [...done, ...troubles];
  }
  for (const { done, name } of ways) {
    const trouble = partsTrouble(name, context.certificate.issuer);
    if (trouble !== undefined) return [...done, trouble];
  }
  const [simplest] = ways;
  return simplest ? [...simplest.done, said('issuer-wrong')] : unreadable(spelt.at(-1) as Spelt);
}

/** A text of the name, and what a client did to make of it what it sent. */
interface Spelt {
  readonly done: readonly Trouble[];
  readonly text: string;
}

/** What was sent, and what it is with one spelling after another undone. */
function spellingsOf(sent: string): readonly Spelt[] {
  let last: Spelt = { done: [], text: sent };
  const spelt = [last];
  for (const [mistake, undo] of SPELLINGS) {
    const text = undo(last.text);
    if (text === last.text) continue;
    last = { done: [...last.done, said(mistake)], text };
    spelt.push(last);
  }
  return spelt;
}

/** What is wrong with the names that may be meant, by their text, as it is and in lower case. */
function namesMeant({ certificate, others }: KeyIdContext): Map<string, readonly Trouble[]> {
  const meant = new Map<string, readonly Trouble[]>();
  const add = (text: string, ...troubles: readonly Trouble[]) => {
    if (!meant.has(text)) meant.set(text, troubles);
    if (!meant.has(lower(text))) meant.set(lower(text), [said('issuer-case'), ...troubles]);
  };
  const right = formatName(certificate.issuer);
  add(right);
  add(formatName(certificate.subject), said('issuer-is-subject'));
  for (const { name, words, change } of formsFor('issuer')) {
    const text = readable(change(bytesOf(right)) ?? right);
    const [received] = whereTheyDiffer(text, right);
    const done = `was received as ${received}: it was written ${words}, not in UTF-8`;
    add(text, [name, `${done} (an RFC 2047 word ${AROUND_ALL}, keeps all letters)`]);
  }
  for (const { issuer, subject, x509 } of others) {
    add(formatName(issuer), said('issuer-of-root'));
    if (x509.ca) add(formatName(subject), said('issuer-of-root'));
  }
  return meant;
}

/** One part has another value, or some are missing or added; the others are in order. */
function partsTrouble(sent: DistinguishedName, issuer: DistinguishedName): Trouble | undefined {
  if (Math.max(sent.length, issuer.length) > MOST_PARTS) return undefined;
  const onlyIn = (name: DistinguishedName, other: DistinguishedName) =>
    name.filter((rdn) => !other.some((part) => sameName([part], [rdn])));
  const [missing, extra] = [onlyIn(issuer, sent), onlyIn(sent, issuer)];
  const common = sent.filter((rdn) => !extra.includes(rdn));
  const wanted = issuer.filter((rdn) => !missing.includes(rdn));
  if (common.length === 0 || !sameName(common, wanted)) return undefined;
  const [has, lacks] = whereTheyDiffer(formatName(extra), formatName(missing));
  if (extra.length === 0) return ['issuer-rdn-missing', `lacks ${lacks}`];
  if (missing.length === 0) return ['issuer-rdn-extra', `has ${has}, which the issuer has not`];
  const at = (name: DistinguishedName, some: DistinguishedName) =>
    name.findIndex((rdn) => some.includes(rdn));
  const types = (some: DistinguishedName) => some.flat().map(({ type }) => type);
  const isSamePart =
    at(sent, extra) === at(issuer, missing) && `${types(extra)}` === `${types(missing)}`;
  if (!isSamePart || missing.length > 1) return undefined;
  return ['issuer-value', `says ${has} where the issuer's name says ${lacks}`];
}

function unreadable({ done, text }: Spelt): readonly Trouble[] {
  if (text.startsWith('=?')) {
    const words = `has an RFC 2047 word in it; the bank only decodes one ${AROUND_ALL}`;
    return [...done, ['issuer-wrong', words]];
  }
  const { message } = attempt(NameSyntaxError, () => parseName(text)) as NameSyntaxError;
  const isUnknown = message.startsWith('names the attribute type');
  return [...done, [isUnknown ? 'issuer-attribute-unknown' : 'issuer-wrong', message]];
}
