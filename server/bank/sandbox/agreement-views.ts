// Agreements and engagements as the sandbox operations answer them (SBX-06).

import { defined } from '../../kernel/defined.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { link } from '../../protocol/reply.ts';
import { accounts } from '../accounts/tables.ts';
import type { Call } from '../banks/operation.ts';
import {
  type AgreementRow,
  customers,
  type EngagementRow,
  engagements,
} from '../customers/tables.ts';
import { money } from './sandbox-call.ts';

/** SBX-06 */
export async function agreementView(call: Call, agreement: AgreementRow): Promise<JsonObject> {
  const owner = await call.bank.tx.get(customers, agreement.customerId);
  const rows = await call.bank.tx.listBy(engagements, 'byAgreement', agreement.id);
  const self = `/v1/sandbox/agreements/${agreement.id}`;
  return {
    agreementId: agreement.id,
    owner: owner?.number ?? '',
    name: agreement.name,
    organisationNumber: agreement.organisationNumber,
    engagements: await Promise.all(rows.map((row) => engagementView(call, row))),
    _links: { engagements: link(`${self}/engagements`, 'POST') },
  };
}

/** SBX-06 */
export async function engagementView(call: Call, row: EngagementRow): Promise<JsonObject> {
  const customer = await call.bank.tx.get(customers, row.customerId);
  const account = await call.bank.tx.get(accounts, row.accountId);
  const currency = account?.currency ?? '';
  const self = `/v1/sandbox/agreements/${row.agreementId}/engagements/${row.id}`;
  const limit = (amount: bigint | undefined) =>
    amount === undefined ? undefined : money(amount, currency);
  return {
    engagementId: row.id,
    customer: customer?.number ?? '',
    account: { iban: account?.iban ?? '' },
    roles: row.roles,
    ...defined({
      registerLimit: limit(row.registerLimit),
      approvalLimit: limit(row.approvalLimit),
    }),
    _links: { self: link(self, 'DELETE') },
  };
}
