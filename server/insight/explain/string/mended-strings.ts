// The strings that are right once what was refused before the signature is mended: the list of signed headers,
// the Digest, the Date. A client may have signed the right thing and sent another.
import { digestHeader } from '../../../signing/digest.ts';
import type { SignedRequest } from '../../../signing/signature-checks.ts';
import { REQUEST_TARGET, SIGNABLE, type SignedName } from '../../../signing/signed-headers.ts';
import { signedValue } from '../../../signing/signing-string.ts';
import { renderDraft, rightDraft } from './draft.ts';

/**
 * A dozen at most.
 *
 * @param listed what the list names, each carried once
 */
export function stringsWhenMended(
  listed: readonly SignedName[],
  request: SignedRequest,
): readonly string[] {
  const dates = [undefined, httpDate(request.headers.get('date') ?? '')];
  const digests = [undefined, digestHeader(request.body)];
  const texts = [listed, ...wholeLists(listed, request)].flatMap((names) =>
    dates.flatMap((date) =>
      digests.map((digest) => {
        const mended: Readonly<Record<string, string | undefined>> = { date, digest };
        const value = (name: SignedName) => mended[name] ?? signedValue(name, request);
        return renderDraft(rightDraft(names.map((entry) => ({ entry, value: value(entry) }))));
      }),
    ),
  );
  return [...new Set(texts)];
}

/** The list with what it lacks, behind, in the bank's order or in the alphabet's; none where it lacks nothing. */
export function wholeLists(
  listed: readonly SignedName[],
  { headers }: SignedRequest,
): readonly (readonly SignedName[])[] {
  const carried = SIGNABLE.filter((name) => headers.all(name).length === 1 && headers.get(name));
  const left = carried.filter((name) => !listed.includes(name));
  if (left.length === 0) return [];
  const target = listed.filter((name) => name === REQUEST_TARGET);
  const all = [...target, ...carried];
  return [[...listed, ...left], all, [...all].sort()];
}

/** The same moment as HTTP writes it. */
function httpDate(sent: string): string | undefined {
  const isIso = /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:?\d\d)$/.test(sent);
  const instant = isIso ? Date.parse(sent) : Number.NaN;
  return Number.isNaN(instant) ? undefined : new Date(instant).toUTCString();
}
