// What renews the 180 days in which accounts are read without the PSU (CONS-07).
import { beforeEach, describe, expect, test } from '@jest/globals';
import { absent, corporateConsentOf } from '../support/account-reads.ts';
import { completeSca, consentOf, PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import type { Answer } from '../support/http.ts';
import { openScene, payerOf, type Scene, SEPA } from '../support/payment-scene.ts';
import { testBank } from '../support/test-bank.ts';

let scene: Scene;

const house = await testBank();
beforeEach(async () => {
  scene = await openScene(house);
});

const read = (psu = scene.psu) => absent(psu).get('/v1/accounts');
const EXPIRED = { code: 'CONSENT_EXPIRED' };
const pay = () => scene.pay(SEPA, scene.sepa());

describe('CONS-07: any SCA of the person for the TPP renews', () => {
  const asks: readonly (readonly [string, () => Promise<Answer>])[] = [
    ['a payment', pay],
    [
      'a signing basket',
      async () => {
        const { paymentId } = (await pay()).body;
        return scene.psu.tpp.post('/v1/signing-baskets', { paymentIds: [paymentId] });
      },
    ],
    ['a session alone', () => scene.psu.tpp.get('/v1/user')],
  ];

  test.each(asks)('CONS-07: that of %s does', async (_, ask) => {
    await scene.advance('P100D');
    await scene.approve(await ask());
    await scene.advance('P180D');
    expect((await read()).status).toBe(200);
    await scene.advance('PT1S');
    expectRefusal(await read(), EXPIRED);
  });

  test('CONS-07: in another context too', async () => {
    const corporate = await corporateConsentOf(scene.bank, PERSONS.odd);
    await scene.advance('P100D');
    await consentOf(scene.bank, PERSONS.odd);
    await scene.advance('P180D');
    expect((await read(corporate)).status).toBe(200);
  });

  test('CONS-07: not one that failed, of another person, or for another TPP', async () => {
    await scene.advance('P100D');
    await completeSca(scene.bank, await pay(), { outcome: 'cancel' });
    await consentOf(scene.bank, PERSONS.odd);
    const second = await scene.bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    await payerOf(scene.bank, PERSONS.jonas, second);
    await scene.advance('P80D');
    expect((await read()).status).toBe(200);
    await scene.advance('PT1S');
    expectRefusal(await read(), EXPIRED);
  });
});
