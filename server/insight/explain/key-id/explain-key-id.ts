// Explains SIG-05 and SIG-06: which other thing the keyId names, or how it writes the right one.
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
import { keyIdOf, wordTrouble } from '../../../signing/key-id.ts';
import { NameSyntaxError, parseName } from '../../../signing/parse-distinguished-name.ts';
import type { Reading } from '../explanation.ts';
import { bytesOf } from '../forms/edits.ts';
import { formsFor } from '../forms/text-forms.ts';
import type { MistakeName } from '../mistake-names.ts';
import { whereTheyDiffer } from '../where-they-differ.ts';
import {
  bareSerial,
  canonicalSerial,
  hexOfDecimal,
  type KeyIdContext,
  readName,
  wrongCertificate,
} from './wrong-certificate.ts';

/** A longer keyId gets the plain refusal: no certificate's name needs as much (SIG-15). */
const LONGEST = 4000;
/** Names with more parts are only compared as a whole with the issuer and the subject. */
const MOST_PARTS = 60;

/**
 * What is wrong with `SN=…,CA=…`: its form and serial number (SIG-05), or its issuer (SIG-06). Empty if
 * nothing is wrong.
 */
export function explainKeyId(
  keyId: string,
  context: KeyIdContext,
  rule: 'SIG-05' | 'SIG-06',
): readonly Reading[] {
  if (keyId.length > LONGEST) return [];
  const match = /^SN=([^,]*),[ ]?CA=(.*)$/s.exec(keyId);
  if (match === null) {
    const sentence = `The keyId ${quote(keyId)} is not of the form SN=<serial>,CA=<issuer>; send keyId="${keyIdOf(context.certificate)}".`;
    return [{ mistakes: ['key-id-form'], sentence }];
  }
  const [, serial = '', issuer = ''] = match;
  const wrong = wrongCertificate(serial, issuer, context);
  if (wrong !== undefined) return [wrong];
  return rule === 'SIG-05' ? serialReadings(serial, context) : issuerReadings(issuer, context);
}

type SerialForm = readonly [
  mistake: MistakeName,
  words: string,
  read: (sent: string) => string | undefined,
];

const SERIAL_FORMS: readonly SerialForm[] = [
  [
    'serial-colons',
    'has colons or spaces between its bytes',
    (sent) => (/[:\s]/.test(sent) ? bareSerial(sent) : undefined),
  ],
  ['serial-prefix', 'has the prefix 0x', bareSerial],
  ['serial-decimal', 'is the serial number in decimal, not hexadecimal', hexOfDecimal],
  // .NET's GetSerialNumber gives the bytes in that order.
  [
    'serial-wrong',
    'has the bytes of the serial number in reversed order',
    (sent) => (bareSerial(sent).match(/../g) ?? []).reverse().join(''),
  ],
];

/** Two readings if the digits are this serial number in decimal and another one in hexadecimal. */
function serialReadings(sent: string, context: KeyIdContext): readonly Reading[] {
  const { certificate, others, madeBy } = context;
  const expected = certificate.serial;
  if (canonicalSerial(sent) === expected) return [];
  const wanted = `send SN=${expected}`;
  const form = SERIAL_FORMS.find(([, , read]) => canonicalSerial(read(sent) ?? '') === expected);
  const readings: Reading[] =
    form === undefined
      ? []
      : [{ mistakes: [form[0]], sentence: `SN in the keyId ${form[1]}; ${wanted}.` }];
  const digits = [canonicalSerial(bareSerial(sent)), hexOfDecimal(sent)];
  const other = others.find(({ serial }) => serial !== expected && digits.includes(serial));
  if (other !== undefined) {
    const sure = other.x509.ca || madeBy?.(certificate) === true;
    const or = sure ? '' : ', or send that certificate if you sign with its key';
    // SIG-15: the text says no more, because the certificate may be another TPP's.
    const sentence = `SN in the keyId is the serial number of another certificate, not of the one in TPP-Signature-Certificate; ${wanted}${or}.`;
    readings.push({ mistakes: ['serial-of-another-certificate'], sentence });
  }
  if (readings.length > 0) return readings;
  const trouble = /^-?[0-9A-F]+$/i.test(bareSerial(sent))
    ? 'but the certificate in TPP-Signature-Certificate has another serial number'
    : 'which is not hexadecimal';
  const sentence = `SN in the keyId is ${quote(sent)}, ${trouble}; ${wanted}.`;
  return [{ mistakes: ['serial-wrong'], sentence }];
}

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
    (text) => (text.startsWith('/') ? text.slice(1).replace(/\/(?=[\w.]+=)/g, ',') : undefined),
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
        /(?<=^|,\s{0,4})(?:unknown oid|undef(?:ined)?|oid|org(?:anization)?id)(?==)/gi,
        '2.5.4.97',
      ),
  ],
];

/** No attribute type begins like that, whatever the rest of the name is. */
const WRITTEN_BADLY: readonly MistakeName[] = ['issuer-quoted', 'issuer-one-line'];

function issuerReadings(sent: string, context: KeyIdContext): readonly Reading[] {
  const { issuer } = context.certificate;
  const names = readName(sent);
  if (names.some((name) => sameName(name, issuer))) return [];
  const {
    mistakes,
    words,
    fix = `send CA=${formatName(issuer)}`,
  } = troubleOf(sent, names, context);
  return [{ mistakes, sentence: `CA in the keyId ${words}; ${fix}.` }];
}

function troubleOf(
  sent: string,
  names: readonly DistinguishedName[],
  context: KeyIdContext,
): Trouble {
  const { issuer } = context.certificate;
  for (const [mistake, words, undo] of SPELLINGS) {
    const text = undo(sent);
    if (text === undefined || text === sent) continue;
    if (WRITTEN_BADLY.includes(mistake)) return { mistakes: [mistake], words };
    const undone = readName(text);
    if (undone.some((name) => sameName(name, issuer))) return { mistakes: [mistake], words };
    if (undone.some((name) => sameName([...name].reverse(), issuer))) {
      const reversed = `${words.split(';')[0]}, and is in reversed order`;
      return { mistakes: [mistake, 'issuer-reversed'], words: reversed };
    }
  }
  const word = wordTrouble(sent, issuer);
  if (word !== undefined) return { mistakes: ['issuer-wrong'], ...word };
  if (names.length === 0) {
    const { message = '' } = attempt(NameSyntaxError, () => parseName(sent)) as NameSyntaxError;
    const unknown = message.startsWith('names the attribute type');
    return {
      mistakes: [unknown ? 'issuer-attribute-unknown' : 'issuer-wrong'],
      words: message,
    };
  }
  for (const reversed of [false, true]) {
    for (const relation of RELATIONS) {
      for (const name of names) {
        const trouble = relation(reversed ? [...name].reverse() : name, context);
        if (trouble !== undefined) return reversed ? inReverse(trouble) : trouble;
      }
    }
  }
  const words = 'is not the issuer of the certificate in TPP-Signature-Certificate';
  return { mistakes: ['issuer-wrong'], words };
}

const IS_SUBJECT = "is the certificate's subject; it must be its issuer";
const IN_CASE = 'differs from the issuer in upper and lower case';
const REVERSED =
  'is in reversed order, as OpenSSL and many tools print it; RFC 2253 begins with the most specific part';

const inReverse = (trouble: Trouble): Trouble => ({
  ...trouble,
  mistakes: ['issuer-reversed', ...trouble.mistakes],
  words: trouble.words === '' ? REVERSED : `is in reversed order, and ${trouble.words}`,
});

const troubleIf = (is: boolean, mistake: MistakeName, words: string): Trouble | undefined =>
  is ? { mistakes: [mistake], words } : undefined;

type Relation = (sent: DistinguishedName, context: KeyIdContext) => Trouble | undefined;

/** What the sent name is to the certificate. */
const RELATIONS: readonly Relation[] = [
  // Only if it is read in reverse.
  (sent, { certificate: { issuer } }) =>
    sameName(sent, issuer) ? { mistakes: [], words: '' } : undefined,
  (sent, { certificate: { subject } }) =>
    troubleIf(sameName(sent, subject), 'issuer-is-subject', IS_SUBJECT),
  (sent, { certificate: { issuer } }) =>
    troubleIf(sameButForCase(sent, issuer), 'issuer-case', IN_CASE),
  (sent, { certificate: { issuer } }) => lettersTrouble(sent, issuer),
  (sent, { others }) =>
    troubleIf(
      sent.length <= MOST_PARTS &&
        others.some(
          ({ issuer, subject, x509 }) =>
            sameName(sent, issuer) || (x509.ca && sameName(sent, subject)),
        ),
      'issuer-of-root',
      'names another authority, further up the chain or elsewhere; it must be the issuer of your own certificate',
    ),
  (sent, { certificate: { issuer } }) => partsTrouble(sent, issuer),
];

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
