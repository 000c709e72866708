// `{b}/_sandbox/redirects/catch`, with any path and query after it: an address to use as TPP-Redirect-URI
// (CTRL-06). It asks for no control token, because the browser of a PSU has none.
import type { Request, RequestHandler } from 'express';
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import type { Banks } from '../../bank/banks/banks.ts';
import { payments } from '../../bank/payments/tables.ts';
import { catchRedirect, redirectView, returningPsu } from '../../bank/redirects/catch-redirect.ts';
import { type Back, caughtPage } from '../../bank/redirects/caught-page.ts';
import type { RedirectDeps } from '../../bank/redirects/redirect-control.ts';
import type { RedirectRow } from '../../bank/redirects/tables.ts';
import { ApiError } from '../../protocol/errors.ts';
import { bankOf, bankUrl, baseUrlOf } from '../addresses.ts';
import { type GuardedAccess, mayControl } from '../control/control-guard.ts';
import { sendError, wantsPage } from '../control/control-pages.ts';
import { type ErrorDeps, renderError } from '../render-error.ts';
import { sendReply } from '../reply.ts';
import { deskFrame } from './desk-frame.ts';
import type { Pages } from './pages.ts';

export interface CatcherDeps extends ErrorDeps, Pick<RedirectDeps, 'arrivals'> {
  readonly banks: Banks;
  readonly access: GuardedAccess;
  readonly pages: Pages;
  readonly bankName: string;
  readonly publicUrl?: string;
}

/** WEB-05: characters of path and query. */
const LONGEST_TARGET = 8192;

export function redirectCatcher(deps: CatcherDeps): RequestHandler {
  return async (request, response) => {
    try {
      checkRequest(request);
      const bank = bankOf(request);
      const url = bankUrl(request, undefined, deps.publicUrl) + request.originalUrl;
      const { row, back } = await inBank(request, deps)(bank, async (tx) => {
        const caught = await catchRedirect(tx, url);
        return {
          row: caught,
          back: await backFrom(tx, caught, baseUrlOf(request, deps.publicUrl)),
        };
      });
      if (request.method === 'GET') deps.arrivals.recorded(bank);
      if (!wantsPage(request)) {
        return await sendReply(request, response, { status: 200, body: redirectView(row) });
      }
      // Without a link to the other language: it would arrive here as one more redirect.
      const { language, prefix } = deskFrame(request);
      const frame = { language, prefix, bankName: deps.bankName };
      const page = deps.pages.caught(caughtPage(url, frame, back));
      response.status(200).set(page.headers).send(page.html);
    } catch (thrown) {
      await sendError(request, response, renderError(thrown, deps), deps.pages);
    }
  };
}

/** @param base the bank's address */
async function backFrom(bank: BankTx, row: RedirectRow, base: string): Promise<Back | undefined> {
  const psu = await returningPsu(bank, row);
  if (psu === undefined) return undefined;
  const { purpose } = psu;
  if (purpose.kind === 'access') return { ...psu, next: new URL(`${base}/v1/accounts`) };
  if (purpose.kind === 'session') return { ...psu, next: new URL(`${base}/v1/user`) };
  if (purpose.kind === 'basket') {
    return { ...psu, next: new URL(`${base}/v1/signing-baskets/${purpose.basketId}/status`) };
  }
  const payment = await bank.tx.get(payments, purpose.paymentId);
  if (payment === undefined) return undefined;
  return { ...psu, next: new URL(`${base}/v1/${payment.product}/${payment.id}/status`) };
}

function checkRequest({ method, originalUrl }: Request): void {
  if (method !== 'GET' && method !== 'HEAD') {
    const text = `${method} is not allowed here; allowed: GET, HEAD.`;
    const details = { status: 405, headers: { Allow: 'GET, HEAD' } };
    throw new ApiError('CTRL-06', 'BAD_REQUEST', text, details);
  }
  if (originalUrl.length <= LONGEST_TARGET) return;
  const text = `The address is too long to be stored; the limit is ${LONGEST_TARGET} characters.`;
  throw new ApiError('CTRL-06', 'BAD_REQUEST', text);
}

/** HEAD stores nothing, here as on SCA links. */
function inBank(request: Request, { banks, access }: CatcherDeps): Banks['look'] {
  if (request.method === 'HEAD') return banks.look;
  // BANK-01: like a control write, a test may begin a bank with this. A browser may not: any web page can send
  // one here, and the bank of an SCA has begun.
  const isBrowser = request.headers['sec-fetch-site'] !== undefined;
  return !isBrowser && mayControl(request, access) ? banks.transact : banks.peek;
}
