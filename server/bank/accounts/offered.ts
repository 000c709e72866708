// Which accounts and cards a person can act on in a context.

import type { PsuContext } from '../../protocol/psu-headers.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { engagements } from '../customers/tables.ts';
import type { Holdings } from '../sca/purpose.ts';
import { type AccountRow, accounts, type CardAccountRow, cardAccounts } from './tables.ts';

export interface Actor {
  readonly customerId: string;
  readonly context: PsuContext;
  readonly agreementId?: string;
}

/** PRIVATE: the person's own. CORPORATE: those of the agreement with both VIEW and REGISTER (SBX-06). */
export async function accountsOf(bank: BankTx, actor: Actor): Promise<readonly AccountRow[]> {
  if (actor.context === 'PRIVATE') {
    const own = await bank.tx.listBy(accounts, 'byCustomer', actor.customerId);
    return own.filter((account) => account.agreementId === undefined);
  }
  const engaged = await bank.tx.listBy(engagements, 'byCustomer', actor.customerId);
  const found: AccountRow[] = [];
  for (const row of engaged) {
    const full = row.roles.includes('VIEW') && row.roles.includes('REGISTER');
    if (row.agreementId !== actor.agreementId || !full) continue;
    const account = await bank.tx.get(accounts, row.accountId);
    if (account !== undefined) found.push(account);
  }
  return found.sort((a, b) => (a.bban < b.bban ? -1 : 1));
}

/** Cards are private. */
export async function cardsOf(bank: BankTx, actor: Actor): Promise<readonly CardAccountRow[]> {
  if (actor.context !== 'PRIVATE') return [];
  return bank.tx.listBy(cardAccounts, 'byCustomer', actor.customerId);
}

/** How many of each a person owns in PRIVATE context. */
export async function holdingsOf(bank: BankTx, customerId: string): Promise<Holdings> {
  const actor: Actor = { customerId, context: 'PRIVATE' };
  const [owned, cards] = [await accountsOf(bank, actor), await cardsOf(bank, actor)];
  return { accounts: owned.length, cards: cards.length };
}
