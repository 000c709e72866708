// A seed that is added to a bank (CTRL-15), and what came of it: in words, and what a client needs next.
import { defined } from '../../kernel/defined.ts';
import { derivedToken } from '../../kernel/ids.ts';
import { amountText } from '../../kernel/money.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { encodeRow } from '../../storage/row-json.ts';
import type { StartingRows } from '../../storage/store.ts';
import { accounts, cardAccounts } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { changesIn, changesOf, type RowChanges } from '../banks/snapshot-json.ts';
import { changeWords } from '../changes/change-words.ts';
import { customers } from '../customers/tables.ts';
import { isClearing } from '../ledger/balance.ts';
import { balances, type LineRow, lines } from '../ledger/tables.ts';
import { type Draw, drawnIds, drawText } from './drawn-ids.ts';
import { isRefusal } from './filling.ts';

/** Transactions in the answer, the newest. */
const MOST = 200;

interface Addition {
  /** Says of which SCA, session and payment it made the ids. */
  readonly fill: (bank: BankTx) => Promise<JsonObject | undefined>;
  /** Of a preview: the answer has its draw. */
  readonly source?: string;
  /** What a preview has shown, which alone may be added. */
  readonly draw?: Draw;
}

/** Throws ApiError CONFLICT if what the seed changes is not what the preview of the draw has shown. */
export async function addSeed(bank: BankTx, { fill, source, draw }: Addition): Promise<JsonObject> {
  const before = await bank.tx.snapshot();
  const drawnFrom = draw?.source ?? source;
  if (drawnFrom === undefined) return (await added(bank, before, fill)).answer;
  const ids = drawnIds(drawnFrom, before);
  const work = () => added({ ...bank, ids }, before, fill);
  const { answer, changes } = await (draw === undefined ? work() : asShown(work));
  const print = printOf(answer, changes);
  if (draw !== undefined && draw.print !== print) throw notAsShown();
  return { ...answer, draw: drawText({ source: drawnFrom, print }) };
}

async function added(bank: BankTx, before: StartingRows, fill: Addition['fill']) {
  const { tx, now } = bank;
  const filled = (await fill(bank)) ?? {};
  const after = await tx.snapshot();
  const changes = changesIn(before, after);
  const state = (rows: StartingRows) => ({ at: now, rows });
  const { payments = [], consents = [], sessions = [] } = filled as Readonly<Record<string, Json>>;
  const answer = {
    words: changeWords(changes, { from: state(before), to: state(after) }),
    customers: changesOf(changes, customers).added.map(({ id, number, name }) => ({
      customerId: id,
      customerNumber: number,
      customerName: name,
    })),
    accounts: changesOf(changes, accounts).added.map(({ id, name, bban, iban }) => ({
      accountId: id,
      accountName: name,
      bban,
      iban,
    })),
    transactions: await shownLines(bank, changesOf(changes, lines).added),
    ...{ payments, consents, sessions },
  };
  return { answer, changes };
}

/** What fitted in the preview and does not fit now has changed meanwhile. */
async function asShown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw notAsShown(` What does not fit now: ${error.message}`);
  }
}

function notAsShown(why = ''): ApiError {
  const text = `With this draw the bank would not add what the preview has shown: it has been added already, the seed is another one, or the bank or its clock has changed since. Nothing was stored. Preview again, or leave draw out.${why}`;
  return new ApiError('CTRL-15', 'CONFLICT', text, { path: 'draw' });
}

/**
 * The same for the same answer, the same transactions, also those that the answer leaves out, and the same rows before:
 * what has been added cannot be added again. Moments are not in it, since the clock of a bank may run.
 */
function printOf(answer: JsonObject, changes: RowChanges): string {
  const made = changesOf(changes, lines).added.map((row) => encodeRow(lines, row));
  const replaced = [...changes].flatMap(([table, { changed, removed }]) =>
    [...changed.map(([old]) => old), ...removed]
      // Whatever happens in the bank moves its clearing accounts.
      .filter(({ id }) => table !== balances || !isClearing(id))
      .map((row) => `${table.name} ${encodeRow(table, row)}`),
  );
  return derivedToken([JSON.stringify(answer), ...made, ...replaced.toSorted()]);
}

async function shownLines({ tx }: BankTx, added: readonly LineRow[]) {
  const newest = added.toSorted((a, b) => (a.order < b.order ? 1 : -1)).slice(0, MOST);
  return Promise.all(
    newest.map(async ({ accountId, amount, date, details }) => {
      const held = (await tx.get(accounts, accountId)) ?? (await tx.get(cardAccounts, accountId));
      const { creditorName, debtorName, remittanceInformationUnstructured: text } = details;
      return {
        accountId,
        bookingDate: date,
        transactionAmount: { ...amountText({ amount, currency: held?.currency ?? '' }) },
        ...defined({ creditorName, debtorName, text }),
      };
    }),
  );
}
