// The name of a request in coverage. The inspector finds the request by it (CTRL-08), and it shows nothing
// that must be masked (WEB-06).
import { createMask, isSecretHeader } from '../inspector/masking.ts';
import type { SeenRequest } from '../inspector/seen-request.ts';

/** Cannot end an address, or looks like an id that the bank gave. */
const NO_NAME = /^(?:\.{1,2}|x[1-9]\d{0,15})$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** X-Request-ID, or the bank's own id if the X-Request-ID is not usable as a name or would be masked. */
export function requestName({ requestId, id, rawHeaders }: SeenRequest): string {
  if (requestId === undefined || NO_NAME.test(requestId)) return id;
  // Most clients send a UUID, which no mask changes. Masking it would take ten times as long.
  const hasSecrets = rawHeaders.some((name, i) => i % 2 === 0 && isSecretHeader(name));
  if (UUID.test(requestId) && !hasSecrets) return requestId;
  return createMask(rawHeaders).text(requestId) === requestId ? requestId : id;
}
