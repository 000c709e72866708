// Logical duplicates (PAY-08) of every product that has them.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { openScene, type Scene, selfOf } from '../support/payment-scene.ts';
import {
  BULK,
  bulkFrom,
  CROSS_BORDER,
  CROSS_BORDER_ALIAS,
  crossBorderFrom,
  DOMESTIC,
  domesticEntry,
  domesticFrom,
  PRODUCT_CASES,
  STRAKS,
} from '../support/product-scene.ts';
import { testBank } from '../support/test-bank.ts';

let scene: Scene;

const house = await testBank();
beforeEach(async () => {
  scene = await openScene(house);
});

const duplicate = { code: 'CONFLICT', path: 'allowLogicalDuplicate' };
const products = PRODUCT_CASES.filter(({ name }) => name !== 'periodic');

describe.each(products)('$name', ({ path, body }) => {
  test('PAY-08: the same again is 409, unless allowed or cancelled', async () => {
    const made = await scene.pay(path, body(scene));
    expectRefusal(await scene.psu.tpp.post(path, body(scene)), duplicate);
    const allowed = await scene.pay(`${path}?allowLogicalDuplicate=true`, body(scene));
    for (const one of [made, allowed]) {
      expect((await scene.psu.tpp.send('DELETE', selfOf(one))).status).toBe(204);
    }
    await scene.pay(path, body(scene));
  });

  test('PAY-08: a rejected one does not count', async () => {
    const made = await scene.pay(path, body(scene));
    await scene.approve(made, { outcome: 'cancel' });
    for (let failures = 1; failures < 3; failures += 1) {
      const again = await scene.psu.tpp.post(`${selfOf(made)}/authorisations`);
      await scene.approve(again, { outcome: 'cancel' });
    }
    expect(await scene.statusOf(made)).toBe('RJCT');
    await scene.pay(path, body(scene));
  });
});

test('PAY-08: under the alias it is the same payment', async () => {
  await scene.pay(CROSS_BORDER, crossBorderFrom(scene));
  expectRefusal(await scene.psu.tpp.post(CROSS_BORDER_ALIAS, crossBorderFrom(scene)), duplicate);
});

test('PAY-08: the same by another product is another payment', async () => {
  await scene.pay(DOMESTIC, domesticFrom(scene));
  await scene.pay(STRAKS, domesticFrom(scene));
});

test('PAY-08: another structured reference is another payment', async () => {
  const to = (reference: string) =>
    domesticFrom(scene, { remittanceInformationStructuredArray: [{ reference }] });
  await scene.pay(DOMESTIC, to('A'));
  await scene.pay(DOMESTIC, to('B'));
  expectRefusal(await scene.psu.tpp.post(DOMESTIC, to('A')), duplicate);
});

test('PAY-08: a bulk is the same when its paymentInformationId is', async () => {
  const entries = [domesticEntry()];
  await scene.pay(BULK, bulkFrom(scene, entries));
  await scene.pay(BULK, bulkFrom(scene, entries, { paymentInformationId: 'BULK-2' }));
  const other = [domesticEntry({ creditorName: 'En annen' })];
  expectRefusal(await scene.psu.tpp.post(BULK, bulkFrom(scene, other)), duplicate);
  expect((await scene.advance('P1D')).filter(({ type }) => type === 'paymentDue')).toEqual([]);
  await scene.pay(BULK, bulkFrom(scene, other));
});
