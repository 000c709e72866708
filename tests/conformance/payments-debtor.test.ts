// Which account a payment may leave, in which currency, and what that costs (PAY-06, PAY-11).

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { corporateConsentOf, type Shown } from '../support/account-reads.ts';
import { consentOf, createHeaders, PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { KINDS, refOf, SEPA, selfOf, TODAY } from '../support/payment-scene.ts';
import { DOMESTIC, domesticEntry } from '../support/product-scene.ts';
import { eachScene } from '../support/test-bank.ts';

const scene = await eachScene();

describe.each(KINDS)('%s', (path, kind) => {
  test("PAY-06: another person's account is 400 RESOURCE_UNKNOWN /debtorAccount", async () => {
    const { currency } = kind === 'sepa' ? scene.eur : scene.nok;
    const theirs = await scene.newAccount({
      currency,
      balance: '500.00',
      customerNumber: PERSONS.odd,
    });
    const other = await scene.post(path, scene[kind]({ debtorAccount: refOf(theirs) }));
    expectRefusal(other, { code: 'RESOURCE_UNKNOWN', path: '/debtorAccount' });
    const outside = { iban: 'NO9386011117947', currency };
    const unknown = await scene.post(path, scene[kind]({ debtorAccount: outside }));
    expectRefusal(unknown, { code: 'RESOURCE_UNKNOWN', path: '/debtorAccount' });
    expect(await scene.advance('PT16M')).toEqual([]);
  });

  test('PAY-06: an IBAN with spaces is the same account', async () => {
    const { iban, currency } = kind === 'sepa' ? scene.eur : scene.nok;
    const debtorAccount = { iban: iban.replace(/(.{4})/g, '$1 '), currency };
    await scene.pay(path, scene[kind]({ debtorAccount }));
  });

  test('PAY-06: another currency than the account’s is FORMAT_ERROR', async () => {
    const account = kind === 'sepa' ? scene.nok : scene.eur;
    const wanted = kind === 'sepa' ? 'EUR' : 'NOK';
    const debtorAccount = { iban: account.iban, currency: wanted };
    const answer = await scene.post(path, scene[kind]({ debtorAccount }));
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: '/debtorAccount/currency' });
  });
});

test('PAY-06: in corporate context, an account that the PSU is engaged in, and no other', async () => {
  const company = await scene.newAccount({
    currency: 'EUR',
    balance: '200.00',
    customerNumber: PERSONS.mari,
  });
  const { tpp } = await corporateConsentOf(scene.bank, PERSONS.mari, scene.tpp);
  const mari = tpp.with(createHeaders);
  const list = await mari.get('/v1/accounts');
  const owned: { iban: string; currency: string; resourceId: string }[] = list.body.accounts;
  const engaged = owned.find((one) => one.currency === 'EUR');
  const debtorAccount = { iban: engaged?.iban, currency: 'EUR' };
  const made = await scene.pay(SEPA, scene.sepa({ debtorAccount }), mari);
  expect(made.body.transactionStatus).toBe('RCVD');
  await scene.approve(made);
  const held = await mari.get(
    `/v1/accounts/${engaged?.resourceId}/transactions?bookingStatus=pending`,
  );
  const names = held.body.transactions.pending.map(
    (line: { debtorName?: string }) => line.debtorName,
  );
  expect(names).toContain('Nordlys Snekkerverksted AS');
  for (const account of [scene.eur, company]) {
    // Nobody is engaged in a company's account before the bank says so.
    const body = scene.sepa({ debtorAccount: refOf(account) });
    const answer = await mari.post(SEPA, body);
    expectRefusal(answer, { code: 'RESOURCE_UNKNOWN', path: '/debtorAccount' });
  }
});

test('CONS-06, PAY-06: in private context PSU-Corporate-ID says nothing', async () => {
  const { psuCorporateId } = await corporateConsentOf(scene.bank, PERSONS.mari);
  const stated = {
    ...{ 'PSU-Context': 'PRIVATE', 'PSU-Corporate-ID': psuCorporateId },
    'TPP-Session-ID': randomUUID(),
  };
  const own = scene.psu.tpp.with({ ...createHeaders, ...stated });
  await scene.pay(SEPA, scene.sepa(), own);
});

test("CONS-06, PAY-06: without PSU-Context the session's context says whose accounts pay", async () => {
  const company = await corporateConsentOf(scene.bank, PERSONS.odd, scene.tpp);
  const { iban } = (await company.tpp.get('/v1/accounts')).body.accounts[0];
  const { tpp } = await consentOf(scene.bank, PERSONS.odd, scene.tpp);
  const body = domesticEntry({ debtorAccount: { iban, currency: 'NOK' } });
  const answer = await tpp.with(createHeaders).post(DOMESTIC, body);
  expectRefusal(answer, { code: 'RESOURCE_UNKNOWN', path: '/debtorAccount' });
});

test('CONS-06, PAY-06: PSU-Corporate-ID without a session pays from that company’s accounts alone; one never issued is 403', async () => {
  const [mari, thea] = [
    await corporateConsentOf(scene.bank, PERSONS.mari),
    await corporateConsentOf(scene.bank, PERSONS.thea),
  ];
  const { body } = await mari.tpp.get('/v1/accounts');
  const { iban } = body.accounts.find(({ currency }: Shown) => currency === 'EUR');
  const payment = scene.sepa({ debtorAccount: { iban, currency: 'EUR' } });
  const pay = (id: string) =>
    mari.tpp
      .with({ ...createHeaders, 'TPP-Session-ID': randomUUID(), 'PSU-Corporate-ID': id })
      .post(SEPA, payment);
  const theirs = await pay(thea.psuCorporateId);
  expectRefusal(theirs, { code: 'RESOURCE_UNKNOWN', path: '/debtorAccount' });
  expectRefusal(await pay(randomUUID()), { code: 'FORBIDDEN', path: 'PSU-Corporate-ID' });
  expect((await pay(mari.psuCorporateId)).status).toBe(201);
});

test('HDR-10: without session and PSU-Corporate-ID a corporate user creates and authorises no payment of the company', async () => {
  const mari = await corporateConsentOf(scene.bank, PERSONS.mari);
  const { body } = await mari.tpp.get('/v1/accounts');
  const { iban } = body.accounts.find(({ currency }: Shown) => currency === 'EUR');
  const payment = scene.sepa({ debtorAccount: { iban, currency: 'EUR' } });
  const made = await scene.pay(SEPA, payment, mari.tpp);
  const paymentIds = [made.body.paymentId];
  const bare = mari.tpp.with({
    ...createHeaders,
    'TPP-Session-ID': randomUUID(),
    'PSU-Corporate-ID': undefined,
  });
  const missing = { code: 'HTTP_HEADER_REQUIRED', path: 'PSU-Corporate-ID' };
  expectRefusal(await bare.post(SEPA, payment), missing);
  expectRefusal(await bare.post(`${selfOf(made)}/authorisations`), missing);
  expectRefusal(await bare.post('/v1/signing-baskets', { paymentIds }), missing);
  const basket = await mari.tpp.post('/v1/signing-baskets', { paymentIds });
  expectRefusal(await bare.post(`${selfOf(basket)}/authorisations`), missing);
  expect((await bare.get(`${selfOf(made)}/status`)).status).toBe(200);
});

describe('PAY-11: what SEPA payments take, and cost', () => {
  const outside = { iban: 'SA0380000000608010167519', currency: 'EUR' };
  test.each([
    [
      'in NOK',
      { instructedAmount: { amount: '1.00', currency: 'NOK' } },
      '/instructedAmount/currency',
    ],
    [
      'in JPY',
      { instructedAmount: { amount: '100', currency: 'JPY' } },
      '/instructedAmount/currency',
    ],
    ['to outside its area', { creditorAccount: outside }, '/creditorAccount/iban'],
  ])('PAY-11: SEPA %s is FORMAT_ERROR', async (_, change, pointer) => {
    const answer = await scene.post(SEPA, scene.sepa(change));
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: pointer });
    expect(await scene.advance('PT16M')).toEqual([]);
  });

  // 100.50 EUR at 11.684 are 1,174.242 NOK; half a per cent of what is converted is the fee.
  test.each([
    ['NOK', '100.50', '5.87', '-1174.24'],
    ['NOK', '0.01', '0.00', '-0.12'],
    // Half a minor unit goes up: 14.605 NOK, and 0.045 NOK for 9.00.
    ['NOK', '1.25', '0.07', '-14.61'],
    ['NOK', '0.77', '0.05', '-9.00'],
    ['JPY', '100.50', '86', '-17268'],
    ['BHD', '100.50', '0.216', '-43.282'],
  ])('PAY-11: from a %s account %s EUR cost %s more', async (currency, amount, fee, debit) => {
    const balance = currency === 'JPY' ? '50000' : '50000.00';
    const account = await scene.newAccount({ currency, balance });
    const instructedAmount = { amount, currency: 'EUR' };
    const body = scene.sepa({ instructedAmount, debtorAccount: refOf(account) });
    const made = await scene.pay(SEPA, body);
    expect(made.body.transactionFees).toEqual({ amount: fee, currency });
    expect(made.body.transactionFeeIndicator).toBe(/[1-9]/.test(fee));
    await scene.approve(made);
    await scene.advance('PT2S');
    const lines = await scene.lines(account);
    const amounts = lines.map((line) => line.transactionAmount.amount);
    expect(amounts).toEqual(/[1-9]/.test(fee) ? [`-${fee}`, debit] : [debit]);
    expect(lines.at(-1)?.['currencyExchange']).toMatchObject([
      {
        sourceCurrency: currency,
        targetCurrency: 'EUR',
        exchangeRate: expect.any(String),
        quotationDate: TODAY,
      },
    ]);
  });
});
