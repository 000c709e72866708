// Bulk payments (PAY-19): one SCA, each entry by itself, one status for all.
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { type Body, balance, refOf } from '../support/payment-scene.ts';
import { BULK, bulkFrom, domesticEntry } from '../support/product-scene.ts';
import { openPage } from '../support/sca-browser.ts';
import { eachScene } from '../support/test-bank.ts';

const scene = await eachScene();

const entry = (amount: string, change: Body = {}) =>
  domesticEntry({ instructedAmount: { amount, currency: 'NOK' }, ...change });
const amounts = async () =>
  (await scene.lines(scene.nok)).map((line) => line.transactionAmount.amount).sort();

async function settled(payments: readonly Body[], change: Body = {}) {
  const made = await scene.pay(BULK, bulkFrom(scene, payments, change));
  await scene.approve(made);
  const first = await scene.statusOf(made);
  await scene.advance('PT2S');
  return { made, first, last: await scene.statusOf(made) };
}

describe('PAY-19: one status for all', () => {
  test('PAY-19: all accepted: ACSC, a line each', async () => {
    const { made, first, last } = await settled([entry('100.00'), entry('250.50')]);
    expect([first, last]).toEqual(['PDNG', 'ACSC']);
    expect(await amounts()).toEqual(['-100.00', '-250.50']);
    expect((await scene.get(made, '/status')).body.fundsAvailable).toBe(true);
    expect((await scene.balances(scene.nok))['closingBooked']).toBe('9649.50');
  });

  test('PAY-19: funds for some, in the order of the bulk: PART', async () => {
    const { made, first, last } = await settled([
      entry('6000.00'),
      entry('4000.01'),
      entry('4000.00'),
    ]);
    expect([first, last]).toEqual(['PDNG', 'PART']);
    expect(await amounts()).toEqual(['-4000.00', '-6000.00']);
    expect((await scene.get(made, '/status')).body.fundsAvailable).toBe(false);
    expect(await scene.balances(scene.nok)).toEqual(balance('0.00'));
  });

  test('PAY-19: funds for none: RJCT, and nothing moves', async () => {
    const { last } = await settled([entry('10000.01'), entry('20000.00')]);
    expect(last).toBe('RJCT');
    expect(await amounts()).toEqual([]);
    expect((await scene.balances(scene.nok))['expected']).toBe('10000.00');
  });

  test('PAY-19: an entry that the bank refuses holds nothing, before settlement or after', async () => {
    const made = await scene.pay(
      BULK,
      bulkFrom(scene, [
        entry('100.00'),
        entry('2000.00', { creditorName: 'Sandbox RJCT' }),
        entry('250.50'),
      ]),
    );
    await scene.approve(made);
    const held = await scene.lines(scene.nok);
    expect(held.map((line) => line.status)).toEqual(['pending', 'pending']);
    expect(await scene.balances(scene.nok)).toEqual(balance('10000.00', '9649.50'));
    await scene.advance('PT2S');
    expect(await scene.statusOf(made)).toBe('PART');
    expect(await scene.balances(scene.nok)).toEqual(balance('9649.50'));
  });

  test('PAY-19: funds are there only if they are for every entry', async () => {
    const made = await scene.pay(BULK, bulkFrom(scene, [entry('10000.01'), entry('1.00')]));
    await scene.approve(made);
    expect((await scene.get(made, '/status')).body).toMatchObject({
      transactionStatus: 'PDNG',
      fundsAvailable: false,
    });
  });

  test('SCA-02: the first page names three of the payments, and how many more there are', async () => {
    const names = ['Berg AS', 'Dahl AS', 'Foss AS', 'Lund AS', 'Moen AS'];
    const entries = names.map((creditorName, at) => entry(`${at + 1}.00`, { creditorName }));
    const { answer, step } = await openPage(await scene.pay(BULK, bulkFrom(scene, entries)));
    expect(step).toBe('identify');
    expect(names.filter((name) => answer.text.includes(name))).toEqual(names.slice(0, 3));
    expect(answer.text).toContain('2 more');
  });

  test('PAY-02: of more than 20 mistakes the first 20 are named', async () => {
    const inEuro = { instructedAmount: { amount: '1.00', currency: 'EUR' } };
    const entries = Array.from({ length: 25 }, () => entry('1.00', inEuro));
    const answer = await scene.post(BULK, bulkFrom(scene, entries));
    expect(answer.status).toBe(400);
    const paths = answer.body.tppMessages.map(({ path }: { path: string }) => path);
    expect(paths).toHaveLength(20);
    expect(paths.at(-1)).toBe('/payments/19/instructedAmount/currency');
  });

  test('PAY-19: a creditor in this bank gets theirs', async () => {
    const other = await scene.newAccount({ currency: 'NOK' });
    const creditorAccount = refOf(other);
    await settled([entry('70.00', { creditorAccount }), entry('30.00')]);
    expect((await scene.balances(other))['closingBooked']).toBe('70.00');
  });

  test('PAY-19: batchBookingPreferred: one line on the debtor’s statement', async () => {
    await settled([entry('100.00'), entry('250.50')], { batchBookingPreferred: true });
    const [line, ...others] = await scene.lines(scene.nok);
    expect(others).toEqual([]);
    expect(line?.transactionAmount.amount).toBe('-350.50');
    expect(line?.['remittanceInformationUnstructured']).toBe('BULK-1');
  });

  test('PAY-19: for a later date it waits as one', async () => {
    const made = await scene.pay(
      BULK,
      bulkFrom(scene, [entry('1.00'), entry('2.00')], { requestedExecutionDate: '2026-06-13' }),
    );
    await scene.approve(made);
    // A Saturday, moved to Monday.
    expect(await scene.statusOf(made)).toBe('ACWC');
    await scene.advanceTo('2026-06-15T06:00:02+02:00');
    expect(await scene.statusOf(made)).toBe('ACSC');
    expect((await scene.lines(scene.nok)).map((line) => line.bookingDate)).toEqual([
      '2026-06-15',
      '2026-06-15',
    ]);
  });

  test('SES-06: between own accounts it is exempt, with one other creditor it is not', async () => {
    const own = entry('1.00', {
      creditorAccount: refOf(await scene.newAccount({ currency: 'NOK' })),
    });
    const exempt = await scene.pay(BULK, bulkFrom(scene, [own, own]));
    expect(exempt.body.transactionStatus).toBe('PDNG');
    const mixed = bulkFrom(scene, [own, entry('1.00')], { paymentInformationId: 'BULK-2' });
    expect((await scene.pay(BULK, mixed)).body.transactionStatus).toBe('RCVD');
  });
});

describe('PAY-19: what it takes', () => {
  test('PAY-19: 1000 payments, under one SCA', async () => {
    const payments = Array.from({ length: 1000 }, () => entry('1.00'));
    const { last } = await settled(payments);
    expect(last).toBe('ACSC');
    expect((await scene.balances(scene.nok))['closingBooked']).toBe('9000.00');
  });

  test.each([
    [0, []],
    [1001, Array.from({ length: 1001 }, () => domesticEntry())],
  ])('PAY-19: %i payments are refused', async (_, payments) => {
    const answer = await scene.post(BULK, bulkFrom(scene, payments));
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: '/payments' });
  });

  test.each([
    ['paymentInformationId', { paymentInformationId: undefined }, '/paymentInformationId'],
    [
      'paymentInformationId of 36',
      { paymentInformationId: 'x'.repeat(36) },
      '/paymentInformationId',
    ],
    ['debtorAccount', { debtorAccount: undefined }, '/debtorAccount'],
    ['a date that has passed', { requestedExecutionDate: '2026-06-09' }, '/requestedExecutionDate'],
  ])('PAY-19, PAY-21: %s', async (_, change, path) => {
    const answer = await scene.post(BULK, bulkFrom(scene, [entry('1.00')], change));
    const code = path === '/requestedExecutionDate' ? 'EXECUTION_DATE_INVALID' : 'FORMAT_ERROR';
    expectRefusal(answer, { code, path });
  });

  test.each([
    ['a debtor', { debtorAccount: { bban: '86011117947', currency: 'NOK' } }, '/debtorAccount'],
    ['a date', { requestedExecutionDate: '2026-06-12' }, '/requestedExecutionDate'],
    [
      'EUR',
      { instructedAmount: { amount: '1.00', currency: 'EUR' } },
      '/instructedAmount/currency',
    ],
  ])('PAY-19, PAY-21: an entry with %s', async (_, change, member) => {
    const body = bulkFrom(scene, [entry('1.00'), { ...entry('1.00'), ...change }]);
    const answer = await scene.post(BULK, body);
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: `/payments/1${member}` });
  });

  test('PAY-03: amounts are answered with their fraction digits, each', async () => {
    const made = await scene.pay(BULK, bulkFrom(scene, [entry('1'), entry('2.5')]));
    const { payments } = (await scene.get(made)).body;
    const answered = payments.map((one: { instructedAmount: unknown }) => one.instructedAmount);
    expect(answered).toEqual([
      { amount: '1.00', currency: 'NOK' },
      { amount: '2.50', currency: 'NOK' },
    ]);
  });
});
