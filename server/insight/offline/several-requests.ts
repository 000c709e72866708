// Chooses the request to explain from a log with several.
import type { ReadRequest } from './captured-request.ts';
import { headerValue } from './wire-text.ts';

/** The first signed request, else the first. Adds a note if there are more. */
export function theSigned(requests: readonly ReadRequest[]): ReadRequest {
  const signed = requests.findIndex(
    ({ rawHeaders }) => headerValue(rawHeaders, 'signature') !== undefined,
  );
  const at = Math.max(signed, 0);
  const found = requests[at] as ReadRequest;
  if (requests.length === 1) return found;
  const why = signed < 0 ? 'and none carries a Signature' : 'the first that carries a Signature';
  const note = `There are ${requests.length} requests in the capture; this is number ${at + 1}, ${why}.`;
  return { ...found, notes: [...found.notes, note] };
}
