// Which account a person may pay from (PAY-06): their own, or in corporate context the accounts of the
// agreement that they are engaged in with REGISTER.

import { ApiError } from '../../../protocol/errors.ts';
import type { AccountReference } from '../../../protocol/generated/schemas.ts';
import { accountByIban } from '../../accounts/account-ids.ts';
import type { AccountRow } from '../../accounts/tables.ts';
import type { BankTx } from '../../banks/bank-tx.ts';
import { engagements } from '../../customers/tables.ts';
import type { FixedPsu } from '../../sca/start-flow.ts';
import { ibanOf } from '../request-body.ts';

/** Who pays. Without a context, every account that the person may pay from; with an agreement, only its accounts. */
export interface Payer extends FixedPsu {
  readonly customerId: string;
}

/**
 * The account that the payer names and may pay from. Throws ApiError: PAY-06 400 RESOURCE_UNKNOWN (not the
 * payer's) or FORMAT_ERROR (another currency), CONS-11 403 FORBIDDEN (no payments from it).
 */
export async function needDebtorAccount(
  bank: BankTx,
  payer: Payer,
  reference: AccountReference,
): Promise<AccountRow> {
  const account = await accountByIban(bank, ibanOf(reference));
  if (account === undefined || !(await mayPayFrom(bank, payer, account))) {
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

async function mayPayFrom(bank: BankTx, payer: Payer, account: AccountRow): Promise<boolean> {
  const { customerId, context, agreementId = account.agreementId } = payer;
  if (account.agreementId === undefined) {
    return account.customerId === customerId && context !== 'CORPORATE';
  }
  if (context === 'PRIVATE' || agreementId !== account.agreementId) return false;
  const engaged = await bank.tx.listBy(engagements, 'byAccount', account.id);
  return engaged.some((row) => row.customerId === customerId && row.roles.includes('REGISTER'));
}
