// Accounts, cards, and what their holders allowed a TPP to see. Balances and lines are the ledger's.
import type { CashAccountType, KidPolicyCode } from '../../protocol/generated/schemas.ts';
import { defineTable } from '../../storage/table.ts';

export interface AccountRow {
  /** Internal id, also of its balance; TPPs see an opaque id of their own (`accounts/resource-id.ts`). */
  readonly id: string;
  /** The customer that owns it. */
  readonly customerId: string;
  /** The agreement it lies under, for corporate accounts. */
  readonly agreementId?: string;
  readonly name: string;
  readonly product: string;
  readonly cashAccountType: CashAccountType;
  readonly currency: string;
  /** Norwegian account number, 11 digits. */
  readonly bban: string;
  readonly iban: string;
  /** Whether payments to it must carry a KID (PAY-05). */
  readonly kid: KidPolicyCode;
  /** False once the bank has taken the payment permission off it (CONS-11). */
  readonly payments: boolean;
}

export const accounts = defineTable<AccountRow>()({
  name: 'accounts',
  members: {
    id: 'text',
    customerId: 'text',
    agreementId: 'text?',
    name: 'text',
    product: 'text',
    cashAccountType: 'text',
    currency: 'text',
    bban: 'text',
    iban: 'text',
    kid: 'text',
    payments: 'boolean',
  },
  indexes: {
    byCustomer: { key: (row) => row.customerId, order: (row) => row.bban },
    byAgreement: { key: (row) => row.agreementId, order: (row) => row.bban },
    byIban: { key: (row) => row.iban },
  },
});

export interface CardAccountRow {
  readonly id: string;
  readonly customerId: string;
  readonly product: string;
  readonly currency: string;
  /** `123456******1234` */
  readonly maskedPan: string;
  /** Minor units. */
  readonly creditLimit: bigint;
}

export const cardAccounts = defineTable<CardAccountRow>()({
  name: 'cardAccounts',
  members: {
    id: 'text',
    customerId: 'text',
    product: 'text',
    currency: 'text',
    maskedPan: 'text',
    creditLimit: 'money',
  },
  indexes: { byCustomer: { key: (row) => row.customerId, order: (row) => row.maskedPan } },
});

/** One account or card inside a consent. */
export interface ConsentedAccount {
  readonly accountId: string;
  /** Last SCA (ms) of this person for this TPP while the account was consented: CONS-07. */
  readonly lastScaAt: number;
}

/** What one person lets one TPP see, per context and agreement. */
export interface ConsentRow {
  readonly id: string;
  readonly tppId: string;
  readonly customerId: string;
  readonly context: 'PRIVATE' | 'CORPORATE';
  readonly agreementId?: string;
  readonly status: 'valid' | 'revoked';
  readonly accounts: readonly ConsentedAccount[];
  readonly createdAt: number;
}

export const consents = defineTable<ConsentRow>()({
  name: 'consents',
  members: {
    id: 'text',
    tppId: 'text',
    customerId: 'text',
    context: 'text',
    agreementId: 'text?',
    status: 'text',
    accounts: 'json',
    createdAt: 'number',
  },
  indexes: {
    /** key `{tppId}|{customerId}` */
    byPsu: { key: (row) => `${row.tppId}|${row.customerId}` },
    byCustomer: { key: (row) => row.customerId },
    all: { key: () => 'all' },
  },
});

/**
 * What the limits without the PSU remember (ACC-06): a read that counts, or a `next` link that was
 * handed out. Gone once it has left its window.
 */
export interface QuotaRow {
  readonly id: string;
  /** Derived from TPP, PSU, account and kind of read. */
  readonly subject: string;
  readonly kind: 'read' | 'next';
  /** Instant (ms, bank time) of the read, or of the handing out. */
  readonly at: number;
}

export const quota = defineTable<QuotaRow>()({
  name: 'quota',
  members: { id: 'text', subject: 'text', kind: 'text', at: 'number' },
  indexes: {
    /** The reads of one subject, oldest first. */
    readsOf: {
      key: (row) => (row.kind === 'read' ? row.subject : undefined),
      order: (row) => String(row.at).padStart(16, '0'),
    },
  },
});
