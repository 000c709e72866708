// What of settlement is hard to see or arrange over HTTP; the rest is in tests/conformance/ (settlement,
// status-moves, bulk, periodic).
import { beforeEach, describe, expect, test } from '@jest/globals';
import { accounts } from '../../../server/bank/accounts/tables.ts';
import { scheduleDue } from '../../../server/bank/banks/due.ts';
import { closeBalance, linesOf } from '../../../server/bank/ledger/ledger.ts';
import { settleRun } from '../../../server/bank/payments/dates/due-work.ts';
import { moved } from '../../../server/bank/payments/lifecycle.ts';
import { startSettlement } from '../../../server/bank/payments/money/settle.ts';
import { payments } from '../../../server/bank/payments/tables.ts';
import { HOUR } from '../../../server/kernel/clock.ts';
import { instantAt } from '../../../server/kernel/dates.ts';
import {
  type AccountName,
  type Answer,
  accountOf,
  createPeriodic,
  createSepa,
  deps,
  type House,
  openHouse,
  selfOf,
} from './support.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse();
});

const statusOf = async (made: Answer) => (await house.payment(made)).status;
const lines = (name: AccountName, status: 'booked' | 'pending') =>
  linesOf(house.bank(), name, { status });
const workOf = (name: AccountName) => ({
  bank: house.bank(),
  parties: { debtor: accountOf(name), debtorName: 'kari', creditors: [undefined] },
  deps,
});
const NOTHING = { NOK: 0n, EUR: 0n };

async function approved(made: Answer): Promise<Answer> {
  await house.approve(made);
  return made;
}

describe('MOVE-02: hold and settlement', () => {
  test('MOVE-02: what is booked says who, whereto and what for', async () => {
    await approved(await createSepa(house, { endToEndIdentification: 'E2E-1' }));
    await house.advanceTo(house.now() + 2_000);
    const [line] = await lines('kariEur', 'booked');
    expect(line?.details).toEqual({
      creditorName: 'Anna Schmidt',
      creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
      debtorName: 'kari',
      debtorAccount: {
        bban: accountOf('kariEur').bban,
        iban: accountOf('kariEur').iban,
        currency: 'EUR',
      },
      endToEndId: 'E2E-1',
      remittanceInformationUnstructured: 'Invoice 7',
      remittanceInformationUnstructuredArray: ['Invoice 7'],
      proprietaryBankTransactionCode: 'UTENLANDSBETALING',
    });
  });

  test('MOVE-02: a creditor in this bank is credited', async () => {
    const creditorAccount = { iban: accountOf('olaEur').iban, currency: 'EUR' };
    await approved(await createSepa(house, { creditorAccount }));
    await house.advanceTo(house.now() + 2_000);
    expect((await house.balance('olaEur')).booked).toBe(60_050n);
    const [line] = await lines('olaEur', 'booked');
    expect(line).toMatchObject({ amount: 10_050n });
    expect(line?.details['proprietaryBankTransactionCode']).toBe('INNBETALING');
    expect(house.sums()).toEqual(NOTHING);
  });

  test('MOVE-02: a company pays in its own name', async () => {
    await house.login('ola', 'CORPORATE', 'nord');
    const headers = { psuId: house.psuIds['ola'] as string, psuCorporateId: house.corporateId() };
    const debtorAccount = { iban: accountOf('nordEur').iban, currency: 'EUR' };
    await approved(await createSepa(house, { debtorAccount }, { headers }));
    const [hold] = await lines('nordEur', 'pending');
    expect(hold?.details['debtorName']).toBe('Nord AS');
  });

  test('MOVE-02: between own accounts it is told as such on both', async () => {
    await house.login('kari');
    const creditorAccount = { iban: accountOf('kariSavings').iban, currency: 'NOK' };
    await createPeriodic(house, { creditorAccount, startDate: '2026-03-10' });
    await house.advanceTo(house.now() + 2_000);
    for (const name of ['kariNok', 'kariSavings'] as const) {
      const [line] = await lines(name, 'booked');
      expect(line?.details['proprietaryBankTransactionCode']).toBe('EGEN OVERFØRING');
    }
    expect((await house.balance('kariSavings')).booked).toBe(25_000n);
  });

  test('PAY-11: from a NOK account: converted debit and fee, each a line, each currency at zero', async () => {
    await house.login('kari');
    const made = await createSepa(house, {
      debtorAccount: { iban: accountOf('kariNok').iban, currency: 'NOK' },
      creditorAccount: { iban: accountOf('kariEur').iban, currency: 'EUR' },
    });
    expect((await house.balance('kariNok')).held).toBe(-(117_424n + 587n));
    await house.advanceTo(house.now() + 2_000);
    expect(await statusOf(made)).toBe('ACSC');
    expect((await house.balance('kariNok')).booked).toBe(1_000_000n - 117_424n - 587n);
    expect((await house.balance('kariEur')).booked).toBe(110_050n);
    const [fee, debit] = await lines('kariNok', 'booked');
    expect([fee?.amount, debit?.amount]).toEqual([-587n, -117_424n]);
    expect(debit?.details['currencyExchange']).toEqual([
      {
        sourceCurrency: 'NOK',
        targetCurrency: 'EUR',
        unitCurrency: 'EUR',
        exchangeRate: '11.684000',
        quotationDate: '2026-03-10',
      },
    ]);
    expect(house.sums()).toEqual(NOTHING);
  });

  test('MOVE-02: one long step of the clock does the same as many, in order', async () => {
    const made = await approved(await createSepa(house, { requestedExecutionDate: '2026-03-14' }));
    const events = await house.advanceTo(instantAt('2026-04-01', '12:00'));
    const dueAt = instantAt('2026-03-16', '06:00');
    expect(events.map(({ at, type, transactionStatus }) => [at, type, transactionStatus])).toEqual([
      [dueAt, 'paymentDue', 'PDNG'],
      [dueAt + 2_000, 'paymentSettled', 'ACSC'],
    ]);
    const [line] = await lines('kariEur', 'booked');
    expect(line).toMatchObject({ date: '2026-03-16', valueDate: '2026-03-16' });
    expect(await statusOf(made)).toBe('ACSC');
  });

  test('MOVE-01: an account that is gone when the payment falls due: RJCT', async () => {
    const made = await approved(await createSepa(house, { requestedExecutionDate: '2026-03-12' }));
    await closeBalance(house.bank(), 'kariEur');
    house.tx.remove(accounts, 'kariEur');
    await house.advanceTo(instantAt('2026-03-13'));
    expect(await statusOf(made)).toBe('RJCT');
  });

  test('MOVE-01: an account that is gone before settlement: RJCT', async () => {
    const made = await approved(await createSepa(house));
    await closeBalance(house.bank(), 'kariEur');
    house.tx.remove(accounts, 'kariEur');
    await house.advanceTo(house.now() + 2_000);
    expect(await statusOf(made)).toBe('RJCT');
  });

  test.each([
    ['payments/instant-norwegian-domestic-credit-transfers-straks', ['ACSC']],
    ['payments/cross-border-credit-transfers', ['PDNG', 'ACSP', 'ACSC']],
  ])('MOVE-01: %s settles through %j', async (product, expected) => {
    const made = await createSepa(house);
    const received = { ...(await house.payment(made)), product, debtorAccountId: 'kariEur' };
    house.tx.put(payments, received);
    const pending = moved(received, 'approvedForToday', house.now());
    const seen = [(await startSettlement(workOf('kariEur'), pending)).status];
    while (seen.length < expected.length) {
      await house.advanceTo(house.now() + 2_000);
      seen.push(await statusOf(made));
    }
    expect(seen).toEqual(expected);
    expect(await house.advanceTo(house.now() + HOUR)).toEqual([]);
    expect((await house.balance('kariEur')).booked).toBe(89_950n);
  });
});

describe('PAY-13: periodic execution', () => {
  const weekly = { frequency: 'Weekly', startDate: '2026-03-16', endDate: '2026-03-30' };

  test('PAY-13: cancelled while a run settles: the run is booked, no other follows', async () => {
    const made = await approved(await createPeriodic(house, weekly));
    await house.advanceTo(instantAt('2026-03-16', '06:00'));
    const sca = await house.call('POST', `${selfOf(made)}/cancellation-authorisations`);
    await house.approve(sca);
    await house.advanceTo(instantAt('2026-05-01'));
    const payment = await house.payment(made);
    expect(payment.status).toBe('CANC');
    expect(payment.executions.map((run) => run.status)).toEqual(['ACSC']);
    expect(await house.balance('kariNok')).toMatchObject({ booked: 975_000n, pending: 0n });
  });

  test('PAY-13: cancelled during its last run, it stays cancelled', async () => {
    const made = await approved(await createPeriodic(house, { ...weekly, endDate: '2026-03-16' }));
    await house.advanceTo(instantAt('2026-03-16', '06:00'));
    await house.approve(await house.call('POST', `${selfOf(made)}/cancellation-authorisations`));
    await house.advanceTo(instantAt('2026-03-17'));
    expect(await house.payment(made)).toMatchObject({
      status: 'CANC',
      executions: [{ status: 'ACSC' }],
    });
  });

  test('PAY-13: the order is not over while a run is still being settled', async () => {
    const made = await approved(await createPeriodic(house, weekly));
    const { nextNominal: _, ...last } = await house.payment(made);
    const run = { date: '2026-03-16', status: 'PDNG' } as const;
    const work = workOf('kariNok');
    const both = { ...last, executions: [run, run] };
    const first = await settleRun(work, both, 0);
    expect(first.status).toBe('ACTC');
    expect((await settleRun(work, first, 1)).status).toBe('ACSC');
  });

  test('PAY-13: due work about a payment that no longer waits does nothing', async () => {
    const made = await createSepa(house);
    await house.call('DELETE', selfOf(made));
    const id = String(made.body['paymentId']);
    for (const type of ['paymentDue', 'paymentSettles']) {
      scheduleDue(house.bank(), house.now(), type, id);
      scheduleDue(house.bank(), house.now(), type, 'never-was');
    }
    scheduleDue(house.bank(), house.now(), 'paymentSettles', `${id}#0`);
    expect(await house.advanceTo(house.now() + 1)).toEqual([]);
    expect(await statusOf(made)).toBe('CANC');
  });

  test('PAY-13: an order whose account is gone ends as RJCT', async () => {
    const made = await approved(await createPeriodic(house, weekly));
    await closeBalance(house.bank(), 'kariNok');
    house.tx.remove(accounts, 'kariNok');
    await house.advanceTo(instantAt('2026-05-01'));
    expect(await house.payment(made)).toMatchObject({ status: 'RJCT', executions: [] });
  });
});
