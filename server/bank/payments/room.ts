import { paymentPurposes } from './approve-payment.ts';
import { paymentDueHandlers } from './dates/due-work.ts';
import type { PaymentDeps } from './deps.ts';
import { holdFault } from './money/holds.ts';
import { paymentOperations } from './operations.ts';
import { payments } from './tables.ts';

interface PaymentParts {
  readonly payments: PaymentDeps;
}

/** Payments of every product, from initiation to the last booking. */
export const paymentsRoom = {
  tables: [payments],
  faultIn: holdFault,
  purposes: ({ payments }: PaymentParts) => paymentPurposes(payments),
  due: ({ payments }: PaymentParts) => paymentDueHandlers(payments),
  operations: ({ payments }: PaymentParts) => paymentOperations(payments),
};
