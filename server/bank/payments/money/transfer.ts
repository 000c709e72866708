// What a payment moves, and the accounts on both sides. They are looked up once, when the payment is created,
// approved or due, and handed down.

import { derivedUuid } from '../../../kernel/ids.ts';
import type { Money } from '../../../kernel/money.ts';
import { accountByIban } from '../../accounts/account-ids.ts';
import type { AccountRow } from '../../accounts/tables.ts';
import type { BankTx } from '../../banks/bank-tx.ts';
import { agreements, customers } from '../../customers/tables.ts';
import type { PaymentDeps } from '../deps.ts';
import { isBulk, type Product, productOf } from '../products.ts';
import {
  creditorIban,
  type Entry,
  entriesOf,
  instructedMoney,
  type PaymentBody,
} from '../request-body.ts';
import type { PaymentRow } from '../tables.ts';
import type { Cost } from './cost.ts';

/** What moving the money of a payment takes. */
export interface PaymentWork {
  readonly bank: BankTx;
  readonly parties: Parties;
  readonly deps: PaymentDeps;
}

export interface Parties {
  readonly debtor: AccountRow;
  /** On statements: the company for an account of an agreement, else the person. */
  readonly debtorName: string;
  /** One for each transfer of the request; `undefined` if the account is in another bank. */
  readonly creditors: readonly (AccountRow | undefined)[];
}

/** The parties of a stored payment. */
export async function partiesOf(
  bank: BankTx,
  { request, product }: PaymentRow,
  debtor: AccountRow,
): Promise<Parties> {
  return {
    debtor,
    debtorName: await debtorNameOf(bank, debtor),
    creditors: await creditorsOf(bank, entriesOf(request), productOf(product)),
  };
}

export function creditorsOf(
  bank: BankTx,
  entries: readonly Entry[],
  product: Product,
): Promise<Parties['creditors']> {
  const ibans = entries.map(({ body }) => creditorIban(body, product));
  return Promise.all(
    ibans.map((iban) => (iban === undefined ? undefined : accountByIban(bank, iban))),
  );
}

export async function debtorNameOf(bank: BankTx, account: AccountRow): Promise<string> {
  const { agreementId, customerId } = account;
  const agreement = agreementId && (await bank.tx.get(agreements, agreementId));
  const holder = agreement || (await bank.tx.get(customers, customerId));
  return holder?.name ?? account.name;
}

/**
 * One movement of money: a single payment, one run of a periodic payment, or one entry of a bulk. The creditor
 * gets the amount; the debtor pays the cost.
 */
export interface Transfer extends Omit<Parties, 'creditors'>, Money, Cost {
  readonly holdId: string;
  readonly paymentId: string;
  readonly product: Product;
  readonly body: PaymentBody;
  readonly creditor: AccountRow | undefined;
}

/** The transfers of a payment in the order of its request. @param run of a periodic payment */
export function transfersOf(
  payment: PaymentRow,
  { creditors, ...debtor }: Parties,
  run?: number,
): readonly Transfer[] {
  const product = productOf(payment.product);
  return entriesOf(payment.request).map(({ body }, at) => {
    const money = instructedMoney(body);
    // A bulk is domestic: one currency, no fee.
    const cost = isBulk(product) ? { debit: money.amount, fee: 0n } : payment;
    const part = isBulk(product) ? `#${at}` : String(run ?? '');
    return {
      ...debtor,
      ...money,
      debit: cost.debit,
      fee: cost.fee,
      creditor: creditors[at],
      holdId: derivedUuid('hold', payment.id, part),
      paymentId: payment.id,
      product,
      body,
    };
  });
}
