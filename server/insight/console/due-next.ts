// What the bank will do by itself, soonest first (CLOCK-01), a day under the other.

import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { due } from '../../bank/banks/tables.ts';
import { customers } from '../../bank/customers/tables.ts';
import { entriesOf } from '../../bank/payments/request-body.ts';
import { type PaymentRow, payments } from '../../bank/payments/tables.ts';
import { flows, sessions } from '../../bank/sca/tables.ts';
import { DAY } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import { formatAmount } from '../../kernel/money.ts';

const MOST_SHOWN = 50;

/** What the bank only tidies up is of no interest. */
const UNSEEN = 'scaLinkForgotten';

/** Days in UTC, as all times of the console are. */
export async function dueDays(bank: BankTx, most = MOST_SHOWN) {
  const all = await bank.tx.listBy(due, 'all', 'all', { limit: MOST_SHOWN });
  const rows = all.filter(({ type }) => type !== UNSEEN).slice(0, most);
  const events = await Promise.all(
    rows.map(async ({ at, type, subject }) => ({
      at: new Date(at).toISOString(),
      type,
      ...(await aboutOf(bank, subject)),
    })),
  );
  const today = dayOf(bank.now);
  const tomorrow = dayOf(bank.now + DAY);
  return [...new Set(events.map(({ at }) => at.slice(0, 10)))].map((date) => ({
    date,
    ...defined({ word: date === today ? 'today' : date === tomorrow ? 'tomorrow' : undefined }),
    events: events.filter(({ at }) => at.startsWith(date)),
  }));
}

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The payment, or the person whose session or link it is. */
async function aboutOf({ tx }: BankTx, subject: string) {
  // `{id}#{run}` for one run of a periodic payment.
  const payment = await tx.get(payments, subject.split('#')[0] ?? '');
  if (payment !== undefined) return { payment: paymentLine(payment) };
  const flow = await tx.get(flows, subject);
  const whose =
    flow?.fixedCustomerId ?? flow?.customerId ?? (await tx.get(sessions, subject))?.customerId;
  const person = whose === undefined ? undefined : await tx.get(customers, whose);
  return defined({ person: person?.name });
}

/** How lists name a payment. */
export function paymentLine({ id, amount, currency, request }: PaymentRow) {
  const [first] = entriesOf(request);
  return {
    id,
    amount: `${formatAmount(amount, currency)} ${currency}`,
    ...defined({ creditor: first?.body.creditorName }),
  };
}
