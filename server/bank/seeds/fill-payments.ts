// The payments of a seed, in any status, through what makes and moves payments.
import { dateAt, dateIn, type PlainDate } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import type { SeedPayment, SeedPaymentRecord } from '../../protocol/generated/schemas.ts';
import type { TransactionStatus } from '../../protocol/statuses.ts';
import { throwFirst } from '../../validation/schemas.ts';
import { accountByIban } from '../accounts/account-ids.ts';
import type { AccountRow } from '../accounts/tables.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { queueDue } from '../banks/due.ts';
import type { CustomerRow } from '../customers/tables.ts';
import { checkKids } from '../payments/create/check-entries.ts';
import { checkDates, productProblems, refuse } from '../payments/create/check-payment.ts';
import { needDebtorAccount } from '../payments/create/debtor.ts';
import { newPayment } from '../payments/create/new-payment.ts';
import { approvalOf, moveByMagic, schedulePayment } from '../payments/dates/schedule-payment.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { isWaiting, nextStatus } from '../payments/lifecycle.ts';
import { magicStatusOf, refuseByMagic } from '../payments/magic.ts';
import { store } from '../payments/money/settle.ts';
import { creditorsOf, partiesOf } from '../payments/money/transfer.ts';
import { isPeriodic, productOf } from '../payments/products.ts';
import { entriesOf, ibanOf, type RequestBody } from '../payments/request-body.ts';
import { type PaymentRow, payments } from '../payments/tables.ts';
import { issuePsuId } from '../sca/psu-ids.ts';
import { tppIdOf } from '../tpps/tpp-rows.ts';
import { claim, customerOf, type Filling, momentOf, refusal, within } from './filling.ts';

export async function fillPayment(filling: Filling, seed: SeedPayment): Promise<PaymentRow> {
  const { path } = filling;
  const { psu, tpp, product, status = 'RCVD', record } = seed;
  const payer = psu === undefined ? undefined : await customerOf(filling, psu, 'psu');
  await claim(filling, payments, seed.paymentId, 'paymentId');
  const now = momentOf(filling, seed.created, 'created');
  const bank = { ...filling.bank, now, ids: filling.idsFor('payment', tpp, psu ?? '', product) };
  const { received, debtor } = await within(`${path}/request`, () =>
    receive({ ...filling, bank }, seed, payer),
  );
  const payment = { ...received, ...defined({ id: seed.paymentId }) };
  if (record !== undefined) return storeRecorded(bank, { ...payment, status }, record);
  if (status === 'RCVD') return store(bank, payment);
  if (debtor === undefined) {
    throw refusal(`${path}/psu`, `A payment with status ${status} needs psu, who has approved it.`);
  }
  const wanted = { status, approvedAt: filling.bank.now };
  return approve({ ...filling, bank }, { received: payment, debtor }, wanted);
}

interface Received {
  readonly received: PaymentRow;
  /** The account of the payer, if there is one. */
  readonly debtor: AccountRow | undefined;
}

/** The checks of a payment that is created, less those of the call. What is recorded was checked long ago. */
async function receive(
  { bank, deps, today }: Filling,
  seed: SeedPayment,
  payer: CustomerRow | undefined,
): Promise<Received> {
  const product = productOf(seed.product);
  const body = requestOf(seed, today);
  throwFirst(deps.validator.violations(product.schema, body));
  refuse('PAY-11', 'FORMAT_ERROR', productProblems(product, body));
  refuseByMagic(body, deps.payments.magic);
  const tpp = { id: tppIdOf(seed.tpp) };
  const psu = payer && { customerId: payer.id, psuId: issuePsuId(bank, tpp.id, payer) };
  const isRecorded = seed.record !== undefined;
  const debtor = psu && (await debtorOf(bank, psu, body, isRecorded));
  if (!isRecorded) {
    checkDates(product, body, dateAt(bank.now));
    const entries = entriesOf(body);
    if (product.domestic) checkKids(entries, await creditorsOf(bank, entries, product));
  }
  const call = { bank, body, tpp, headers: {} };
  return { received: newPayment(call, product, { psu, debtor }, deps.payments), debtor };
}

/** Dates of a request that can be relative. */
const DATES = ['requestedExecutionDate', 'startDate', 'endDate'];

/** Its schema is checked next. */
function requestOf({ request }: SeedPayment, today: PlainDate): RequestBody {
  const members = Object.entries(request).map(([name, value]) => {
    const isDate = DATES.includes(name) && typeof value === 'string';
    return [name, isDate ? (dateIn(value, today) ?? value) : value];
  });
  return Object.fromEntries(members);
}

async function debtorOf(
  bank: BankTx,
  payer: { readonly customerId: string },
  { debtorAccount }: RequestBody,
  isRecorded: boolean,
): Promise<AccountRow | undefined> {
  return isRecorded
    ? accountByIban(bank, ibanOf(debtorAccount))
    : needDebtorAccount(bank, payer, debtorAccount);
}

interface Wanted {
  readonly status: TransactionStatus;
  readonly approvedAt: number;
}

/** A payment that waits for its date falls due on it. In any other status it stays, as by a magic name (MAGIC-01). */
async function approve(
  { bank, deps: { payments: deps } }: Filling,
  { received, debtor }: Received & { readonly debtor: AccountRow },
  { status, approvedAt }: Wanted,
): Promise<PaymentRow> {
  const parties = await partiesOf(bank, received, debtor);
  if (waitsForDate(received, { status, approvedAt }, deps.magic)) {
    const work = { bank: { ...bank, now: approvedAt }, parties, deps };
    const scheduled = await schedulePayment(work, received);
    return isWaiting(scheduled.status) ? store(bank, { ...scheduled, status }) : scheduled;
  }
  const magic = [...deps.magic.statuses.values()].find((row) => row.status === status);
  if (magic === undefined) throw new Error(`fixtures/magic.json lacks ${status}`);
  return moveByMagic({ bank, parties, deps }, { ...received, approvedAt: bank.now }, magic);
}

/** A date on a closed day moves (PAY-07), which the seed's status need not say. */
function waitsForDate(
  payment: PaymentRow,
  { status, approvedAt }: Wanted,
  magic: PaymentDeps['magic'],
): boolean {
  if (!isWaiting(status) || magicStatusOf(payment.request, magic) !== undefined) return false;
  const natural = nextStatus('RCVD', approvalOf(payment, dateAt(approvedAt)));
  if (isPeriodic(productOf(payment.product))) return status === natural;
  return natural !== undefined && isWaiting(natural);
}

/** As an export has it. Its money is in the transactions of the accounts. */
async function storeRecorded(
  bank: BankTx,
  payment: PaymentRow,
  record: SeedPaymentRecord,
): Promise<PaymentRow> {
  const { due = [], statusChangedAt, approvedAt, executions = [], ...rest } = record;
  const { nextNominal: _, ...fresh } = payment;
  for (const { type, at, run } of due) {
    await queueDue(
      bank,
      Date.parse(at),
      type,
      run === undefined ? payment.id : `${payment.id}#${run}`,
    );
  }
  return store(bank, {
    ...fresh,
    ...rest,
    executions,
    statusChangedAt: Date.parse(statusChangedAt),
    ...defined({ approvedAt: approvedAt === undefined ? undefined : Date.parse(approvedAt) }),
  });
}
