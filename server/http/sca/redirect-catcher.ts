// `{b}/_sandbox/redirects/catch`, with any path and query after it: an address to use as TPP-Redirect-URI
// (CTRL-06). It asks for no control token, because the browser of a PSU has none.
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import type { Banks } from '../../bank/banks/banks.ts';
import { basketPath } from '../../bank/baskets/basket.ts';
import { paymentPath } from '../../bank/payments/links.ts';
import { payments } from '../../bank/payments/tables.ts';
import { catchRedirect, redirectView, returningPsu } from '../../bank/redirects/catch-redirect.ts';
import { type Back, caughtPage } from '../../bank/redirects/caught-page.ts';
import type { RedirectDeps } from '../../bank/redirects/redirect-control.ts';
import type { RedirectRow } from '../../bank/redirects/tables.ts';
import { CATCH_PATH } from '../../bank/sca/catch-address.ts';
import type { FlowPurpose } from '../../bank/sca/tables.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import { type Guard, mayControl } from '../access.ts';
import type { Call } from '../call.ts';
import { wantsPage } from '../negotiation.ts';
import { deskFrame } from '../pages/desk-frame.ts';
import { type Pages, pageReply } from '../pages/pages.ts';
import { refusedPage } from '../pages/problem.ts';
import type { Area } from '../row.ts';

interface CatcherDeps extends Pick<RedirectDeps, 'arrivals'> {
  readonly banks: Banks;
  readonly access: Guard;
  readonly pages: Pages;
  readonly bankName: string;
}

/** WEB-05: characters of path and query. */
const LONGEST_TARGET = 8192;

export const catcherArea = (deps: CatcherDeps): Area => ({
  root: CATCH_PATH,
  access: 'open',
  rows: [
    {
      method: 'GET',
      path: `${CATCH_PATH}/*`,
      access: 'open',
      handle: (call) => caught(call, deps),
    },
  ],
  present: (call, reply, thrown) =>
    thrown === undefined ? reply : refusedPage(call, reply, deps.pages),
});

async function caught(call: Call, deps: CatcherDeps): Promise<Reply> {
  if (call.target.length > LONGEST_TARGET) {
    const text = `The address is too long to be stored; the limit is ${LONGEST_TARGET} characters.`;
    throw new ApiError('CTRL-06', 'BAD_REQUEST', text);
  }
  const url = call.origin + call.url;
  const { row, back } = await inBank(call, deps)(call.bank, async (tx) => {
    const redirect = await catchRedirect(tx, url);
    return { row: redirect, back: await backFrom(tx, redirect, call.baseUrl) };
  });
  if (call.method === 'GET') deps.arrivals.recorded(call.bank);
  if (!wantsPage(call)) return { status: 200, body: redirectView(row) };
  // Without a link to the other language: it would arrive here as one more redirect.
  const { otherLanguageHref: _, ...frame } = deskFrame(call);
  const page = caughtPage(url, { ...frame, bankName: deps.bankName }, back);
  return pageReply(200, deps.pages.caught({ ...frame, ...page }));
}

/** @param base the bank's address */
async function backFrom(bank: BankTx, row: RedirectRow, base: string): Promise<Back | undefined> {
  const psu = await returningPsu(bank, row);
  if (psu === undefined) return undefined;
  const path = await nextPath(bank, psu.purpose);
  return path === undefined ? undefined : { ...psu, next: new URL(base + path) };
}

/** What a TPP reads next; `undefined` if it is gone. */
async function nextPath({ tx }: BankTx, purpose: FlowPurpose): Promise<string | undefined> {
  switch (purpose.kind) {
    case 'access':
      return '/v1/accounts';
    case 'session':
      return '/v1/user';
    case 'basket':
      return `${basketPath({ id: purpose.basketId })}/status`;
    default: {
      const payment = await tx.get(payments, purpose.paymentId);
      return payment && `${paymentPath(payment)}/status`;
    }
  }
}

/** HEAD stores nothing, here as on SCA links. */
function inBank(call: Call, { banks, access }: CatcherDeps): Banks['transact'] {
  if (call.method === 'HEAD') return banks.look;
  // BANK-01: like a control write, a test may begin a bank with this. A browser may not: any web page can send
  // one here, and the bank of an SCA has begun.
  const isBrowser = call.headers.has('sec-fetch-site');
  return !isBrowser && mayControl(call, access) ? banks.transact : banks.transactIfBegun;
}
