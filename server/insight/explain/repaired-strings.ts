// The signing strings after a repair of what was refused before the signature: the list of signed headers,
// the Digest, the Date. A client may sign the right thing and send another.
import { digestHeader } from '../../signing/digest.ts';
import type { SignedRequest } from '../../signing/signature-checks.ts';
import { REQUEST_TARGET, SIGNABLE, type SignedName } from '../../signing/signed-headers.ts';
import { signedValue } from '../../signing/signing-string.ts';

/**
 * At most a dozen strings.
 *
 * @param listed the headers in the list, each sent once
 */
export function repairedStrings(
  listed: readonly SignedName[],
  request: SignedRequest,
): readonly string[] {
  const dates = [undefined, httpDate(request.headers.get('date') ?? '')];
  const digests = [undefined, digestHeader(request.body)];
  const texts = [listed, ...wholeLists(listed, request)].flatMap((names) =>
    dates.flatMap((date) =>
      digests.map((digest) => {
        const repaired: Readonly<Record<string, string | undefined>> = { date, digest };
        const value = (name: SignedName) => repaired[name] ?? signedValue(name, request);
        return names.map((entry) => `${entry}: ${value(entry)}`).join('\n');
      }),
    ),
  );
  return [...new Set(texts)];
}

/**
 * The list with its missing headers: at the end, in the bank's order, or in alphabetical order. Empty if
 * none is missing.
 */
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

/** The same moment in HTTP's format. */
function httpDate(sent: string): string | undefined {
  const isIso = /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:?\d\d)$/.test(sent);
  const instant = isIso ? Date.parse(sent) : Number.NaN;
  return Number.isNaN(instant) ? undefined : new Date(instant).toUTCString();
}
