// A string that the client says it signed: whether the signature is over it, and where it first differs from
// the bank's.
import { readable } from '../../kernel/utf8.ts';
import type { SignedRequest } from '../../signing/signature-checks.ts';
import { diagnose } from './diagnose.ts';
import { whereTheyDiffer } from './explanation.ts';
import { shownIn } from './signature/recover.ts';
import { signatureReadings } from './signature/written-bytes.ts';

export type SignedCompared = ReturnType<typeof compareSigned>;

/** A longer one is no signing string (SIG-15). */
const LONGEST = 64 * 1024;

/** @param now wall clock, milliseconds */
export function compareSigned(given: Buffer, request: SignedRequest, now: number) {
  const { signature, key, bankString } = diagnose(request, now);
  const [shown] = key ? shownIn(signatureReadings(signature?.signature ?? ''), key) : [];
  const forms = formsOf(given.toString('latin1', 0, LONGEST));
  const found = forms.find((one) => shown?.test(one));
  const signed = found ?? (forms[0] as string);
  // Of a signature that shows nothing it is not known.
  const fits = shown === undefined ? undefined : found !== undefined;
  const difference = bankString === undefined ? '' : ` ${differenceOf(signed, bankString)}`;
  return { signed, fits, text: `${FITS[`${fits}`]}${difference}` };
}

const FITS = {
  true: 'The signature is over this string.',
  false:
    'The signature is not over this string: your client signed another one, changed it before it signed, or hashed it otherwise.',
  undefined: 'The signature does not show whether it is over this string.',
};

/** Files and forms change line ends: with LF and with CRLF, each without and with the last one. */
function formsOf(text: string): readonly string[] {
  const lf = text.replaceAll('\r\n', '\n');
  return [lf, lf.replaceAll('\n', '\r\n')].flatMap((one) => [one.replace(/\r?\n$/, ''), one]);
}

/** How many lines are the bank's, and the first that is not. */
function differenceOf(signed: string, bank: string): string {
  if (signed === bank) return "It is the bank's string, byte for byte (line ends aside).";
  const [ours, theirs] = [signed.split('\n'), bank.split('\n')];
  const same = theirs.filter((line) => ours.includes(line)).length;
  let at = 0;
  while (ours[at] === theirs[at]) at += 1;
  const shown = (lines: readonly string[]) => readable(lines[at] ?? '(no line)');
  const [yours, banks] = whereTheyDiffer(shown(ours), shown(theirs));
  return `${same} of the bank's ${theirs.length} lines are among your ${ours.length}. Line ${at + 1} is the first that differs: you have ${yours}, the bank has ${banks}.`;
}
