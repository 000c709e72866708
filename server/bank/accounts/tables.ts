// Accounts, cards, and what their holders allowed a TPP to see. Balances and lines are the ledger's.
import type { CashAccountType, KidPolicyCode } from '../../protocol/generated/schemas.ts';
import { defineTable, json, numberOrder, oneOf, type RowOf } from '../../storage/table.ts';

export const accounts = defineTable({
  name: 'accounts',
  members: {
    /** Internal id, also of its balance; TPPs see an opaque id of their own (`account-ids.ts`). */
    id: 'text',
    /** The customer that owns it. */
    customerId: 'text',
    /** The agreement it lies under, for corporate accounts. */
    agreementId: 'text?',
    name: 'text',
    product: 'text',
    cashAccountType: oneOf<CashAccountType>(),
    currency: 'text',
    /** Norwegian account number, 11 digits. */
    bban: 'text',
    iban: 'text',
    /** Whether payments to it must carry a KID (PAY-05). */
    kid: oneOf<KidPolicyCode>(),
    /** False once the bank has taken the payment permission off it (CONS-11). */
    payments: 'boolean',
  },
  indexes: {
    byCustomer: { key: (row) => row.customerId, order: (row) => row.bban },
    byAgreement: { key: (row) => row.agreementId, order: (row) => row.bban },
    byIban: { key: (row) => row.iban },
  },
});
export type AccountRow = RowOf<typeof accounts>;

export const cardAccounts = defineTable({
  name: 'cardAccounts',
  members: {
    id: 'text',
    customerId: 'text',
    product: 'text',
    currency: 'text',
    /** `123456******1234` */
    maskedPan: 'text',
    /** Minor units. */
    creditLimit: 'money',
  },
  indexes: { byCustomer: { key: (row) => row.customerId, order: (row) => row.maskedPan } },
});
export type CardAccountRow = RowOf<typeof cardAccounts>;

/** One account or card inside a consent. */
export interface ConsentedAccount {
  readonly accountId: string;
  /** Last SCA (ms) of this person for this TPP while the account was consented: CONS-07. */
  readonly lastScaAt: number;
}

/** What one person lets one TPP see, per context and agreement. */
export const consents = defineTable({
  name: 'consents',
  members: {
    id: 'text',
    tppId: 'text',
    customerId: 'text',
    context: oneOf<'PRIVATE' | 'CORPORATE'>(),
    agreementId: 'text?',
    status: oneOf<'valid' | 'revoked'>(),
    accounts: json<readonly ConsentedAccount[]>(),
    createdAt: 'number',
  },
  indexes: {
    /** key `{tppId}|{customerId}` */
    byPsu: { key: (row) => `${row.tppId}|${row.customerId}` },
    byCustomer: { key: (row) => row.customerId },
    all: { key: () => 'all' },
  },
});
export type ConsentRow = RowOf<typeof consents>;

/**
 * What the limits without the PSU remember (ACC-06): a read that counts, or a `next` link that was
 * handed out. Gone once it has left its window.
 */
export const quota = defineTable({
  name: 'quota',
  members: {
    id: 'text',
    /** Derived from TPP, PSU, account and kind of read. */
    subject: 'text',
    kind: oneOf<'read' | 'next'>(),
    /** Instant (ms, bank time) of the read, or of the handing out. */
    at: 'number',
  },
  indexes: {
    /** The reads of one subject, oldest first. */
    readsOf: {
      key: (row) => (row.kind === 'read' ? row.subject : undefined),
      order: (row) => numberOrder(row.at),
    },
  },
});
export type QuotaRow = RowOf<typeof quota>;
