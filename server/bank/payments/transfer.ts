// What a payment moves, with the accounts on both sides.
import { derivedUuid } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money.ts';
import type { AccountRow } from '../accounts/tables.ts';
import type { Cost } from './fees.ts';
import type { Parties } from './parties.ts';
import { isBulk, type Product, productOf } from './products.ts';
import { entriesOf, instructedMoney, type PaymentBody } from './request-body.ts';
import type { PaymentRow } from './tables.ts';

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
