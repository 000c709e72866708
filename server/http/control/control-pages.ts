// What a browser gets from the control API: the page of a row's answer, and a refusal in words.
import type { Request } from 'express';
import type { ControlOperation, ReportView } from '../../bank/banks/control-operation.ts';
import type { Reply } from '../../protocol/reply.ts';
import { prefixOf } from '../addresses.ts';
import type { Page, Pages, ProblemPage } from '../pages/pages.ts';

/** Browsers prefer HTML to JSON. */
export function wantsPage(request: Request): boolean {
  const looks = request.method === 'GET' || request.method === 'HEAD';
  return looks && request.accepts(['json', 'html']) === 'html';
}

/** What was asked for, as far as it is known when it is answered. */
export interface AskedPage {
  readonly request: Request;
  readonly bank: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The same answer as a page; `undefined` if the row has none, or the client prefers JSON. */
export function reportPage(
  row: ControlOperation,
  reply: Reply,
  { request, bank, query }: AskedPage,
  pages: Pages,
): Page | undefined {
  if (row.view === undefined || reply.body === undefined || reply.status !== 200) return undefined;
  return wantsPage(request) ? pages.report(row.view, reply.body, { bank, query }) : undefined;
}

/** Where a refused page leads back to: the address below `/_sandbox/`, and its name. */
const BACK: Readonly<Record<ReportView, readonly [path: string, label: string]>> = {
  request: ['requests', 'All requests'],
  requests: ['requests', 'All requests'],
  coverage: ['coverage', 'Coverage'],
  readiness: ['readiness', 'Readiness today'],
};

/**
 * A refusal as a page.
 * @param row absent where the address led to none; `undefined` comes back for one that has no page
 */
export function refusalPage(
  row: ControlOperation | undefined,
  reply: Reply,
  request: Request,
  pages: Pages,
): Page | undefined {
  if (!wantsPage(request) || (row !== undefined && row.view === undefined)) return undefined;
  const [path, label] = BACK[row?.view ?? 'requests'];
  const { tppMessages = [] } = reply.body as { tppMessages?: ProblemPage['messages'] };
  return pages.problem({
    status: reply.status,
    messages: tppMessages,
    back: { href: `${prefixOf(request)}/_sandbox/${path}`, label },
  });
}
