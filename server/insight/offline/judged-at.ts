// The time at which a captured request is judged: its own Date, because captures are usually old.
import type { RawHeaders } from '../../protocol/headers.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import { parseHttpDate } from '../../signing/date-header.ts';

export interface JudgedAt {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly note?: string;
}

/** @param wanted the caller's own time, milliseconds since the epoch */
export function judgedAt(
  headers: RawHeaders,
  certificate: SigningCertificate | undefined,
  wanted: number | undefined,
): JudgedAt {
  if (wanted !== undefined) return { now: wanted };
  // Without a Date or a certificate no check reads the time. JavaScript cannot hold larger years.
  const begins = new Date(certificate?.notBefore ?? 0).getTime();
  const fallback = Number.isNaN(begins) ? 0 : begins;
  const date = parseHttpDate(headers.get('date') ?? '', fallback);
  if (date === undefined) return { now: fallback };
  const now = date.seconds * 1000;
  const note = `Judged at the request's own Date, ${new Date(now).toISOString()}: whether it was in time is not judged. --now ISO judges at another time.`;
  return { now, note };
}
