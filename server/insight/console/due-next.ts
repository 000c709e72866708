// What the bank will do by itself, soonest first (CLOCK-01).

import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { due } from '../../bank/banks/tables.ts';
import { payments } from '../../bank/payments/tables.ts';

const MOST_SHOWN = 50;

/** @returns each piece of due work with its moment, and the payment that it is about */
export async function clockEvents({ tx }: BankTx) {
  const all = await tx.listBy(due, 'all', 'all', { limit: MOST_SHOWN });
  // What the bank only tidies up is of no interest.
  const rows = all.filter(({ type }) => type !== 'scaLinkForgotten');
  return Promise.all(
    rows.map(async ({ at, type, subject }) => {
      const payment = await tx.get(payments, subject);
      return { at: new Date(at).toISOString(), type, subject, isPayment: payment !== undefined };
    }),
  );
}
