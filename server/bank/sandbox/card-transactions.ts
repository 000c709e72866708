// What the transactions of mock cards have of their own (SBX-05).

import { defined } from '../../kernel/defined.ts';
import { derivedToken } from '../../kernel/ids.ts';
import { ApiError } from '../../protocol/errors.ts';
import type {
  SandboxAmount,
  SandboxCardTransactionEntry,
} from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { cardTransactionView } from '../accounts/card-views.ts';
import type { CardAccountRow } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type LineRow, lines } from '../ledger/tables.ts';
import type { EntryAt, MockKind } from './mock-kind.ts';
import { money, sandboxAmount } from './sandbox-call.ts';

const RULE = 'SBX-05';

type Entry = SandboxCardTransactionEntry;

export const cardLines: Pick<
  MockKind<CardAccountRow, Entry>,
  'checkEntries' | 'lineId' | 'lineDetails' | 'findLine' | 'lineView' | 'shownLineId'
> = {
  checkEntries,
  lineId: (row, { cardTransactionId: own }) => (own === undefined ? undefined : lineIdOf(row, own)),
  lineDetails,
  findLine,
  lineView: cardTransactionView,
  shownLineId: ({ id, details }) => encodeURIComponent(String(details['cardTransactionId'] ?? id)),
};

/** The client's own ids are unique per card, those of lines per bank. */
const lineIdOf = (card: CardAccountRow, ownId: string): string =>
  derivedToken(['card transaction', card.id, ownId]);

/** The transaction of that id, whether the client or the bank gave the id. */
async function findLine(
  bank: BankTx,
  card: CardAccountRow,
  id: string,
): Promise<LineRow | undefined> {
  const line = (await bank.tx.get(lines, lineIdOf(card, id))) ?? (await bank.tx.get(lines, id));
  return line?.accountId === card.id ? line : undefined;
}

async function checkEntries(
  bank: BankTx,
  card: CardAccountRow,
  entries: readonly EntryAt<Entry>[],
): Promise<void> {
  const seen = new Set<string>();
  for (const { entry, path } of entries) {
    const { cardTransactionId: id } = entry;
    if (id === undefined) continue;
    if (seen.has(id) || (await findLine(bank, card, id)) !== undefined) {
      const text = `This card already has a transaction ${id}; without cardTransactionId, the bank creates an id.`;
      throw new ApiError(RULE, 'CONFLICT', text, { path: `${path}/cardTransactionId` });
    }
    seen.add(id);
  }
}

/** CARD-01: transactionAmount in the card's currency, originalAmount in the purchase's. */
function lineDetails(
  _card: CardAccountRow,
  { entry, path }: EntryAt<Entry>,
  bookingDate: string,
): JsonObject {
  const {
    transactionAmount,
    originalAmount = transactionAmount,
    markupFee,
    markupFeePercentage: percentage,
    maskedPan: maskedPAN,
    invoiced,
    bookingDate: _bookingDate,
    valueDate: _valueDate,
    pending: _pending,
    ...rest
  } = entry;
  return {
    transactionDate: bookingDate,
    ...rest,
    invoiced: String(invoiced) === 'true',
    originalAmount: shownAmount(originalAmount, `${path}/originalAmount`),
    ...defined({
      maskedPAN,
      markupFee: markupFee && shownAmount(markupFee, `${path}/markupFee`),
      markupFeePercentage: percentage === undefined ? undefined : String(percentage),
    }),
  };
}

/** The Amount as answers have it, in its own currency. */
function shownAmount(amount: SandboxAmount, path: string): JsonObject {
  const { currency } = amount;
  const minor = sandboxAmount(amount, { path, currency, rule: RULE });
  return money(minor, currency);
}
