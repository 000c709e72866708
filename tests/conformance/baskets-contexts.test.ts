// What a signing basket cannot hold together (BASK-01): one SCA approves in one context.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { PERSONS, type Psu, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { accountOf } from '../support/control-bank.ts';
import { openScene, payerOf, type Scene, selfOf } from '../support/payment-scene.ts';
import { DOMESTIC, domesticEntry, domesticFrom, repeatable } from '../support/product-scene.ts';
import { addCompany, COMPANY, corporateIdsOf } from '../support/second-company.ts';
import { testBank } from '../support/test-bank.ts';

const FIRST = 'Nordlys Snekkerverksted AS';

let scene: Scene;
let odd: Psu;
/** Makes a payment of odd's from an account of their own, or of either company. */
let pay: Readonly<Record<'own' | 'first' | 'second', () => Promise<string>>>;

const house = await testBank();
beforeEach(async () => {
  scene = await openScene(house);
  const { bank, tpp } = scene;
  const first = await accountOf(bank, PERSONS.mari);
  const second = await addCompany(tpp, PERSONS.mari, PERSONS.odd);
  odd = await payerOf(bank, PERSONS.odd, tpp);
  const ids = await corporateIdsOf(odd.tpp);
  const from =
    (iban: string, company = '') =>
    async () => {
      const debtorAccount = { iban, currency: 'NOK' };
      const context =
        company === ''
          ? { 'PSU-Context': 'PRIVATE' }
          : { 'PSU-Context': 'CORPORATE', 'PSU-Corporate-ID': ids[company] };
      const payment = domesticEntry({ debtorAccount });
      const made = await scene.pay(repeatable(DOMESTIC), payment, odd.tpp.with(context));
      return made.body.paymentId as string;
    };
  pay = {
    own: from((await accountOf(bank, PERSONS.odd)).iban),
    first: from(first.iban, FIRST),
    second: from(second.iban, COMPANY),
  };
});

const group = (paymentIds: readonly string[]) =>
  odd.tpp.post('/v1/signing-baskets', { paymentIds });

describe('BASK-01: one context', () => {
  test.each([
    ['own', 'first'],
    ['first', 'own'],
    ['first', 'second'],
  ] as const)('BASK-01: payments of %s and %s: REFERENCE_MIX_INVALID', async (one, other) => {
    const ids = [await pay[one](), await pay[one](), await pay[other]()];
    expectRefusal(await group(ids), { code: 'REFERENCE_MIX_INVALID', path: '/paymentIds/2' });
    // The refusal keeps none of them.
    expect((await group(ids.slice(0, 2))).status).toBe(201);
    expect((await group(ids.slice(2))).status).toBe(201);
  });

  test('BASK-01, PAY-20: payments of single SCA in both contexts: REFERENCE_MIX_INVALID', async () => {
    const ids: string[] = [];
    for (const context of ['PRIVATE', 'CORPORATE']) {
      const nobody = scene.tpp.with({ ...psuHeaders(), 'PSU-Context': context });
      const made = await scene.pay(repeatable(DOMESTIC), domesticFrom(scene), nobody);
      ids.push(made.body.paymentId);
    }
    const basket = await scene.tpp
      .with(psuHeaders())
      .post('/v1/signing-baskets', { paymentIds: ids });
    expectRefusal(basket, { code: 'REFERENCE_MIX_INVALID', path: '/paymentIds/1' });
  });

  test('BASK-01: all of one company are approved as that company', async () => {
    const basket = await group([await pay.second(), await pay.second()]);
    const back = await scene.approve(basket);
    expect(back.get('psu-corporate-id')).toBe((await corporateIdsOf(odd.tpp))[COMPANY]);
    const status = await odd.tpp.get(`${selfOf(basket)}/status`, {
      headers: { 'PSU-Corporate-ID': back.get('psu-corporate-id') ?? '' },
    });
    expect(status.body.transactionStatus).toBe('PDNG');
  });
});
