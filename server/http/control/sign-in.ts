// WEB-04: where the control API wants a token, a browser is asked for it once, on a page of its own, and
// keeps it in a cookie.
import type { Request, Response } from 'express';
import { ApiError } from '../../protocol/errors.ts';
import { baseUrlOf, prefixOf } from '../addresses.ts';
import { deskFrame } from '../pages/desk-frame.ts';
import type { Page, Pages } from '../pages/pages.ts';
import { readBody } from '../v1/read-body.ts';
import {
  checkHost,
  checkOrigin,
  type GuardedAccess,
  isToken,
  tokenCookie,
} from './control-guard.ts';
import { wantsPage } from './control-pages.ts';

/** Below the bank's own address. */
export const SIGN_IN = '/_sandbox/sign-in';

/** A form holds a token and an address. */
const MAX_FORM = 16 * 1024;

/** Where the browser may be sent back to: a page of the control API, never another host. */
const PAGE = /^(?:\/banks\/[a-z0-9-]+)?\/(?:_sandbox\/|console(?:[/?]|$))[^\\\s]*$/;

export interface SignInDeps {
  readonly access: GuardedAccess;
  readonly pages: Pages;
  readonly publicUrl?: string;
}

/** The page that asks, for a browser that was refused for want of the token; else `undefined`. */
export function signInPage(
  request: Request,
  thrown: unknown,
  { pages }: SignInDeps,
): Page | undefined {
  const wantsToken = thrown instanceof ApiError && thrown.rule === 'CTRL-10';
  if (!wantsToken || !wantsPage(request)) return undefined;
  const frame = deskFrame(request);
  const next = request.originalUrl;
  return pages.signIn({ ...frame, action: actionOf(request), next, failed: false });
}

/** The form's answer: back to where the browser came from with the cookie, or the form again. */
export async function signIn(
  request: Request,
  response: Response,
  { access, pages, publicUrl }: SignInDeps,
): Promise<void> {
  checkHost(request, access);
  checkOrigin(request, access);
  const form = new URLSearchParams((await readBody(request, MAX_FORM)).toString('utf8'));
  const asked = form.get('next') ?? '';
  const next = PAGE.test(asked) ? asked : `${prefixOf(request)}/_sandbox/requests`;
  if (access.token !== undefined && !isToken(form.get('token')?.trim(), access.token)) {
    const { language, prefix } = deskFrame(request);
    const page = pages.signIn({ language, prefix, action: actionOf(request), next, failed: true });
    response.status(403).set(page.headers).send(page.html);
    return;
  }
  const secure = baseUrlOf(request, publicUrl).startsWith('https:');
  if (access.token !== undefined) response.set('Set-Cookie', tokenCookie(access.token, { secure }));
  response.status(303).set({ Location: next, 'Cache-Control': 'no-store' }).end();
}

const actionOf = (request: Request): string => prefixOf(request) + SIGN_IN;
