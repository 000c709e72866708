// Norwegian personal numbers: national identity numbers and D-numbers, ordinary or synthetic (HDR-04).
import { idnr } from '@navikt/fnrvalidator';

/** `malformed`: not 11 digits, or no such day; `check-digits`: the last two digits do not fit. */
type NationalIdVerdict = 'ok' | 'malformed' | 'check-digits';

/**
 * Ordinary numbers, D-numbers (day + 40) and synthetic ones (month + 40 or + 80) pass; both kinds of
 * check digits are verified, the looser first one of the numbers given out from 2032 on too.
 */
export function checkNationalId(text: string): NationalIdVerdict {
  if (!/^[0-9]{11}$/.test(text)) return 'malformed';
  const result = idnr(text);
  if (result.status === 'valid') return 'ok';
  return result.reasons.includes("checksums don't match") ? 'check-digits' : 'malformed';
}
