// TPP-Signature-Certificate holds another certificate than it should: an authority's, or one with another key.
// If the keyId is right, another keyId would not help, so the explanation asks for none (SIG-05, SIG-06).
import type { ApiError } from '../../../protocol/errors.ts';
import { clip, quote } from '../../../protocol/shown-text.ts';
import type { SigningCertificate } from '../../../signing/certificate.ts';
import {
  type DistinguishedName,
  formatName,
  sameName,
} from '../../../signing/distinguished-name.ts';
import { namesIn } from '../../../signing/key-id.ts';
import type { SignatureExplained } from '../explain-signature.ts';
import type { Reading } from '../explanation.ts';
import { isUsual, recover, sizeOf } from '../signature/recover.ts';
import { signatureReadings } from '../signature/written-bytes.ts';

export interface KeyIdContext {
  readonly certificate: SigningCertificate;
  /** Other certificates: sent along, the bank's own authorities, and those that the bank has seen. */
  readonly others: readonly SigningCertificate[];
  /** Those of the others that follow the certificate in the same PEM file. */
  readonly behind: readonly SigningCertificate[];
  readonly madeBy: KeyTest;
}

/** Whether that certificate's key made the signature; `undefined` if unknown. */
export type KeyTest = (certificate: SigningCertificate) => boolean | undefined;

/** @param signature the parameter's text, unchecked */
export function keyTest(signature: string): KeyTest {
  const texts = signatureReadings(signature);
  return ({ publicKey }) => {
    if (publicKey?.asymmetricKeyType === 'ec') return false;
    if (!isUsual(publicKey)) return undefined;
    const fitting = texts.filter(({ bytes }) => bytes.length === sizeOf(publicKey));
    const shown = fitting.map(({ bytes }) => recover(bytes, publicKey));
    if (shown.some((one) => one !== undefined && one.unsure !== true)) return true;
    return shown.length > 0 && shown.every((one) => one === undefined) ? false : undefined;
  };
}

/** Whether the reading says that the certificate is the wrong one. */
export const isOfCertificate = (readings: readonly Reading[]): boolean =>
  readings.some(({ mistakes }) =>
    mistakes.some((name) => /^(?:another|authority)-certificate$/.test(name)),
  );

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
  const signer = context.others.find((one) => context.madeBy(one) === true);
  if (signer === undefined) return [];
  return [readingOf(context, 'whose key made the signature', signer, ', and use its keyId')];
}

/**
 * `undefined` unless every known fact says that the certificate is the wrong one.
 *
 * @param isNamed whether SN in the keyId is that certificate's serial number
 * @param issuer CA as sent
 */
export function wrongCertificate(
  isNamed: (certificate: SigningCertificate) => boolean,
  issuer: string,
  context: KeyIdContext,
): Reading | undefined {
  const { certificate, others, madeBy } = context;
  if (isNamed(certificate)) return undefined;
  const own = madeBy(certificate);
  // Then the certificate is right and the keyId is wrong.
  if (own === true) return undefined;
  const signer = others.find((one) => isNamed(one) && madeBy(one) === true);
  if (signer !== undefined) {
    return readingOf(context, 'that your keyId names and whose key made the signature', signer);
  }
  const names = namesIn(issuer);
  const isCa = (name: DistinguishedName) => names.some((one) => sameName(one, name));
  // A self-signed certificate often says that it is an authority's.
  const issuedYours = isCa(certificate.subject) && !isCa(certificate.issuer);
  if (!certificate.x509.ca || !(issuedYours || own === false)) return undefined;
  return readingOf(context, 'that was issued to you');
}

/**
 * @param which the certificate to send: `the one …`
 * @param known it, if the bank knows it
 * @param rest what to do besides
 */
function readingOf(
  { certificate, behind }: KeyIdContext,
  which: string,
  known?: SigningCertificate,
  rest = '',
): Reading {
  const { x509, serial, subject } = certificate;
  const isAuthority = x509.ca && (known === undefined || sameName(subject, known.issuer));
  const holds = isAuthority ? "an authority's certificate" : 'another certificate';
  // Only the certificate that was sent is shown: another one may be another TPP's (SIG-15).
  const shown = `serial ${clip(serial, 64)}, ${quote(formatName(subject))}`;
  const isBehind = known !== undefined && behind.includes(known);
  const fix = isBehind
    ? 'put that one first; it is in the header behind this one'
    : 'send that one';
  return {
    mistakes: [isAuthority ? 'authority-certificate' : 'another-certificate'],
    sentence: `TPP-Signature-Certificate holds ${holds} (${shown}), not the one ${which}; ${fix}${rest}.`,
  };
}
