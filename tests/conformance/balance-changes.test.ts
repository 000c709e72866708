// When a balance last changed, as it says itself (ACC-02): with each booking and hold, and with nothing else.
import { describe, expect, test } from '@jest/globals';
import { answered } from '../support/control-bank.ts';
import { type Account, refOf, SEPA, START } from '../support/payment-scene.ts';
import { eachScene } from '../support/test-bank.ts';

const scene = await eachScene();

const MINUTE = 60_000;
const begun = Date.parse(START);

/** How long after the beginning either balance of the EUR account says that it changed. */
async function changed({ resourceId }: Account = scene.eur): Promise<number> {
  const answer = await scene.psu.tpp.get(`/v1/accounts/${resourceId}/balances`);
  const rows: { lastChangeDateTime: string }[] = answered(answer, 200).body.balances;
  const [booked, expected] = rows.map((row) => Date.parse(row.lastChangeDateTime) - begun);
  expect(expected).toBe(booked);
  return booked ?? Number.NaN;
}

const transactions = ({ id } = scene.eur) => `/v1/sandbox/accounts/${id}/transactions`;
const line = (change: object = {}) => ({
  transactionAmount: { amount: '-1.00', currency: 'EUR' },
  ...change,
});
const pay = () => scene.pay(SEPA, scene.sepa());
const set = (amount: string) =>
  scene.tpp.send('PUT', `/v1/sandbox/accounts/${scene.eur.id}/balances`, {
    body: {
      balances: [{ balanceType: 'expected', balanceAmount: { amount, currency: 'EUR' } }],
    },
  });

describe('ACC-02: lastChangeDateTime', () => {
  test.each<readonly [string, () => Promise<unknown>]>([
    ['a booking', () => scene.tpp.post(transactions(), line())],
    ['a pending transaction', () => scene.tpp.post(transactions(), line({ pending: true }))],
    ['a balance that is set', () => set('7.00')],
    ['the hold of a payment', async () => scene.approve(await pay())],
  ])('ACC-02: moves with %s', async (_, act) => {
    expect(await changed()).toBe(0);
    await scene.advance('PT1M');
    await act();
    await scene.advance('PT1S');
    expect(await changed()).toBe(MINUTE);
  });

  test('ACC-02: moves with the settlement of a payment, on both sides', async () => {
    const creditor = await scene.newAccount({ currency: 'EUR' });
    const asked = await scene.post('/v1/bank-offered-consents');
    await scene.approve(asked);
    await scene.advance('PT1M');
    const body = scene.sepa({ creditorAccount: refOf(creditor) });
    // Exempt from SCA (SES-06), it is held at once.
    expect((await scene.pay(SEPA, body)).body.transactionStatus).toBe('PDNG');
    expect([await changed(), await changed(creditor)]).toEqual([MINUTE, 0]);
    await scene.advance('PT1M');
    const settled = MINUTE + 2_000;
    expect([await changed(), await changed(creditor)]).toEqual([settled, settled]);
  });

  test.each<readonly [string, () => Promise<unknown>]>([
    ['time alone', async () => undefined],
    ['a reading', () => scene.psu.tpp.get('/v1/accounts?withBalance=true')],
    [
      'a booking that is refused',
      async () => answered(await scene.tpp.post(transactions(), line({ colour: 'red' })), 400),
    ],
    [
      "another account's booking",
      async () => {
        const nok = line({ transactionAmount: { amount: '-1.00', currency: 'NOK' } });
        return answered(await scene.tpp.post(transactions(scene.nok), nok), 201);
      },
    ],
    ['a payment that is not approved', pay],
    ['one that was cancelled', async () => scene.approve(await pay(), { outcome: 'cancel' })],
    [
      'one that lacks funds',
      async () => {
        const instructedAmount = { amount: '1000.01', currency: 'EUR' };
        return scene.approve(await scene.pay(SEPA, scene.sepa({ instructedAmount })));
      },
    ],
  ])('ACC-02: does not move with %s', async (_, act) => {
    await scene.tpp.post(transactions(), line());
    await scene.advance('PT1M');
    await act();
    await scene.advance('PT1M');
    expect(await changed()).toBe(0);
  });
});
