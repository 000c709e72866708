// What a bank has of one person, and what each of it is at the bank's time: the timeline of the console as lines.
import { askControl, type BankOptions } from './bank-options.ts';
import { columns } from './columns.ts';
import { answer, type Terminal } from './command.ts';

interface Person {
  readonly customerNumber: string;
  readonly customerName: string;
  readonly scaLinks: readonly Lasting[];
  readonly sessions: readonly Lasting[];
  readonly consents: readonly (Stated & { readonly validUntil?: string })[];
  readonly limits: readonly Limit[];
  readonly payments: readonly (Stated & { readonly paymentId: string; readonly due?: string })[];
}

interface Stated {
  readonly tpp: string;
  readonly status: string;
}

interface Lasting extends Stated {
  readonly ends: string;
}

interface Limit {
  readonly tpp: string;
  readonly account: string;
  readonly what: string;
  readonly transactionId?: string;
  readonly used: number;
  readonly most: number;
  readonly next: string;
}

/** @param id national id or customerId */
export async function showPerson(id: string, options: BankOptions, terminal: Terminal) {
  const person = await askControl<Person>(options, `people/${encodeURIComponent(id)}`);
  const rows = [
    ...person.scaLinks.map(({ status, tpp, ends }) => ['SCA link', status, until(ends), tpp]),
    ...person.sessions.map(({ status, tpp, ends }) => ['session', status, until(ends), tpp]),
    ...person.consents.map(({ status, tpp, validUntil }) => [
      ...['consent', status, until(validUntil), tpp],
    ]),
    ...person.limits.map(({ account, what, transactionId, used, most, next, tpp }) => [
      ...[what, `${used} of ${most} reads`, until(next)],
      [tpp, account, ...(transactionId === undefined ? [] : [transactionId])].join(' '),
    ]),
    ...person.payments.map(({ paymentId, status, due, tpp }) => [
      ...['payment', status, due === undefined ? '' : `due ${due}`, `${tpp} ${paymentId}`],
    ]),
  ];
  const head = `${person.customerName} ${person.customerNumber}`;
  const text = rows.length === 0 ? `${head}: no SCA yet.` : `${head}\n${columns(rows)}`;
  answer(terminal, options, person, text);
}

const until = (at: string | undefined) => (at === undefined ? '' : `until ${at}`);
