// What DELETE does to a payment that was approved, and the SCA of a cancellation (PAY-17); in every status: status-moves.
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import type { Answer } from '../support/http.ts';
import { balance, PERIODIC, refOf, SEPA, selfOf } from '../support/payment-scene.ts';
import { eachScene } from '../support/test-bank.ts';

const scene = await eachScene();

const LATER = { requestedExecutionDate: '2026-06-12' };
const CANCELLATION = 'cancellation-authorisations';
const cancelSca = (answer: Answer) => scene.approve(answer, { outcome: 'cancel' });

async function approved(change = {}): Promise<Answer> {
  const made = await scene.pay(SEPA, scene.sepa(change));
  await scene.approve(made);
  return made;
}

test('PAY-17, CTRL-11: whether its end was asked for is in the seed that the bank writes', async () => {
  const made = await approved(LATER);
  const asked = async () => {
    const { payments } = (await scene.bank.control('GET', '/_sandbox/seed')).body;
    return payments[0].record.cancellationRequested;
  };
  expect(await asked()).toBe(false);
  expect((await scene.remove(made)).status).toBe(202);
  expect(await asked()).toBe(true);
});

test('PAY-17: to start the SCA of a cancellation asks for it, as DELETE does', async () => {
  const made = await approved(LATER);
  expect((await scene.start(made, CANCELLATION)).status).toBe(201);
  const { payments } = (await scene.bank.control('GET', '/_sandbox/seed')).body;
  expect(payments[0].record.cancellationRequested).toBe(true);
});

test('PAY-17: a periodic payment between its runs is 202 and stops', async () => {
  const made = await scene.pay(PERIODIC, scene.periodic({ frequency: 'Weekly' }));
  await scene.approve(made);
  await scene.advance('P2D');
  expect((await scene.remove(made)).status).toBe(202);
  await scene.approve(await scene.start(made, CANCELLATION));
  const events = await scene.advance('P30D');
  expect(events.filter(({ paymentId }) => paymentId !== undefined)).toEqual([]);
  expect((await scene.get(made)).body).toMatchObject({
    transactionStatus: 'CANC',
    executions: [{ date: '2026-06-11', status: 'ACSC' }],
    nextExecutions: [],
  });
});

/** Its first run begins at six o'clock. */
const weekly = async (endDate: string): Promise<Answer> => {
  const made = await scene.pay(PERIODIC, scene.periodic({ frequency: 'Weekly', endDate }));
  await scene.approve(made);
  return made;
};
const SIX = '2026-06-11T06:00:00+02:00';

test('PAY-13, PAY-17: cancelled while a run settles, with others to come: it is booked, and the last', async () => {
  const made = await weekly('2026-06-25');
  await scene.advanceTo(SIX);
  await scene.approve(await scene.start(made, CANCELLATION));
  await scene.advance('P30D');
  expect((await scene.get(made)).body).toMatchObject({
    transactionStatus: 'CANC',
    executions: [{ date: '2026-06-11', status: 'ACSC' }],
  });
  expect(await scene.balances(scene.nok)).toEqual(balance('9750.00'));
});

test('PAY-13, PAY-17: while the last run settles it is too late, for an SCA that was begun before too', async () => {
  const made = await weekly('2026-06-11');
  await scene.advanceTo('2026-06-11T05:50:00+02:00');
  const begun = await scene.start(made, CANCELLATION);
  await scene.advanceTo(SIX);
  const tooLate = { status: 409, code: 'CONFLICT', says: /ACTC whose last run is executing/ };
  expectRefusal(await scene.remove(made), tooLate);
  expectRefusal(await scene.start(made, CANCELLATION), tooLate);
  expect((await scene.approve(begun)).get('code')).toBe('PAYMENT_FAILED');
  await scene.advance('PT5S');
  expect((await scene.get(made)).body).toMatchObject({
    transactionStatus: 'ACSC',
    executions: [{ date: '2026-06-11', status: 'ACSC' }],
  });
});

describe('PAY-17: the cancellation SCA', () => {
  test('PAY-17: it is not there before the approval, when DELETE needs none', async () => {
    const made = await scene.pay(SEPA, scene.sepa(LATER));
    const answer = await scene.start(made, CANCELLATION);
    expectRefusal(answer, { code: 'CONFLICT', says: /RCVD.*DELETE cancels it without an SCA/ });
    expect(await scene.statusOf(made)).toBe('RCVD');
  });

  test('PAY-17: 202 tells where to start it; until it is done the payment goes on', async () => {
    const made = await approved(LATER);
    const removed = await scene.remove(made);
    const self = selfOf(made);
    expect(removed.body).toEqual({
      transactionStatus: 'ACTC',
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        status: { href: `${self}/status`, verbs: ['GET'] },
        startAuthorisation: { href: `${self}/${CANCELLATION}`, verbs: ['POST'] },
      },
    });
    await scene.advance('P3D');
    expect(await scene.statusOf(made)).toBe('ACSC');
  });

  test('PAY-17: approved: CANC, and it never falls due; its lists are its own', async () => {
    const made = await approved(LATER);
    const started = await scene.start(made, CANCELLATION);
    const { authorisationId } = started.body;
    const list = await scene.get(made, `/${CANCELLATION}`);
    expect(list.body).toEqual({ authorisationIds: [authorisationId] });
    const others = await scene.get(made, '/authorisations');
    expect(others.body.authorisationIds).not.toContain(authorisationId);
    const one = `/${CANCELLATION}/${authorisationId}`;
    expect((await scene.get(made, one)).body).toEqual({ scaStatus: 'started' });
    const crossed = await scene.get(made, `/authorisations/${authorisationId}`);
    expectRefusal(crossed, { status: 404, code: 'RESOURCE_UNKNOWN' });
    const back = await scene.approve(started);
    expect(back.get('psu-id')).toBe(scene.psu.psuId);
    expect((await scene.get(made, one)).body).toEqual({ scaStatus: 'finalised' });
    expect(await scene.statusOf(made)).toBe('CANC');
    const events = await scene.advance('P3D');
    expect(events.filter(({ paymentId }) => paymentId !== undefined)).toEqual([]);
    expectRefusal(await scene.start(made, CANCELLATION), { code: 'CONFLICT' });
  });

  test('PAY-17: aborted, however often, it leaves the payment as it is', async () => {
    const made = await approved(LATER);
    for (let times = 0; times < 4; times += 1) {
      const failed = await cancelSca(await scene.start(made, CANCELLATION));
      expect(failed.get('code')).toBe('SCA_INVALID');
    }
    expect(await scene.statusOf(made)).toBe('ACTC');
  });

  test('PAY-17: one that comes after the payment fell due fails and names the status', async () => {
    const made = await approved({ requestedExecutionDate: '2026-06-11' });
    await scene.advanceTo('2026-06-11T05:55:00+02:00');
    const started = await scene.start(made, CANCELLATION);
    await scene.advanceTo('2026-06-11T06:00:00+02:00');
    const back = await scene.approve(started);
    expect(back.get('code')).toBe('PAYMENT_FAILED');
    expect(back.get('message')).toContain('PDNG');
    await scene.advance('PT2S');
    expect(await scene.statusOf(made)).toBe('ACSC');
  });

  test('PAY-17, SES-06: an exempt payment ahead is cancelled by its SCA all the same', async () => {
    const creditorAccount = refOf(await scene.newAccount({ currency: 'EUR' }));
    const made = await scene.pay(SEPA, scene.sepa({ creditorAccount, ...LATER }));
    expect(made.body.transactionStatus).toBe('ACTC');
    expect((await scene.remove(made)).status).toBe(202);
    await scene.approve(await scene.start(made, CANCELLATION));
    expect(await scene.statusOf(made)).toBe('CANC');
  });
});
