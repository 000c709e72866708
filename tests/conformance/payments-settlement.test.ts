// The money of a payment: held when it is due, booked on both sides when it settles, or not there.
import { describe, expect, test } from '@jest/globals';
import { PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import {
  type Account,
  balance,
  type Line,
  payerOf,
  refOf,
  SEPA,
} from '../support/payment-scene.ts';
import { eachScene } from '../support/test-bank.ts';

const scene = await eachScene();

const money = (amount: string, currency = 'EUR') => ({
  instructedAmount: { amount, currency },
});
const short = (all: readonly Line[]) =>
  all.map(({ status, transactionAmount }) => [status, transactionAmount.amount]);

async function approved(body = scene.sepa()) {
  const made = await scene.pay(SEPA, body);
  await scene.approve(made);
  return made;
}

/** The list as the TPP sees it. */
async function transactionsOf({ resourceId }: Account) {
  const { body } = await scene.psu.tpp.get(
    `/v1/accounts/${resourceId}/transactions?bookingStatus=both`,
  );
  return body.transactions as { readonly booked: Line[]; readonly pending: Line[] };
}

describe('hold and booking', () => {
  test('MOVE-02: before approval nothing moves', async () => {
    await scene.pay(SEPA, scene.sepa());
    expect(await scene.balances(scene.eur)).toEqual(balance('1000.00'));
    expect(await scene.lines(scene.eur)).toEqual([]);
  });

  test('MOVE-02: PDNG holds: expected falls, and the pending line is in the list', async () => {
    await approved();
    expect(await scene.balances(scene.eur)).toEqual(balance('1000.00', '899.50'));
    const { booked, pending } = await transactionsOf(scene.eur);
    expect(booked).toEqual([]);
    expect(pending).toHaveLength(1);
    expect(pending[0]).toMatchObject({
      transactionAmount: { amount: '-100.50', currency: 'EUR' },
      creditorName: 'Anna Schmidt',
      remittanceInformationUnstructured: 'Rechnung 7',
    });
    expect(pending[0]?.bookingDate).toBe('2026-06-10');
  });

  test('MOVE-02: settlement releases the hold and books it, on the day, once', async () => {
    const made = await approved(scene.sepa({ endToEndIdentification: 'E2E-7' }));
    await scene.advance('PT1.999S');
    expect(await scene.statusOf(made)).toBe('PDNG');
    await scene.advance('PT0.001S');
    expect(await scene.statusOf(made)).toBe('ACSC');
    await scene.advance('PT10M');
    expect(await scene.balances(scene.eur)).toEqual(balance('899.50'));
    const { booked, pending } = await transactionsOf(scene.eur);
    expect(pending).toEqual([]);
    expect(booked).toHaveLength(1);
    expect(booked[0]).toMatchObject({
      transactionAmount: { amount: '-100.50', currency: 'EUR' },
      bookingDate: '2026-06-10',
      valueDate: '2026-06-10',
      creditorName: 'Anna Schmidt',
      creditorAccount: { iban: 'DE89370400440532013000' },
      debtorName: 'Jonas Bakkerud',
      debtorAccount: { iban: scene.eur.iban, bban: scene.eur.bban, currency: 'EUR' },
      remittanceInformationUnstructured: 'Rechnung 7',
      remittanceInformationUnstructuredArray: ['Rechnung 7'],
      endToEndId: 'E2E-7',
      proprietaryBankTransactionCode: 'UTENLANDSBETALING',
    });
    const status = await scene.get(made, '/status');
    expect(status.body).toMatchObject({ transactionStatus: 'ACSC', fundsAvailable: true });
  });

  test('MOVE-02: to another person here: both sides are booked, and the creditor sees it', async () => {
    const customerNumber = PERSONS.odd;
    const theirs = await scene.newAccount({
      currency: 'EUR',
      balance: '5.00',
      customerNumber,
    });
    await approved(scene.sepa({ creditorAccount: refOf(theirs) }));
    expect(await scene.balances(theirs)).toEqual(balance('5.00'));
    await scene.advance('PT2S');
    expect(await scene.balances(theirs)).toEqual(balance('105.50'));
    expect(await scene.balances(scene.eur)).toMatchObject({ closingBooked: '899.50' });
    const odd = await payerOf(scene.bank, PERSONS.odd, scene.tpp);
    const seen = await odd.tpp.get(
      `/v1/accounts/${theirs.resourceId}/transactions?bookingStatus=both`,
    );
    expect(seen.body.transactions.booked).toHaveLength(1);
    expect(seen.body.transactions.booked[0]).toMatchObject({
      transactionAmount: { amount: '100.50', currency: 'EUR' },
      debtorName: 'Jonas Bakkerud',
      debtorAccount: { iban: scene.eur.iban },
      remittanceInformationUnstructured: 'Rechnung 7',
      proprietaryBankTransactionCode: 'INNBETALING',
    });
    expect(seen.body.transactions.pending).toEqual([]);
  });

  test('MOVE-02: into an account in another currency the amount is converted', async () => {
    const account = await scene.newAccount({ currency: 'NOK' });
    const made = await scene.pay(SEPA, scene.sepa({ creditorAccount: refOf(account) }));
    expect(made.body.transactionStatus).toBe('PDNG');
    await scene.advance('PT2S');
    expect(await scene.balances(account)).toMatchObject({ closingBooked: '1174.24' });
    expect(await scene.balances(scene.eur)).toMatchObject({ closingBooked: '899.50' });
  });

  test('PAY-03: 18 digits keep every digit, from the request to the balance', async () => {
    const all = '9999999999999999.99';
    const rich = await scene.newAccount({ currency: 'EUR', balance: all });
    const made = await approved(scene.sepa({ ...money(all), debtorAccount: refOf(rich) }));
    expect(await scene.balances(rich)).toEqual(balance(all, '0.00'));
    await scene.advance('PT2S');
    expect((await scene.get(made)).body.instructedAmount.amount).toBe(all);
    expect(short(await scene.lines(rich))).toEqual([['booked', `-${all}`]]);
    expect(await scene.balances(rich)).toEqual(balance('0.00'));
  });

  test('MOVE-02: a cancelled payment never holds and never books', async () => {
    const made = await scene.pay(SEPA, scene.sepa());
    await scene.remove(made);
    await scene.advance('P2D');
    expect(await scene.lines(scene.eur)).toEqual([]);
  });
});

describe('lack of funds', () => {
  test('MOVE-02: PDNG without a hold, then ACCP with fundsAvailable false', async () => {
    const made = await approved(scene.sepa(money('1000.01')));
    expect(await scene.balances(scene.eur)).toEqual(balance('1000.00'));
    expect(await scene.lines(scene.eur)).toEqual([]);
    expect(await scene.statusOf(made)).toBe('PDNG');
    await scene.advance('PT2S');
    const status = await scene.get(made, '/status');
    expect(status.body).toMatchObject({ transactionStatus: 'ACCP', fundsAvailable: false });
    expect(status.body.psuMessage).toContain('not enough money');
    expect((await scene.get(made)).body.transactionStatus).toBe('ACCP');
    expect(await scene.balances(scene.eur)).toEqual(balance('1000.00'));
    expect(await scene.lines(scene.eur)).toEqual([]);
  });

  test('MOVE-02: the last cent is enough, and a credit line counts', async () => {
    const all = await approved(scene.sepa(money('1000.00')));
    const wanted = { currency: 'EUR', balance: '1.00', creditLine: '99.00' };
    const debtorAccount = refOf(await scene.newAccount(wanted));
    const lent = await approved(scene.sepa({ ...money('100.00'), debtorAccount }));
    const over = await approved(scene.sepa({ ...money('0.01'), debtorAccount }));
    await scene.advance('PT2S');
    const statuses = [all, lent, over].map((made) => scene.statusOf(made));
    expect(await Promise.all(statuses)).toEqual(['ACSC', 'ACSC', 'ACCP']);
  });

  test('PAY-11, MOVE-02: the fee needs funds too', async () => {
    // 1,174.24 and a fee of 5.87.
    for (const [balance, expected] of [
      ['1180.11', 'ACSC'],
      ['1180.10', 'ACCP'],
    ] as const) {
      const debtorAccount = refOf(await scene.newAccount({ currency: 'NOK', balance }));
      const made = await approved(scene.sepa({ debtorAccount }));
      await scene.advance('PT2S');
      expect(await scene.statusOf(made)).toBe(expected);
    }
  });

  test('MOVE-02: money that is only on its way in does not count', async () => {
    const incoming = { transactionAmount: { amount: '500.00', currency: 'EUR' }, pending: true };
    await scene.tpp.post(`/v1/sandbox/accounts/${scene.eur.id}/transactions`, incoming);
    const made = await approved(scene.sepa(money('1000.01')));
    await scene.advance('PT2S');
    expect(await scene.statusOf(made)).toBe('ACCP');
  });
});

describe('when what it needs goes', () => {
  const remove = async (account: Account) => {
    const answer = await scene.tpp.send('DELETE', `/v1/sandbox/accounts/${account.id}`);
    expect(answer.status).toBe(204);
  };

  test('SBX-04: a debtor account takes its payments along; nothing of them is left to happen', async () => {
    const received = await scene.pay(SEPA, scene.sepa());
    const held = await approved(scene.sepa(money('2.00')));
    await remove(scene.eur);
    for (const made of [received, held]) {
      expectRefusal(await scene.get(made), { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
    const events = await scene.advance('PT30M');
    expect(events.filter(({ paymentId }) => paymentId !== undefined)).toEqual([]);
  });

  test('MOVE-02: to a creditor account that is gone by then, the money leaves the bank', async () => {
    const theirs = await scene.newAccount({ currency: 'EUR', customerNumber: PERSONS.odd });
    const made = await approved(scene.sepa({ creditorAccount: refOf(theirs) }));
    await remove(theirs);
    await scene.advance('PT2S');
    expect(await scene.statusOf(made)).toBe('ACSC');
    expect(await scene.balances(scene.eur)).toMatchObject({ closingBooked: '899.50' });
  });

  test('SBX-05: deleting the transactions of an account leaves the hold of a payment', async () => {
    const made = await approved();
    await scene.tpp.send('DELETE', `/v1/sandbox/accounts/${scene.eur.id}/transactions`);
    expect(await scene.balances(scene.eur)).toEqual(balance('1000.00', '899.50'));
    await scene.advance('PT2S');
    expect(await scene.statusOf(made)).toBe('ACSC');
    expect(await scene.balances(scene.eur)).toEqual(balance('899.50'));
  });
});
