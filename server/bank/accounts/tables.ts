// Accounts, cards, and what their holders allowed a TPP to see. Balances and lines are the ledger's.
import {
  code,
  defineTable,
  formatted,
  idIn,
  instant,
  json,
  listOf,
  numberOrder,
  oneOf,
  optional,
  type RowOf,
} from '../../storage/table.ts';

export const accounts = defineTable({
  name: 'accounts',
  members: {
    /** That of its balance; TPPs see an opaque id of their own (`account-ids.ts`). */
    id: idIn('balances'),
    /** The customer that owns it. */
    customerId: idIn('customers'),
    /** The agreement it lies under, for corporate accounts. */
    agreementId: optional(idIn('agreements')),
    name: 'text',
    product: 'text',
    cashAccountType: code('types/cash-account-type.json'),
    currency: code('types/currency-code.json'),
    /** Norwegian account number, 11 digits. */
    bban: formatted('bban'),
    iban: formatted('iban'),
    /** Whether payments to it must carry a KID (PAY-05). */
    kid: code('types/kid-policy.json'),
    /** False once the bank has taken the payment permission off it (CONS-11). */
    payments: 'boolean',
  },
  keywords: { 'x-account-agrees': 'bban' },
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
    /** That of its balance. */
    id: idIn('balances'),
    customerId: idIn('customers'),
    product: 'text',
    currency: code('types/currency-code.json'),
    /** `123456******1234` */
    maskedPan: code('types/masked-pan.json'),
    /** Minor units. */
    creditLimit: 'money',
  },
  indexes: { byCustomer: { key: (row) => row.customerId, order: (row) => row.maskedPan } },
});
export type CardAccountRow = RowOf<typeof cardAccounts>;

/** What one person lets one TPP see, per context and agreement. */
export const consents = defineTable({
  name: 'consents',
  members: {
    id: 'text',
    tppId: 'text',
    customerId: idIn('customers'),
    context: code('types/psu-context.json'),
    agreementId: 'text?',
    status: oneOf('valid', 'revoked'),
    accounts: listOf(json('rows/consented-account.json')),
    createdAt: instant,
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
    kind: oneOf('read', 'next'),
    /** Instant (ms, bank time) of the read, or of the handing out. */
    at: instant,
    /** Of a read of one transaction: which one it was, and what is derived from TPP, PSU and account. */
    transactionId: 'text?',
    reader: 'text?',
  },
  indexes: {
    /** The reads of one subject, oldest first. */
    readsOf: {
      key: (row) => (row.kind === 'read' ? row.subject : undefined),
      order: (row) => numberOrder(row.at),
    },
    /** The reads of single transactions of one account, oldest first. */
    readsOfTransactions: { key: (row) => row.reader, order: (row) => numberOrder(row.at) },
  },
});
export type QuotaRow = RowOf<typeof quota>;
