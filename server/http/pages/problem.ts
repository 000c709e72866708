// A refusal as a page, with a way back.
import type { Reply } from '../../protocol/reply.ts';
import type { Call } from '../call.ts';
import { wantsPage } from '../negotiation.ts';
import { deskFrame } from './desk-frame.ts';
import { type Pages, type ProblemPage, pageReply } from './pages.ts';

/** The messages of a refusal; none of any other answer. */
export function messagesOf({ body }: Reply): ProblemPage['messages'] {
  const { tppMessages = [] } = (body ?? {}) as { tppMessages?: ProblemPage['messages'] };
  return tppMessages;
}

export function problemPage(
  call: Call,
  reply: Reply,
  { back, pages }: { readonly back: ProblemPage['back']; readonly pages: Pages },
): Reply {
  const { status, headers } = reply;
  const page = pages.problem({ ...deskFrame(call), status, messages: messagesOf(reply), back });
  return pageReply(status, page, headers);
}

/** A refusal outside the control API: a browser gets a page. */
export function refusedPage(call: Call, reply: Reply, pages: Pages, isForm = false): Reply {
  if (!wantsPage(call, isForm)) return reply;
  const back = { href: `${call.prefix}/`, label: 'problem.bank' };
  return problemPage(call, reply, { back, pages });
}
