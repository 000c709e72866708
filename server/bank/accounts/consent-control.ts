// What the PSU and the bank decide about consents and accounts without the TPP (CONS-10, CONS-11).

import { isoTime } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { prefixOfBank } from '../banks/banks.ts';
import { type ControlOperation, controlWithBody } from '../banks/control-operation.ts';
import { customers } from '../customers/tables.ts';
import { psuCorporateIdOf, psuIdOf } from '../sca/psu-ids.ts';
import { resourceIdOf } from './account-ids.ts';
import { consentAt, revokeConsent } from './consent-store.ts';
import { type AccountRow, accounts, type ConsentRow, cardAccounts, consents } from './tables.ts';

export const consentControlOperations: readonly ControlOperation[] = [
  {
    id: 'getConsents',
    method: 'GET',
    path: '/_sandbox/consents',
    summary: 'Who has given which TPP access to what',
    rule: 'CONS-10',
    success: { status: 200, schema: 'control/consents.json' },
    async handle({ bank }) {
      const rows = await bank.tx.listBy(consents, 'all', 'all');
      const views = await Promise.all(rows.map((row) => consentView(bank, row)));
      return { status: 200, body: { consents: views } };
    },
  },
  {
    id: 'revokeConsent',
    method: 'DELETE',
    path: '/_sandbox/consents/{id}',
    summary: 'Revoke a consent, as the PSU can at the bank; the TPP gets no message',
    rule: 'CONS-10',
    success: { status: 204 },
    async handle({ bank, params }) {
      const row = await bank.tx.get(consents, params['id'] ?? '');
      if (row === undefined) {
        const text = `There is no consent with that id; GET ${prefixOfBank(bank.bank)}/_sandbox/consents lists them.`;
        throw new ApiError('CONS-10', 'RESOURCE_UNKNOWN', text);
      }
      revokeConsent(bank, row);
      return { status: 204 };
    },
  },
  controlWithBody({
    id: 'putAccountPermissions',
    method: 'PUT',
    path: '/_sandbox/accounts/{id}/permissions',
    summary: 'Block payments from an account, or allow them again',
    rule: 'CONS-11',
    success: { status: 200, schema: 'control/account-permissions.json' },
    body: { schema: 'control/account-permissions.json' },
    async handle({ bank, params, body: { payments } }) {
      const account = await findAccount(bank, params['id'] ?? '');
      if (account === undefined) {
        const text = 'There is no account with that id: neither a mockAccountId nor a resourceId.';
        throw new ApiError('CONS-11', 'RESOURCE_UNKNOWN', text);
      }
      bank.tx.put(accounts, { ...account, payments });
      return { status: 200, body: { payments } };
    },
  }),
];

/** As `getConsents` lists it. */
export async function consentView(bank: BankTx, consent: ConsentRow) {
  const customer = await bank.tx.get(customers, consent.customerId);
  if (customer === undefined) throw new Error(`consent ${consent.id} has no customer`);
  const { id, tppId, context, agreementId } = consent;
  const { status, lastScaAt, validUntil } = consentAt(consent, bank.now);
  const numbers = await Promise.all(
    consent.accounts.map(({ accountId }) => numberOf(bank, accountId)),
  );
  return {
    id,
    tpp: tppId,
    psuId: psuIdOf(bank.idScope, tppId, customer.number),
    context,
    ...defined({
      psuCorporateId: agreementId && psuCorporateIdOf(bank.idScope, tppId, agreementId),
    }),
    accounts: numbers.filter((number) => number !== undefined),
    status,
    ...defined({
      lastSca: lastScaAt === undefined ? undefined : isoTime(lastScaAt),
      validUntil:
        validUntil === undefined || status === 'revoked' ? undefined : isoTime(validUntil),
    }),
  };
}

/** As headless SCA names them: an IBAN, or a masked card number. */
export async function numberOf(bank: BankTx, id: string): Promise<string | undefined> {
  const account = await bank.tx.get(accounts, id);
  return account?.iban ?? (await bank.tx.get(cardAccounts, id))?.maskedPan;
}

/** By the internal id, or by what some TPP that was given access to it calls it. */
async function findAccount(bank: BankTx, id: string): Promise<AccountRow | undefined> {
  const account = await bank.tx.get(accounts, id);
  if (account !== undefined || !id.startsWith('enc!!')) return account;
  for (const consent of await bank.tx.listBy(consents, 'all', 'all')) {
    const named = consent.accounts.find(
      ({ accountId }) => resourceIdOf(bank.idScope, consent.tppId, accountId) === id,
    );
    if (named !== undefined) return bank.tx.get(accounts, named.accountId);
  }
  return undefined;
}
