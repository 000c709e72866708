// Which time a captured request is judged at: its own Date, because a capture is old by nature.
import type { RawHeaders } from '../../protocol/headers.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import { parseHttpDate } from '../../signing/date-header.ts';

export interface JudgedAt {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly note?: string;
}

/** @param asked milliseconds since the epoch, where the caller wants a time of their own */
export function judgedAt(
  headers: RawHeaders,
  certificate: SigningCertificate | undefined,
  asked: number | undefined,
): JudgedAt {
  if (asked !== undefined) return { now: asked };
  // Without a Date, or a certificate, no check comes to read the time. Years beyond JavaScript's are
  // no use for it.
  const begins = new Date(certificate?.notBefore ?? 0).getTime();
  const fallback = Number.isNaN(begins) ? 0 : begins;
  const date = parseHttpDate(headers.get('date') ?? '', fallback);
  if (date === undefined) return { now: fallback };
  const now = date.seconds * 1000;
  const note = `Judged at the request's own Date, ${new Date(now).toISOString()}: whether it was in time is not judged. --now ISO judges at another time.`;
  return { now, note };
}
