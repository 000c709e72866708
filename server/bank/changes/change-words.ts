// What happened between two states of a bank, one line each, as a person would say it (CTRL-04). What follows by itself
// (due work, PSU-IDs, links that are forgotten, clearing accounts) is left to the rows.
import { counted } from '../../kernel/counted.ts';
import { formatAmount, moneyText } from '../../kernel/money.ts';
import { rowsIn } from '../../storage/store.ts';
import type { Row, Table } from '../../storage/table.ts';
import { consentAt } from '../accounts/consent-store.ts';
import { accounts, type ConsentRow, cardAccounts, consents, quota } from '../accounts/tables.ts';
import type { Between } from '../banks/snapshot-control.ts';
import { changesOf, type RowChanges, type TableChanges } from '../banks/snapshot-json.ts';
import { settings } from '../banks/tables.ts';
import { baskets } from '../baskets/tables.ts';
import { type AgreementRow, agreements, customers, engagements } from '../customers/tables.ts';
import { faults } from '../faults/tables.ts';
import { type BalanceRow, balances, lines } from '../ledger/tables.ts';
import { entriesOf } from '../payments/request-body.ts';
import { type PaymentRow, payments } from '../payments/tables.ts';
import { redirects } from '../redirects/tables.ts';
import { linkStatus } from '../sca/flow.ts';
import { flows, sessions } from '../sca/tables.ts';
import { tpps } from '../tpps/tables.ts';
import { clockWords } from './clock-words.ts';

/** Of one kind; the rest is counted. */
const MOST_LINES = 20;

export function changeWords(changes: RowChanges, between: Between): readonly string[] {
  const of = <R extends Row>(table: Table<R>) => changesOf(changes, table);
  const names = namesIn(between);
  const work: Work = { of, names, between };
  return [
    ...clockWords(between),
    ...peopleWords(work),
    ...linkWords(work),
    ...accessWords(work),
    ...shortened('account', balanceWords(work)),
    ...shortened('payment', paymentWords(work)),
    ...bankWords(work),
  ];
}

interface Work {
  readonly of: <R extends Row>(table: Table<R>) => TableChanges<R>;
  readonly names: Names;
  readonly between: Between;
}

/** What people call things, also what is gone. */
interface Names {
  readonly person: (id: string | undefined) => string;
  /** Absent for what is no account and no card. */
  readonly account: (id: string) => string | undefined;
  readonly isCompany: (row: AgreementRow) => boolean;
}

function namesIn({ from, to }: Between): Names {
  const both = <R extends Row>(table: Table<R>) =>
    new Map([...rowsIn(from.rows, table), ...rowsIn(to.rows, table)].map((row) => [row.id, row]));
  const [people, held, cards] = [both(customers), both(accounts), both(cardAccounts)];
  const person = (id: string | undefined) => people.get(id ?? '')?.name ?? 'somebody';
  return {
    person,
    isCompany: ({ customerId }) => people.get(customerId)?.type === 'CORPORATE',
    account(id) {
      const account = held.get(id);
      if (account !== undefined) {
        return `${person(account.customerId)}, ${account.name} ${account.bban}`;
      }
      const card = cards.get(id);
      return card && `${person(card.customerId)}, card ${card.maskedPan}`;
    },
  };
}

const shortened = (what: string, all: readonly string[]): readonly string[] =>
  all.length <= MOST_LINES
    ? all
    : [...all.slice(0, MOST_LINES), `${counted(all.length - MOST_LINES, `more ${what}`)} changed`];

/** Customers, and what changed of their accounts but the money. */
function peopleWords({ of, names }: Work): readonly string[] {
  const [people, held, cards] = [of(customers), of(accounts), of(cardAccounts)];
  const gone = [...held.removed, ...cards.removed].map(({ id }) => `${names.account(id)} is gone`);
  return [
    ...shortened('person', [
      ...people.added.map(({ name, number }) => `${name} ${number} is a new customer`),
      ...people.removed.map(({ name, number }) => `${name} ${number} is no customer any more`),
      ...people.changed.map(([old, { name }]) => `${old.name} is now called ${name}`),
    ]),
    ...shortened('account', gone),
    ...held.changed.flatMap(([old, row]) => [
      ...(old.name === row.name ? [] : [`${names.account(row.id)} was called ${old.name}`]),
      ...(old.payments === row.payments
        ? []
        : [`${names.account(row.id)}: payments ${row.payments ? 'allowed' : 'blocked'}`]),
    ]),
    ...kindWords('agreement', ofCompanies(of(agreements), names)),
    ...kindWords('engagement', of(engagements)),
  ];
}

/** Every private customer has an agreement too, which is no company (SBX-03). */
const ofCompanies = (
  { added, changed, removed }: TableChanges<AgreementRow>,
  { isCompany }: Names,
): TableChanges<AgreementRow> => ({
  added: added.filter(isCompany),
  changed: changed.filter(([, row]) => isCompany(row)),
  removed: removed.filter(isCompany),
});

/** `2 new SCA links (1 approved, 1 waiting)`. */
function linkWords({ of, between: { to, from } }: Work): readonly string[] {
  const { added, changed } = of(flows);
  const statuses = (rows: typeof added) => counts(rows.map((row) => linkStatus(row, to.at)));
  const ended = changed
    .filter(([old, row]) => linkStatus(old, from.at) !== linkStatus(row, to.at))
    .map(([, row]) => row);
  return [
    ...(added.length === 0
      ? []
      : [`${counted(added.length, 'new SCA link')} (${statuses(added)})`]),
    ...(ended.length === 0 ? [] : [`${counted(ended.length, 'SCA link')}: now ${statuses(ended)}`]),
  ];
}

/** `1 approved, 2 waiting`. */
function counts(all: readonly string[]): string {
  return [...new Set(all)]
    .toSorted()
    .map((one) => `${all.filter((other) => other === one).length} ${one}`)
    .join(', ');
}

/** Sessions, consents and reads. A consent expires without a row that changes. */
function accessWords({ of, names, between: { from, to } }: Work): readonly string[] {
  const before = new Map(rowsIn(from.rows, consents).map((row) => [row.id, row]));
  const after = rowsIn(to.rows, consents);
  const given = after.flatMap((row) => {
    const [old, now] = [before.get(row.id), consentAt(row, to.at)];
    const was = old && consentAt(old, from.at);
    if (was?.status === now.status && was.lastScaAt === now.lastScaAt) return [];
    const name = consentName(row, names);
    if (was === undefined) return [`${name}: new, ${now.status}`];
    return [
      `${name}: ${was.status === now.status ? 'renewed' : `${was.status}, now ${now.status}`}`,
    ];
  });
  const left = new Set(after.map(({ id }) => id));
  const gone = [...before.values()].filter(({ id }) => !left.has(id));
  const reads = of(quota).added.filter(({ kind }) => kind === 'read');
  return [
    ...kindWords('session', of(sessions)),
    ...shortened('consent', [...given, ...gone.map((row) => `${consentName(row, names)}: gone`)]),
    ...(reads.length === 0 ? [] : [`${counted(reads.length, 'read')} without the PSU`]),
  ];
}

const consentName = ({ customerId, tppId, context }: ConsentRow, { person }: Names): string =>
  `Consent of ${person(customerId)} to ${tppId}${context === 'CORPORATE' ? ' (CORPORATE)' : ''}`;

/** `Jonas Bakkerud, Brukskonto 99996896389: -50.00 NOK, 1 transaction`. */
function balanceWords({ of, names }: Work): readonly string[] {
  const made = of(lines);
  const countOf = (rows: readonly { readonly accountId: string }[]) => {
    const found = new Map<string, number>();
    for (const { accountId } of rows) found.set(accountId, (found.get(accountId) ?? 0) + 1);
    return found;
  };
  const [added, removed] = [countOf(made.added), countOf(made.removed)];
  const { changed, added: opened } = of(balances);
  const moved = [...opened.map((row) => [undefined, row] as const), ...changed];
  return moved.flatMap(([old, row]) => {
    const account = names.account(row.id);
    const [more, fewer] = [added.get(row.id), removed.get(row.id)];
    const parts = [
      ...(old === undefined ? ['new'] : []),
      ...moneyWords(old, row),
      ...(more === undefined ? [] : [counted(more, 'new transaction')]),
      ...(fewer === undefined ? [] : [`${counted(fewer, 'transaction')} fewer`]),
    ];
    return account === undefined || parts.length === 0 ? [] : [`${account}: ${parts.join(', ')}`];
  });
}

function moneyWords(old: BalanceRow | undefined, row: BalanceRow): readonly string[] {
  const { currency } = row;
  const difference = (member: 'booked' | 'pending' | 'creditLine') =>
    row[member] - (old?.[member] ?? 0n);
  const said = (member: 'booked' | 'pending' | 'creditLine', word: string) =>
    difference(member) === 0n ? [] : [`${signed(difference(member), currency)} ${currency}${word}`];
  return [
    ...said('booked', ` (now ${moneyText(row.booked, currency)})`),
    ...said('pending', ' pending'),
    ...said('creditLine', ' of credit'),
  ];
}

const signed = (amount: bigint, currency: string): string =>
  `${amount > 0n ? '+' : ''}${formatAmount(amount, currency)}`;

/** `Payment 1a2b3c4d, 50.00 EUR to Anna: RCVD, now ACSC`. */
function paymentWords({ of }: Work): readonly string[] {
  const { added, changed, removed } = of(payments);
  return [
    ...added.map((row) => `${paymentName(row)}: new, ${row.status}`),
    ...changed
      .filter(([old, row]) => old.status !== row.status)
      .map(([old, row]) => `${paymentName(row)}: ${old.status}, now ${row.status}`),
    ...removed.map((row) => `${paymentName(row)}: gone`),
  ];
}

function paymentName({ id, amount, currency, request }: PaymentRow): string {
  const creditor = entriesOf(request)[0]?.body.creditorName;
  const to = creditor === undefined ? '' : ` to ${creditor}`;
  return `Payment ${id.slice(0, 8)}, ${moneyText(amount, currency)}${to}`;
}

/** What is set for the bank, and the rest. */
function bankWords({ of }: Work): readonly string[] {
  const registrations = of(tpps);
  const set = [...registrations.added, ...registrations.changed.map(([, row]) => row)];
  const written = of(settings);
  const all = [...written.added, ...written.removed, ...written.changed.map(([, row]) => row)];
  return [
    ...kindWords('signing basket', of(baskets)),
    ...kindWords('fault', of(faults)),
    ...set.map(
      ({ id, registered }) => `TPP ${id}: ${registered ? 'registered' : 'not registered'}`,
    ),
    ...(all.some(({ id }) => id === 'ruleLevels') ? ['Rule levels are others'] : []),
    ...(all.some(({ id }) => id === 'scaPolicy') ? ['The SCA policy is another one'] : []),
    ...kindWords('caught redirect', of(redirects)),
  ];
}

/** `2 new sessions`, `1 session gone`, `1 session changed`. */
function kindWords(
  what: string,
  { added, changed, removed }: TableChanges<Row>,
): readonly string[] {
  return [
    ...(added.length === 0 ? [] : [counted(added.length, `new ${what}`)]),
    ...(changed.length === 0 ? [] : [`${counted(changed.length, what)} changed`]),
    ...(removed.length === 0 ? [] : [`${counted(removed.length, what)} gone`]),
  ];
}
