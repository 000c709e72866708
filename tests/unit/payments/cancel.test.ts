import { beforeEach, describe, expect, test } from '@jest/globals';
import { due } from '../../../server/bank/banks/tables.ts';
import { payments } from '../../../server/bank/payments/tables.ts';
import { DAY } from '../../../server/kernel/clock.ts';
import type { TransactionStatus } from '../../../server/protocol/statuses.ts';
import {
  type Answer,
  createPeriodic,
  createSepa,
  type House,
  openHouse,
  selfOf,
} from './support.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse();
});

const ahead = { requestedExecutionDate: '2026-03-12' };
const statusOf = async (made: Answer) => (await house.payment(made)).status;
const dueOf = (made: Answer) =>
  house.tx.all(due).filter((row) => row.subject === made.body['paymentId']);

describe('PAY-17: DELETE', () => {
  test('PAY-17: before approval: 204, CANC, and the id stays valid', async () => {
    const made = await createSepa(house);
    const gone = await house.call('DELETE', selfOf(made));
    expect([gone.status, gone.body]).toEqual([204, {}]);
    const read = await house.call('GET', selfOf(made));
    expect([read.status, read.body['transactionStatus']]).toEqual([200, 'CANC']);
  });

  test('PAY-17: approved and waiting: 202, and nothing happens before its SCA', async () => {
    const made = await createSepa(house, ahead);
    await house.approve(made);
    const asked = await house.call('DELETE', selfOf(made));
    const self = selfOf(made);
    expect(asked.status).toBe(202);
    expect(asked.body).toEqual({
      transactionStatus: 'ACTC',
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        status: { href: `${self}/status`, verbs: ['GET'] },
        startAuthorisation: { href: `${self}/cancellation-authorisations`, verbs: ['POST'] },
      },
    });
    expect(await house.payment(made)).toMatchObject({
      status: 'ACTC',
      cancellationRequested: true,
    });
    expect(dueOf(made)).toHaveLength(1);
  });

  test('PAY-17: the cancellation SCA makes it CANC, and it never falls due', async () => {
    const made = await createSepa(house, ahead);
    await house.approve(made);
    await house.call('DELETE', selfOf(made));
    const path = `${selfOf(made)}/cancellation-authorisations`;
    const sca = await house.call('POST', path);
    expect([sca.status, sca.body['scaStatus']]).toEqual([201, 'started']);
    const back = await house.approve(sca);
    expect(back.searchParams.has('code')).toBe(false);
    expect(await statusOf(made)).toBe('CANC');
    expect(dueOf(made)).toEqual([]);
    await house.advanceTo(house.now() + 7 * DAY);
    expect(await statusOf(made)).toBe('CANC');
    expect((await house.balance('kariEur')).booked).toBe(100_000n);
    const ids = (await house.call('GET', path)).body['authorisationIds'];
    expect(ids).toEqual([sca.body['authorisationId']]);
    const one = await house.call('GET', `${path}/${String(sca.body['authorisationId'])}`);
    expect(one.body).toEqual({ scaStatus: 'finalised' });
  });

  test('PAY-17: posting the cancellation SCA without the DELETE does the same', async () => {
    const made = await createPeriodic(house);
    await house.approve(made);
    const sca = await house.call('POST', `${selfOf(made)}/cancellation-authorisations`);
    await house.approve(sca);
    expect(await house.payment(made)).toMatchObject({
      status: 'CANC',
      cancellationRequested: true,
    });
  });

  test('PAY-17: an aborted cancellation leaves the payment as it is', async () => {
    const made = await createSepa(house, ahead);
    await house.approve(made);
    await house.cancel(await house.call('POST', `${selfOf(made)}/cancellation-authorisations`));
    expect(await house.payment(made)).toMatchObject({ status: 'ACTC', failedScas: 0 });
  });

  test('PAY-17: a cancellation that comes after the payment fell due fails', async () => {
    const made = await createSepa(house, ahead);
    await house.approve(made);
    const sca = await house.call('POST', `${selfOf(made)}/cancellation-authorisations`);
    await house.advanceTo(house.now() + 3 * DAY);
    const back = await house.approve(sca);
    expect(back.searchParams.get('code')).toBe('PAYMENT_FAILED');
    expect(await statusOf(made)).toBe('ACSC');
  });

  test('PAY-17: PDNG is refused with a text that names the status', async () => {
    const made = await createSepa(house);
    await house.approve(made);
    const answer = await house.call('DELETE', selfOf(made));
    expect([answer.status, answer.code]).toEqual([409, 'CONFLICT']);
    expect(String(answer.body['text'])).toContain('PDNG');
    expect(await statusOf(made)).toBe('PDNG');
  });

  test.each<TransactionStatus>(['ACSC', 'ACCP', 'RJCT', 'CANC', 'ACSP', 'ACWP', 'PART'])(
    'PAY-17: %s is refused, and so is its cancellation SCA',
    async (status) => {
      const made = await createSepa(house);
      house.tx.put(payments, { ...(await house.payment(made)), status });
      const path = selfOf(made);
      for (const answer of [
        await house.call('DELETE', path),
        await house.call('POST', `${path}/cancellation-authorisations`),
      ]) {
        expect([answer.status, answer.code]).toEqual([409, 'CONFLICT']);
        expect(String(answer.body['text'])).toContain(status);
      }
      expect(await statusOf(made)).toBe(status);
    },
  );

  test('PAY-17: an unapproved payment needs no cancellation SCA', async () => {
    const made = await createSepa(house);
    const answer = await house.call('POST', `${selfOf(made)}/cancellation-authorisations`);
    expect([answer.status, answer.code]).toEqual([409, 'CONFLICT']);
  });
});
