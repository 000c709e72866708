// What the transactions of mock accounts have of their own (SBX-05).

import { ApiError } from '../../protocol/errors.ts';
import type { PartyAccount, SandboxTransactionEntry } from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { electronicIban } from '../../validation/account-number.ts';
import { transactionDetailsView } from '../accounts/account-views.ts';
import type { AccountRow } from '../accounts/tables.ts';
import { remittanceMembers, remittanceOf } from '../ledger/remittance.ts';
import { lines } from '../ledger/tables.ts';
import type { EntryAt, MockKind } from './mock-kind.ts';

const RULE = 'SBX-05';

export const accountLines: Pick<
  MockKind<AccountRow, SandboxTransactionEntry>,
  'lineDetails' | 'findLine' | 'lineView' | 'shownLineId'
> = {
  lineDetails,
  async findLine(bank, row, id) {
    const line = await bank.tx.get(lines, id);
    return line?.accountId === row.id ? line : undefined;
  },
  lineView: (line, row) => ({
    ...transactionDetailsView(line, row.currency),
    status: line.status,
  }),
  shownLineId: ({ id }) => id,
};

/** Remittance data in all its forms, the other members as they are. */
function lineDetails(
  account: AccountRow,
  { entry, path }: EntryAt<SandboxTransactionEntry>,
): JsonObject {
  checkDebtor(account, entry.debtorAccount, `${path}/debtorAccount`);
  const {
    transactionAmount: _amount,
    bookingDate: _bookingDate,
    valueDate: _valueDate,
    pending: _pending,
    remittanceInformationUnstructured: _text,
    remittanceInformationUnstructuredArray: _texts,
    remittanceInformationStructured: _reference,
    remittanceInformationStructuredArray: _references,
    ...rest
  } = entry;
  return { ...rest, ...remittanceMembers(remittanceOf(entry)) };
}

/** SBX-05: a transaction that states a debtor account states this one. */
function checkDebtor(account: AccountRow, debtor: PartyAccount | undefined, path: string): void {
  if (debtor === undefined) return;
  const { iban, bban, currency } = debtor;
  const isThis =
    (iban === undefined || electronicIban(iban) === account.iban) &&
    (bban === undefined || bban === account.bban) &&
    (currency === undefined || currency === account.currency);
  if (isThis) return;
  const text =
    'debtorAccount must be the account of the transaction, or absent; to say who paid, use debtorName.';
  throw new ApiError(RULE, 'FORMAT_ERROR', text, { path, expected: account.iban });
}
