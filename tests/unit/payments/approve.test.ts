import { beforeEach, describe, expect, test } from '@jest/globals';
import { accounts } from '../../../server/bank/accounts/tables.ts';
import { paymentPurposes } from '../../../server/bank/payments/approve-payment.ts';
import type { IdentifiedFlow } from '../../../server/bank/sca/purpose.ts';
import { DAY } from '../../../server/kernel/clock.ts';
import { instantAt } from '../../../server/kernel/dates.ts';
import {
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

const single = { psuId: undefined, psuContext: 'PRIVATE' } as never;
const statusOf = async (made: Answer) => (await house.payment(made)).status;
const failureOf = (url: URL) => url.searchParams.get('code');

describe('PAY-16: authorisations', () => {
  test('PAY-16: the SCA of the create is in the list', async () => {
    const made = await createSepa(house);
    const flow = await house.flowOf(made);
    const list = await house.call('GET', `${selfOf(made)}/authorisations`);
    expect(list.body).toEqual({ authorisationIds: [flow.authorisationId] });
    const one = await house.call('GET', `${selfOf(made)}/authorisations/${flow.authorisationId}`);
    expect(one.body).toEqual({ scaStatus: 'started' });
  });

  test('PAY-16: again after a failed SCA', async () => {
    const made = await createSepa(house);
    await house.cancel(made);
    const path = `${selfOf(made)}/authorisations`;
    const again = await house.call('POST', path);
    const flow = await house.flowOf(again);
    expect(again.status).toBe(201);
    expect(again.body).toEqual({
      scaStatus: 'started',
      authorisationId: flow.authorisationId,
      _links: {
        scaRedirect: { href: `http://127.0.0.1:8080/sca/${flow.id}`, verbs: ['GET'] },
        scaStatus: { href: `${path}/${flow.authorisationId}`, verbs: ['GET'] },
      },
    });
    await house.approve(again);
    expect(await statusOf(made)).toBe('PDNG');
    const first = (await house.call('GET', path)).body['authorisationIds'] as string[];
    expect((await house.call('GET', `${path}/${first[0]}`)).body).toEqual({ scaStatus: 'failed' });
    expect((await house.call('GET', `${path}/${first[1]}`)).body).toEqual({
      scaStatus: 'finalised',
    });
  });

  test('PAY-16: after approval it is a conflict', async () => {
    const made = await createSepa(house);
    await house.approve(made);
    const answer = await house.call('POST', `${selfOf(made)}/authorisations`);
    expect([answer.status, answer.code]).toEqual([409, 'CONFLICT']);
    expect(String(answer.body['text'])).toContain('PDNG');
  });

  test('PAY-16: an authorisationId of another payment is unknown', async () => {
    const made = await createSepa(house);
    const other = await createPeriodic(house);
    const flow = await house.flowOf(other);
    const answer = await house.call(
      'GET',
      `${selfOf(made)}/authorisations/${flow.authorisationId}`,
    );
    expect([answer.status, answer.code]).toEqual([404, 'RESOURCE_UNKNOWN']);
  });
});

describe('MOVE-01: approval', () => {
  test.each([
    [{}, 'PDNG', '2026-03-10'],
    [{ requestedExecutionDate: '2026-03-10' }, 'PDNG', '2026-03-10'],
    [{ requestedExecutionDate: '2026-03-11' }, 'ACTC', '2026-03-11'],
    [{ requestedExecutionDate: '2026-03-14' }, 'ACWC', '2026-03-16'],
  ])('MOVE-01: %j becomes %s for %s', async (changed, status, executionDate) => {
    const made = await createSepa(house, changed);
    await house.approve(made);
    expect(await house.payment(made)).toMatchObject({ status, executionDate });
  });

  test('MOVE-01: a date that has passed before the approval is today', async () => {
    const made = await createSepa(house, { requestedExecutionDate: '2026-03-11' });
    await house.advanceTo(house.now() + 3 * DAY);
    await house.approve(made);
    expect(await house.payment(made)).toMatchObject({
      status: 'PDNG',
      executionDate: '2026-03-13',
    });
  });

  test('MOVE-01: today is today, a Sunday too', async () => {
    house = await openHouse(instantAt('2026-03-15', '12:00'));
    const made = await createSepa(house);
    await house.approve(made);
    expect(await statusOf(made)).toBe('PDNG');
  });

  test('MOVE-01: a periodic payment is ACTC', async () => {
    const made = await createPeriodic(house, { startDate: '2026-03-10' });
    await house.approve(made);
    expect(await statusOf(made)).toBe('ACTC');
  });

  test('PAY-13: a periodic payment approved after its last run is rejected', async () => {
    const made = await createPeriodic(house, { endDate: '2026-03-16' });
    await house.advanceTo(house.now() + 7 * DAY);
    expect(failureOf(await house.approve(made))).toBe('PAYMENT_FAILED');
    expect(await statusOf(made)).toBe('RJCT');
  });

  test('SES-06: a link of a payment that was deleted meanwhile does not approve it', async () => {
    const made = await createSepa(house);
    await house.call('DELETE', selfOf(made));
    expect(failureOf(await house.approve(made))).toBe('PAYMENT_FAILED');
    expect(await statusOf(made)).toBe('CANC');
  });

  test('SES-06: another person cannot approve a payment, nor its cancellation', async () => {
    const made = await createSepa(house, { requestedExecutionDate: '2026-03-12' });
    expect(failureOf(await house.approve(made, { customerId: 'ola' }))).toBe('PAYMENT_FAILED');
    expect(await statusOf(made)).toBe('RCVD');
    await house.approve(await house.call('POST', `${selfOf(made)}/authorisations`));
    const sca = await house.call('POST', `${selfOf(made)}/cancellation-authorisations`);
    expect(failureOf(await house.approve(sca, { customerId: 'ola' }))).toBe('PAYMENT_FAILED');
    expect(await statusOf(made)).toBe('ACTC');
  });

  test('SES-06: of two links of one payment, one approves', async () => {
    const made = await createSepa(house);
    const again = await house.call('POST', `${selfOf(made)}/authorisations`);
    expect(failureOf(await house.approve(again))).toBeNull();
    expect(failureOf(await house.approve(made))).toBe('PAYMENT_FAILED');
    expect((await house.balance('kariEur')).held).toBe(-10_050n);
  });

  test('MOVE-01: the third failed SCA rejects; expired links do not count', async () => {
    const made = await createSepa(house);
    await house.cancel(made);
    const path = `${selfOf(made)}/authorisations`;
    await house.expire(await house.call('POST', path));
    await house.cancel(await house.call('POST', path));
    expect(await statusOf(made)).toBe('RCVD');
    await house.cancel(await house.call('POST', path));
    expect(await statusOf(made)).toBe('RJCT');
    expect((await house.call('POST', path)).status).toBe(409);
  });

  test('MOVE-01: a link that fails after another one approved changes nothing', async () => {
    const made = await createSepa(house);
    await house.approve(await house.call('POST', `${selfOf(made)}/authorisations`));
    await house.cancel(made);
    expect(await house.payment(made)).toMatchObject({ status: 'PDNG', failedScas: 0 });
  });
});

describe('PAY-20: single SCA', () => {
  test('PAY-20: the link identifies the person, finds the account and approves', async () => {
    const made = await createSepa(house, {}, { headers: single });
    expect((await house.flowOf(made)).fixedContext).toBe('PRIVATE');
    expect(await house.payment(made)).not.toHaveProperty('customerId');
    const back = await house.approve(made, { customerId: 'kari' });
    expect(back.searchParams.get('psu-id')).toBe(house.psuIds['kari']);
    expect(await house.payment(made)).toMatchObject({
      status: 'PDNG',
      customerId: 'kari',
      debtorAccountId: 'kariEur',
    });
  });

  test("PAY-20: of another's account: PAYMENT_FAILED, and the payment stays RCVD", async () => {
    const made = await createSepa(house, {}, { headers: single });
    expect(failureOf(await house.approve(made, { customerId: 'ola' }))).toBe('PAYMENT_FAILED');
    expect(await house.payment(made)).toMatchObject({ status: 'RCVD', failedScas: 0 });
    expect(await house.payment(made)).not.toHaveProperty('customerId');
  });

  test('PAY-20: the currency and the permission are checked at approval too', async () => {
    const wrong = { debtorAccount: { iban: accountOf('kariEur').iban, currency: 'NOK' } };
    const made = await createSepa(house, wrong, { headers: single });
    expect(failureOf(await house.approve(made, { customerId: 'kari' }))).toBe('PAYMENT_FAILED');
    const query = { allowLogicalDuplicate: 'true' };
    const other = await createSepa(house, {}, { headers: single, query });
    house.tx.put(accounts, { ...accountOf('kariEur'), payments: false });
    expect(failureOf(await house.approve(other, { customerId: 'kari' }))).toBe('PAYMENT_FAILED');
    expect(await statusOf(other)).toBe('RCVD');
  });

  test('PAY-20: once approved, the person’s PSU-ID serves it and another’s does not', async () => {
    const made = await createSepa(house, {}, { headers: single });
    await house.approve(made, { customerId: 'kari' });
    expect((await house.call('GET', selfOf(made))).status).toBe(200);
    const headers = { psuId: house.psuIds['ola'] as string };
    expect((await house.call('GET', selfOf(made), { headers })).status).toBe(404);
  });
});

describe('SES-06: what the PSU sees', () => {
  const viewOf = async (made: Answer) => {
    const flow = (await house.flowOf(made)) as IdentifiedFlow;
    return paymentPurposes(deps).payment.view(house.bank(), flow);
  };

  test('SES-06: amount, creditor, accounts, message, date and fee', async () => {
    const changed = {
      debtorAccount: { iban: accountOf('kariNok').iban, currency: 'NOK' },
      requestedExecutionDate: '2026-03-14',
    };
    expect(await viewOf(await createSepa(house, changed))).toEqual({
      kind: 'payment',
      payments: [
        {
          amount: '100.50',
          currency: 'EUR',
          creditorName: 'Anna Schmidt',
          creditorAccount: 'DE89370400440532013000',
          debtorAccount: accountOf('kariNok').iban,
          message: 'Invoice 7',
          executionDate: '2026-03-16',
          fee: '5.87 NOK',
        },
      ],
    });
  });

  test('SES-06: a cancellation shows the payment that it stops', async () => {
    const made = await createSepa(house, { requestedExecutionDate: '2026-03-14' });
    await house.approve(made);
    const sca = await house.call('POST', `${selfOf(made)}/cancellation-authorisations`);
    const flow = (await house.flowOf(sca)) as IdentifiedFlow;
    expect(await paymentPurposes(deps).cancellation.view(house.bank(), flow)).toMatchObject({
      kind: 'cancellation',
      payments: [{ amount: '100.50', currency: 'EUR', executionDate: '2026-03-16' }],
    });
  });

  test('SES-06: the schedule of a periodic payment', async () => {
    const made = await createPeriodic(house, { endDate: '2027-03-16' });
    expect(await viewOf(made)).toMatchObject({
      payments: [
        {
          amount: '250.00',
          creditorAccount: '86011117947',
          frequency: 'Monthly',
          startDate: '2026-03-16',
          endDate: '2027-03-16',
        },
      ],
    });
  });
});
