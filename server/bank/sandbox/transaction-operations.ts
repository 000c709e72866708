// Reading and deleting mock transactions, of accounts and of cards alike (SBX-05).

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Call, Operation } from '../banks/operation.ts';
import { forgetLines } from '../ledger/ledger.ts';
import { linePage, pageLinks } from '../ledger/line-page.ts';
import { unknownId } from './find.ts';
import { type MockEntry, type MockKind, type MockRow, pathHeld } from './mock-kind.ts';
import { GONE, SANDBOX } from './sandbox-operation.ts';

const RULE = 'SBX-05';

/** All but adding: its body has a schema of its own for each kind. */
export function transactionOperations<R extends MockRow, Entry extends MockEntry>(
  kind: MockKind<R, Entry>,
): readonly Operation[] {
  const path = `${kind.path}/{${kind.parameter}}/transactions`;
  const common = { ...SANDBOX, rules: [RULE], path } as const;
  return [
    {
      ...common,
      id: `getSandbox${kind.ids.transaction}s`,
      method: 'GET',
      summary: `List the transactions of a mock ${kind.name}`,
      query: PAGE_QUERY,
      checkQuery: checkDates,
      success: { status: 200, schema: `${kind.schemas}-transactions.json` },
      handle: listTransactions(kind),
    },
    {
      ...common,
      id: `getSandbox${kind.ids.transaction}`,
      method: 'GET',
      path: `${path}/{transactionId}`,
      summary: `Read a transaction of a mock ${kind.name}`,
      success: { status: 200, schema: `${kind.schemas}-transaction.json` },
      async handle(call) {
        const { row } = await pathHeld(call, kind, RULE);
        const id = call.params['transactionId'] ?? '';
        const line = await kind.findLine(call.bank, row, id);
        if (line === undefined) throw unknownId(RULE, `transaction on this ${kind.name}`, id);
        return { status: 200, body: kind.lineView(line, row) };
      },
    },
    {
      ...common,
      id: `deleteSandbox${kind.ids.transaction}s`,
      method: 'DELETE',
      summary: `Delete the transactions of a mock ${kind.name}; its balance stays`,
      success: { status: 204 },
      async handle(call) {
        const { row } = await pathHeld(call, kind, RULE);
        await forgetLines(call.bank, row.id);
        return GONE;
      },
    },
  ];
}

const DEFAULT_LIMIT = 100;

/** Dates are unlimited if not given. */
const listTransactions =
  <R extends MockRow, Entry extends MockEntry>(kind: MockKind<R, Entry>) =>
  async (call: Call): Promise<Reply> => {
    const { row } = await pathHeld(call, kind, RULE);
    const { fromDate, toDate } = call.query;
    const offset = Number(call.query['offset'] ?? 0);
    const limit = Number(call.query['limit'] ?? DEFAULT_LIMIT);
    const page = await linePage(call.bank, row.id, {
      statuses: ['pending', 'booked'],
      dates: defined({ from: fromDate, to: toDate }),
      offset,
      limit,
    });
    const path = `${kind.path}/${row.id}/transactions`;
    const links = pageLinks(path, { fromDate, toDate, offset, limit }, page.hasMore);
    const transactions = [...page.pending, ...page.booked].map((line) => kind.lineView(line, row));
    return { status: 200, body: { transactions, _links: links } };
  };

/** SBX-05, as ACC-03 has it. */
function checkDates(query: Readonly<Record<string, string>>): void {
  const { fromDate, toDate } = query;
  if (fromDate === undefined || toDate === undefined || fromDate <= toDate) return;
  const text = `fromDate (${fromDate}) is after toDate (${toDate}).`;
  throw new ApiError(RULE, 'FORMAT_ERROR', text, { path: 'fromDate' });
}

const PAGE_QUERY = {
  fromDate: { schema: 'types/date.json', description: 'First date; the oldest if absent' },
  toDate: { schema: 'types/date.json', description: 'Last date; the newest if absent' },
  offset: { schema: 'query/offset.json', description: 'How many to pass over; 0 if absent' },
  limit: { schema: 'query/limit.json', description: 'How many at most; 100 if absent' },
} as const;
