// An account that a bank has, changed by a seed that is added to it (CTRL-11): its name and its other members as the seed
// says, transactions besides those that are there, and a balance that a booking makes.
import { defined } from '../../kernel/defined.ts';
import { amountText, moneyText } from '../../kernel/money.ts';
import type { SeedAccount } from '../../protocol/generated/schemas.ts';
import { accountByBban } from '../accounts/account-ids.ts';
import { type AccountRow, accounts } from '../accounts/tables.ts';
import { customers } from '../customers/tables.ts';
import { needBalance, setCreditLine } from '../ledger/ledger.ts';
import { ACCOUNTS } from '../sandbox/mock-accounts.ts';
import type { Held } from '../sandbox/mock-kind.ts';
import { newLine, writeLines } from '../sandbox/mock-transactions.ts';
import { sandboxAmount } from '../sandbox/sandbox-call.ts';
import { type Filling, refusal } from './filling.ts';

/** The account that the seed names by its accountId, or by its number. */
export async function accountThere(
  { bank }: Filling,
  { accountId, bban }: SeedAccount,
): Promise<AccountRow | undefined> {
  if (accountId !== undefined) return bank.tx.get(accounts, accountId);
  return bban === undefined ? undefined : accountByBban(bank, bban);
}

/** With the balance as it is before its transactions. */
export async function changeAccount({ bank, path }: Filling, there: AccountRow, seed: SeedAccount) {
  const owner = await bank.tx.get(customers, there.customerId);
  const fixed = [
    ['customerNumber', owner?.number],
    ['currency', there.currency],
    ['bban', there.bban],
    ['agreement', undefined],
    ['openingBalance', undefined],
  ] as const;
  for (const [member, own] of fixed) {
    if (seed[member] === undefined || seed[member] === own) continue;
    const is = own === undefined ? 'cannot be changed' : `is ${own}, and cannot be changed`;
    const text = `The bank has this account, whose ${member} ${is}; leave it out or correct it.`;
    throw refusal(`${path}/${member}`, text, { code: 'CONFLICT' });
  }
  const { accountName: name, product, cashAccountType, kid, payments, creditLine } = seed;
  const row = { ...there, name, ...defined({ product, cashAccountType, kid, payments }) };
  bank.tx.put(accounts, row);
  if (creditLine !== undefined) {
    const place = { path: `${path}/creditLine`, currency: row.currency, rule: 'CTRL-11' } as const;
    await setCreditLine(bank, row.id, sandboxAmount(creditLine, place));
  }
  return { row, balance: await needBalance(bank, row.id) };
}

/** Books what is missing to the balance that the seed says, or what is too much. */
export async function bookBalance(
  { bank, path }: Filling,
  row: Held['row'],
  { balance: wanted, currency }: Pick<SeedAccount, 'balance' | 'currency'>,
): Promise<void> {
  if (wanted === undefined) return;
  const place = { path: `${path}/balance`, currency, rule: 'CTRL-11' } as const;
  const amount = sandboxAmount(wanted, place);
  const balance = await needBalance(bank, row.id);
  if (amount === balance.booked) return;
  const entry = {
    transactionAmount: amountText({ amount: amount - balance.booked, currency }),
    remittanceInformationUnstructured: `Balance set to ${moneyText(amount, currency)}`,
  };
  const line = newLine(bank, ACCOUNTS, { row, balance }, { entry, path });
  await writeLines(bank, balance, [line]);
}
