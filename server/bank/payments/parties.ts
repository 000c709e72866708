// The accounts on both sides of a payment. They are looked up once, when the payment is created, approved or
// due, and handed down.

import { accountByIban } from '../accounts/find-account.ts';
import type { AccountRow } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { agreements, customers } from '../customers/tables.ts';
import { type Product, productOf } from './products.ts';
import { creditorIban, type Entry, entriesOf } from './request-body.ts';
import type { PaymentRow } from './tables.ts';

export interface Parties {
  readonly debtor: AccountRow;
  /** On statements: the company for an account of an agreement, else the person. */
  readonly debtorName: string;
  /** One for each transfer of the request; `undefined` if the account is in another bank. */
  readonly creditors: readonly (AccountRow | undefined)[];
}

/** The parties of a stored payment. */
export async function partiesOf(
  bank: BankTx,
  { request, product }: PaymentRow,
  debtor: AccountRow,
): Promise<Parties> {
  return {
    debtor,
    debtorName: await debtorNameOf(bank, debtor),
    creditors: await creditorsOf(bank, entriesOf(request), productOf(product)),
  };
}

export function creditorsOf(
  bank: BankTx,
  entries: readonly Entry[],
  product: Product,
): Promise<Parties['creditors']> {
  const ibans = entries.map(({ body }) => creditorIban(body, product));
  return Promise.all(
    ibans.map((iban) => (iban === undefined ? undefined : accountByIban(bank, iban))),
  );
}

export async function debtorNameOf(bank: BankTx, account: AccountRow): Promise<string> {
  const { agreementId, customerId } = account;
  const agreement = agreementId && (await bank.tx.get(agreements, agreementId));
  const holder = agreement || (await bank.tx.get(customers, customerId));
  return holder?.name ?? account.name;
}
