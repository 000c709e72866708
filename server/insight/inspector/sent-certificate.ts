// What may be shown of TPP-Signature-Certificate (WEB-06): of a certificate its two ends, in a command the
// whole; nothing of what may be a private key, alone or in a bundle.
import { readable } from '../../kernel/utf8.ts';
import { ApiError } from '../../protocol/errors.ts';
import { attempt } from '../../signing/attempt.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import { otherPem, otherThanCertificate } from '../../signing/other-than-certificate.ts';
import { type Mask, type Piece, REMOVED, shortenCertificate } from './masking.ts';

/** Every private key is longer. */
const SHORT = 40;

/**
 * Whether the header's value (bytes as latin1 text) may hold more than a certificate, or more than public
 * data.
 */
export function mayHoldKey(value: string): boolean {
  if (value.length <= SHORT) return false;
  if (value.includes('-----BEGIN')) {
    return value.includes('PRIVATE') || otherPem(value)?.isSecret === true;
  }
  // Base64 after the padding is not read, so it is not checked.
  if (/=[^=]/.test(value)) return true;
  const bytes = Buffer.from(value, 'base64');
  if (bytes.includes('PRIVATE KEY')) return true;
  if (!(attempt(ApiError, () => parseCertificateHeader(value)) instanceof ApiError)) return false;
  const other = otherThanCertificate(bytes);
  return other === undefined ? !isDamagedCertificate(bytes) : other.isSecret;
}

/** The first bytes of a certificate, and no more than the length in it. */
function isDamagedCertificate(bytes: Buffer): boolean {
  const start = /^3082(....)3082....(?:a003020102)?02/.exec(bytes.toString('hex', 0, 16));
  return start !== null && bytes.length <= 4 + Number.parseInt(start[1] as string, 16);
}

/** The header's value as it may be shown. */
export function shownCertificate(value: string, mask: Mask): string {
  return mayHoldKey(value) ? REMOVED : shortenCertificate(mask.text(readable(value)));
}

/** The header's value in a command: whole, or a variable if it must not be shown. */
export function certificatePieces(value: string, mask: Mask): readonly Piece[] {
  return mayHoldKey(value) ? [{ kind: 'secret', shown: REMOVED, value }] : mask.pieces(value);
}
