// The customers: people and companies, the agreements of companies, and who may act under them.
import {
  code,
  defineTable,
  formatted,
  idIn,
  instant,
  listOf,
  type RowOf,
} from '../../storage/table.ts';
import type { BankTx } from '../banks/bank-tx.ts';

export const customers = defineTable({
  name: 'customers',
  members: {
    id: 'text',
    /** National identity number (11 digits), private and corporate customers of the sandbox alike. */
    number: formatted('national-id'),
    type: code('types/customer-type.json'),
    name: 'text',
    createdAt: instant,
  },
  indexes: {
    byNumber: { key: (row) => row.number },
    all: { key: () => 'all', order: (row) => row.number },
  },
});
export type CustomerRow = RowOf<typeof customers>;

/**
 * A corporate agreement: what a person with engagements in it chooses in CORPORATE context. A private
 * customer owns one as well (SBX-03), in which no other person is engaged.
 */
export const agreements = defineTable({
  name: 'agreements',
  members: {
    id: 'text',
    /** The customer that owns it. */
    customerId: idIn('customers'),
    name: 'text',
    /** Nine digits, made up for a private customer's. */
    organisationNumber: formatted('organisation-number'),
  },
  indexes: {
    byCustomer: { key: (row) => row.customerId },
    all: { key: () => 'all', order: (row) => row.id },
  },
});
export type AgreementRow = RowOf<typeof agreements>;

/** What one person may do with one account of an agreement. Limits in minor units of the account. */
export const engagements = defineTable({
  name: 'engagements',
  members: {
    id: 'text',
    agreementId: idIn('agreements'),
    customerId: idIn('customers'),
    accountId: idIn('accounts'),
    roles: listOf(code('types/engagement-role.json')),
    registerLimit: 'money?',
    approvalLimit: 'money?',
  },
  indexes: {
    byCustomer: { key: (row) => row.customerId },
    byAgreement: { key: (row) => row.agreementId },
    byAccount: { key: (row) => row.accountId },
  },
});
export type EngagementRow = RowOf<typeof engagements>;

/** A PSU-ID that was issued (SCA-06): id = the UUID, derived from bank, TPP and person. */
export const psus = defineTable({
  name: 'psus',
  members: {
    id: 'text',
    tppId: 'text',
    customerId: idIn('customers'),
  },
  indexes: { byCustomer: { key: (row) => row.customerId } },
});

/** The customer with that national identity number. */
export async function customerByNumber(
  bank: BankTx,
  number: string,
): Promise<CustomerRow | undefined> {
  const [customer] = await bank.tx.listBy(customers, 'byNumber', number);
  return customer;
}
