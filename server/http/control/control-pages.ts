// What a browser gets from the control API: the page of a row's answer, and a refusal in words.
import type { Request, Response } from 'express';
import type { ControlOperation, ReportView } from '../../bank/banks/control-operation.ts';
import type { Reply } from '../../protocol/reply.ts';
import { prefixOf } from '../addresses.ts';
import { deskFrame } from '../pages/desk-frame.ts';
import type { Page, Pages, ProblemPage } from '../pages/pages.ts';
import { sendReply } from '../reply.ts';
import { type VerdictAnswer, verdictPage } from './verdict-page.ts';

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
  if (!wantsPage(asked.request, row)) return undefined;
  const more = MORE[view]?.(body, asked.query);
  const frame = { ...deskFrame(asked.request), banks: asked.banks };
  return pages.report(view, { ...body, ...more }, asked.bank, frame);
}

/** What pages show besides the answer. */
const MORE: {
  readonly [V in ReportView]?: (answer: object, query: Query) => object;
} = {
  request: (answer) => verdictPage(answer as VerdictAnswer),
  requests: (_, query) => requestsPage(query),
};

/** Where a refused page leads back to, below `/_sandbox/`. */
const BACK: Readonly<Record<ReportView, string>> = {
  request: 'requests',
  requests: 'requests',
  coverage: 'coverage',
  readiness: 'readiness',
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
  const name = BACK[row?.view ?? 'requests'];
  const href = `${prefixOf(request)}/_sandbox/${name}`;
  const back = { href, label: `console.${name}.title` };
  return wantsPage(request, row) ? problemPage(reply, back, request, pages) : undefined;
}

/** The messages of a refusal; none of any other answer. */
export function messagesOf({ body }: Reply): ProblemPage['messages'] {
  const { tppMessages = [] } = (body ?? {}) as { tppMessages?: ProblemPage['messages'] };
  return tppMessages;
}

/** A refusal with the way back, for a browser. */
export function problemPage(
  reply: Reply,
  back: ProblemPage['back'],
  request: Request,
  pages: Pages,
): Page {
  const { status } = reply;
  return pages.problem({ ...deskFrame(request), status, messages: messagesOf(reply), back });
}

/** A refusal outside the control API: a browser gets a page. */
export async function sendError(
  request: Request,
  response: Response,
  reply: Reply,
  pages: Pages,
): Promise<void> {
  if (!wantsPage(request)) return sendReply(request, response, reply);
  const back = { href: `${deskFrame(request).prefix}/`, label: 'problem.bank' };
  const { headers, html } = problemPage(reply, back, request, pages);
  response
    .status(reply.status)
    .set({ ...reply.headers, ...headers })
    .send(html);
}

type Query = Readonly<Record<string, string>>;

/** The statuses that the page offers; the first takes that filter off. */
const STATUSES = ['all', '2xx', '4xx', '400', '401', '403', '5xx'] as const;

/** Which part of the list is shown, and not what is in it. */
const PLACES = ['before', 'limit'];

/** Chips keep all other filters, and begin again with the newest. */
export function requestsPage(query: Query) {
  const { before: _, status: shown = 'all', ...others } = query;
  const chips = STATUSES.map((label) => {
    const fields = new URLSearchParams(label === 'all' ? others : { status: label, ...others });
    const href = fields.size === 0 ? 'requests' : `requests?${fields}`;
    return { label, href, current: label === shown };
  });
  const filters = Object.entries(query).filter(([name]) => !PLACES.includes(name));
  const searched = query['q'] ?? '';
  return { filters: filters.map(([name, value]) => ({ name, value })), chips, searched };
}
