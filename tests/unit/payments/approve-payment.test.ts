// What of an approval is hard to arrange over HTTP; the rest is in tests/conformance/ (authorisations,
// status-moves, single-sca).
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

  test('MOVE-01: today is today, a Sunday too', async () => {
    house = await openHouse(instantAt('2026-03-15', '12:00'));
    const made = await createSepa(house);
    await house.approve(made);
    expect(await statusOf(made)).toBe('PDNG');
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
});

describe('PAY-20: single SCA', () => {
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
});
