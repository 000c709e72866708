// TPP-Signature-Certificate holds another certificate than it should: an authority's, or one with another key.
// If the keyId is right, another keyId would not help, so the explanation asks for none (SIG-05, SIG-06).
import type { RuleId } from '../../../protocol/rules.ts';
import { clip, quote } from '../../../protocol/shown-text.ts';
import type { SigningCertificate } from '../../../signing/certificate.ts';
import { formatName, sameName } from '../../../signing/distinguished-name.ts';
import { proven, type Reading } from '../explanation.ts';
import { sureIn } from '../signature/recover.ts';
import { signatureReadings } from '../signature/written-bytes.ts';

/** Whether later refusals remain after the client does what the readings say: these are of the wrong one. */
export const outlasts = (readings: readonly Reading[], rule: RuleId): boolean =>
  !readings.some(({ mistakes }) => /^(?:another|authority)-certificate$/.test(`${mistakes}`)) ||
  !/^(?:SIG-0[567]|SIG-10|TPP-)/.test(rule);

/**
 * `undefined` unless a certificate that the keyId names made the signature, or this one is an authority's and
 * did not make it.
 *
 * @param signature the parameter's text, unchecked
 * @param certificate the sent one, which the keyId does not name
 * @param named other ones that the keyId names
 */
export function wrongCertificate(
  signature: string,
  certificate: SigningCertificate,
  named: readonly SigningCertificate[],
): Reading | undefined {
  const texts = signatureReadings(signature);
  const isSigner = ({ publicKey }: SigningCertificate) => sureIn(texts, publicKey) !== undefined;
  if (isSigner(certificate)) return undefined;
  const { x509, serial, subject } = certificate;
  const signer = named.find(isSigner);
  const isAuthority = x509.ca && (signer === undefined || sameName(subject, signer.issuer));
  if (signer === undefined && !isAuthority) return undefined;
  const holds = isAuthority ? "an authority's certificate" : 'another certificate';
  // Only the certificate that was sent is shown: another one may be another TPP's (SIG-15).
  const shown = `serial ${clip(serial, 64)}, ${quote(formatName(subject))}`;
  const which = signer ? 'your keyId names and whose key signed' : 'was issued to you';
  const sentence = `TPP-Signature-Certificate holds ${holds} (${shown}), not the one that ${which}; send that one, before any other.`;
  return proven([isAuthority ? 'authority-certificate' : 'another-certificate'], sentence);
}
