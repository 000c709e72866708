// Mock transactions, of accounts and of cards alike (SBX-05): adding, reading and deleting them.

import { dateAt, type PlainDate } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type Call, type Operation, withBody } from '../banks/operation.ts';
import { addPending, type BookedLine, book, forgetLines } from '../ledger/ledger.ts';
import { checkDates, linePage, pageLinks } from '../ledger/line-page.ts';
import type { BalanceRow, LineRow } from '../ledger/tables.ts';
import { type EntryAt, type Held, type MockEntry, type MockKind, pathHeld } from './mock-kind.ts';
import { created, GONE, SANDBOX, sandboxAmount, unknownId } from './sandbox-call.ts';

const RULE = 'SBX-05';

export function transactionOperations(kind: MockKind): readonly Operation[] {
  const path = `${kind.path}/{${kind.parameter}}/transactions`;
  const common = { ...SANDBOX, rules: [RULE], path } as const;
  return [
    withBody({
      ...common,
      id: `addSandbox${kind.ids.transaction}s`,
      method: 'POST',
      summary: `Add a mock ${kind.transaction}, or up to 1000 of them`,
      body: kind.bodies.transactions,
      success: { status: 201, schema: `${kind.schemas}-transactions.json` },
      handle: (call) => addTransactions(call, kind),
    }),
    {
      ...common,
      id: `getSandbox${kind.ids.transaction}s`,
      method: 'GET',
      summary: `List the transactions of a mock ${kind.name}`,
      query: PAGE_QUERY,
      checkQuery: checkDates(RULE, 'fromDate', 'toDate'),
      success: { status: 200, schema: `${kind.schemas}-transactions.json` },
      handle: (call) => listTransactions(call, kind),
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
async function listTransactions(call: Call, kind: MockKind): Promise<Reply> {
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
}

const PAGE_QUERY = {
  fromDate: { schema: 'types/date.json', description: 'First date; the oldest if absent' },
  toDate: { schema: 'types/date.json', description: 'Last date; the newest if absent' },
  offset: { schema: 'query/offset.json', description: 'How many to pass over; 0 if absent' },
  limit: { schema: 'query/limit.json', description: 'How many at most; 100 if absent' },
} as const;

/** Writes one transaction or an array of them, all or nothing; in the order of the body. */
async function addTransactions(call: Call<MockEntry | readonly MockEntry[]>, kind: MockKind) {
  const { bank } = call;
  const { row, balance } = await pathHeld(call, kind, RULE);
  const entries = entriesOf(call.body);
  await kind.checkEntries?.(bank, row, entries);
  // All are checked before the first is written.
  const checked = entries.map((at) => {
    kind.checkEntry?.(row, at);
    return newLine(bank, kind, { row, balance }, at);
  });
  const written = await writeLines(bank, balance, checked);
  const [first] = written;
  const path = `${kind.path}/${row.id}/transactions`;
  const alone = written.length === 1 && first !== undefined;
  const location = alone ? `${path}/${kind.shownLineId(first)}` : path;
  return created(call, location, {
    transactions: written.map((line) => kind.lineView(line, row)),
  });
}

export interface NewLine extends BookedLine {
  readonly pending: boolean;
}

/** The line of an entry. Throws ApiError for its dates and amounts. */
export function newLine(
  bank: BankTx,
  kind: MockKind,
  { row, balance: { currency } }: Held,
  at: EntryAt,
): NewLine {
  const { entry, path } = at;
  const dates = datesOf(at, dateAt(bank.now));
  const place = { path: `${path}/transactionAmount`, currency, rule: RULE } as const;
  return {
    id: kind.lineId?.(row, entry) ?? bank.ids.token(),
    accountId: row.id,
    pending: entry.pending ?? false,
    amount: sandboxAmount(entry.transactionAmount, place),
    ...dates,
    details: kind.lineDetails(row, at, dates.bookingDate),
  };
}

/** Writes lines of one account or card, and returns them in their order. */
export async function writeLines(
  bank: BankTx,
  { currency }: BalanceRow,
  checked: readonly NewLine[],
) {
  const booked = checked.filter((entry) => !entry.pending);
  const sum = booked.reduce((so, entry) => so + entry.amount, 0n);
  const written = new Map<string, LineRow>();
  const lines = await book(bank, {
    lines: booked,
    clearing: [{ amount: -sum, currency }],
  });
  for (const line of lines) written.set(line.id, line);
  for (const { id, bookingDate: date, valueDate: _, pending, ...rest } of checked) {
    if (pending) written.set(id, await addPending(bank, { lineId: id, date, ...rest }));
  }
  return checked.map(({ id }) => written.get(id) as LineRow);
}

/** EXECUTION_DATE_INVALID for a date after the bank's today, or a booking after its value date. */
function datesOf({ entry, path, latest }: EntryAt, today: PlainDate) {
  const bookingDate = entry.bookingDate ?? entry.valueDate ?? today;
  const valueDate = entry.valueDate ?? bookingDate;
  // One that was not sent is the other, or today.
  for (const name of ['bookingDate', 'valueDate'] as const) {
    const date = entry[name];
    if (date !== undefined && date > (latest ?? today))
      throw badDate(path, name, `${date} is after the bank's today, ${today}.`);
  }
  if (bookingDate > valueDate) {
    throw badDate(path, 'bookingDate', `${bookingDate} is after valueDate ${valueDate}.`);
  }
  return { bookingDate, valueDate };
}

function badDate(path: string, name: string, problem: string): ApiError {
  const at = { path: `${path}/${name}` };
  return new ApiError(RULE, 'EXECUTION_DATE_INVALID', `${name} ${problem}`, at);
}

const isList = (body: MockEntry | readonly MockEntry[]): body is readonly MockEntry[] =>
  Array.isArray(body);

/** The entries of a body, each with its pointer. */
function entriesOf(body: MockEntry | readonly MockEntry[]): readonly EntryAt[] {
  if (!isList(body)) return [{ entry: body, path: '' }];
  return body.map((entry, i) => ({ entry, path: `/${i}` }));
}
