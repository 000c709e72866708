// The customers: people and companies, the agreements of companies, and who may act under them.
import type { EngagementRoleCode } from '../../protocol/generated/schemas.ts';
import { defineTable } from '../../storage/table.ts';

export interface CustomerRow {
  readonly id: string;
  /** National identity number (11 digits), private and corporate customers of the sandbox alike. */
  readonly number: string;
  readonly type: 'PRIVATE' | 'CORPORATE';
  readonly name: string;
  readonly createdAt: number;
}

export const customers = defineTable<CustomerRow>()({
  name: 'customers',
  members: { id: 'text', number: 'text', type: 'text', name: 'text', createdAt: 'number' },
  indexes: {
    byNumber: { key: (row) => row.number },
    all: { key: () => 'all', order: (row) => row.number },
  },
});

/**
 * A corporate agreement: what a person with engagements in it chooses in CORPORATE context. A private
 * customer owns one as well (SBX-03), in which nobody is engaged.
 */
export interface AgreementRow {
  readonly id: string;
  /** The customer that owns it. */
  readonly customerId: string;
  readonly name: string;
  /** Nine digits, made up for a private customer's. */
  readonly organisationNumber: string;
}

export const agreements = defineTable<AgreementRow>()({
  name: 'agreements',
  members: { id: 'text', customerId: 'text', name: 'text', organisationNumber: 'text' },
  indexes: {
    byCustomer: { key: (row) => row.customerId },
    all: { key: () => 'all', order: (row) => row.id },
  },
});

/** What one person may do with one account of an agreement. Limits in minor units of the account. */
export interface EngagementRow {
  readonly id: string;
  readonly agreementId: string;
  readonly customerId: string;
  readonly accountId: string;
  readonly roles: readonly EngagementRoleCode[];
  readonly registerLimit?: bigint;
  readonly approvalLimit?: bigint;
}

export const engagements = defineTable<EngagementRow>()({
  name: 'engagements',
  members: {
    id: 'text',
    agreementId: 'text',
    customerId: 'text',
    accountId: 'text',
    roles: 'json',
    registerLimit: 'money?',
    approvalLimit: 'money?',
  },
  indexes: {
    byCustomer: { key: (row) => row.customerId },
    byAgreement: { key: (row) => row.agreementId },
    byAccount: { key: (row) => row.accountId },
  },
});

/** A PSU-ID that was issued (SCA-06): id = the UUID, derived from bank, TPP and person. */
export interface PsuRow {
  readonly id: string;
  readonly tppId: string;
  readonly customerId: string;
}

export const psus = defineTable<PsuRow>()({
  name: 'psus',
  members: { id: 'text', tppId: 'text', customerId: 'text' },
  indexes: { byCustomer: { key: (row) => row.customerId } },
});
