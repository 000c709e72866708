// Mixed up with an earlier request of the same TPP: its signature, its Digest, or values that it signed. Looked for when
// nothing else explains the refusal; only in requests whose signature was right (SIG-15).
import { after } from '../../kernel/soon.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import { SIGNABLE, type SignedName } from '../../signing/signed-headers.ts';
import { type SignedParts, signedValue } from '../../signing/signing-string.ts';
import type { EarlierRequests, Reading } from './explanation.ts';
import { Find, listed, reading } from './explanation.ts';
import { ON_THE_WAY, type StringContext } from './rows/draft.ts';
import type { Slices } from './slices.ts';

/** So many of the newest are looked at. */
export const MOST_EARLIER = 30;

const CERTIFICATE = 'tpp-signature-certificate';

function* ofSameTpp(
  earlier: EarlierRequests,
  { headers }: SignedParts,
): Slices<readonly (SignedParts & { readonly id: string })[]> {
  let all: Awaited<ReturnType<EarlierRequests>> = [];
  yield after(earlier(), (read) => {
    all = read;
  });
  return all.flatMap(({ id, method, target, rawHeaders }) => {
    const its = new RawHeaders(rawHeaders);
    const isSame = its.get(CERTIFICATE) === headers.get(CERTIFICATE);
    return isSame ? [{ id, method, target, headers: its }] : [];
  });
}

/** For a request whose signature is right: then the TPP itself has sent this Digest. */
export function* earlierDigest(
  earlier: EarlierRequests,
  request: SignedParts,
): Slices<Reading | undefined> {
  const digest = request.headers.get('digest');
  const all = yield* ofSameTpp(earlier, request);
  const one = all.find(({ headers }) => headers.get('digest') === digest);
  const sentence =
    `The Digest is that of the body of your earlier request ${one?.id}: either it was not made anew, or that body was sent again and changed on its way; compare the bodies of both in the request log.` as const;
  return one && reading(['earlier-request'], sentence);
}

/** Every value that differs, each alone, and each two. */
function mixes(names: readonly SignedName[]): readonly (readonly SignedName[])[] {
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]));
  return [...names.map((name) => [name]), ...pairs, names];
}

/** Which signature it is, or which values were signed in place of these. */
export function* earlierSignature(
  earlier: EarlierRequests,
  { request, entries }: StringContext,
  test: (text: string) => boolean,
): Slices<Reading | undefined> {
  const sent = /signature="([^"]+)"/.exec(request.headers.get('signature') ?? '')?.[0];
  for (const one of yield* ofSameTpp(earlier, request)) {
    const differ = [...new Set([...entries, ...SIGNABLE])].filter(
      (name) => signedValue(name, one) !== signedValue(name, request),
    );
    if (sent !== undefined && one.headers.get('signature')?.includes(sent)) {
      const others =
        differ.length > 0 ? `, but ${listed(differ)} differ${differ.length > 1 ? '' : 's'}` : '';
      const sentence =
        `The signature is that of your earlier request ${one.id}${others}; sign each request anew, with its own values.` as const;
      return reading(['earlier-request'], sentence);
    }
    const lines = differ.filter((name) => entries.includes(name));
    for (const mix of mixes(lines)) {
      const valueIn = (name: SignedName) => signedValue(name, mix.includes(name) ? one : request);
      const text = entries.map((name) => `${name}: ${valueIn(name)}`).join('\n');
      const found = Find.of(text, test);
      const sentence = `The string that was signed has ${listed(mix)} as in your earlier request ${one.id}, and this one came with ${mix.length > 1 ? 'others' : 'another'}; sign each as it is sent, ${ON_THE_WAY}.`;
      if (found !== undefined) return found.says(['earlier-request'], sentence);
    }
  }
  return undefined;
}
