// Pages of the console about payments, signing baskets and the SCA links that wait for a person.

import { hasNothing } from '../../bank/accounts/consent-store.ts';
import { accounts } from '../../bank/accounts/tables.ts';
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { due } from '../../bank/banks/tables.ts';
import { paymentsIn, statusOf } from '../../bank/baskets/basket.ts';
import { type BasketRow, baskets } from '../../bank/baskets/tables.ts';
import { agreements, type CustomerRow, customers } from '../../bank/customers/tables.ts';
import { available } from '../../bank/ledger/balance.ts';
import { balances, lines } from '../../bank/ledger/tables.ts';
import { nextStatus, PAYMENT_EVENTS, type PaymentEvent } from '../../bank/payments/lifecycle.ts';
import { type PaymentService, productOf } from '../../bank/payments/products.ts';
import { type PaymentRow, payments } from '../../bank/payments/tables.ts';
import { contextsOf } from '../../bank/sca/contexts.ts';
import { isIdentified } from '../../bank/sca/flow.ts';
import { flows } from '../../bank/sca/tables.ts';
import { isoTime } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { moneyText } from '../../kernel/money.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import { type Choice, type ConsoleCall, type ConsolePage, fixed, known } from './console-page.ts';
import { paymentLine } from './due-next.ts';

const MOST_SHOWN = 100;
/** Milliseconds: what is due by then, the page waits for. */
const SOON = 60_000;

const paymentList: ConsolePage = {
  path: 'payments',
  name: 'payments',
  title: 'console.payments.title',
  group: 'bank',
  async read({ bank, query: { status } }) {
    const rows = await newest(bank);
    const wanted = rows.filter((row) => status === undefined || row.status === status);
    return {
      payments: wanted.map(summaryOf),
      statuses: [...new Set(rows.map((row) => row.status))].toSorted(),
      ...defined({ status }),
    };
  },
};

const newest = ({ tx }: BankTx) =>
  tx.listBy(payments, 'all', 'all', { reverse: true, limit: MOST_SHOWN });

/** ACCP is lack of funds (interface.md). */
const FAILED: ReadonlySet<string> = new Set(['ACCP', 'RJCT']);

function summaryOf(payment: PaymentRow) {
  const { product, status, createdAt } = payment;
  const hasFailed = FAILED.has(status);
  return { ...paymentLine(payment), product, status, hasFailed, createdAt: isoTime(createdAt) };
}

const paymentDetails: ConsolePage = {
  path: 'payments/{id}',
  name: 'payment',
  title: 'console.payment.title',
  asks: () => [{ operation: 'getClock' }],
  async read(call) {
    const { bank, params, answers } = call;
    const { id = '' } = params;
    const { tx } = bank;
    const payment = known(await tx.get(payments, id), 'payment');
    const { approvedAt, statusChangedAt, tppId, executionDate } = payment;
    const work = await tx.listBy(due, 'bySubject', id);
    const made = await tx.listBy(lines, 'byPayment', id);
    return {
      payment: summaryOf(payment),
      tppId,
      request: payment.request,
      moments: defined({
        created: isoTime(payment.createdAt),
        approved: approvedAt && isoTime(approvedAt),
        execution: executionDate,
        status: isoTime(statusChangedAt),
      }),
      ...(await partiesOf(bank, payment)),
      ...defined({ funds: await missingFunds(bank, payment) }),
      next: nextOf(payment),
      // A frozen clock would be waited for in vain.
      ...(answers.getClock.frozen
        ? {}
        : defined({ soon: work.map(({ at }) => at - bank.now).find((wait) => wait < SOON) })),
      due: work.map(({ at, type }) => ({
        at: isoTime(at),
        type,
        go: {
          operation: 'advanceClock',
          label: 'console.payment.goThere',
          fields: [fixed('/to', isoTime(at))],
        },
      })),
      lines: made.map(({ id, accountId, status, date }) => ({
        line: id,
        accountId,
        state: status,
        date,
      })),
      links: (await waiting(call)).filter(({ flow }) => flow.subject?.endsWith(`:${id}`)),
    };
  },
};

/** What can happen to a payment of its kind. */
function nextOf({ status, product }: PaymentRow) {
  const { service } = productOf(product);
  return PAYMENT_EVENTS.flatMap((event) => {
    const to = nextStatus(status, event);
    const other = SERVICE_OF[event] ?? service;
    return to === undefined || other !== service ? [] : [{ event, to }];
  });
}

/** Events that payments of one service have. */
const SERVICE_OF: { readonly [E in PaymentEvent]?: PaymentService } = {
  partlyAccepted: 'bulk-payments',
  completed: 'periodic-payments',
};

/** Who pays, for whom, and from which account. */
async function partiesOf({ tx }: BankTx, payment: PaymentRow) {
  const { customerId, agreementId, debtorAccountId } = payment;
  return defined({
    person: customerId === undefined ? undefined : await tx.get(customers, customerId),
    company: agreementId === undefined ? undefined : await tx.get(agreements, agreementId),
    debtor: debtorAccountId === undefined ? undefined : await tx.get(accounts, debtorAccountId),
  });
}

/** Of a payment that failed for lack of funds, if they are missing still: what was there then is not stored. */
async function missingFunds({ tx }: BankTx, payment: PaymentRow) {
  const { status, debit, fee, debtorAccountId = '' } = payment;
  const balance = await tx.get(balances, debtorAccountId);
  if (status !== 'ACCP' || balance === undefined || available(balance) >= debit + fee) {
    return undefined;
  }
  const text = (amount: bigint) => moneyText(amount, balance.currency);
  return { needed: text(debit + fee), available: text(available(balance)) };
}

const scaLinks: ConsolePage = {
  path: 'sca',
  name: 'sca',
  title: 'console.sca.title',
  group: 'bank',
  read: async (call) => ({
    links: await waiting(call),
    ...defined({ sharedNothing: await sharedNothing(call) }),
  }),
};

/** The name of the person who has just approved access, and has no accounts. */
async function sharedNothing({ bank, endedLink }: ConsoleCall) {
  if (endedLink === undefined) return undefined;
  const flow = await bank.tx.get(flows, endedLink);
  if (flow?.scaStatus !== 'finalised' || flow.purpose.kind !== 'access' || !isIdentified(flow)) {
    return undefined;
  }
  if (!(await hasNothing(bank, flow))) return undefined;
  return (await bank.tx.get(customers, flow.customerId))?.name;
}

/** Whether the person has nothing to share, in no context. */
async function isEmpty(bank: BankTx, person: CustomerRow): Promise<boolean> {
  const choices = await contextsOf(bank, person);
  const empty = await Promise.all(
    choices.map((choice) => hasNothing(bank, { customerId: person.id, ...choice })),
  );
  return empty.every(Boolean);
}

/** How a link can end without approval. */
const REFUSALS = {
  cancel: 'console.sca.outcome.cancel',
  expire: 'console.sca.outcome.expire',
  error: 'console.sca.outcome.error',
};

/** Links that wait for a person, newest first, and the buttons that end them. */
async function waiting({ bank, language, magicPersons: magic }: ConsoleCall) {
  const { tx } = bank;
  const people = await tx.listBy(customers, 'all', 'all', { limit: MOST_SHOWN });
  const others = people.filter(({ number }) => magic.every((one) => one.nationalId !== number));
  const choices: readonly Choice[] = [
    ...(await Promise.all(others.map((one) => choiceOf(bank, one, language)))),
    ...magic.map(({ nationalId, name, note }) => ({
      value: nationalId,
      label: `${name}: ${note}`,
    })),
  ];
  const as = {
    at: '/nationalId',
    label: 'console.sca.as',
    options: choices,
    value: '13039319955',
  };
  const rows = await tx.listBy(flows, 'waiting', 'waiting', { reverse: true, limit: MOST_SHOWN });
  return Promise.all(
    rows.map(async (flow) => {
      const known = flow.fixedCustomerId ?? flow.customerId;
      const person = known === undefined ? undefined : await tx.get(customers, known);
      const link = fixed('{id}', flow.id);
      const { purpose } = flow;
      const about = 'paymentId' in purpose ? await tx.get(payments, purpose.paymentId) : undefined;
      return {
        flow,
        createdAt: isoTime(flow.createdAt),
        ...defined({ person, payment: about && paymentLine(about) }),
        hasNothing:
          purpose.kind === 'access' && person !== undefined && (await isEmpty(bank, person)),
        approve: {
          operation: 'completeSca',
          label: 'console.sca.approve',
          fields: [link, person === undefined ? as : fixed('/nationalId', person.number)],
        },
        refuse: Object.entries(REFUSALS).map(([outcome, label]) => ({
          operation: 'completeSca',
          label,
          fields: [link, fixed('/outcome', outcome)],
        })),
      };
    }),
  );
}

const NO_ACCOUNTS = { en: 'no accounts', nb: 'ingen kontoer' } as const;

async function choiceOf(bank: BankTx, person: CustomerRow, language: Language): Promise<Choice> {
  const { number, name } = person;
  const note = (await isEmpty(bank, person)) ? ` (${NO_ACCOUNTS[language]})` : '';
  return { value: number, label: `${name} ${number}${note}` };
}

const basketList: ConsolePage = {
  path: 'baskets',
  name: 'baskets',
  title: 'console.baskets.title',
  group: 'bank',
  async read({ bank }) {
    const rows = await bank.tx.listBy(baskets, 'all', 'all', { reverse: true, limit: MOST_SHOWN });
    return { baskets: await Promise.all(rows.map((row) => basketView(bank, row))) };
  },
};

async function basketView(bank: BankTx, basket: BasketRow) {
  const inside = await paymentsIn(bank, basket);
  return {
    id: basket.id,
    status: statusOf(basket, inside),
    createdAt: isoTime(basket.createdAt),
    payments: inside.map(summaryOf),
  };
}

export const PAGES_OF_MONEY: readonly ConsolePage[] = [
  paymentList,
  paymentDetails,
  scaLinks,
  basketList,
];
