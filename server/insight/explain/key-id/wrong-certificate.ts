// TPP-Signature-Certificate holds another certificate than it should: an authority's, or one with another key.
// If the keyId is right, another keyId would not help, so the explanation asks for none (SIG-05, SIG-06).
import type { RuleId } from '../../../protocol/rules.ts';
import { clip, quote } from '../../../protocol/shown-text.ts';
import type { SigningCertificate } from '../../../signing/certificate.ts';
import { formatName, sameName } from '../../../signing/distinguished-name.ts';
import type { Reading } from '../explanation.ts';
import { isUsual, recover, sizeOf } from '../signature/recover.ts';
import { signatureReadings } from '../signature/written-bytes.ts';

/** Whether later refusals remain after the client does what the readings say: these are of the wrong one. */
export const outlasts = (readings: readonly Reading[], rule: RuleId): boolean =>
  !readings.some(({ mistakes }) => /^(?:another|authority)-certificate$/.test(`${mistakes}`)) ||
  !/^(?:SIG-0[567]|SIG-10|TPP-)/.test(rule);

/**
 * Of a certificate that the keyId does not name: `undefined` unless another one's key made the signature, or
 * it is an authority's and its own key did not.
 *
 * @param signature the parameter's text, unchecked
 */
export function wrongCertificate(
  signature: string,
  certificate: SigningCertificate,
  others: readonly SigningCertificate[],
): Reading | undefined {
  const texts = signatureReadings(signature);
  const isSigner = ({ publicKey }: SigningCertificate): boolean =>
    isUsual(publicKey) &&
    texts.some(({ bytes }) => {
      const shown = bytes.length === sizeOf(publicKey) ? recover(bytes, publicKey) : undefined;
      return shown !== undefined && shown.unsure !== true;
    });
  if (isSigner(certificate)) return undefined;
  const { x509, serial, subject } = certificate;
  const signer = others.find(isSigner);
  const isAuthority = x509.ca && (signer === undefined || sameName(subject, signer.issuer));
  if (signer === undefined && !isAuthority) return undefined;
  const holds = isAuthority ? "an authority's certificate" : 'another certificate';
  // Only the certificate that was sent is shown: another one may be another TPP's (SIG-15).
  const shown = `serial ${clip(serial, 64)}, ${quote(formatName(subject))}`;
  const which = signer === undefined ? 'that was issued to you' : 'whose key made the signature';
  return {
    mistakes: [isAuthority ? 'authority-certificate' : 'another-certificate'],
    sentence: `TPP-Signature-Certificate holds ${holds} (${shown}), not the one ${which}; send that one, before any other, and its keyId.`,
  };
}
