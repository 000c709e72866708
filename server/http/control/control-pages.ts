// What a browser gets from the control API: the page of a row's answer, and a refusal in words.
import type { Request } from 'express';
import type { ControlOperation, ReportView } from '../../bank/banks/control-operation.ts';
import type { Reply } from '../../protocol/reply.ts';
import { prefixOf } from '../addresses.ts';
import type { Page, Pages, ProblemPage } from '../pages/pages.ts';

/** Browsers prefer HTML to JSON. */
export function wantsPage(request: Request, row?: ControlOperation): boolean {
  const looks = request.method === 'GET' || request.method === 'HEAD' || row?.form !== undefined;
  return looks && request.accepts(['json', 'html']) === 'html';
}

/** The same answer as a page; `undefined` if the row has none, or the client prefers JSON. */
export function reportPage(
  row: ControlOperation,
  reply: Reply,
  asked: {
    readonly request: Request;
    readonly bank: string;
    readonly banks: readonly string[];
    readonly query: Query;
  },
  pages: Pages,
): Page | undefined {
  const { view } = row;
  const { status, body } = reply;
  if (view === undefined || body === undefined || status !== 200) return undefined;
  const more = view === 'requests' ? requestsPage(asked.query) : {};
  return wantsPage(asked.request, row)
    ? pages.report(view, { ...body, ...more }, asked.bank, asked.banks)
    : undefined;
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
  if (row !== undefined && row.view === undefined) return undefined;
  const [path, label] = BACK[row?.view ?? 'requests'];
  const back = { href: `${prefixOf(request)}/_sandbox/${path}`, label };
  return wantsPage(request, row) ? problemPage(reply, back, pages) : undefined;
}

/** The messages of a refusal; none of any other answer. */
export function messagesOf({ body }: Reply): ProblemPage['messages'] {
  const { tppMessages = [] } = (body ?? {}) as { tppMessages?: ProblemPage['messages'] };
  return tppMessages;
}

/** A refusal with the way back, for a browser. */
export function problemPage(reply: Reply, back: ProblemPage['back'], pages: Pages): Page {
  return pages.problem({ status: reply.status, messages: messagesOf(reply), back });
}

/** The same for an address that leads nowhere; `undefined` for a client that prefers JSON. */
export function errorPage(request: Request, reply: Reply, pages: Pages): Page | undefined {
  if (!wantsPage(request)) return undefined;
  return problemPage(reply, { href: '/', label: 'The bank' }, pages);
}

type Query = Readonly<Record<string, string>>;

/** The statuses that the page offers; the first takes that filter off. */
const STATUSES = ['All', '2xx', '4xx', '400', '401', '403', '5xx'] as const;

/** Which part of the list is shown, and not what is in it. */
const PLACES = ['before', 'limit'];

/** Chips keep all other filters, and begin again with the newest. */
export function requestsPage(query: Query) {
  const { before: _, status: shown = 'All', ...others } = query;
  const chips = STATUSES.map((label) => {
    const fields = new URLSearchParams(label === 'All' ? others : { status: label, ...others });
    const href = fields.size === 0 ? 'requests' : `requests?${fields}`;
    return { label, href, current: label === shown };
  });
  const filters = Object.entries(query).filter(([name]) => !PLACES.includes(name));
  const searched = query['q'] ?? '';
  return { filters: filters.map(([name, value]) => ({ name, value })), chips, searched };
}
