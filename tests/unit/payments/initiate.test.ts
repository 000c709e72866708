import { beforeEach, describe, expect, test } from '@jest/globals';
import { accounts } from '../../../server/bank/accounts/tables.ts';
import { isExempt } from '../../../server/bank/payments/create-payment.ts';
import { payments } from '../../../server/bank/payments/tables.ts';
import { psuCorporateIdOf } from '../../../server/bank/sca/psu-ids.ts';
import { flows } from '../../../server/bank/sca/tables.ts';
import { DAY, HOUR } from '../../../server/kernel/clock.ts';
import { instantAt } from '../../../server/kernel/dates.ts';
import {
  type AccountName,
  type Answer,
  accountOf,
  createPeriodic,
  createSepa,
  type House,
  openHouse,
  SEPA,
  selfOf,
  TPP,
} from './support.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse();
});

const from = (name: AccountName, currency = accountOf(name).currency) => ({
  debtorAccount: { iban: accountOf(name).iban, currency },
});

const to = (name: AccountName) => ({
  creditorAccount: { iban: accountOf(name).iban, currency: accountOf(name).currency },
});

function expectRefused(given: Answer, status: number, code: string, path?: string): void {
  expect({ status: given.status, code: given.code, path: given.path }).toEqual({
    status,
    code,
    path,
  });
  expect(house.tx.all(payments)).toEqual([]);
  expect(house.tx.all(flows)).toEqual([]);
}

describe('PAY-01: creating a payment', () => {
  test('PAY-01: 201, RCVD, fees, links and Location', async () => {
    const made = await createSepa(house);
    const id = String(made.body['paymentId']);
    const flow = await house.flowOf(made);
    expect(made.status).toBe(201);
    expect(made.headers['Location']).toBe(`${SEPA}/${id}`);
    expect(made.body).toEqual({
      paymentId: id,
      transactionStatus: 'RCVD',
      transactionFees: { amount: '0.00', currency: 'EUR' },
      transactionFeeIndicator: false,
      psuMessage: 'The payment waits for your approval in the bank.',
      _links: {
        self: { href: `${SEPA}/${id}`, verbs: ['GET', 'DELETE'] },
        status: { href: `${SEPA}/${id}/status`, verbs: ['GET'] },
        startAuthorisation: { href: `${SEPA}/${id}/authorisations`, verbs: ['POST'] },
        scaRedirect: { href: `http://127.0.0.1:8080/sca/${flow.id}`, verbs: ['GET'] },
      },
    });
    expect(flow).toMatchObject({
      purpose: { kind: 'payment', paymentId: id },
      fixedCustomerId: 'kari',
      fixedContext: 'PRIVATE',
    });
  });

  test('PAY-01: Location includes the prefix of the bank, links in the body do not', async () => {
    const made = await createSepa(house, {}, { baseUrl: 'http://127.0.0.1:8080/banks/acme' });
    expect(selfOf(made).startsWith('/v1/')).toBe(true);
    expect(made.headers['Location']).toBe(`/banks/acme${selfOf(made)}`);
  });

  test('PAY-01: a periodic payment is created under its own path', async () => {
    const made = await createPeriodic(house);
    expect(made.status).toBe(201);
    expect(made.body['transactionStatus']).toBe('RCVD');
    expect(selfOf(made)).toMatch(/^\/v1\/periodic-payments\/norwegian-domestic-credit-transfers\//);
  });

  test('HDR-07: psuMessage speaks the language of the call', async () => {
    const made = await createSepa(house, {}, { headers: { language: 'nb' } });
    expect(made.body['psuMessage']).toMatch(/^Betalingen venter/);
    expect(made.headers['Content-Language']).toBe('nb');
  });

  test('PAY-03: the amount is answered with exactly the fraction digits of its currency', async () => {
    const made = await createSepa(house, {
      instructedAmount: { amount: '100.5', currency: 'EUR' },
    });
    const details = await house.call('GET', selfOf(made));
    expect(details.body['instructedAmount']).toEqual({ amount: '100.50', currency: 'EUR' });
  });
});

describe('PAY-06: the debtor account', () => {
  test("PAY-06: another person's account is unknown", async () => {
    expectRefused(
      await createSepa(house, from('olaEur')),
      400,
      'RESOURCE_UNKNOWN',
      '/debtorAccount',
    );
  });

  test('PAY-06: an account of no one here is unknown', async () => {
    const debtorAccount = { iban: 'NO9386011117947', currency: 'EUR' };
    expectRefused(
      await createSepa(house, { debtorAccount }),
      400,
      'RESOURCE_UNKNOWN',
      '/debtorAccount',
    );
  });

  test('PAY-06: the wrong currency is told by its path', async () => {
    const answer = await createSepa(house, from('kariEur', 'NOK'));
    expectRefused(answer, 400, 'FORMAT_ERROR', '/debtorAccount/currency');
  });

  test('PAY-06: an IBAN with spaces is the same account', async () => {
    const iban = accountOf('kariEur').iban.replace(/(.{4})/g, '$1 ');
    const made = await createSepa(house, { debtorAccount: { iban, currency: 'EUR' } });
    expect((await house.payment(made)).debtorAccountId).toBe('kariEur');
  });

  test('PAY-06: corporate: engaged with REGISTER', async () => {
    await house.login('ola', 'CORPORATE', 'nord');
    const headers = { psuId: house.psuIds['ola'] as string, psuCorporateId: house.corporateId() };
    const made = await createSepa(house, from('nordEur'), { headers });
    expect(made.status).toBe(201);
    expect(await house.payment(made)).toMatchObject({ context: 'CORPORATE', agreementId: 'nord' });
  });

  test('PAY-06: corporate: engaged with VIEW alone is not enough', async () => {
    await house.login('ola', 'CORPORATE', 'nord');
    house.engage('ola', ['VIEW']);
    const headers = { psuId: house.psuIds['ola'] as string, psuCorporateId: house.corporateId() };
    const answer = await createSepa(house, from('nordEur'), { headers });
    expectRefused(answer, 400, 'RESOURCE_UNKNOWN', '/debtorAccount');
  });

  test('PAY-06: contexts do not mix', async () => {
    await house.login('ola', 'CORPORATE', 'nord');
    const psuId = house.psuIds['ola'] as string;
    const corporate = { psuId, psuCorporateId: house.corporateId() };
    const answer = await createSepa(house, from('olaEur'), { headers: corporate });
    expectRefused(answer, 400, 'RESOURCE_UNKNOWN', '/debtorAccount');
    await house.login('ola', 'PRIVATE');
    const again = await createSepa(house, from('nordEur'), { headers: { psuId } });
    expectRefused(again, 400, 'RESOURCE_UNKNOWN', '/debtorAccount');
  });

  test("PAY-06: corporate: not the account of another agreement than the session's", async () => {
    await house.login('ola', 'CORPORATE', 'another');
    const corporateId = psuCorporateIdOf('default', TPP, 'another');
    const headers = { psuId: house.psuIds['ola'] as string, psuCorporateId: corporateId };
    const answer = await createSepa(house, from('nordEur'), { headers });
    expectRefused(answer, 400, 'RESOURCE_UNKNOWN', '/debtorAccount');
  });

  test('CONS-11: an account without payment permission', async () => {
    house.tx.put(accounts, { ...accountOf('kariEur'), payments: false });
    expectRefused(await createSepa(house), 403, 'FORBIDDEN', '/debtorAccount');
  });
});

describe('PAY-07: dates on the bank’s clock in Oslo', () => {
  test.each([
    ['2026-03-09', 400],
    ['2026-03-10', 201],
    ['2027-03-10', 201],
    ['2027-03-11', 400],
  ])(
    'PAY-07: requestedExecutionDate %s on 2026-03-10 is %i',
    async (requestedExecutionDate, status) => {
      const answer = await createSepa(house, { requestedExecutionDate });
      if (status === 201) expect(answer.status).toBe(201);
      else expectRefused(answer, 400, 'EXECUTION_DATE_INVALID', '/requestedExecutionDate');
    },
  );

  test('PAY-07: half past midnight in Oslo is already the new day', async () => {
    house = await openHouse(instantAt('2026-03-11', '00:30'));
    const answer = await createSepa(house, { requestedExecutionDate: '2026-03-10' });
    expectRefused(answer, 400, 'EXECUTION_DATE_INVALID', '/requestedExecutionDate');
  });

  test.each([
    [{ startDate: '2026-03-09' }, '/startDate'],
    [{ endDate: '2026-03-15' }, '/endDate'],
    [{ dayOfExecution: '20', endDate: '2026-03-19' }, '/endDate'],
  ])('PAY-07: periodic %j is refused at %s', async (changed, path) => {
    expectRefused(await createPeriodic(house, changed), 400, 'EXECUTION_DATE_INVALID', path);
  });

  test('PAY-07: an end before the start is told as such', async () => {
    const answer = await createPeriodic(house, { endDate: '2026-03-15' });
    expect(answer.body['text']).toBe('endDate 2026-03-15 is before startDate 2026-03-16.');
  });

  test('PAY-07: a periodic payment may start today and end on the day it starts', async () => {
    const made = await createPeriodic(house, { startDate: '2026-03-10', endDate: '2026-03-10' });
    expect(made.status).toBe(201);
  });

  test('PAY-07: it is business: the account is checked before it', async () => {
    const answer = await createSepa(house, {
      ...from('olaEur'),
      requestedExecutionDate: '2026-03-09',
    });
    expectRefused(answer, 400, 'RESOURCE_UNKNOWN', '/debtorAccount');
  });
});

describe('PAY-08: logical duplicates', () => {
  const again = (changed: object = {}, query: Record<string, string> = {}) =>
    createSepa(house, changed, { query });

  test('PAY-08: the same payment again within 24 hours is a conflict', async () => {
    await again();
    const second = await again();
    expect([second.status, second.code]).toEqual([409, 'CONFLICT']);
    expect(house.tx.all(payments)).toHaveLength(1);
  });

  test('PAY-08: allowLogicalDuplicate=true allows it, false does not', async () => {
    await again();
    expect((await again({}, { allowLogicalDuplicate: 'false' })).status).toBe(409);
    expect((await again({}, { allowLogicalDuplicate: 'true' })).status).toBe(201);
  });

  test.each([
    [{ instructedAmount: { amount: '100.51', currency: 'EUR' } }],
    [{ creditorAccount: { iban: 'NO9386011117947', currency: 'EUR' } }],
    [{ remittanceInformationUnstructured: 'Invoice 8' }],
    [{ requestedExecutionDate: '2026-03-11' }],
    [from('kariNok')],
  ])('PAY-08: %j makes it another payment', async (changed) => {
    await again();
    expect((await again(changed)).status).toBe(201);
  });

  test('PAY-08: 100.5 and 100.50 are one amount, and today is the default date', async () => {
    await again();
    const instructedAmount = { amount: '100.50', currency: 'EUR' };
    const second = await again({ instructedAmount, requestedExecutionDate: '2026-03-10' });
    expect(second.status).toBe(409);
  });

  test('PAY-08: a cancelled one does not count', async () => {
    const first = await again();
    await house.call('DELETE', selfOf(first));
    expect((await again()).status).toBe(201);
  });

  test('PAY-08: after 24 hours it is another payment', async () => {
    const dated = { requestedExecutionDate: '2026-03-20' };
    await again(dated);
    await house.advanceTo(house.now() + DAY - 1);
    expect((await again(dated)).status).toBe(409);
    await house.advanceTo(house.now() + 1);
    expect((await again(dated)).status).toBe(201);
  });

  test('PAY-08: periodic payments have no duplicates', async () => {
    await createPeriodic(house);
    expect((await createPeriodic(house)).status).toBe(201);
  });
});

describe('PAY-11: what SEPA and domestic payments take', () => {
  test('PAY-11: SEPA is in EUR', async () => {
    const answer = await createSepa(house, { instructedAmount: { amount: '1', currency: 'NOK' } });
    expectRefused(answer, 400, 'FORMAT_ERROR', '/instructedAmount/currency');
  });

  test('PAY-11: a creditor outside the SEPA area', async () => {
    const creditorAccount = { iban: 'TR330006100519786457841326', currency: 'EUR' };
    const answer = await createSepa(house, { creditorAccount });
    expectRefused(answer, 400, 'FORMAT_ERROR', '/creditorAccount/iban');
  });

  test('PAY-11: domestic is in NOK, from an account in NOK', async () => {
    const euro = { amount: '1', currency: 'EUR' };
    const amount = await createPeriodic(house, { instructedAmount: euro });
    expectRefused(amount, 400, 'FORMAT_ERROR', '/instructedAmount/currency');
    expectRefused(
      await createPeriodic(house, from('kariEur')),
      400,
      'FORMAT_ERROR',
      '/debtorAccount/currency',
    );
  });

  test('PAY-11: from a NOK account the fee is told', async () => {
    const made = await createSepa(house, from('kariNok'));
    expect(made.body).toMatchObject({
      transactionFees: { amount: '5.87', currency: 'NOK' },
      transactionFeeIndicator: true,
    });
  });

  test('PAY-11: the product’s rules belong to the body and go before the PSU', async () => {
    const headers = { psuId: '00000000-0000-4000-8000-00000000dead' };
    const wrong = { instructedAmount: { amount: '1', currency: 'NOK' } };
    const answer = await createSepa(house, wrong, { headers });
    expectRefused(answer, 400, 'FORMAT_ERROR', '/instructedAmount/currency');
  });
});

describe('SES-06: exemption from SCA', () => {
  const own = { ...from('kariNok'), ...to('kariEur') };

  test('SES-06: between own accounts inside a valid session: approved at once', async () => {
    await house.login('kari');
    const made = await createSepa(house, own);
    expect(made.status).toBe(201);
    expect(made.body['transactionStatus']).toBe('PDNG');
    expect(Object.keys(made.body['_links'] as object)).toEqual(['self', 'status']);
    expect(house.tx.all(flows)).toEqual([]);
  });

  test('SES-06: with its date ahead it is ACTC', async () => {
    await house.login('kari');
    const made = await createSepa(house, { ...own, requestedExecutionDate: '2026-03-12' });
    expect(made.body['transactionStatus']).toBe('ACTC');
    const periodic = await createPeriodic(house, to('kariSavings'));
    expect(periodic.body['transactionStatus']).toBe('ACTC');
  });

  test('SES-06: without a session it needs its SCA', async () => {
    expect((await createSepa(house, own)).body['transactionStatus']).toBe('RCVD');
  });

  test('SES-06: a session that ran out does not exempt', async () => {
    await house.login('kari');
    await house.advanceTo(house.now() + HOUR);
    expect((await createSepa(house, own)).body['transactionStatus']).toBe('RCVD');
  });

  test("SES-06: to another person's account, inside a valid session, it needs its SCA", async () => {
    await house.login('kari');
    const made = await createSepa(house, { ...from('kariEur'), ...to('olaEur') });
    expect(made.body['transactionStatus']).toBe('RCVD');
  });

  test('SES-06: a person and their company are two holders', async () => {
    await house.login('ola');
    const headers = { psuId: house.psuIds['ola'] as string };
    const made = await createSepa(house, { ...from('olaEur'), ...to('nordEur') }, { headers });
    expect(made.body['transactionStatus']).toBe('RCVD');
  });

  test('SES-06: between accounts of one company, in a session of that agreement only', async () => {
    const session = await house.login('ola', 'CORPORATE', 'nord');
    const debtor = accountOf('nordEur');
    expect(isExempt(debtor, session, [debtor])).toBe(true);
    expect(isExempt(debtor, { ...session, agreementId: 'another' }, [debtor])).toBe(false);
  });
});
