// A certificate that the caller gives with the capture. It replaces a header that is absent or shortened by
// a log, never one that the bank could have read.
import { ApiError } from '../../protocol/errors.ts';
import { headerPairs, RawHeaders } from '../../protocol/headers.ts';
import { attempt } from '../../signing/attempt.ts';
import { decodeBase64 } from '../../signing/base64.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import { type CapturedRequest, UnreadableRequest } from './captured-request.ts';

const HEADER = 'TPP-Signature-Certificate';
const IS_HEADER = /^tpp-signature-certificate$/i;

/** PEM (several, the signing one first), the base64 of DER or PEM, or DER. Throws UnreadableRequest. */
export function readCertificateOption(option: string | Buffer): readonly SigningCertificate[] {
  const bytes = Buffer.from(option as Buffer);
  const text = bytes.toString('latin1').replace(/\s+/g, '');
  const base64 = decodeBase64(text) === undefined ? bytes.toString('base64') : text;
  const read = attempt(ApiError, () => parseCertificateHeader(base64));
  if (!(read instanceof ApiError)) return [read.certificate, ...read.chain];
  throw new UnreadableRequest(read.message.replace(HEADER, 'The certificate that you gave'));
}

/** The request, with the certificate that was given if the capture has no readable one. */
export function withCertificate(
  capture: CapturedRequest,
  given: SigningCertificate | undefined,
): CapturedRequest {
  const { rawHeaders, notes } = capture;
  const sent = new RawHeaders(rawHeaders).get(HEADER.toLowerCase()) ?? '';
  const isRead = !(attempt(ApiError, () => parseCertificateHeader(sent)) instanceof ApiError);
  const base64 = given?.x509.raw.toString('base64') ?? '';
  const isShortened = base64.startsWith(sent) || MARKED.test(sent);
  if (given === undefined || isRead || !isShortened) return capture;
  const note = `${HEADER} is absent or shortened in the capture; the certificate that you gave is used instead.`;
  const others = headerPairs(rawHeaders).filter(([name]) => !IS_HEADER.test(name));
  return {
    ...capture,
    rawHeaders: [...others.flat(), HEADER, base64],
    notes: [...notes, note],
  };
}

/** The refusal of a certificate that is absent, or marked by a log, in words that say so. */
export function asLacking(refusal: ApiError): ApiError {
  const { rule, code, message, details } = refusal;
  const { path, got = '' } = details;
  const isLacking = rule === 'SIG-01' ? path === HEADER : rule === 'SIG-02' && MARKED.test(got);
  if (!isLacking) return refusal;
  const text =
    rule === 'SIG-01'
      ? `${message} If it was sent, give the certificate with --cert FILE.`
      : `${HEADER} looks shortened by a log; give the certificate with --cert FILE.`;
  return new ApiError(rule, code, text, details);
}

/** How logs mark that they left something out; the ellipsis is its UTF-8 bytes. */
const MARKED = /\.{2,}|\xe2\x80\xa6|\*{3}|[[<(]|redacted|truncated|omitted|masked|removed/i;
