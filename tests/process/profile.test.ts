// What SANDBANK_PROFILE=production changes about payments: PAY-10's date, PAY-15.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openBank, openOwnBank, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { openScene, type Scene, selfOf } from '../support/payment-scene.ts';
import { PRODUCT_CASES } from '../support/product-scene.ts';

describe('production', () => {
  let house: TestBank;
  let scene: Scene;
  beforeAll(async () => {
    house = await openOwnBank({ profile: 'production' });
  });
  afterAll(() => house.close());
  beforeEach(async () => {
    scene = await openScene(house);
  });

  const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };

  test.each(PRODUCT_CASES.filter((row) => row.domestic))(
    'PAY-15: $name is not served before its approval',
    async ({ path, body }) => {
      const made = await scene.pay(path, body(scene));
      for (const part of ['', '/status']) expectRefusal(await scene.get(made, part), unknown);
      expect((await scene.get(made, '/authorisations')).status).toBe(200);
      await scene.approve(made);
      for (const part of ['', '/status']) expect((await scene.get(made, part)).status).toBe(200);
    },
  );

  test('PAY-15: nor a failed approval changes that; its deletion does', async () => {
    const [domestic] = PRODUCT_CASES;
    const made = await scene.pay(domestic?.path ?? '', domestic?.body(scene) ?? {});
    await scene.approve(made, { outcome: 'cancel' });
    expectRefusal(await scene.get(made), unknown);
    expect((await scene.psu.tpp.send('DELETE', selfOf(made))).status).toBe(204);
    expect(await scene.statusOf(made)).toBe('CANC');
  });

  test.each(PRODUCT_CASES.filter((row) => !row.domestic))(
    'PAY-15: $name is served',
    async ({ path, body }) => {
      const made = await scene.pay(path, body(scene));
      expect(await scene.statusOf(made)).toBe('RCVD');
    },
  );

  test.each([
    ['2026-11-14T23:59:59+01:00', 201],
    ['2026-11-15T00:00:00+01:00', 400],
  ])('PAY-10: without an address at %s: %i', async (now, status) => {
    const later = await openScene(house, { now });
    const [sepa] = PRODUCT_CASES.filter((row) => !row.domestic);
    const sent = sepa?.body(later, { creditorAddress: undefined });
    expect((await later.psu.tpp.post(sepa?.path ?? '', sent)).status).toBe(status);
  });
});

describe('sandbox', () => {
  let house: TestBank;
  beforeAll(async () => {
    house = await openBank();
  });
  afterAll(() => house.close());

  test.each(PRODUCT_CASES)('PAY-15: $name is served before its approval', async (row) => {
    const scene = await openScene(house);
    const made = await scene.pay(row.path, row.body(scene));
    expect((await scene.get(made)).status).toBe(200);
    expect(await scene.statusOf(made)).toBe('RCVD');
  });
});
