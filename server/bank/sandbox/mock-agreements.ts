// Corporate agreements and who may act under them (SBX-06).

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { SandboxAgreement, SandboxEngagement } from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import { electronicIban } from '../../validation/account-number.ts';
import { accountByIban, organisationNumberFor } from '../accounts/account-ids.ts';
import { accounts } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type Call, type Operation, withBody } from '../banks/operation.ts';
import {
  type AgreementRow,
  agreements,
  customers,
  type EngagementRow,
  engagements,
} from '../customers/tables.ts';
import { removeAgreement, removeEngagement } from './remove.ts';
import {
  created,
  GONE,
  money,
  namedCustomer,
  pathAgreement,
  SANDBOX,
  sandboxAmount,
  unknownId,
  unknownInBody,
} from './sandbox-call.ts';

const RULE = 'SBX-06';
const AGREEMENTS = '/v1/sandbox/agreements';

async function addAgreement(call: Call<SandboxAgreement>): Promise<Reply> {
  const { bank, body } = call;
  const agreement = await makeAgreement(bank, body);
  for (const [i, engagement] of (body.engagements ?? []).entries()) {
    await engage(bank, agreement, { engagement, path: `/engagements/${i}` });
  }
  return created(call, `${AGREEMENTS}/${agreement.id}`, await agreementView(call, agreement));
}

/** No person is engaged in it yet. */
export async function makeAgreement(
  bank: BankTx,
  body: SandboxAgreement,
  id = bank.ids.uuid(),
): Promise<AgreementRow> {
  const owner = await namedCustomer(bank, body.owner, { rule: RULE, path: '/owner' });
  if (owner.type === 'PRIVATE') {
    const text =
      'Only a CORPORATE customer can own another agreement; a private customer already has one.';
    throw new ApiError(RULE, 'BAD_REQUEST', text, { path: '/owner' });
  }
  const agreement: AgreementRow = {
    id,
    customerId: owner.id,
    name: body.name ?? owner.name,
    organisationNumber: body.organisationNumber ?? organisationNumberFor(id),
  };
  bank.tx.put(agreements, agreement);
  return agreement;
}

/** The account comes under the agreement with its first engagement there, from another one if no person is engaged for it. */
export async function engage(
  bank: BankTx,
  agreement: AgreementRow,
  { engagement, path }: { readonly engagement: SandboxEngagement; readonly path: string },
  id = bank.ids.uuid(),
): Promise<EngagementRow> {
  const where = { rule: RULE, path: `${path}/customer` } as const;
  const customer = await namedCustomer(bank, engagement.customer, where);
  const account = await accountByIban(bank, electronicIban(engagement.account.iban));
  const isOwners = account?.customerId === agreement.customerId;
  if (account === undefined || !isOwners) {
    const text = 'The owner of the agreement has no account with that IBAN in this bank.';
    throw unknownInBody(RULE, text, `${path}/account/iban`);
  }
  const there = await bank.tx.listBy(engagements, 'byAccount', account.id);
  if (there.length > 0 && account.agreementId !== agreement.id) {
    const text = `Somebody is engaged for the account in agreement ${account.agreementId} of its owner; delete these engagements first.`;
    throw new ApiError(RULE, 'CONFLICT', text, { path: `${path}/account/iban` });
  }
  if (there.some((row) => row.customerId === customer.id)) {
    const text = 'That customer is already engaged for the account; delete the engagement first.';
    throw new ApiError(RULE, 'CONFLICT', text, { path: `${path}/customer` });
  }
  const { currency } = account;
  const limit = (name: 'registerLimit' | 'approvalLimit') =>
    engagement[name] === undefined
      ? undefined
      : sandboxAmount(engagement[name], { path: `${path}/${name}`, currency, rule: RULE });
  const row: EngagementRow = {
    id,
    agreementId: agreement.id,
    customerId: customer.id,
    accountId: account.id,
    roles: engagement.roles,
    ...defined({ registerLimit: limit('registerLimit'), approvalLimit: limit('approvalLimit') }),
  };
  bank.tx.put(accounts, { ...account, agreementId: agreement.id });
  bank.tx.put(engagements, row);
  return row;
}

async function addEngagement(call: Call<SandboxEngagement>): Promise<Reply> {
  const agreement = await pathAgreement(call);
  const owner = await call.bank.tx.get(customers, agreement.customerId);
  if (owner?.type === 'PRIVATE') {
    const text = 'A private customer’s own agreement can have no engagements.';
    throw new ApiError(RULE, 'CONFLICT', text);
  }
  const row = await engage(call.bank, agreement, { engagement: call.body, path: '' });
  const location = `${AGREEMENTS}/${agreement.id}/engagements/${row.id}`;
  return created(call, location, await engagementView(call, row));
}

const COMMON = { ...SANDBOX, rules: [RULE] } as const;
const AGREEMENT = `${AGREEMENTS}/{agreementId}`;

export const agreementOperations: readonly Operation[] = [
  withBody({
    ...COMMON,
    id: 'addSandboxAgreement',
    method: 'POST',
    path: AGREEMENTS,
    summary: 'Add an agreement, with or without engagements',
    body: { schema: 'requests/sandbox-agreement.json' },
    success: { status: 201, schema: 'responses/sandbox-agreement.json' },
    handle: addAgreement,
  }),
  {
    ...COMMON,
    id: 'getSandboxAgreements',
    method: 'GET',
    path: AGREEMENTS,
    summary: 'List the agreements',
    success: { status: 200, schema: 'responses/sandbox-agreements.json' },
    async handle(call) {
      const rows = await call.bank.tx.listBy(agreements, 'all', 'all');
      const views = await Promise.all(rows.map((row) => agreementView(call, row)));
      return { status: 200, body: { agreements: views } };
    },
  },
  {
    ...COMMON,
    id: 'getSandboxAgreement',
    method: 'GET',
    path: AGREEMENT,
    summary: 'Read an agreement',
    success: { status: 200, schema: 'responses/sandbox-agreement.json' },
    async handle(call) {
      return { status: 200, body: await agreementView(call, await pathAgreement(call)) };
    },
  },
  {
    ...COMMON,
    id: 'deleteSandboxAgreement',
    method: 'DELETE',
    path: AGREEMENT,
    summary: 'Delete an agreement; its accounts stay with their owner',
    success: { status: 204 },
    async handle(call) {
      await removeAgreement(call.bank, (await pathAgreement(call)).id);
      return GONE;
    },
  },
  withBody({
    ...COMMON,
    id: 'addSandboxEngagement',
    method: 'POST',
    path: `${AGREEMENT}/engagements`,
    summary: 'Engage a customer for an account of the agreement',
    body: { schema: 'requests/sandbox-engagement.json' },
    success: { status: 201, schema: 'responses/sandbox-engagement.json' },
    handle: addEngagement,
  }),
  {
    ...COMMON,
    id: 'deleteSandboxEngagement',
    method: 'DELETE',
    path: `${AGREEMENT}/engagements/{engagementId}`,
    summary: 'End an engagement and the consents that depend on it',
    success: { status: 204 },
    async handle(call) {
      const agreement = await pathAgreement(call);
      const id = call.params['engagementId'] ?? '';
      const row = await call.bank.tx.get(engagements, id);
      if (row?.agreementId !== agreement.id) {
        throw unknownId(RULE, 'engagement in this agreement', id);
      }
      await removeEngagement(call.bank, row);
      return GONE;
    },
  },
];

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
async function engagementView(call: Call, row: EngagementRow): Promise<JsonObject> {
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
