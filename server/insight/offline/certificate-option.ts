// A certificate that the caller gives with the capture. It replaces a header that is absent or shortened by
// a log, never one that the bank could have read.
import { ApiError } from '../../protocol/errors.ts';
import { attempt } from '../../signing/attempt.ts';
import { decodeBase64 } from '../../signing/base64.ts';
import { readCertificate, type SigningCertificate } from '../../signing/certificate.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import { DerError } from '../../signing/der.ts';
import { splitPem } from '../../signing/pem.ts';
import { UnreadableRequest } from './captured-request.ts';
import { headerValue } from './wire-text.ts';

const HEADER = 'TPP-Signature-Certificate';

/** PEM (several, the signing one first), the base64 of DER or PEM, or DER. Throws UnreadableRequest. */
export function readCertificateOption(option: string | Buffer): readonly SigningCertificate[] {
  const bytes = typeof option === 'string' ? Buffer.from(option) : option;
  const text = bytes.toString('latin1');
  const ders = text.includes('-----BEGIN') ? splitPem(text) : dersIn(bytes, text);
  if (ders.length === 0) {
    throw new UnreadableRequest('expected a certificate as PEM, DER or base64 of DER; found none');
  }
  return ders.map((der) => {
    const read = attempt(DerError, () => readCertificate(der));
    if (!(read instanceof DerError)) return read;
    throw new UnreadableRequest(`the certificate that you gave cannot be read: ${read.message}`);
  });
}

function dersIn(bytes: Buffer, text: string): readonly Buffer[] {
  const decoded = decodeBase64(text.replace(/\s+/g, ''));
  if (decoded === undefined || decoded.length === 0) return [bytes];
  const pem = splitPem(decoded.toString('latin1'));
  return pem.length > 0 ? pem : [decoded];
}

export interface WithCertificate {
  readonly rawHeaders: readonly string[];
  readonly notes: readonly string[];
}

/** The headers, with the certificate added if the capture has no readable one. */
export function withCertificate(
  rawHeaders: readonly string[],
  certificate: SigningCertificate | undefined,
): WithCertificate {
  const sent = headerValue(rawHeaders, HEADER.toLowerCase()) || undefined;
  if (certificate === undefined) return { rawHeaders, notes: wantedNote(sent) };
  const base64 = certificate.x509.raw.toString('base64');
  if (sent === undefined) {
    const note = `${HEADER} is not in the capture; the certificate that you gave is used instead.`;
    return { rawHeaders: [...without(rawHeaders), HEADER, base64], notes: [note] };
  }
  const read = attempt(ApiError, () => parseCertificateHeader(sent));
  if (read instanceof ApiError) {
    if (!isShortened(sent, base64)) return { rawHeaders, notes: [] };
    const note = `${HEADER} is shortened in the capture; the certificate that you gave is used instead.`;
    return { rawHeaders: [...without(rawHeaders), HEADER, base64], notes: [note] };
  }
  const isOther = !read.certificate.x509.raw.equals(certificate.x509.raw);
  const note = `The certificate that you gave (serial ${certificate.serial}) is another one than ${HEADER} holds (serial ${read.certificate.serial}); the header counts.`;
  return { rawHeaders, notes: isOther ? [note] : [] };
}

function without(rawHeaders: readonly string[]): readonly string[] {
  return rawHeaders.filter(
    (_, i) => rawHeaders[i - (i % 2)]?.toLowerCase() !== HEADER.toLowerCase(),
  );
}

function wantedNote(sent: string | undefined): readonly string[] {
  if (sent !== undefined) return [];
  return [
    `${HEADER} is not in the capture; if it was sent, give the certificate with --cert FILE.`,
  ];
}

/** The refusal of a certificate that a log has shortened, in words that say so. */
export function asShortened(refusal: ApiError, rawHeaders: readonly string[]): ApiError {
  const sent = headerValue(rawHeaders, HEADER.toLowerCase()) ?? '';
  if (refusal.rule !== 'SIG-02' || !MARKED.test(sent)) return refusal;
  const text = `${HEADER} is shortened in the capture, so nothing can be judged with it; give the certificate with --cert FILE.`;
  return new ApiError(refusal.rule, refusal.code, text, refusal.details);
}

/** How logs mark that they left something out; the ellipsis is its UTF-8 bytes. */
const MARKED = /\.{2,}|\xe2\x80\xa6|\*{3}|[[<(]|redacted|truncated|omitted|masked|removed/i;
const ENOUGH = 16;

/** Cut at the end or in the middle: the value starts like the certificate's base64. */
function isShortened(sent: string, base64: string): boolean {
  const start = /^[A-Za-z0-9+/]*/.exec(sent)?.[0] as string;
  return start.length >= ENOUGH ? base64.startsWith(start) : MARKED.test(sent);
}
