// `{b}/_sandbox/requests`: the inspector (CTRL-05). Shows requests to this bank's signed API, their
// answers, and the reasons.

import { type Banks, prefixOfBank } from '../../bank/banks/banks.ts';
import type { ControlOperation, OutsideCall } from '../../bank/banks/control-operation.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import { visible } from '../../protocol/shown-text.ts';
import { rememberingEntryView } from './entry-view.ts';
import { figuresOf } from './figures.ts';
import { FILTER_NAMES, REQUEST_QUERY, readFilters } from './filters.ts';
import { LIST_PARAMETERS, requestList } from './request-list.ts';
import { findRequest, type RequestLog } from './request-log.ts';
import { createRequestView, flowView } from './request-view.ts';
import type { SeenRequest } from './seen-request.ts';

interface RequestDeps {
  readonly log: RequestLog;
  readonly banks: Pick<Banks, 'transactIfBegun'>;
  /** Operation ids of the signed API. */
  readonly operations: readonly string[];
  /** Address of the process behind a proxy, for commands that repeat a request. */
  readonly publicUrl?: string;
}

/** None of them opens a transaction, except to look up the SCA flow of one request. */
export const requestOperations = (deps: RequestDeps): readonly ControlOperation[] => [
  ...ofTheLog(deps),
  ...ofOneRequest(deps),
];

function ofTheLog({ log, operations }: RequestDeps): readonly ControlOperation[] {
  const view = rememberingEntryView();
  return [
    {
      id: 'getRequests',
      method: 'GET',
      path: '/_sandbox/requests',
      summary: 'The last requests to /v1, newest first',
      rule: 'CTRL-05',
      success: { status: 200, schema: 'control/request-list.json' },
      view: 'requests',
      query: LIST_PARAMETERS,
      outside: async ({ bank, query }) =>
        requestList(await log.list(bank), query, { bank, operations, view }),
    },
    {
      id: 'getFigures',
      method: 'GET',
      path: '/_sandbox/figures',
      summary: 'What the request log adds up to: per minute, per operation',
      rule: 'CTRL-05',
      success: { status: 200, schema: 'control/figures.json' },
      view: 'figures',
      query: FILTER_NAMES,
      async outside({ bank, query }): Promise<Reply> {
        const matches = readFilters(query, { bank, operations });
        return { status: 200, body: figuresOf((await log.list(bank)).filter(matches)) };
      },
    },
    {
      id: 'deleteRequests',
      method: 'DELETE',
      path: '/_sandbox/requests',
      summary: 'Delete all requests of the log',
      rule: 'CTRL-05',
      success: { status: 204 },
      async outside({ bank }): Promise<Reply> {
        await log.clear(bank);
        return { status: 204 };
      },
    },
  ];
}

function ofOneRequest(deps: RequestDeps): readonly ControlOperation[] {
  const { log, operations } = deps;
  const shown = shownBy(deps);
  return [
    {
      id: 'getNextRequest',
      method: 'GET',
      path: '/_sandbox/requests/next',
      summary: 'Wait for the next request that matches',
      rule: 'CTRL-05',
      success: { status: 200, schema: 'control/request-view.json' },
      view: 'request',
      query: [...FILTER_NAMES, 'after', 'timeout'],
      async outside(call): Promise<Reply> {
        const matches = readFilters(call.query, { bank: call.bank, operations });
        return shown(await REQUEST_QUERY.next(call, matches, log));
      },
    },
    {
      id: 'getRequest',
      method: 'GET',
      path: '/_sandbox/requests/{id}',
      summary: 'One request, by its X-Request-ID or by the bank’s own id: why it was refused',
      rule: 'CTRL-05',
      success: { status: 200, schema: 'control/request-view.json' },
      view: 'request',
      async outside({ bank, params }): Promise<Reply> {
        return shown(await found(log, bank, params));
      },
    },
    {
      id: 'compareSigned',
      method: 'POST',
      path: '/_sandbox/requests/{id}',
      summary:
        'The same request, beside the string that the client says it signed (a form: signed)',
      rule: 'CTRL-05',
      success: { status: 200, schema: 'control/request-view.json' },
      view: 'request',
      form: 'signed',
      async outside({ bank, params, body }): Promise<Reply> {
        return shown(await found(log, bank, params), String(body));
      },
    },
  ];
}

async function found(
  log: RequestLog,
  bank: string,
  params: OutsideCall['params'],
): Promise<SeenRequest> {
  const id = params['id'] ?? '';
  const request = await findRequest(log, bank, id);
  if (request !== undefined) return request;
  const text = `The log of this bank has no request ${visible(id, 100)}; GET ${prefixOfBank(bank)}/_sandbox/requests lists the last ones.`;
  throw new ApiError('CTRL-05', 'RESOURCE_UNKNOWN', text);
}

/** Answers with one request, and with the string that the client says it signed. */
function shownBy({ banks, publicUrl }: RequestDeps) {
  const view = createRequestView(publicUrl);
  return async (request: SeenRequest, signed?: string): Promise<Reply> => {
    const body = await view(request, {
      ...defined({ signed }),
      flowOf: (id, mask) => banks.transactIfBegun(request.bank, (bank) => flowView(bank, id, mask)),
    });
    return { status: 200, body };
  };
}
