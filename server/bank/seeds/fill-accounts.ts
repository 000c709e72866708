// The accounts and cards of a seed with their transactions, through what makes mock accounts.
import { defined } from '../../kernel/defined.ts';
import { amountText, formatAmount } from '../../kernel/money.ts';
import { slicesOf } from '../../kernel/slices.ts';
import type {
  SeedAccount,
  SeedCard,
  SeedCardTransaction,
  SeedTransaction,
} from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import {
  type AccountRow,
  accounts,
  type CardAccountRow,
  cardAccounts,
} from '../accounts/tables.ts';
import { needBalance, setBooked } from '../ledger/ledger.ts';
import { lines } from '../ledger/tables.ts';
import { ACCOUNTS, makeAccount } from '../sandbox/mock-accounts.ts';
import { CARDS, makeCard } from '../sandbox/mock-cards.ts';
import type { EntryAt, Held, MockKind } from '../sandbox/mock-kind.ts';
import { type NewLine, newLine, writeLines } from '../sandbox/mock-transactions.ts';
import { type Holder, accountOf as partyOf } from '../sandbox/recipes.ts';
import { sandboxAmount } from '../sandbox/sandbox-call.ts';
import { accountThere, changeAccount } from './change-account.ts';
import {
  agreementOf,
  claim,
  customerOf,
  dateOf,
  eachOf,
  type Filling,
  momentOf,
  refusal,
  within,
} from './filling.ts';
import { generatedLines } from './generate.ts';

export async function fillAccount(
  filling: Filling,
  seed: SeedAccount,
): Promise<{ readonly row: AccountRow; readonly isNew: boolean }> {
  const there = filling.adds ? await accountThere(filling, seed) : undefined;
  if (there === undefined) return { row: await newAccount(filling, seed), isNew: true };
  const held = await changeAccount(filling, there, seed);
  const { row, balance } = held;
  const { name: ownerName } = await customerOf(filling, seed.customerNumber, 'customerNumber');
  // What is generated differs from what was before.
  const key = `${row.id} ${balance.lastLine}`;
  const holder = { key, currency: row.currency, ownerName, account: partyOf(row.bban) };
  await fillLines(filling, ACCOUNTS, { held, holder, seed });
  return { row, isNew: false };
}

async function newAccount(filling: Filling, seed: SeedAccount): Promise<AccountRow> {
  const { path } = filling;
  const { customerNumber, accountName, currency, product, cashAccountType, bban, creditLine, kid } =
    seed;
  await customerOf(filling, customerNumber, 'customerNumber');
  await claim(filling, accounts, seed.accountId, 'accountId');
  const name = bban ?? `${customerNumber} ${accountName}`;
  const bank = { ...filling.bank, ids: filling.idsFor('account', name) };
  const body = {
    customerNumber,
    accountName,
    currency,
    ...defined({ product, cashAccountType, bban, creditLine, kid }),
    ...openingOf(seed, path),
  };
  const agreementId = await agreementIdOf(filling, seed);
  const own = defined({ id: seed.accountId, agreementId });
  const { customer, ...held } = await within(path, () => makeAccount(bank, body, own));
  const { row } = held;
  if (seed.agreement === NO_AGREEMENT) {
    const { agreementId: _, ...alone } = row;
    bank.tx.put(accounts, alone);
  }
  const holder = { key: row.id, currency, ownerName: customer.name, account: partyOf(row.bban) };
  await fillLines(filling, ACCOUNTS, { held, holder, seed });
  return row;
}

/** For a company's account that lies under no agreement though the company has one. */
export const NO_AGREEMENT = 'none';

export async function fillCard(filling: Filling, seed: SeedCard): Promise<CardAccountRow> {
  const { path } = filling;
  const { customerNumber, currency, creditLimit, product, maskedPan } = seed;
  await customerOf(filling, customerNumber, 'customerNumber');
  await claim(filling, cardAccounts, seed.cardAccountId, 'cardAccountId');
  const bank = { ...filling.bank, ids: filling.idsFor('card', customerNumber, maskedPan ?? '') };
  const body = {
    customerNumber,
    currency,
    creditLimit,
    ...defined({ product, maskedPan }),
    ...openingOf(seed, path),
  };
  const { customer, ...held } = await within(path, () => makeCard(bank, body, seed.cardAccountId));
  const { row } = held;
  const holder = { key: row.id, currency, ownerName: customer.name, maskedPan: row.maskedPan };
  await fillLines(filling, CARDS, { held, holder, seed });
  return row;
}

type Money = Pick<SeedAccount, 'currency' | 'openingBalance' | 'balance' | 'lastChange'>;

function openingOf({ openingBalance, currency }: Money, path: string) {
  if (openingBalance === undefined) return {};
  const place = { path: `${path}/openingBalance`, currency, rule: 'CTRL-11' } as const;
  return { balance: amountText({ amount: sandboxAmount(openingBalance, place), currency }) };
}

async function agreementIdOf(filling: Filling, seed: SeedAccount) {
  if (seed.agreement === undefined || seed.agreement === NO_AGREEMENT) return undefined;
  const agreement = await agreementOf(filling, seed.agreement, 'agreement');
  const owner = await customerOf(filling, seed.customerNumber, 'customerNumber');
  if (agreement.customerId === owner.id) return agreement.id;
  const text = 'The agreement belongs to another customer than the account.';
  throw refusal(`${filling.path}/agreement`, text);
}

interface WithLines {
  readonly held: Held;
  readonly holder: Holder;
  readonly seed: Pick<SeedAccount, 'generate'> & {
    readonly transactions?: readonly (SeedTransaction | SeedCardTransaction)[];
  };
}

const END_OF_TIME = '9999-12-31';

/** Writes what the seed lists and what it has generated, by date. */
async function fillLines(
  filling: Filling,
  kind: MockKind,
  { held, holder, seed }: WithLines,
): Promise<void> {
  const bank = { ...filling.bank, ids: filling.idsFor('transaction', held.row.id) };
  const listed = await eachOf(filling, seed, 'transactions', async (at, one) => {
    return { at, listed: one as SeedTransaction, ...entryOf(at, one, holder.currency) };
  });
  await kind.checkEntries?.(bank, held.row, listed);
  const all: NewLine[] = [];
  for await (const slice of slicesOf(listed)) {
    for (const one of slice) all.push(await listedLine({ ...filling, bank }, kind, { held, one }));
  }
  for (const line of await generatedLines(filling, holder, seed.generate ?? [])) {
    all.push({ ...line, accountId: held.row.id });
  }
  all.sort((a, b) => Number(a.bookingDate > b.bookingDate) - Number(a.bookingDate < b.bookingDate));
  for await (const slice of slicesOf(all)) await writeLines(bank, held.balance, slice);
}

interface ListedAt extends EntryAt {
  readonly at: Filling;
  readonly listed: SeedTransaction;
}

async function listedLine(
  { bank }: Filling,
  kind: MockKind,
  { held, one }: { readonly held: Held; readonly one: ListedAt },
): Promise<NewLine> {
  const { transactionId: id, paymentId } = one.listed;
  await claim(one.at, lines, id, 'transactionId');
  // An export from a bank whose clock was set back has transactions of its future.
  const dated = id === undefined ? one : { ...one, latest: END_OF_TIME };
  const line = newLine(bank, kind, held, dated);
  const details = id === undefined ? line.details : asListed(line.details, one.listed);
  return { ...line, details, id: id ?? line.id, ...defined({ paymentId }) };
}

/** An export lists every member: the line has no original amount if the export has none. */
function asListed({ originalAmount, ...details }: JsonObject, listed: object): JsonObject {
  return 'originalAmount' in listed ? { ...details, ...defined({ originalAmount }) } : details;
}

/** The entry as the signed API takes it. */
function entryOf(
  filling: Filling,
  seed: SeedTransaction | SeedCardTransaction,
  currency: string,
): EntryAt {
  const { transactionId: _, paymentId: __, transactionAmount, ...rest } = seed as SeedTransaction;
  const dates = ['bookingDate', 'valueDate', 'transactionDate'].flatMap((name) => {
    const text = rest[name];
    return typeof text === 'string' ? [[name, dateOf(filling, text, name)]] : [];
  });
  const amount =
    typeof transactionAmount === 'object'
      ? transactionAmount
      : { amount: transactionAmount, currency };
  const entry = { ...rest, ...Object.fromEntries(dates), transactionAmount: amount };
  return { entry, path: filling.path };
}

/** Once everything has moved its money: the balance becomes what the seed says. */
export async function settleBalance(
  filling: Filling,
  id: string,
  { currency, openingBalance, balance, lastChange }: Money,
): Promise<void> {
  const { bank, path } = filling;
  const now = momentOf(filling, lastChange, 'lastChange');
  const { booked } = await needBalance(bank, id);
  const place = { path: `${path}/balance`, currency, rule: 'CTRL-11' } as const;
  const wanted = balance === undefined ? booked : sandboxAmount(balance, place);
  if (openingBalance !== undefined && wanted !== booked) {
    const [sum, stated] = [booked, wanted].map((amount) => formatAmount(amount, currency));
    const text = `The openingBalance and the booked transactions make ${sum}, not ${stated}. Correct one of them, or leave openingBalance out: then the bank computes it.`;
    throw refusal(place.path, text);
  }
  await setBooked({ ...bank, now }, id, wanted);
}

/** CONS-11, after the payments of the seed. */
export async function blockPayments({ bank }: Filling, id: string): Promise<void> {
  const row = await bank.tx.get(accounts, id);
  if (row !== undefined) bank.tx.put(accounts, { ...row, payments: false });
}
