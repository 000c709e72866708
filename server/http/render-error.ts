// The one place where a thrown refusal, or a fault of ours, becomes an answer (ERR-01).
import { defined } from '../kernel/defined.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Reply } from '../protocol/reply.ts';

export interface ErrorDeps {
  readonly log: Log;
  readonly ids: Ids;
}

export function renderError(thrown: unknown, { log, ids }: ErrorDeps): Reply {
  const error = thrown instanceof ApiError ? thrown : systemError(thrown, log, ids);
  return {
    status: error.status,
    rule: error.rule,
    ...defined({ headers: error.details.headers }),
    body: { tppMessages: error.messages() },
  };
}

/** Logged with an id that the text repeats; the answer says nothing else about the fault. */
function systemError(thrown: unknown, log: Log, ids: Ids): ApiError {
  const id = ids.uuid();
  log.error({ err: thrown, id }, 'request failed');
  const text = `Something went wrong in the bank. It was logged as ${id}.`;
  return new ApiError('ERR-01', 'SYSTEM_ERROR', text);
}
