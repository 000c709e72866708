// Where a PSU may be sent back to (HDR-05): an absolute https, http or app address, never a script.

/** Schemes that run or show something in the browser instead of going to the TPP. */
const REFUSED = new Set([
  'javascript:',
  'data:',
  'file:',
  'vbscript:',
  'blob:',
  'about:',
  'filesystem:',
  'view-source:',
]);

/** What is wrong with the TPP-Redirect-URI, as the end of a sentence that begins with its name. */
export function redirectUriProblem(text: string): string | undefined {
  // The URL parser drops tabs and line breaks silently (`java\tscript:`): look before it does.
  if (/[\p{Cc}\p{Z}]/u.test(text)) return 'must not have spaces or control characters';
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0].toLowerCase();
  if (scheme === undefined || /^[a-z0-9.-]+:[0-9]+(?:[/?#]|$)/i.test(text)) {
    return 'must be absolute, with its scheme: https://tpp.example/callback';
  }
  if (REFUSED.has(scheme)) return `must be an https, http or app address; ${scheme} is refused`;
  if (/^https?:$/.test(scheme) && !/^https?:\/\/[^/?#]/i.test(text)) {
    return `must name a host after ${scheme}//`;
  }
  if (text.length === scheme.length || !URL.canParse(text)) {
    return 'must be a valid address, for instance https://tpp.example/callback';
  }
  return undefined;
}
