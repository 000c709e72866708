// Logical duplicates (PAY-08): of every product that has them, and what makes two payments the same.
import { describe, expect, test } from '@jest/globals';
import { PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { openScene, PERIODIC, payerOf, refOf, SEPA, TODAY } from '../support/payment-scene.ts';
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
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank();
const scene = eachTest(() => openScene(house));

const duplicate = { code: 'CONFLICT', path: 'allowLogicalDuplicate' };
const products = PRODUCT_CASES.filter(({ name }) => name !== 'periodic');

describe.each(products)('$name', ({ path, body }) => {
  test('PAY-08: the same again is 409, unless allowed or cancelled', async () => {
    const made = await scene.pay(path, body(scene));
    expectRefusal(await scene.post(path, body(scene)), duplicate);
    const allowed = await scene.pay(`${path}?allowLogicalDuplicate=true`, body(scene));
    for (const one of [made, allowed]) {
      expect((await scene.remove(one)).status).toBe(204);
    }
    await scene.pay(path, body(scene));
  });
});

test('PAY-08: a rejected one does not count', async () => {
  const made = await scene.pay(SEPA, scene.sepa());
  await scene.approve(made, { outcome: 'cancel' });
  for (let failures = 1; failures < 3; failures += 1) {
    const again = await scene.start(made);
    await scene.approve(again, { outcome: 'cancel' });
  }
  expect(await scene.statusOf(made)).toBe('RJCT');
  await scene.pay(SEPA, scene.sepa());
});

test('PAY-08: under the alias it is the same payment', async () => {
  await scene.pay(CROSS_BORDER, crossBorderFrom(scene));
  expectRefusal(await scene.post(CROSS_BORDER_ALIAS, crossBorderFrom(scene)), duplicate);
});

test('PAY-08: of a creditor without an IBAN the bban counts', async () => {
  const to = (bban: string) =>
    crossBorderFrom(scene, { creditorAccount: { bban, currency: 'JPY' } });
  await scene.pay(CROSS_BORDER, to('1234567'));
  await scene.pay(CROSS_BORDER, to('1234568'));
  expectRefusal(await scene.post(CROSS_BORDER, to('1234568')), duplicate);
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
  expectRefusal(await scene.post(DOMESTIC, to('A')), duplicate);
});

test('PAY-08: a bulk is the same when its paymentInformationId is', async () => {
  const entries = [domesticEntry()];
  await scene.pay(BULK, bulkFrom(scene, entries));
  await scene.pay(BULK, bulkFrom(scene, entries, { paymentInformationId: 'BULK-2' }));
  const other = [domesticEntry({ creditorName: 'En annen' })];
  expectRefusal(await scene.post(BULK, bulkFrom(scene, other)), duplicate);
  expect((await scene.advance('P1D')).filter(({ type }) => type === 'paymentDue')).toEqual([]);
  await scene.pay(BULK, bulkFrom(scene, other));
});

describe('PAY-08: logical duplicates', () => {
  const again = (body = scene.sepa(), query = '') => scene.post(SEPA + query, body);

  test('PAY-08: one that was rejected for lack of funds, ACCP, does not count', async () => {
    const dear = scene.sepa({ instructedAmount: { amount: '90000.00', currency: 'EUR' } });
    const made = await scene.pay(SEPA, dear);
    await scene.approve(made);
    await scene.advance('PT3S');
    expect(await scene.statusOf(made)).toBe('ACCP');
    expect((await again(dear)).status).toBe(201);
  });

  test('PAY-08: the same again is 409 and leaves nothing, whatever its status', async () => {
    const made = await scene.pay(SEPA, scene.sepa());
    expectRefusal(await again(), duplicate);
    expectRefusal(await again(scene.sepa(), '?allowLogicalDuplicate=false'), duplicate);
    await scene.approve(made);
    expectRefusal(await again(), duplicate);
    await scene.advance('PT2S');
    expect(await scene.statusOf(made)).toBe('ACSC');
    expectRefusal(await again(), duplicate);
    const left = await scene.advance('PT16M');
    expect(left.filter(({ type }) => type !== 'sessionEnded')).toEqual([]);
  });

  test('PAY-08: another value than true or false is FORMAT_ERROR', async () => {
    const answer = await again(scene.sepa(), '?allowLogicalDuplicate=yes');
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: 'allowLogicalDuplicate' });
  });

  test.each([
    ['amount', { instructedAmount: { amount: '100.51', currency: 'EUR' } }],
    ['creditor', { creditorAccount: { iban: 'FR1420041010050500013M02606', currency: 'EUR' } }],
    ['date', { requestedExecutionDate: '2026-06-11' }],
    ['remittance', { remittanceInformationUnstructured: 'Rechnung 8' }],
  ])('PAY-08: another %s is another payment', async (_, change) => {
    await scene.pay(SEPA, scene.sepa());
    await scene.pay(SEPA, scene.sepa(change));
    expectRefusal(await again(scene.sepa(change)), duplicate);
  });

  test('PAY-08: another debtor account, PSU or TPP is another payment', async () => {
    await scene.pay(SEPA, scene.sepa());
    await scene.pay(SEPA, scene.sepa({ debtorAccount: refOf(scene.nok) }));
    const second = await house.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    const elsewhere = await payerOf(scene.bank, PERSONS.jonas, second.at(scene.bank.url));
    await scene.pay(SEPA, scene.sepa(), elsewhere.tpp);
  });

  test.each([
    ['100.5 for 100.50', { instructedAmount: { amount: '100.5', currency: 'EUR' } }],
    ['today for no date', { requestedExecutionDate: TODAY }],
    [
      'an IBAN with spaces',
      { creditorAccount: { iban: 'DE89 3704 0044 0532 0130 00', currency: 'EUR' } },
    ],
  ])('PAY-08: %s is the same payment', async (_, change) => {
    await scene.pay(SEPA, scene.sepa());
    expectRefusal(await again(scene.sepa(change)), duplicate);
  });

  test('PAY-08: after 24 hours of bank time it is another payment, a second before it is not', async () => {
    const dated = scene.sepa({ requestedExecutionDate: '2026-06-30' });
    await scene.pay(SEPA, dated);
    await scene.advance('PT23H59M59S');
    expectRefusal(await again(dated), duplicate);
    await scene.advance('PT1S');
    await scene.pay(SEPA, dated);
  });

  test('PAY-08: a periodic payment has no duplicates', async () => {
    await scene.pay(PERIODIC, scene.periodic());
    await scene.pay(PERIODIC, scene.periodic());
  });
});
