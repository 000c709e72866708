// A thrown refusal, or a fault of ours, becomes an answer (ERR-01). The 401 that starts an SCA is made in
// bank/sca/start-flow.ts, as its flow is stored with it.
import { defined } from '../kernel/defined.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Reply } from '../protocol/reply.ts';
import { isUnknown } from '../storage/errors.ts';

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

/** Logged with an id that the text repeats; of the fault the answer only says if nobody knows its outcome (DUR-08). */
function systemError(thrown: unknown, log: Log, ids: Ids): ApiError {
  const id = ids.uuid();
  log.error({ err: thrown, id }, 'request failed');
  const happened = isUnknown(thrown)
    ? 'It is not known whether the bank has done what this request asks for: the answer of its store was lost. Before you send the request again, read what it was to create or change to find out.'
    : 'Something went wrong in the bank.';
  const text = `${happened} It was logged as ${id}.`;
  return new ApiError('ERR-01', 'SYSTEM_ERROR', text);
}
