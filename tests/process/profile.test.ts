// What SANDBANK_PROFILE=production changes about payments: PAY-10's date, PAY-15.
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { coverageOf, coveredIn } from '../support/coverage.ts';
import { openScene } from '../support/payment-scene.ts';
import { PRODUCT_CASES } from '../support/product-scene.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank({ profile: 'production' });

describe('production', () => {
  const scene = eachTest(() => openScene(house));

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
    expect(coveredIn(await coverageOf(scene.bank), 'rules')).toMatchObject({ 'PAY-15': 1 });
    expect((await scene.remove(made)).status).toBe(204);
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
