// What coverage calls a request, so that the inspector finds it by that (CTRL-08) and nothing is shown
// that must be masked (WEB-06).
import { createMask, isSecretHeader } from '../inspector/masking.ts';
import type { SeenRequest } from '../inspector/seen-request.ts';

/** Cannot end an address, or looks like an id that the bank gave. */
const NO_NAME = /^(?:\.{1,2}|x[1-9]\d{0,15})$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** X-Request-ID, or the bank's own id if the X-Request-ID is no name or would be masked. */
export function requestName({ requestId, id, rawHeaders }: SeenRequest): string {
  if (requestId === undefined || NO_NAME.test(requestId)) return id;
  // What most clients send. No mask changes a UUID, so the mask is not needed: it takes ten times as long.
  const hasSecrets = rawHeaders.some((name, i) => i % 2 === 0 && isSecretHeader(name));
  if (UUID.test(requestId) && !hasSecrets) return requestId;
  return createMask(rawHeaders).text(requestId) === requestId ? requestId : id;
}
