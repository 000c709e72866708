// Which account a person may pay from (PAY-06): their own, or in corporate context those of the
// agreement that they are engaged in with REGISTER.

import { ApiError } from '../../protocol/errors.ts';
import type { AccountReference } from '../../protocol/generated/schemas.ts';
import type { PsuContext } from '../../protocol/psu-headers.ts';
import { type AccountRow, accounts } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { engagements } from '../customers/tables.ts';
import { creditorIban, ibanOf } from './body.ts';
import type { Product } from './products.ts';
import type { PaymentBody } from './request-body.ts';

/** Who pays. Without a context, every account that the person may pay from in any. */
export interface Payer {
  readonly customerId: string;
  readonly context?: PsuContext;
  /** CORPORATE: only this agreement's accounts. */
  readonly agreementId?: string;
}

/** The account, if it exists in this bank and the payer may pay from it. */
export async function findDebtorAccount(
  bank: BankTx,
  payer: Payer,
  reference: AccountReference,
): Promise<AccountRow | undefined> {
  const account = await accountAt(bank, ibanOf(reference));
  if (account === undefined) return undefined;
  if (account.agreementId === undefined) {
    const own = account.customerId === payer.customerId;
    return own && payer.context !== 'CORPORATE' ? account : undefined;
  }
  if (payer.context === 'PRIVATE') return undefined;
  if (payer.agreementId !== undefined && payer.agreementId !== account.agreementId)
    return undefined;
  return (await mayRegister(bank, payer.customerId, account)) ? account : undefined;
}

/**
 * The same, or a refusal: PAY-06 400 RESOURCE_UNKNOWN (not the payer's) or FORMAT_ERROR (its currency
 * is another), CONS-11 403 FORBIDDEN (no payments from it).
 */
export async function needDebtorAccount(
  bank: BankTx,
  payer: Payer,
  reference: AccountReference,
): Promise<AccountRow> {
  const account = await findDebtorAccount(bank, payer, reference);
  if (account === undefined) {
    const text =
      payer.context === 'CORPORATE'
        ? 'debtorAccount is not an account that the PSU may pay from in this corporate context.'
        : 'debtorAccount is not an account of the PSU in this bank.';
    throw new ApiError('PAY-06', 'RESOURCE_UNKNOWN', text, { path: '/debtorAccount', status: 400 });
  }
  if (account.currency !== reference.currency) {
    const text = `The debtor account is in ${account.currency}, not in ${reference.currency}.`;
    throw new ApiError('PAY-06', 'FORMAT_ERROR', text, { path: '/debtorAccount/currency' });
  }
  if (!account.payments) {
    const text = 'The bank does not allow payments from this account.';
    throw new ApiError('CONS-11', 'FORBIDDEN', text, { path: '/debtorAccount' });
  }
  return account;
}

/** The account of this bank with that number. */
export async function accountAt(bank: BankTx, iban: string): Promise<AccountRow | undefined> {
  const [account] = await bank.tx.listBy(accounts, 'byIban', iban, { limit: 1 });
  return account;
}

/** The creditor's account, where it is in this bank. */
export async function creditorAccountOf(
  bank: BankTx,
  body: PaymentBody,
  product: Product,
): Promise<AccountRow | undefined> {
  const iban = creditorIban(body, product);
  return iban === undefined ? undefined : accountAt(bank, iban);
}

async function mayRegister(bank: BankTx, person: string, account: AccountRow): Promise<boolean> {
  const engaged = await bank.tx.listBy(engagements, 'byAccount', account.id);
  return engaged.some((row) => row.customerId === person && row.roles.includes('REGISTER'));
}
