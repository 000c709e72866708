// A seed that is added to a bank (CTRL-15), and what came of it: in words, and what a client needs next.
import { defined } from '../../kernel/defined.ts';
import { amountText } from '../../kernel/money.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { accounts, cardAccounts } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { changesIn, changesOf } from '../banks/snapshot-json.ts';
import { changeWords } from '../changes/change-words.ts';
import { customers } from '../customers/tables.ts';
import { type LineRow, lines } from '../ledger/tables.ts';
import { drawnIds } from './drawn-ids.ts';

/** Transactions in the answer, the newest. */
const MOST = 200;

interface Addition {
  /** Says of which SCA, session and payment it made the ids. */
  readonly fill: (bank: BankTx) => Promise<JsonObject | undefined>;
  /** What ids are drawn from; at random if absent. */
  readonly draw: string | undefined;
}

export async function addSeed(bank: BankTx, { fill, draw }: Addition): Promise<JsonObject> {
  const { tx, now } = bank;
  const before = await tx.snapshot();
  const ids = draw === undefined ? undefined : drawnIds(draw);
  const filled = (await fill({ ...bank, ...defined({ ids }) })) ?? {};
  ids?.checkFree(before);
  const after = await tx.snapshot();
  const changes = changesIn(before, after);
  const state = (rows: typeof before) => ({ at: now, rows });
  const { payments = [], consents = [], sessions = [] } = filled as Readonly<Record<string, Json>>;
  return {
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
    ...defined({ draw }),
  };
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
