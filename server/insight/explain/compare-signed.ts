// A string that the client says it signed: whether the signature is over it, and where it first differs from
// the bank's.
import { readable } from '../../kernel/utf8.ts';
import type { SignedRequest } from '../../signing/signature-checks.ts';
import { diagnose } from './diagnose.ts';
import { recover } from './signature/recover.ts';
import { signatureReadings } from './signature/written-bytes.ts';
import { whereTheyDiffer } from './where-they-differ.ts';

export interface SignedCompared {
  /** The string that was signed or, if none of its forms was, the string as given; one character per byte. */
  readonly signed: string;
  /** Whether the signature is over it; `undefined` if the signature does not show that. */
  readonly fits: boolean | undefined;
  /** Both in words. */
  readonly text: string;
}

/** A longer one is no signing string (SIG-15). */
const LONGEST = 64 * 1024;

/** @param now wall clock, milliseconds */
export function compareSigned(given: Buffer, request: SignedRequest, now: number): SignedCompared {
  const { signature, key, bankString } = diagnose(request, now);
  const texts = signature && key ? signatureReadings(signature.signature) : [];
  const shown = texts
    .map(({ bytes }) => key && recover(bytes, key))
    .find((one) => one !== undefined);
  const forms = formsOf(given.toString('latin1', 0, LONGEST));
  const found = forms.find((one) => shown?.test(Buffer.from(one, 'latin1')));
  const signed = found ?? (forms[0] as string);
  const fits = shown === undefined ? undefined : found !== undefined;
  const difference = bankString === undefined ? '' : ` ${differenceOf(signed, bankString)}`;
  return { signed, fits, text: `${FITS[`${fits}`]}${difference}` };
}

const FITS = {
  true: 'The signature is over this string.',
  false:
    'The signature is not over this string: your client signed another one, or changed it before it signed.',
  undefined: 'The signature does not show whether it is over this string.',
};

/** Files and forms change line ends: with LF, as given, and with CRLF, each without and with the last one. */
function formsOf(text: string): readonly string[] {
  const lf = text.replaceAll('\r\n', '\n');
  const all = [lf, text, lf.replaceAll('\n', '\r\n')];
  return all.flatMap((one) => [one.replace(/\r?\n$/, ''), one]);
}

/** How many lines are the same, and the first that differs. */
function differenceOf(signed: string, bank: string): string {
  if (signed === bank) return "It is the bank's string, byte for byte.";
  const [ours, theirs] = [signed.split('\n'), bank.split('\n')];
  const at = theirs.findIndex((line, place) => line !== ours[place]);
  const same = `${sameIn(ours, theirs)} of ${theirs.length} lines are as the bank has them.`;
  if (at < 0) return `${same} After the last one you have more.`;
  const [line, wanted] = [ours[at], theirs[at] as string];
  if (line === undefined) return `${same} Line ${at + 1} is missing: ${readable(wanted)}`;
  const [yours, banks] = whereTheyDiffer(readable(line), readable(wanted));
  return `${same} Line ${at + 1} is the first that differs: you have ${yours}, the bank has ${banks}.`;
}

/** Lines that are in both, in the same order; what is missing or stands between them does not count. */
function sameIn(ours: readonly string[], theirs: readonly string[]): number {
  let from = 0;
  const same = theirs.filter((line) => {
    const at = ours.indexOf(line, from);
    if (at >= 0) from = at + 1;
    return at >= 0;
  });
  return same.length;
}
