// The address of the redirect catcher (CTRL-06), and how the bank knows again what it has sent there.

/** Below the bank's address. Any path and query may follow, so that it fits as a TPP-Redirect-URI. */
export const CATCH_PATH = '/_sandbox/redirects/catch';

/** What follows the catcher's address, as a browser sends it: encoded, without fragment. */
export function afterCatchPath(address: string): string | undefined {
  const at = address.indexOf(CATCH_PATH);
  if (at < 0) return undefined;
  const rest = address.slice(at + CATCH_PATH.length);
  const { pathname, search } = new URL(`http://bank/catch${rest}`);
  return pathname + search;
}
