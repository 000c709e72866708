// TPP-Signature-Certificate holds another certificate than it should: an authority's, or one with another key.
// If the keyId is right, another keyId would not help, so the explanation asks for none (SIG-05, SIG-06).
import type { ApiError } from '../../../protocol/errors.ts';
import { clip, quote } from '../../../protocol/shown-text.ts';
import { attempt } from '../../../signing/attempt.ts';
import type { SigningCertificate } from '../../../signing/certificate.ts';
import {
  type DistinguishedName,
  formatName,
  sameName,
} from '../../../signing/distinguished-name.ts';
import { NameSyntaxError, parseName } from '../../../signing/parse-distinguished-name.ts';
import type { SignatureExplained } from '../explain-signature.ts';
import type { Reading } from '../explanation.ts';
import type { MistakeName } from '../mistake-names.ts';
import { isUsual, recover, sizeOf } from '../signature/recover.ts';
import { signatureReadings } from '../signature/written-bytes.ts';

export interface KeyIdContext {
  readonly certificate: SigningCertificate;
  /** Other certificates: sent along, the bank's own authorities, and those that the bank has seen. */
  readonly others: readonly SigningCertificate[];
  /** Those of the others that follow the certificate in the same PEM file. */
  readonly behind?: readonly SigningCertificate[];
  readonly madeBy?: KeyTest;
}

/** Upper-case hexadecimal without leading zeros, as the bank writes it. */
export const canonicalSerial = (hex: string): string =>
  hex.toUpperCase().replace(/^(-?)0+(?=[0-9A-F])/, '$1');

/** Without a prefix and without separators between the bytes. */
export const bareSerial = (sent: string): string => sent.replace(/^0x/i, '').replace(/[:\s]/g, '');

/** The serial number in decimal, as the bank writes it; `undefined` if it is not such a number. */
export const hexOfDecimal = (sent: string): string | undefined =>
  /^-?\d{1,64}$/.test(sent) ? BigInt(sent).toString(16).toUpperCase() : undefined;

const namesSerial = (sent: string, serial: string): boolean =>
  canonicalSerial(bareSerial(sent)) === serial || hexOfDecimal(sent) === serial;

/** The name as sent, and the name without the escapes of a quoted parameter. */
export function readName(sent: string): readonly DistinguishedName[] {
  const texts = new Set([sent, sent.replaceAll('\\"', '"'), sent.replace(/\\(["\\])/g, '$1')]);
  return [...texts].flatMap((text) => {
    const name = attempt(NameSyntaxError, () => parseName(text));
    return name instanceof NameSyntaxError ? [] : [name];
  });
}

/** Anybody can make certificates with the same serial number, and each one costs a key operation. */
const MOST_NAMED = 4;

/** Shorter than any RSA signature, and longer than one by an elliptic curve. */
const SHORTEST_RSA = 128;

/** Whether that certificate's key made the signature; `undefined` if unknown. */
export type KeyTest = (certificate: SigningCertificate) => boolean | undefined;

/** @param signature the parameter's text, unchecked */
export function keyTest(signature: string): KeyTest {
  const texts = signatureReadings(signature);
  return ({ publicKey }) => {
    if (publicKey === undefined) return undefined;
    if (publicKey.asymmetricKeyType === 'ec' || publicKey.asymmetricKeyType === 'ed25519') {
      return texts.some(({ bytes }) => bytes.length >= SHORTEST_RSA) ? false : undefined;
    }
    if (!isUsual(publicKey)) return undefined;
    const fitting = texts.filter(({ bytes }) => bytes.length === sizeOf(publicKey));
    if (fitting.length === 0) return undefined;
    const shown = fitting.map(({ bytes }) => recover(bytes, publicKey));
    if (shown.some((one) => one !== undefined && one.unsure !== true)) return true;
    return shown.some((one) => one !== undefined) ? undefined : false;
  };
}

const MISTAKES: readonly MistakeName[] = ['another-certificate', 'authority-certificate'];

/** Whether the reading says that the certificate is the wrong one. */
export const isOfCertificate = (readings: readonly Reading[]): boolean =>
  readings.some(({ mistakes }) => mistakes.some((name) => MISTAKES.includes(name)));

/**
 * Whether a later refusal remains after the client sends the right certificate. A refusal that only
 * concerns the wrong certificate does not. If a known key made the signature, its other mistakes remain.
 */
export function outlastsCertificate(
  { rule, message }: ApiError,
  { readings, remark }: SignatureExplained,
): boolean {
  if (isOfKey({ rule, message })) return false;
  if (rule !== 'SIG-10') return !/^(?:SIG-0[56]|TPP-)/.test(rule);
  const byKnown = readings.filter(({ mistakes }) => mistakes.includes('another-key'));
  return byKnown.some(({ mistakes }) => mistakes.length > 1 || remark !== undefined);
}

/** Whether the refusal is of the sent certificate's key, and not of the algorithm. */
export const isOfKey = ({ rule, message }: Pick<ApiError, 'rule' | 'message'>): boolean =>
  rule === 'SIG-07' && message.startsWith("The certificate's");

/** SIG-07: the sent certificate has a key that cannot sign, and the keyId is of the same certificate. */
export function wrongKey(context: KeyIdContext): readonly Reading[] {
  const { others, madeBy = () => undefined } = context;
  const signer = others.find((one) => madeBy(one) === true);
  return signer === undefined ? [] : [signedByAnother(signer, context, 'signature')];
}

/**
 * `undefined` unless every known fact says that the certificate is the wrong one.
 *
 * @param serial SN as sent
 * @param issuer CA as sent
 */
export function wrongCertificate(
  serial: string,
  issuer: string,
  context: KeyIdContext,
): Reading | undefined {
  const { certificate, others, madeBy = () => undefined } = context;
  if (namesSerial(serial, certificate.serial)) return undefined;
  const named = others.filter((one) => namesSerial(serial, one.serial)).slice(0, MOST_NAMED);
  const authority = isAuthority(certificate);
  if (named.length === 0 && !authority) return undefined;
  const own = madeBy(certificate);
  // Then the certificate is right and the keyId is wrong.
  if (own === true) return undefined;
  const signer = named.find((one) => madeBy(one) === true);
  if (signer !== undefined) return signedByAnother(signer, context, 'keyId and signature');
  const names = readName(issuer);
  const isIssuedBy = (one: SigningCertificate) => names.some((name) => sameName(name, one.issuer));
  // If they are an authority's, the client took them from the wrong file.
  const whole = named.find((one) => !isAuthority(one) && isIssuedBy(one));
  const isSubject = names.some((name) => sameName(name, certificate.subject));
  if (authority && !isSelfIssued(certificate) && isSubject) {
    return issuersOwn(whole, context);
  }
  if (whole !== undefined && !isIssuedBy(certificate)) {
    return namedInFull(own === false && madeBy(whole) === false, context);
  }
  if (!authority || own !== false) return undefined;
  return ofAuthority(
    context,
    '; neither the serial number in the keyId nor the signature fits it. Send your own certificate in TPP-Signature-Certificate',
  );
}

const isAuthority = ({ x509 }: SigningCertificate): boolean => x509.ca;

/** Many self-signed certificates say that they are an authority's. */
const isSelfIssued = ({ subject, issuer }: SigningCertificate): boolean =>
  sameName(subject, issuer);

const subjectOf = ({ subject }: SigningCertificate): string => quote(formatName(subject));

/** Shows only the certificate that was sent: another one may be another TPP's (SIG-15). */
const shownCertificate = (sent: SigningCertificate): string =>
  `serial ${clip(sent.serial, 64)}, ${subjectOf(sent)}`;

const ahead = (one: SigningCertificate, { behind = [] }: KeyIdContext): string =>
  behind.some(({ x509 }) => x509.raw.equals(one.x509.raw))
    ? 'put that one first; it is in the header behind this one'
    : 'send that one';

/** @param fits what of the request is of the signer's certificate */
function signedByAnother(
  signer: SigningCertificate,
  context: KeyIdContext,
  fits: 'signature' | 'keyId and signature',
): Reading {
  const { certificate } = context;
  const isSignature = fits === 'signature';
  const fix = `${ahead(signer, context)}${isSignature ? ', and use its keyId' : ''}`;
  if (isAuthority(certificate) && sameName(certificate.subject, signer.issuer)) {
    const whose = isSignature ? 'Your signature is' : 'Your keyId and your signature are';
    return ofAuthority(context, `. ${whose} of the one that it issued to you; ${fix}`);
  }
  const which = isSignature ? 'whose' : 'that your keyId names and whose';
  const sentence = `TPP-Signature-Certificate holds another certificate (${shownCertificate(certificate)}) than the one ${which} key made the signature; ${fix}.`;
  return { mistakes: ['another-certificate'], sentence };
}

const ofAuthority = ({ certificate }: KeyIdContext, rest: string): Reading => ({
  mistakes: ['authority-certificate'],
  sentence: `You sent the certificate of an authority (${subjectOf(certificate)})${rest}.`,
});

/** CA in the keyId is the subject of the sent certificate. */
function issuersOwn(whole: SigningCertificate | undefined, context: KeyIdContext): Reading {
  const fix =
    whole === undefined
      ? 'send the certificate that was issued to you'
      : `yours is the one that the keyId names; ${ahead(whole, context)}`;
  return ofAuthority(context, `, the one that CA in your keyId names as the issuer; ${fix}`);
}

/** @param neither whether neither of the two keys made the signature */
function namedInFull(neither: boolean, { certificate }: KeyIdContext): Reading {
  const lead = `The keyId names another certificate than TPP-Signature-Certificate holds (${shownCertificate(certificate)})`;
  const fix = neither
    ? ', and the signature was made with the key of neither; send the certificate of the key that you sign with'
    : '; send the one whose key you sign with';
  return { mistakes: ['another-certificate'], sentence: `${lead}${fix}, and its keyId.` };
}
