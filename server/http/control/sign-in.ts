// WEB-04: where the control API wants a token, a browser is asked for it once, on a page of its own, and
// keeps it in a cookie.
import { ApiError } from '../../protocol/errors.ts';
import { type Reply, redirect } from '../../protocol/reply.ts';
import { type Guard, isToken, tokenCookie } from '../access.ts';
import type { Call } from '../call.ts';
import { wantsPage } from '../negotiation.ts';
import { deskFrame } from '../pages/desk-frame.ts';
import { type Pages, pageReply } from '../pages/pages.ts';
import type { AddressRow } from '../row.ts';

/** Below the bank's own address. */
const SIGN_IN = '/_sandbox/sign-in';

/** A form holds a token and an address. */
const MAX_FORM = 16 * 1024;

/** Where the browser may be sent back to: a page of the control API, never another host. */
const PAGE = /^(?:\/banks\/[a-z0-9-]+)?\/(?:_sandbox\/|console(?:[/?]|$))[^\\\s]*$/;

export interface SignInDeps {
  readonly access: Guard;
  readonly pages: Pages;
}

/** The page that asks, for a browser that was refused because it has no token; else `undefined`. */
export function signInPage(call: Call, thrown: unknown, deps: SignInDeps): Reply | undefined {
  const wantsToken = thrown instanceof ApiError && thrown.rule === 'CTRL-10';
  if (!wantsToken || !wantsPage(call)) return undefined;
  return askForToken(call, { next: call.mount + call.url, failed: false }, deps);
}

function askForToken(
  call: Call,
  asked: { readonly next: string; readonly failed: boolean },
  { pages }: SignInDeps,
): Reply {
  const { otherLanguageHref: _, ...frame } = deskFrame(call);
  // The answer to a form has no address that could be opened in the other language.
  const links = asked.failed ? frame : deskFrame(call);
  return pageReply(403, pages.signIn({ ...links, action: call.prefix + SIGN_IN, ...asked }));
}

/** The form's answer: back to where the browser came from with the cookie, or the form again. */
export const signInRow = (deps: SignInDeps): AddressRow => ({
  method: 'POST',
  path: SIGN_IN,
  access: 'sign-in',
  reads: MAX_FORM,
  handle(call) {
    const { form } = call;
    const { token } = deps.access;
    const next = backTo(form.get('next') ?? '', call);
    if (token === undefined) return redirect(303, next);
    if (!isToken(form.get('token')?.trim(), token)) {
      return askForToken(call, { next, failed: true }, deps);
    }
    return redirect(303, next, { 'Set-Cookie': tokenCookie(token, call) });
  },
});

function backTo(asked: string, { mount, prefix }: Call): string {
  const isOwn = asked.startsWith(mount) && PAGE.test(asked.slice(mount.length));
  return isOwn ? asked : `${prefix}/_sandbox/requests`;
}
