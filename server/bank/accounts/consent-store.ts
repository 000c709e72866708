// Consents: one row per TPP, person, context and agreement, written by SCA flows only.

import { defined } from '../../kernel/defined.ts';
import { derivedUuid } from '../../kernel/ids.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Actor } from './offered.ts';
import { type ConsentRow, consents } from './tables.ts';

export function consentIdOf(tppId: string, actor: Actor): string {
  return derivedUuid('consent', tppId, actor.customerId, actor.context, actor.agreementId ?? '');
}

export function findConsent(
  bank: BankTx,
  tppId: string,
  actor: Actor,
): Promise<ConsentRow | undefined> {
  return bank.tx.get(consents, consentIdOf(tppId, actor));
}

/** All that a person has given a TPP, revoked ones too: one for each context and agreement. */
export function consentsOf(
  bank: BankTx,
  { tppId, customerId }: { readonly tppId: string; readonly customerId: string },
): Promise<readonly ConsentRow[]> {
  return bank.tx.listBy(consents, 'byPsu', `${tppId}|${customerId}`);
}

/** CONS-09: what the PSU ticked replaces what was consented before in this context. */
export async function grantConsent(
  bank: BankTx,
  tppId: string,
  { actor, accountIds }: { readonly actor: Actor; readonly accountIds: readonly string[] },
): Promise<void> {
  const before = await findConsent(bank, tppId, actor);
  bank.tx.put(consents, {
    id: consentIdOf(tppId, actor),
    tppId,
    customerId: actor.customerId,
    context: actor.context,
    ...defined({ agreementId: actor.agreementId }),
    status: 'valid',
    accounts: accountIds.map((accountId) => ({ accountId, lastScaAt: bank.now })),
    createdAt: before?.createdAt ?? bank.now,
  });
}

/** CONS-07: any SCA of the person for the TPP renews every account that is consented at that time. */
export async function renewConsents(
  bank: BankTx,
  { tppId, customerId }: { readonly tppId: string; readonly customerId: string },
): Promise<void> {
  for (const row of await consentsOf(bank, { tppId, customerId })) {
    if (row.status !== 'valid') continue;
    const renewed = row.accounts.map((account) => ({ ...account, lastScaAt: bank.now }));
    bank.tx.put(consents, { ...row, accounts: renewed });
  }
}
