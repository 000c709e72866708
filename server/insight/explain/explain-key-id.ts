// Explains SIG-05 and SIG-06: which other thing the keyId names, or how it writes the right one. If the certificate is
// the wrong one, an authority's or one with another key, another keyId would not help, so none is asked for.
import { defined } from '../../kernel/defined.ts';
import { readable } from '../../kernel/utf8.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { clip, codePoint, quote } from '../../protocol/shown-text.ts';
import { attempt } from '../../signing/attempt.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import { formatName, sameName } from '../../signing/distinguished-name.ts';
import { canonicalSerial, checkKeyId, KEY_ID_FORM, keyIdOf } from '../../signing/key-id.ts';
import { NameSyntaxError, parseName } from '../../signing/parse-distinguished-name.ts';
import type { SignatureFacts } from '../../signing/signature-checks.ts';
import type { SignatureHeader } from '../../signing/signature-header.ts';
import { standIn } from '../../signing/stand-in.ts';
import { type Reading, reading, whereTheyDiffer } from './explanation.ts';
import { bytesOf, INVISIBLE } from './forms/bytes.ts';
import { lower } from './forms/edits.ts';
import { formsFor } from './forms/text-forms.ts';
import type { Trouble, Troubles, Way } from './key-id-spellings.ts';
import {
  namesOf,
  OF_ISSUER,
  OF_KEY_ID,
  OF_SERIAL,
  partsAlone,
  waysOf,
} from './key-id-spellings.ts';
import { sureIn } from './signature/recover.ts';
import { signatureReadings } from './signature/written-bytes.ts';

type Certificates = readonly SigningCertificate[];
/** A longer keyId gets the plain refusal: no certificate's name needs as much (SIG-15). */
const LONGEST = 4000;

/** What is wrong with the first text that means something; `undefined` if none does. */
const troublesOf = (ways: readonly Way[], meaning: (text: string) => Troubles | undefined) =>
  ways.flatMap(({ done, text }) => {
    const troubles = meaning(text);
    return troubles ? [[...done, ...troubles]] : [];
  })[0];

/**
 * What is wrong with the form or the serial number of `SN=…,CA=…` (SIG-05), or with its issuer
 * (SIG-06). Empty if nothing is, but the bank forbids the way in which it is written.
 * @param others sent along, the bank's own authorities, and those that the bank has seen
 */
export function explainKeyId(
  rule: 'SIG-05' | 'SIG-06',
  { keyId, signature }: Pick<SignatureHeader, 'keyId' | 'signature'>,
  certificate: SigningCertificate,
  others: Certificates,
): readonly Reading[] {
  if (keyId.length > LONGEST) return [];
  const readingOf = (
    what: `${'The' | 'CA in the' | 'SN in the'} keyId`,
    troubles: Troubles,
  ): readonly Reading[] => {
    if (troubles.length === 0) return [];
    const words = troubles.map(([, one]) => one).join(', and ');
    const mistakes = [...new Set(troubles.flatMap(([some]) => some))];
    return [reading(mistakes, `${what} ${words}; send keyId="${keyIdOf(certificate)}".`)];
  };
  const [before = '', ...behind] = keyId.split(INVISIBLE);
  const after = behind.join('');
  const refused = attempt(ApiError, () => checkKeyId(before + after, certificate, () => undefined));
  if (behind.length > 0 && !(refused instanceof ApiError)) {
    const words = `has an invisible ${codePoint(keyId.slice(before.length))} ${after === '' ? 'at its end' : `before "${after.slice(0, 12)}"`}`;
    return readingOf('The keyId', [['invisible-character', words]]);
  }
  const match = KEY_ID_FORM.exec(keyId);
  if (match === null) {
    const way = waysOf(keyId, OF_KEY_ID).find(({ text }) => KEY_ID_FORM.test(text));
    const other = standIn(keyId) ?? thingOf(keyId, certificate);
    const words = other
      ? `(${quote(keyId)}) ${other}`
      : 'is not of the form SN=<serial>,CA=<issuer>';
    return readingOf('The keyId', way?.done ?? [['key-id-form', words]]);
  }
  const [, serial = '', issuer = ''] = match;
  const serials = waysOf(serial, OF_SERIAL);
  const isNamed = isNamedBy(serials);
  const wrong = isNamed(certificate)
    ? undefined
    : wrongCertificate(signature, certificate, others.filter(isNamed));
  if (wrong !== undefined) return [wrong];
  if (rule === 'SIG-06')
    return readingOf('CA in the keyId', issuerTroubles(issuer, certificate, others));
  const isOwn = sameName(certificate.subject, certificate.issuer);
  const isIssuer = ({ subject }: SigningCertificate) =>
    !isOwn && sameName(subject, certificate.issuer);
  const meant = new Map<string, Troubles>(
    others.map((one) => {
      const words = isIssuer(one) ? OF_AUTHORITY : OF_ANOTHER;
      return [one.serial, [['serial-of-another-certificate', words]]];
    }),
  );
  meant.set(certificate.serial, []);
  const troubles = troublesOf(serials, (text) => meant.get(canonicalSerial(text)));
  const other = standIn(serial) ?? thingOf(serial, certificate);
  const plainly = other ? `(${quote(serial)}) ${other}` : `is ${quote(serial)}, ${NOT_SENT}`;
  return readingOf('SN in the keyId', troubles ?? [['serial-wrong', plainly]]);
}

const isNamedBy =
  (serials: readonly Way[]) =>
  (one: SigningCertificate): boolean =>
    serials.some(({ text }) => canonicalSerial(text) === one.serial);

/** The key of the certificate that the keyId names, if that made the signature, and another certificate was sent. */
export function otherKey(
  { sent, signature }: SignatureFacts,
  others: Certificates,
): Pick<SignatureFacts, 'key'> {
  if (sent === undefined || signature === undefined) return {};
  const { certificate } = sent;
  const serials = waysOf(KEY_ID_FORM.exec(signature.keyId)?.[1] ?? '', OF_SERIAL);
  const all = [certificate, ...others.filter(isNamedBy(serials))];
  const signer = signerAmong(signature.signature, all);
  return defined({ key: signer === certificate ? undefined : signer?.publicKey });
}

/** Whose key made the signature: the certificate that was sent, or one of the others. */
function signerAmong(signature: string, all: Certificates): SigningCertificate | undefined {
  const texts = signatureReadings(signature);
  return all.find(({ publicKey }) => sureIn(texts, publicKey));
}

// The text says no more, because the certificate may be another TPP's (SIG-15).
const OF_ANOTHER =
  'is the serial number of another certificate (if you sign with its key, send that one)';
const OF_AUTHORITY = 'is the serial number of the authority that issued your certificate';
const NOT_SENT =
  'which is not the serial number of the certificate in TPP-Signature-Certificate in hexadecimal';

/** So many digits are no chance. */
const LEAST_DIGITS = 8;

/** Which other thing of the certificate it is, in hexadecimal or in base64. Completes "it …". */
function thingOf(text: string, { x509, serial }: SigningCertificate): string | undefined {
  const hex = text.replace(/[:\s-]/g, '').toUpperCase();
  const inBase64 = Buffer.from(text, 'base64').toString('hex').toUpperCase();
  const things = [
    [x509.fingerprint, hex, 'is the SHA-1 fingerprint of the certificate'],
    [x509.fingerprint, inBase64, 'is the SHA-1 fingerprint of the certificate (x5t)'],
    [x509.fingerprint256, hex, 'is the SHA-256 fingerprint of the certificate'],
    [x509.fingerprint256, inBase64, 'is the SHA-256 fingerprint of the certificate (x5t#S256)'],
    [serial, hex, 'is the serial number alone'],
    [serial, inBase64, 'is the serial number in base64'],
    [serial.slice(0, -2), hex, 'is the serial number without its last byte'],
    ...narrowed(serial).flatMap(([number, how]) =>
      [number.toString(16), `${number}`].map(
        (one) => [one, hex, `is the serial number ${how}`] as const,
      ),
    ),
  ] as const;
  const isThis = (thing: string, sent: string) =>
    thing.length >= LEAST_DIGITS && thing.replace(/[:-]/g, '').toUpperCase() === sent;
  return things.find(([thing, sent]) => isThis(thing, sent))?.[2];
}

/** A serial number has up to 160 bits, and a machine's own numbers have fewer. */
function narrowed(serial: string): readonly (readonly [number: bigint, how: string])[] {
  const whole = BigInt(`0x${serial}`);
  const cutTo = (bits: number, type: string) =>
    [BigInt.asIntN(bits, whole), BigInt.asUintN(bits, whole)].map((number) => {
      return [number, `cut to its last ${bits} bits (${type}): read all of it`] as const;
    });
  const all = [
    [BigInt(Number(whole)), ROUNDED] as const,
    [
      BigInt.asIntN(4 * serial.length, whole),
      'read as a number with a sign: its first bit is none',
    ] as const,
    ...cutTo(64, 'long'),
    ...cutTo(32, 'int'),
  ];
  return all.filter(([number]) => number !== whole);
}
const ROUNDED = 'rounded, as a double (a Number of JavaScript) holds it: read it as text or BigInt';

/** Empty if it is the issuer's name. */
function issuerTroubles(sent: string, own: SigningCertificate, others: Certificates): Troubles {
  const spelt = waysOf(sent, OF_ISSUER);
  const ways = namesOf(spelt);
  const meant = namesMeant(own, others);
  const right = formatName(own.issuer);
  const issuer = partsOf(right);
  return (
    troublesOf(ways, (text) => meant.get(text) ?? meant.get(lower(text))) ??
    troublesOf(ways, (text) => meant.get(inAnyOrder(text))) ??
    troublesOf(spelt.filter(isNotReversed).toReversed(), (text) => partsAlone(text, own.issuer)) ??
    troublesOf(ways, (text) => partsTroubles(partsOf(text), issuer, 1)) ??
    troublesOf(ways, (text) => partsTroubles(partsOf(text), issuer, issuer.length)) ??
    troublesOf(ways, () => [WRONG]) ??
    unreadable(spelt.at(-1) as Way, right)
  );
}

function unreadable({ done, text }: Way, certificateName: string): Troubles {
  if (!text.includes('=') && text !== '') {
    const isPart = certificateName.includes(text) ? 'only a part of' : 'no name such as';
    return [...done, ['issuer-wrong', `is ${quote(text)}, ${isPart} ${quote(certificateName)}`]];
  }
  const { message } = attempt(NameSyntaxError, () => parseName(text)) as NameSyntaxError;
  const isType = /^names the attribute type "(?!")/.test(message);
  return [...done, [isType ? 'issuer-attribute-unknown' : 'issuer-wrong', message]];
}

const WRONG: Trouble = ['issuer-wrong', 'is not the issuer of the certificate that you sent'];
const CASE: Trouble = ['issuer-case', 'differs in upper and lower case'];
const SUBJECT: Trouble = ['issuer-is-subject', "is the certificate's subject, not its issuer"];
const ORDER: Trouble = ['issuer-order', 'has its parts in another order'];
const AUTHORITY: Trouble = ['issuer-of-root', 'is another authority than your own issuer'];

/** What is wrong with the names that may be meant, by their text: as it is, in lower case, and in any order. */
function namesMeant({ issuer, subject }: SigningCertificate, others: Certificates) {
  const right = formatName(issuer);
  const names: readonly (readonly [text: string, troubles: Troubles])[] = [
    [right, []],
    [formatName(subject), [SUBJECT]],
    ...formsFor('issuer').map(({ name, words, change }) => {
      const text = readable(change(bytesOf(right)) ?? right);
      const [shown] = whereTheyDiffer(text, right);
      const received = `was received as ${shown}, as if it was written ${words}, not in UTF-8 (an RFC 2047 word around the whole value of Signature, =?utf-8?B?<base64>?=, keeps all letters)`;
      return [text, [[name, received]]] as const;
    }),
    ...others.map((one) => [formatName(one.issuer), [AUTHORITY]] as const),
  ];
  const inLower = names.map(([text, troubles]) => [lower(text), [CASE, ...troubles]] as const);
  const turned = names.map(([text, troubles]) => [inAnyOrder(text), [ORDER, ...troubles]] as const);
  // Of equal texts the first stays.
  return new Map([...names, ...inLower, ...turned].reverse());
}

type Parts = readonly string[];
const partsOf = (name: string): Parts => name.split(/(?<!\\),/);
const inAnyOrder = (name: string): string => `in any order ${partsOf(name).toSorted()}`;
const typesOf = (parts: Parts) => parts.map((part) => part.replace(/=.*/s, '')).join();

function without(parts: Parts, others: Parts): Parts {
  const all = new Set(others);
  return parts.filter((part) => !all.has(part));
}

/** Of a part, which begins as it should: its type, the sign and some letters. */
const TYPE_AND_MORE = 6;

/**
 * Parts have another value, or some are missing or added, in order.
 * @param most of them have another value; of several, each begins as it should
 */
function partsTroubles(sent: Parts, issuer: Parts, most: number): Troubles | undefined {
  const [missing, extra] = [without(issuer, sent), without(sent, issuer)];
  const isInOrder = `${without(sent, extra)}` === `${without(issuer, missing)}`;
  if (missing.length === issuer.length || !isInOrder) return undefined;
  const [has, lacks] = whereTheyDiffer(extra.join(), missing.join());
  if (extra.length === 0) return [['issuer-rdn-missing', `lacks ${lacks}`]];
  if (missing.length === 0) return [['issuer-rdn-extra', `has ${has}, which the issuer has not`]];
  const isTypo = extra.every(
    (one, at) => one.slice(0, TYPE_AND_MORE) === missing[at]?.slice(0, TYPE_AND_MORE),
  );
  if (missing.length > most || (missing.length > 1 && !isTypo) || typesOf(sent) !== typesOf(issuer))
    return undefined;
  return [['issuer-value', `says ${has} where the issuer's name says ${lacks}`]];
}

/** Any name can be turned round. */
const isNotReversed = ({ done }: Way): boolean => done.at(-1)?.[0] !== 'issuer-reversed';

/** Whether later refusals remain after the client does what the readings say: these are of the wrong one. */
export const outlasts = (readings: readonly Reading[], rule: RuleId): boolean =>
  !readings.some(({ mistakes }) => /^(?:another|authority)-certificate$/.test(`${mistakes}`)) ||
  !/^(?:SIG-0[567]|SIG-10|TPP-)/.test(rule);

/**
 * `undefined` unless a certificate that the keyId names made the signature, or this one is an
 * authority's and did not make it.
 * @param signature the parameter's text, unchecked
 * @param certificate the sent one, which the keyId does not name
 * @param named other ones that the keyId names
 */
export function wrongCertificate(
  signature: string,
  certificate: SigningCertificate,
  named: Certificates,
): Reading | undefined {
  const signer = signerAmong(signature, [certificate, ...named]);
  if (signer === certificate) return undefined;
  const { x509, serial, subject } = certificate;
  const isAuthority = x509.ca && (signer === undefined || sameName(subject, signer.issuer));
  if (signer === undefined && !isAuthority) return undefined;
  const holds = isAuthority ? "an authority's certificate" : 'another certificate';
  // Only the certificate that was sent is shown: another one may be another TPP's (SIG-15).
  const shown = `serial ${clip(serial, 64)}, ${quote(formatName(subject))}`;
  const which = signer ? 'your keyId names and whose key signed' : 'was issued to you';
  const sentence =
    `TPP-Signature-Certificate holds ${holds} (${shown}), ${signer ? '' : 'probably '}not the one that ${which}; send that one, before any other.` as const;
  return reading([isAuthority ? 'authority-certificate' : 'another-certificate'], sentence);
}
