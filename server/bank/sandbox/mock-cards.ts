// Mock card accounts, their balances and transactions (SBX-04, SBX-05).

import { derivedToken } from '../../kernel/ids.ts';
import { amountText } from '../../kernel/money.ts';
import { ApiError } from '../../protocol/errors.ts';
import type {
  SandboxAmount,
  SandboxBalances,
  SandboxCardAccount,
  SandboxCardTransaction,
  SandboxCardTransactionEntry,
} from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import { cardBalancesView, cardTransactionView } from '../accounts/card-views.ts';
import { type CardAccountRow, cardAccounts } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type Call, type Operation, withBody } from '../banks/operation.ts';
import { customers } from '../customers/tables.ts';
import { forgetLines, openBalance, setBooked } from '../ledger/ledger.ts';
import { type LineRow, lines } from '../ledger/tables.ts';
import { namedCustomer, pathCard, unknownId } from './find.ts';
import { bookedOf } from './mock-balances.ts';
import {
  addTransactions,
  checkDates,
  type DetailsOf,
  entriesOf,
  PAGE_QUERY,
  readPage,
  RULE as TRANSACTION_RULE,
} from './mock-transactions.ts';
import { removeCard } from './remove.ts';
import { sandboxAmount } from './sandbox-amount.ts';
import { created, GONE, SANDBOX } from './sandbox-operation.ts';
import { cardView } from './views.ts';

const RULE = 'SBX-04';
const CARDS = '/v1/sandbox/card-accounts';
const CARD = `${CARDS}/{mockCardAccountId}`;

async function addCard(call: Call<SandboxCardAccount>): Promise<Reply> {
  const { bank, body } = call;
  const where = { rule: RULE, path: '/customerNumber' } as const;
  const customer = await namedCustomer(bank, body.customerNumber, where);
  const { currency } = body;
  const place = (name: string) => ({ path: `/${name}`, currency, rule: RULE }) as const;
  const creditLimit = sandboxAmount(body.creditLimit, place('creditLimit'));
  const opening = body.balance === undefined ? 0n : sandboxAmount(body.balance, place('balance'));
  const id = bank.ids.uuid();
  const row: CardAccountRow = {
    id,
    customerId: customer.id,
    product: body.product ?? 'Kredittkort',
    currency,
    maskedPan: body.maskedPan ?? `492500******${fourDigits(id)}`,
    creditLimit,
  };
  bank.tx.put(cardAccounts, row);
  const balance = await openBalance(bank, { id, currency, creditLine: creditLimit, opening });
  return created(call, `${CARDS}/${id}`, cardView(call, { row, balance }, customer));
}

const fourDigits = (id: string): string => id.replace(/\D/g, '').slice(-4).padStart(4, '0');

async function getCard(call: Call): Promise<Reply> {
  const held = await pathCard(call, RULE);
  const owner = await call.bank.tx.get(customers, held.row.customerId);
  if (owner === undefined) throw new Error(`card ${held.row.id} has no owner`);
  return { status: 200, body: cardView(call, held, owner) };
}

async function deleteCard(call: Call): Promise<Reply> {
  const { row } = await pathCard(call, RULE);
  await removeCard(call.bank, row.id);
  return GONE;
}

async function putCardBalances(call: Call<SandboxBalances>): Promise<Reply> {
  const { row, balance } = await pathCard(call, RULE);
  const booked = bookedOf(call.body, balance, {
    interimBooked: (amount) => amount,
    forwardAvailable: (amount) => amount - balance.creditLine - balance.held,
  });
  const changed = await setBooked(call.bank, row.id, booked);
  const links = { account: link(`${CARDS}/${row.id}`, 'GET', 'DELETE') };
  return { status: 200, body: { balances: cardBalancesView(call, changed), _links: links } };
}

async function postTransactions(call: Call<SandboxCardTransaction>): Promise<Reply> {
  const { row, balance } = await pathCard(call, TRANSACTION_RULE);
  const { bank, body } = call;
  await checkOwnIds(bank, row, body);
  const idOf = ({ cardTransactionId: own }: SandboxCardTransactionEntry) =>
    own === undefined ? undefined : lineIdOf(row, own);
  const written = await addTransactions(bank, { body, balance, detailsOf, idOf });
  const [first] = written;
  const path = `${CARDS}/${row.id}/transactions`;
  const location = written.length === 1 && first !== undefined ? `${path}/${shownId(first)}` : path;
  return created(call, location, { transactions: written.map((line) => view(line, row)) });
}

/** The client's own ids are unique per card, those of lines per bank. */
const lineIdOf = (card: CardAccountRow, ownId: string): string =>
  derivedToken(['card transaction', card.id, ownId]);

const shownId = ({ id, details }: LineRow): string =>
  encodeURIComponent(String(details['cardTransactionId'] ?? id));

/** The transaction of that id, whether the client or the bank gave the id. */
async function cardLine(
  bank: BankTx,
  card: CardAccountRow,
  id: string,
): Promise<LineRow | undefined> {
  const line = (await bank.tx.get(lines, lineIdOf(card, id))) ?? (await bank.tx.get(lines, id));
  return line?.accountId === card.id ? line : undefined;
}

async function checkOwnIds(
  bank: BankTx,
  card: CardAccountRow,
  body: SandboxCardTransaction,
): Promise<void> {
  const seen = new Set<string>();
  for (const { entry, path } of entriesOf(body)) {
    const { cardTransactionId: id } = entry;
    if (id === undefined) continue;
    if (seen.has(id) || (await cardLine(bank, card, id)) !== undefined) {
      const text = `This card already has a transaction ${id}; without cardTransactionId, the bank creates an id.`;
      const at = { path: `${path}/cardTransactionId` };
      throw new ApiError(TRANSACTION_RULE, 'CONFLICT', text, at);
    }
    seen.add(id);
  }
}

/** CARD-01: transactionAmount in the card's currency, originalAmount in the purchase's. */
const detailsOf: DetailsOf<SandboxCardTransactionEntry> = (entry, path, date) => {
  const {
    transactionAmount,
    originalAmount = transactionAmount,
    markupFee,
    markupFeePercentage,
    maskedPan,
    invoiced,
    bookingDate: _bookingDate,
    valueDate: _valueDate,
    pending: _pending,
    ...rest
  } = entry;
  return {
    transactionDate: date,
    ...rest,
    ...(maskedPan === undefined ? {} : { maskedPAN: maskedPan }),
    invoiced: String(invoiced) === 'true',
    originalAmount: shownAmount(originalAmount, `${path}/originalAmount`),
    ...(markupFee === undefined ? {} : { markupFee: shownAmount(markupFee, `${path}/markupFee`) }),
    ...(markupFeePercentage === undefined
      ? {}
      : { markupFeePercentage: String(markupFeePercentage) }),
  };
};

/** The Amount as answers have it, in its own currency. */
function shownAmount(amount: SandboxAmount, path: string): JsonObject {
  const { currency } = amount;
  const minor = sandboxAmount(amount, { path, currency, rule: TRANSACTION_RULE });
  return { ...amountText({ amount: minor, currency }) };
}

const view = (line: LineRow, card: CardAccountRow): JsonObject => cardTransactionView(line, card);

async function getTransactions(call: Call): Promise<Reply> {
  const { row } = await pathCard(call, TRANSACTION_RULE);
  const page = await readPage(call, row.id, `${CARDS}/${row.id}/transactions`);
  const transactions = page.lines.map((line) => view(line, row));
  return { status: 200, body: { transactions, _links: page.links } };
}

async function getTransaction(call: Call): Promise<Reply> {
  const { row } = await pathCard(call, TRANSACTION_RULE);
  const id = call.params['transactionId'] ?? '';
  const line = await cardLine(call.bank, row, id);
  if (line === undefined) throw unknownId(TRANSACTION_RULE, 'transaction on this card', id);
  return { status: 200, body: view(line, row) };
}

async function deleteTransactions(call: Call): Promise<Reply> {
  const { row } = await pathCard(call, TRANSACTION_RULE);
  await forgetLines(call.bank, row.id);
  return GONE;
}

const COMMON = { ...SANDBOX, rules: [RULE] } as const;
const OF_LINES = { ...SANDBOX, rules: [TRANSACTION_RULE] } as const;

export const cardOperations: readonly Operation[] = [
  withBody({
    ...COMMON,
    id: 'addSandboxCardAccount',
    method: 'POST',
    path: CARDS,
    summary: 'Add a mock card account to a customer',
    body: { schema: 'requests/sandbox-card-account.json' },
    success: { status: 201, schema: 'responses/sandbox-card-account.json' },
    handle: addCard,
  }),
  {
    ...COMMON,
    id: 'getSandboxCardAccount',
    method: 'GET',
    path: CARD,
    summary: 'Read a mock card account',
    success: { status: 200, schema: 'responses/sandbox-card-account.json' },
    handle: getCard,
  },
  {
    ...COMMON,
    id: 'deleteSandboxCardAccount',
    method: 'DELETE',
    path: CARD,
    summary: 'Delete a mock card account and all that belongs to it',
    success: { status: 204 },
    handle: deleteCard,
  },
  withBody({
    ...COMMON,
    id: 'putSandboxCardAccountBalances',
    method: 'PUT',
    path: `${CARD}/balances`,
    summary: 'Set the balances of a mock card account',
    body: { schema: 'requests/sandbox-balances.json' },
    success: { status: 200, schema: 'responses/sandbox-balances.json' },
    handle: putCardBalances,
  }),
  withBody({
    ...OF_LINES,
    id: 'addSandboxCardTransactions',
    method: 'POST',
    path: `${CARD}/transactions`,
    summary: 'Add a mock card transaction, or up to 1000 of them',
    body: { schema: 'requests/sandbox-card-transaction.json' },
    success: { status: 201, schema: 'responses/sandbox-card-transactions.json' },
    handle: postTransactions,
  }),
  {
    ...OF_LINES,
    id: 'getSandboxCardTransactions',
    method: 'GET',
    path: `${CARD}/transactions`,
    summary: 'List the transactions of a mock card account',
    query: PAGE_QUERY,
    checkQuery: checkDates,
    success: { status: 200, schema: 'responses/sandbox-card-transactions.json' },
    handle: getTransactions,
  },
  {
    ...OF_LINES,
    id: 'getSandboxCardTransaction',
    method: 'GET',
    path: `${CARD}/transactions/{transactionId}`,
    summary: 'Read a transaction of a mock card account',
    success: { status: 200, schema: 'responses/sandbox-card-transaction.json' },
    handle: getTransaction,
  },
  {
    ...OF_LINES,
    id: 'deleteSandboxCardTransactions',
    method: 'DELETE',
    path: `${CARD}/transactions`,
    summary: 'Delete the transactions of a mock card account; its balance stays',
    success: { status: 204 },
    handle: deleteTransactions,
  },
];
