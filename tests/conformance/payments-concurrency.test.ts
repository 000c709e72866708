// Approvals, deletions and creates that come at the same moment: each has one outcome.
import { expect, test } from '@jest/globals';
import { refOf, SEPA } from '../support/payment-scene.ts';
import { eachScene } from '../support/test-bank.ts';

const scene = await eachScene();

const money = (amount: string) => ({ instructedAmount: { amount, currency: 'EUR' } });

test('MOVE-02: two payments that together exceed the balance never both settle', async () => {
  for (let round = 0; round < 3; round += 1) {
    const debtor = await scene.newAccount({ currency: 'EUR', balance: '100.00' });
    const body = (creditorName: string, amount: string) =>
      scene.sepa({ ...money(amount), creditorName, debtorAccount: refOf(debtor) });
    const both = [
      await scene.pay(SEPA, body('Eins', '60.00')),
      await scene.pay(SEPA, body('Zwei', '60.01')),
    ];
    await Promise.all(both.map((made) => scene.approve(made)));
    await scene.advance('PT2S');
    const statuses = await Promise.all(both.map((made) => scene.statusOf(made)));
    expect([...statuses].sort()).toEqual(['ACCP', 'ACSC']);
    const left = statuses[0] === 'ACSC' ? '40.00' : '39.99';
    expect(await scene.balances(debtor)).toEqual({ closingBooked: left, expected: left });
    expect(await scene.lines(debtor)).toHaveLength(1);
  }
});

test.each([
  ['for today', {}, ['CANC', 'PDNG']],
  ['for a later date', { requestedExecutionDate: '2026-06-12' }, ['ACTC', 'CANC']],
])(
  'PAY-17, SES-06: 20 approvals and deletions at once, %s: one outcome each',
  async (_, change, outcomes) => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        scene.pay(SEPA, scene.sepa({ ...money(`1.${10 + i}`), ...change })),
      ),
    );
    const back = await Promise.all(
      made.flatMap((one, i) => {
        const approve = scene.approve(one).then((query) => query.get('code') ?? 'approved');
        const remove = () => scene.remove(one);
        const deleted = remove().then(({ status }) => String(status));
        return i % 2 === 0 ? [approve, deleted] : [deleted, approve];
      }),
    );
    for (const [i, one] of made.entries()) {
      const pair = [back[2 * i], back[2 * i + 1]];
      const [sca, removal] = i % 2 === 0 ? pair : pair.reverse();
      const status = await scene.statusOf(one);
      expect(outcomes).toContain(status);
      // Deleted first: the link fails. Approved first: too late to delete, or only by an SCA.
      expect([sca, removal]).toEqual(
        status === 'CANC'
          ? ['PAYMENT_FAILED', '204']
          : ['approved', status === 'PDNG' ? '409' : '202'],
      );
    }
  },
);

test('PAY-16: 20 links of one payment approved at once: one does', async () => {
  const made = await scene.pay(SEPA, scene.sepa());
  const start = () => scene.start(made);
  const started = await Promise.all(Array.from({ length: 19 }, start));
  const back = await Promise.all([made, ...started].map((link) => scene.approve(link)));
  const codes = back.map((query) => query.get('code') ?? 'approved').sort();
  expect(codes).toEqual([...Array(19).fill('PAYMENT_FAILED'), 'approved']);
  await scene.advance('PT2S');
  const lines = await scene.lines(scene.eur);
  expect(lines.map((line) => line.transactionAmount.amount)).toEqual(['-100.50']);
});

test('PAY-08: of many equal creates at once one is made', async () => {
  const sent = Array.from({ length: 20 }, () => scene.post(SEPA, scene.sepa()));
  const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array(19).fill(409)]);
});
