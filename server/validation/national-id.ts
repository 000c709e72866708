// Norwegian personal numbers: national identity numbers and D-numbers, ordinary or synthetic (HDR-04).
import { idnr } from '@navikt/fnrvalidator';
import { modulus11 } from '../kernel/check-digits.ts';
import { derivedBytes } from '../kernel/ids.ts';

/** `malformed`: not 11 digits, or no such day; `check-digits`: the last two digits do not fit. */
type NationalIdVerdict = 'ok' | 'malformed' | 'check-digits';

/**
 * Ordinary numbers, D-numbers (day + 40) and synthetic ones (month + 40 or + 80) pass; both kinds of
 * check digits are verified, the looser first one of the numbers given out from 2032 on too.
 */
export function checkNationalId(text: string): NationalIdVerdict {
  const result = idnr(text);
  if (result.status === 'valid') return 'ok';
  return result.reasons.includes("checksums don't match") ? 'check-digits' : 'malformed';
}

/** A synthetic number (month + 80) of an adult that passes, the same for the same text; no living person has one. */
export function madeNationalId(text: string): string {
  for (let attempt = 0; ; attempt += 1) {
    const drawn = derivedBytes('national id', text, String(attempt));
    const upTo = (byte: number, most: number) => (drawn[byte] ?? 0) % most;
    const two = (number: number) => String(number).padStart(2, '0');
    // Numbers below 500 are of people who were born before 2000.
    const serial = String(upTo(3, 250) * 2 + upTo(4, 2)).padStart(3, '0');
    const head = two(1 + upTo(0, 28)) + two(81 + upTo(1, 12)) + two(50 + upTo(2, 50)) + serial;
    const first = firstCheckDigit(head);
    const second = first === undefined ? undefined : modulus11(head + first);
    if (second !== undefined) return `${head}${first}${second}`;
  }
}

const WEIGHTS = [3, 7, 6, 1, 8, 9, 4, 5, 2];

/** `undefined` if it would be 10. */
function firstCheckDigit(head: string): number | undefined {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(head[at]), 0);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? undefined : digit;
}
