// `{b}/_sandbox/people/{id}`: what the bank has of a person, and what each of it is at the bank's time (CTRL-14).
// Every state is asked of what decides it for the API.
import { isoTime } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { amountText } from '../../kernel/money.ts';
import { ApiError } from '../../protocol/errors.ts';
import { consentView, numberOf } from '../accounts/consent-control.ts';
import { type ConsentRow, consents } from '../accounts/tables.ts';
import { limitsOf } from '../accounts/unattended.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { prefixOfBank } from '../banks/banks.ts';
import type { ControlOperation } from '../banks/control-operation.ts';
import { due } from '../banks/tables.ts';
import { type CustomerRow, customerByNumber, customers } from '../customers/tables.ts';
import { entriesOf } from '../payments/request-body.ts';
import { type PaymentRow, payments } from '../payments/tables.ts';
import { linkStatus } from '../sca/flow.ts';
import { isLiving } from '../sca/sessions.ts';
import { LINK_LIFETIME } from '../sca/start-flow.ts';
import { type FlowRow, flows, type SessionRow, sessions } from '../sca/tables.ts';

/** Of each kind, the newest. */
const MOST = 100;
const NEWEST = { reverse: true, limit: MOST };

export const personControlOperations: readonly ControlOperation[] = [
  {
    id: 'getPerson',
    method: 'GET',
    path: '/_sandbox/people/{id}',
    summary: 'SCA links, sessions, consents, limits and payments of a person',
    rule: 'CTRL-14',
    success: { status: 200, schema: 'control/person.json' },
    async handle({ bank, params }) {
      const person = await personOf(bank, params['id'] ?? '');
      return { status: 200, body: await personView(bank, person) };
    },
  },
];

/** By the customerId or the national identity number. */
async function personOf(bank: BankTx, id: string): Promise<CustomerRow> {
  const person = (await bank.tx.get(customers, id)) ?? (await customerByNumber(bank, id));
  if (person !== undefined) return person;
  const text = `This bank has no person with that customerId or national identity number; GET ${prefixOfBank(bank.bank)}/_sandbox/seed lists its customers.`;
  throw new ApiError('CTRL-14', 'RESOURCE_UNKNOWN', text);
}

export type PersonView = Awaited<ReturnType<typeof personView>>;

async function personView(bank: BankTx, { id, number, name, type }: CustomerRow) {
  const { tx } = bank;
  const [links, opened, given, made] = await Promise.all([
    tx.listBy(flows, 'byCustomer', id, NEWEST),
    tx.listBy(sessions, 'byCustomer', id),
    tx.listBy(consents, 'byCustomer', id),
    tx.listBy(payments, 'byCustomer', id),
  ]);
  const newest = made.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, MOST);
  const limits = await Promise.all(given.map((consent) => limitViews(bank, consent)));
  return {
    customerId: id,
    customerNumber: number,
    customerName: name,
    customerType: type,
    scaLinks: links.map((flow) => linkView(flow, bank.now)),
    sessions: opened.map((session) => sessionView(session, bank.now)),
    consents: await Promise.all(given.map((consent) => consentView(bank, consent))),
    limits: limits.flat(),
    payments: await Promise.all(newest.map((payment) => paymentView(bank, payment))),
  };
}

const linkView = (flow: FlowRow, now: number) => ({
  id: flow.id,
  tpp: flow.tppId,
  purpose: flow.purpose.kind,
  status: linkStatus(flow, now),
  created: isoTime(flow.createdAt),
  // At exactly its lifetime it still works.
  ends: isoTime(flow.createdAt + LINK_LIFETIME + 1),
});

const sessionView = (session: SessionRow, now: number) => ({
  sessionId: session.tppSessionId,
  tpp: session.tppId,
  context: session.context,
  status: isLiving(session, now) ? ('living' as const) : ('ended' as const),
  started: isoTime(session.startedAt),
  ends: isoTime(session.endsAt),
});

/** Of each account of the consent. */
async function limitViews(bank: BankTx, consent: ConsentRow) {
  const found = [];
  for (const { accountId } of consent.accounts) {
    const account = (await numberOf(bank, accountId)) ?? accountId;
    const used = await limitsOf(bank, consent.tppId, { actor: consent, accountId });
    for (const { nextAt, ...limit } of used) {
      found.push({ tpp: consent.tppId, account, ...limit, next: isoTime(nextAt) });
    }
  }
  return found;
}

async function paymentView(bank: BankTx, payment: PaymentRow) {
  const { id, tppId, product, status, amount, currency, request } = payment;
  const [next] = await bank.tx.listBy(due, 'bySubject', id);
  return {
    paymentId: id,
    tpp: tppId,
    product,
    status,
    amount: { ...amountText({ amount, currency }) },
    ...defined({ creditorName: entriesOf(request)[0]?.body.creditorName }),
    created: isoTime(payment.createdAt),
    statusChanged: isoTime(payment.statusChangedAt),
    ...defined({ due: next && isoTime(next.at) }),
  };
}
