// Finds an account by its number, which is unique in a bank.
import type { BankTx } from '../banks/bank-tx.ts';
import { norwegianIban } from './norwegian-accounts.ts';
import { type AccountRow, accounts } from './tables.ts';

/** @param iban without spaces */
export async function accountByIban({ tx }: BankTx, iban: string): Promise<AccountRow | undefined> {
  const [account] = await tx.listBy(accounts, 'byIban', iban, { limit: 1 });
  return account;
}

export const accountByBban = (bank: BankTx, bban: string): Promise<AccountRow | undefined> =>
  accountByIban(bank, norwegianIban(bban));
