// What TPP-Signature-Certificate may show of itself (WEB-06): of a certificate its two ends, in a command all
// of it; of what may be a private key, alone or in a bundle, nothing.
import { readable } from '../../kernel/utf8.ts';
import { ApiError } from '../../protocol/errors.ts';
import { attempt } from '../../signing/attempt.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import { otherPem, otherThanCertificate } from '../../signing/other-than-certificate.ts';
import { type Mask, type Piece, REMOVED, shortenCertificate } from './masking.ts';

/** No private key is as short. */
const SHORT = 40;

/** Whether the header's value (bytes as latin1 text) may hold more than a certificate, or than what is public. */
export function mayHoldKey(value: string): boolean {
  if (value.length <= SHORT) return false;
  if (value.includes('-----BEGIN')) {
    return value.includes('PRIVATE') || otherPem(value)?.isSecret === true;
  }
  // Behind its padding base64 goes on unread.
  if (/=[^=]/.test(value)) return true;
  const bytes = Buffer.from(value, 'base64');
  if (bytes.includes('PRIVATE KEY')) return true;
  if (!(attempt(ApiError, () => parseCertificateHeader(value)) instanceof ApiError)) return false;
  const other = otherThanCertificate(bytes);
  return other === undefined ? !isDamagedCertificate(bytes) : other.isSecret;
}

/** The first bytes of a certificate, and no more of them than it says to have. */
function isDamagedCertificate(bytes: Buffer): boolean {
  const start = /^3082(....)3082....(?:a003020102)?02/.exec(bytes.toString('hex', 0, 16));
  return start !== null && bytes.length <= 4 + Number.parseInt(start[1] as string, 16);
}

/** The header's value as it may be shown. */
export function shownCertificate(value: string, mask: Mask): string {
  return mayHoldKey(value) ? REMOVED : shortenCertificate(mask.text(readable(value)));
}

/** The header's value in a command: whole, or a variable where it may not be shown. */
export function certificatePieces(value: string, mask: Mask): readonly Piece[] {
  return mayHoldKey(value) ? [{ kind: 'secret', shown: REMOVED, value }] : mask.pieces(value);
}
