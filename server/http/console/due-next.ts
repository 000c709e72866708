// What the bank will do by itself, soonest first (CLOCK-01), one day under the other.

import { consents } from '../../bank/accounts/tables.ts';
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { due } from '../../bank/banks/tables.ts';
import { customers } from '../../bank/customers/tables.ts';
import { entriesOf } from '../../bank/payments/request-body.ts';
import { type PaymentRow, payments } from '../../bank/payments/tables.ts';
import { flows, sessions } from '../../bank/sca/tables.ts';
import { DAY } from '../../kernel/clock.ts';
import { isoTime } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { moneyText } from '../../kernel/money.ts';
import type { RowOf } from '../../storage/table.ts';

const MOST_READ = 200;

/** How much of it a page shows. */
interface DueShown {
  readonly days: number;
  /** Of one day. */
  readonly lines: number;
}

/** Days in UTC, as all times of the console are. Tomorrow is one of them even if nothing falls due then. */
export async function dueDays(bank: BankTx, most: DueShown) {
  // Soonest first.
  const all = await bank.tx.listBy(due, 'all', 'all', { limit: MOST_READ });
  const found = await Promise.all(all.map((row) => eventOf(bank, row)));
  const events = found.filter((event) => event !== undefined);
  const today = dayOf(bank.now);
  const tomorrow = dayOf(bank.now + DAY);
  const dates = new Set([...events.map(({ at }) => at.slice(0, 10)), tomorrow]);
  const days = [...dates].toSorted().map((date) => ({
    date,
    ...defined({ word: date === today ? 'today' : date === tomorrow ? 'tomorrow' : undefined }),
    lines: linesOf(events.filter(({ at }) => at.startsWith(date))),
  }));
  const shown = days
    .slice(0, most.days)
    .map((day) => ({ ...day, lines: day.lines.slice(0, most.lines) }));
  return { days: shown, more: count(days) - count(shown) };
}

interface DueEvent {
  /** ISO 8601. */
  readonly at: string;
  readonly type: string;
  readonly payment?: ReturnType<typeof paymentLine>;
  /** Whose session, link or consent it is. */
  readonly person?: string;
}

/** Payments first; of sessions, links and consents that end, one line for all of a kind. */
function linesOf(events: readonly DueEvent[]) {
  const kinds = ['scaLinkExpires', 'sessionEnds', 'consentExpires'].flatMap((type) => {
    const alike = events.filter((event) => event.type === type);
    const [first] = alike;
    const people = [...new Set(alike.flatMap(({ person }) => person ?? []))];
    return first === undefined ? [] : [{ ...first, people, times: alike.length }];
  });
  const others = events.filter(({ type }) => kinds.every((kind) => kind.type !== type));
  return [...others.map((event) => ({ ...event, people: [], times: 1 })), ...kinds];
}

const count = (days: readonly { readonly lines: readonly unknown[] }[]): number =>
  days.reduce((sum, { lines }) => sum + lines.length, 0);

const dayOf = (instant: number): string => isoTime(instant).slice(0, 10);

/** With the payment, or the person whose session, link or consent it is; `undefined` if it changes nothing that a person sees. */
async function eventOf(
  { tx }: BankTx,
  { at, type, subject }: RowOf<typeof due>,
): Promise<DueEvent | undefined> {
  const event = { at: isoTime(at), type };
  // What the bank only tidies up.
  if (type === 'scaLinkForgotten' || type === 'quotaEnds') return undefined;
  const flow = await tx.get(flows, subject);
  // A link that was used says which payment waits; `{id}#{run}` is one run of a periodic payment.
  const isUsed = type === 'secondApproves' && flow?.purpose.kind === 'payment';
  const paymentId = isUsed ? flow.purpose.paymentId : (subject.split('#')[0] ?? '');
  const payment = await tx.get(payments, paymentId);
  if (payment !== undefined) return { ...event, payment: paymentLine(payment) };
  const session = await tx.get(sessions, subject);
  // Another session has taken its place, or it was begun again and ends later.
  if (type === 'sessionEnds' && session?.endsAt !== at) return undefined;
  const consent = await tx.get(consents, subject);
  const whose =
    session?.customerId ?? flow?.fixedCustomerId ?? flow?.customerId ?? consent?.customerId;
  const person = whose === undefined ? undefined : await tx.get(customers, whose);
  return { ...event, ...defined({ person: person?.name }) };
}

/** How lists name a payment. */
export function paymentLine({ id, amount, currency, request }: PaymentRow) {
  const [first] = entriesOf(request);
  return {
    id,
    amount: moneyText(amount, currency),
    ...defined({ creditor: first?.body.creditorName }),
  };
}
