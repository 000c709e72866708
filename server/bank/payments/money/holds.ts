// What payments hold, checked on rows that come from outside.
import type { AllRows, RowFault } from '../../../storage/check-rows.ts';
import { type LineRow, lines } from '../../ledger/tables.ts';
import { isBulk, productOf } from '../products.ts';
import { type PaymentRow, payments } from '../tables.ts';

/** The first pending transaction that is not what an open payment holds. */
export function holdFault(rows: AllRows): RowFault | undefined {
  const held = new Map<PaymentRow, bigint>();
  for (const line of rows.of(lines)) {
    const { status, paymentId, amount, id } = line;
    if (status !== 'pending' || paymentId === undefined) continue;
    const payment = rows.get(payments, paymentId);
    const fault = (member: keyof LineRow, text: string): RowFault => ({
      table: lines.name,
      id,
      path: [member],
      text: `${member} ${text}.`,
    });
    if (payment === undefined || !isHolding(payment)) {
      return fault(
        'paymentId',
        'must be the id of a payment that holds money: one in PDNG, or with a run in PDNG',
      );
    }
    const most = payment.debit + payment.fee;
    const all = (held.get(payment) ?? 0n) - amount;
    held.set(payment, all);
    if (isBulk(productOf(payment.product)) ? amount < 0n && all <= most : -amount === most)
      continue;
    return fault('amount', `must be what the payment costs, "${-most}": got "${amount}"`);
  }
  return undefined;
}

const isHolding = ({ status, executions }: PaymentRow): boolean =>
  status === 'PDNG' || executions.some((run) => run.status === 'PDNG');
