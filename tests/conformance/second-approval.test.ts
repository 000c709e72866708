// SCA-08: payments and baskets that two people must approve.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { completeSca, PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { openPage as openConsolePage } from '../support/console-form.ts';
import type { Answer } from '../support/http.ts';
import {
  type Body,
  openScene,
  PERIODIC,
  type Scene,
  SEPA,
  selfOf,
  TODAY,
} from '../support/payment-scene.ts';
import { domesticFrom, STRAKS } from '../support/product-scene.ts';
import { approve, identify, openPage, redirectOf } from '../support/sca-browser.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();
let scene: Scene;
beforeEach(async () => {
  scene = await openScene(house);
  const policy = { secondApproval: 'PT2H' };
  expect((await scene.bank.control('PUT', '/_sandbox/sca-policy', policy)).status).toBe(200);
});

const AGAIN = `${SEPA}?allowLogicalDuplicate=true`;

const typesOf = async (by: string) => (await scene.advance(by)).map(({ type }) => type);
const basketOf = async (...made: readonly Answer[]) => {
  const paymentIds = made.map(({ body }) => body.paymentId);
  return scene.pay('/v1/signing-baskets', { paymentIds });
};

describe('SCA-08: two must approve', () => {
  test('SCA-08: after the first the payment waits, and nobody is asked again', async () => {
    const made = await scene.pay(SEPA, scene.sepa());
    const page = await identify(await openPage(made), PERSONS.jonas);
    expect(page.answer.text).toContain('Another person must approve it too');
    const back = redirectOf(await approve(page)).searchParams;
    expect(back.get('psu-id')).toBe(scene.psu.psuId);
    expect(await scene.statusOf(made)).toBe('RCVD');
    const [first] = (await scene.get(made, '/authorisations')).body.authorisationIds;
    const authorisation = await scene.get(made, `/authorisations/${first}`);
    expect(authorisation.body.scaStatus).toBe('finalised');
    const clock = await openConsolePage(`${scene.bank.url}/console`, 'clock?lang=en');
    const line = /<span>The second person approves<\/span>.*?<\/li>/s.exec(clock.text)?.[0];
    expect(line).toContain(`/console/payments/${made.body.paymentId}`);
    expect(await typesOf('PT1H59M59S')).not.toContain('secondApproved');
    expect(await scene.statusOf(made)).toBe('RCVD');
    const events = await scene.advance('PT1S');
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'secondApproved', authorisationId: first }),
    );
    expect(await scene.statusOf(made)).toBe('PDNG');
  });

  test('SCA-08: it moves its money once, also if it was approved twice', async () => {
    const made = await scene.pay(SEPA, scene.sepa());
    const other = await scene.start(made);
    await scene.approve(made);
    await scene.approve(other);
    const types = await typesOf('PT5H');
    expect(types.filter((type) => type === 'secondApproved')).toHaveLength(1);
    expect(types.filter((type) => type === 'paymentSettled')).toHaveLength(1);
    expect(await scene.statusOf(made)).toBe('ACSC');
  });

  test('PAY-16: once one has approved no SCA can be started, and who cancels another takes nothing back', async () => {
    const made = await scene.pay(SEPA, scene.sepa());
    const others = [await scene.start(made), await scene.start(made), await scene.start(made)];
    await scene.approve(made);
    for (const at of ['', '/status']) {
      expect(Object.keys((await scene.get(made, at)).body._links)).toEqual(['self', 'status']);
    }
    const again = await scene.start(made);
    expect([again.status, again.body.tppMessages[0].code]).toEqual([409, 'CONFLICT']);
    expect(again.body.tppMessages[0].text).toContain('waits for a second one');
    for (const other of others) await completeSca(scene.bank, other, { outcome: 'cancel' });
    expect(await typesOf('PT2H')).toContain('secondApproved');
    expect(await scene.statusOf(made)).toBe('PDNG');
  });

  test('SCA-08: deleted before the second person, it stays cancelled', async () => {
    const made = await scene.pay(SEPA, scene.sepa());
    await scene.approve(made);
    expect((await scene.remove(made)).status).toBe(204);
    expect(await typesOf('PT5H')).not.toContain('secondApproved');
    expect(await scene.statusOf(made)).toBe('CANC');
  });

  test('SCA-08: what the bank refuses the first person it refuses at once', async () => {
    const made = await scene.pay(SEPA, scene.sepa());
    const waits = await scene.start(made);
    await basketOf(made);
    expect((await scene.approve(waits)).get('code')).toBe('PAYMENT_FAILED');
    expect(await typesOf('PT5H')).not.toContain('secondApproved');
    expect(await scene.statusOf(made)).toBe('RCVD');
  });

  test('SCA-08: a basket waits as a whole', async () => {
    const made = [await scene.pay(SEPA, scene.sepa()), await scene.pay(AGAIN, scene.sepa())];
    const basket = await basketOf(...made);
    await scene.approve(basket);
    const statuses = () => Promise.all(made.map((one) => scene.statusOf(one)));
    expect(await statuses()).toEqual(['RCVD', 'RCVD']);
    const status = await scene.psu.tpp.get(`${selfOf(basket)}/status`);
    expect(status.body.transactionStatus).toBe('RCVD');
    const { _links } = (await scene.psu.tpp.get(selfOf(basket))).body;
    expect(Object.keys(_links)).toEqual(['self', 'status']);
    const again = await scene.start(basket);
    expect([again.status, again.body.tppMessages[0].text]).toEqual([
      409,
      'One person has approved the signing basket; it waits for a second one, who approves it in the bank.',
    ]);
    expect(await typesOf('PT2H')).toContain('secondApproved');
    expect(await statuses()).toEqual(['PDNG', 'PDNG']);
  });

  test.each<[string, string, (scene: Scene) => Body, string]>([
    ['a payment that settles at once', STRAKS, domesticFrom, 'ACSC'],
    [
      'an order whose last run is over',
      PERIODIC,
      ({ periodic }) => periodic({ startDate: TODAY, endDate: TODAY }),
      'RJCT',
    ],
  ])(
    'CLOCK-01, CTRL-06: the second approval of %s is told, then what came of it',
    async (_, path, body, transactionStatus) => {
      await scene.bank.control('PUT', '/_sandbox/sca-policy', { secondApproval: 'P1D' });
      const made = await scene.pay(path, body(scene));
      await scene.approve(made);
      const [authorisationId] = (await scene.get(made, '/authorisations')).body.authorisationIds;
      const told = await scene.advance('P2D');
      const { paymentId } = made.body;
      expect(told).toMatchObject([
        { type: 'sessionEnded' },
        { type: 'secondApproved', authorisationId },
        { type: 'paymentSettled', paymentId, transactionStatus },
      ]);
      const { events } = (await scene.bank.control('GET', '/_sandbox/events')).body;
      const plain = events.map(({ number: _, ...event }: { number: number }) => event);
      expect(plain.reverse()).toEqual(told);
    },
  );

  test('BASK-01, SCA-08: what one person has approved is in no basket, and the first approval counts', async () => {
    const made = [await scene.pay(AGAIN, scene.sepa()), await scene.pay(AGAIN, scene.sepa())];
    const [, approved] = made as [Answer, Answer];
    await scene.approve(approved);
    const paymentIds = made.map(({ body }) => body.paymentId);
    const refused = await scene.post('/v1/signing-baskets', { paymentIds });
    const conflict = { code: 'CONFLICT', path: '/paymentIds/1', says: /waits for a second one/ };
    expectRefusal(refused, { status: 409, ...conflict });
    expect(await typesOf('PT2H')).toContain('secondApproved');
    expect(await scene.statusOf(approved)).toBe('PDNG');
  });

  test('SCA-08: a cancellation needs one person', async () => {
    const made = await scene.pay(SEPA, scene.sepa({ requestedExecutionDate: '2026-06-15' }));
    await scene.approve(made);
    await scene.advance('PT2H');
    expect(await scene.statusOf(made)).toBe('ACTC');
    expect((await scene.remove(made)).status).toBe(202);
    await completeSca(scene.bank, await scene.start(made, 'cancellation-authorisations'), {});
    expect(await scene.statusOf(made)).toBe('CANC');
  });

  test('SCA-08: links that answer by themselves know it too, and a policy without it ends it', async () => {
    const policy = { mode: 'auto', secondApproval: 'PT2H' };
    await scene.bank.control('PUT', '/_sandbox/sca-policy', policy);
    const made = await scene.pay(SEPA, scene.sepa());
    expect(redirectOf(await openPage(made)).searchParams.get('psu-id')).toBe(scene.psu.psuId);
    expect(await scene.statusOf(made)).toBe('RCVD');
    await scene.bank.control('PUT', '/_sandbox/sca-policy', { mode: 'page' });
    const other = await scene.pay(AGAIN, scene.sepa());
    await scene.approve(other);
    expect(await scene.statusOf(other)).toBe('PDNG');
  });
});
