// Deletes customers, accounts, cards, agreements and engagements with all that belongs to them, so that
// nothing is left that points at something gone.

import { putConsent } from '../accounts/consent-store.ts';
import {
  type AccountRow,
  accounts,
  type CardAccountRow,
  type ConsentRow,
  cardAccounts,
  consents,
} from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { cancelDue } from '../banks/due.ts';
import { baskets } from '../baskets/tables.ts';
import {
  agreements,
  type CustomerRow,
  customers,
  type EngagementRow,
  engagements,
  psus,
} from '../customers/tables.ts';
import { closeBalance, releaseHold } from '../ledger/ledger.ts';
import { lines } from '../ledger/tables.ts';
import { type PaymentRow, payments } from '../payments/tables.ts';
import { flows, type SessionRow, sessions } from '../sca/tables.ts';

/** SBX-03: accounts, cards, agreements, engagements, payments, consents, sessions and PSU-IDs go along. */
export async function removeCustomer(bank: BankTx, customer: CustomerRow): Promise<void> {
  const { tx } = bank;
  const { id } = customer;
  for (const basket of await tx.listBy(baskets, 'byCustomer', id)) {
    await removeFlows(bank, `basket:${basket.id}`);
    tx.remove(baskets, basket.id);
  }
  for (const row of await tx.listBy(payments, 'byCustomer', id)) await removePayment(bank, row);
  for (const row of await tx.listBy(agreements, 'byCustomer', id)) {
    await removeAgreement(bank, row.id);
  }
  for (const row of await tx.listBy(accounts, 'byCustomer', id)) await removeAccount(bank, row);
  for (const row of await tx.listBy(cardAccounts, 'byCustomer', id)) await removeCard(bank, row);
  for (const row of await tx.listBy(engagements, 'byCustomer', id)) tx.remove(engagements, row.id);
  for (const row of await tx.listBy(consents, 'byCustomer', id)) await removeConsent(bank, row);
  for (const row of await tx.listBy(sessions, 'byCustomer', id)) await removeSession(bank, row);
  for (const row of await tx.listBy(psus, 'byCustomer', id)) tx.remove(psus, row.id);
  tx.remove(customers, id);
}

/** SBX-04: its lines and balance, payments from it, engagements on it and consents to it go along. */
export async function removeAccount(bank: BankTx, account: AccountRow): Promise<void> {
  const { tx } = bank;
  const { id } = account;
  for (const row of await tx.listBy(payments, 'byDebtorAccount', id)) {
    await removePayment(bank, row);
  }
  for (const row of await tx.listBy(engagements, 'byAccount', id)) {
    await removeEngagement(bank, row);
  }
  await takeOutOfConsents(bank, account.customerId, (consent) => without(consent, id));
  await closeBalance(bank, id);
  tx.remove(accounts, id);
}

export async function removeCard(bank: BankTx, { id, customerId }: CardAccountRow): Promise<void> {
  await takeOutOfConsents(bank, customerId, (consent) => without(consent, id));
  await closeBalance(bank, id);
  bank.tx.remove(cardAccounts, id);
}

/** Its accounts stay with their owner; consents and sessions under it end. */
export async function removeAgreement(bank: BankTx, id: string): Promise<void> {
  const { tx } = bank;
  const engaged = await tx.listBy(engagements, 'byAgreement', id);
  for (const row of engaged) await removeEngagement(bank, row);
  for (const customerId of new Set(engaged.map((row) => row.customerId))) {
    for (const consent of await tx.listBy(consents, 'byCustomer', customerId)) {
      if (consent.agreementId === id) await removeConsent(bank, consent);
    }
    for (const session of await tx.listBy(sessions, 'byCustomer', customerId)) {
      if (session.agreementId === id) await removeSession(bank, session);
    }
  }
  for (const { agreementId: _, ...account } of await tx.listBy(accounts, 'byAgreement', id)) {
    tx.put(accounts, account);
  }
  tx.remove(agreements, id);
}

/** SBX-06: ends what was consented through it. */
export async function removeEngagement(bank: BankTx, row: EngagementRow): Promise<void> {
  await takeOutOfConsents(bank, row.customerId, (consent) =>
    consent.agreementId === row.agreementId ? without(consent, row.accountId) : consent,
  );
  bank.tx.remove(engagements, row.id);
}

/** With what it holds, what is due for it, and its SCA flows. */
async function removePayment(bank: BankTx, payment: PaymentRow): Promise<void> {
  const { tx } = bank;
  for (const line of await tx.listBy(lines, 'byPayment', payment.id)) {
    await releaseHold(bank, line.id);
  }
  for (const kind of ['payment', 'cancellation']) await removeFlows(bank, `${kind}:${payment.id}`);
  await cancelDue(bank, payment.id);
  tx.remove(payments, payment.id);
}

async function removeFlows(bank: BankTx, subject: string): Promise<void> {
  for (const flow of await bank.tx.listBy(flows, 'bySubject', subject)) {
    await cancelDue(bank, flow.id);
    bank.tx.remove(flows, flow.id);
  }
}

async function removeSession(bank: BankTx, session: SessionRow): Promise<void> {
  await cancelDue(bank, session.id);
  bank.tx.remove(sessions, session.id);
}

async function removeConsent(bank: BankTx, consent: ConsentRow): Promise<void> {
  await cancelDue(bank, consent.id);
  bank.tx.remove(consents, consent.id);
}

async function takeOutOfConsents(
  bank: BankTx,
  customerId: string,
  change: (consent: ConsentRow) => ConsentRow,
): Promise<void> {
  for (const consent of await bank.tx.listBy(consents, 'byCustomer', customerId)) {
    const changed = change(consent);
    if (changed.accounts.length !== consent.accounts.length) putConsent(bank, consent, changed);
  }
}

const without = (consent: ConsentRow, accountId: string): ConsentRow => ({
  ...consent,
  accounts: consent.accounts.filter((account) => account.accountId !== accountId),
});
