// What scenarios about payments share.
import type { Fault } from '../../../protocol/generated/schemas.ts';
import {
  both,
  done,
  good,
  hasEffect,
  isPayment,
  isStatusOfPayment,
  onePayment,
} from '../judgements.ts';
import type { Judgement, PaymentToMake, Setup } from '../scenario.ts';

type Body = PaymentToMake['body'];

const DOMESTIC: Body = {
  instructedAmount: { amount: '125.00', currency: 'NOK' },
  creditorName: 'Huseier Hansen',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
};

const SEPA: Body = {
  creditorName: 'Bäckerei Müller',
  creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
};

export const pays = (more: Body = {}): readonly PaymentToMake[] => [
  { product: 'payments/norwegian-domestic-credit-transfers', body: { ...DOMESTIC, ...more } },
];

export const paysSepa = (amount: string, more: Body = {}): readonly PaymentToMake[] => {
  const body = { ...SEPA, instructedAmount: { amount, currency: 'EUR' }, ...more };
  return [{ product: 'payments/sepa-credit-transfers', body }];
};

/** The first POST of a payment is answered badly. */
export const badAnswer = (effect: Fault['effect']): Setup => ({
  faults: [{ match: { method: 'POST', path: '/v1/payments/*' }, effect, times: 1 }],
});

export const paysOnce = onePayment(0);
export const paysOnceAndForAll = onePayment(1);
export const madeOnce: Judgement = { ...onePayment(0, () => true), says: 'makes one payment' };

export const forcesNothing = good('never sets allowLogicalDuplicate by itself', 'PAY-08').never(
  (one, seen) =>
    isPayment(one, seen) && one.query.get('allowLogicalDuplicate')?.toLowerCase() === 'true',
  'This request asks the bank to pay a second time.',
);

export const asksStatus = good('asks for the status of its payment', 'PAY-14').sends(
  both(isStatusOfPayment, done),
  'The client never asked what became of the payment.',
);

export const resends = (effect: string): Judgement =>
  good('sends the payment again, unchanged, to find out', 'PAY-08').sends(
    isPayment,
    'After this the client did not find out whether the bank has the payment.',
    hasEffect(effect),
  );

/** Of a payment that ended badly, no second one by itself. */
export const paysNothingElse = good('leaves it to the person to pay again', 'PAY-08').atMost(
  1,
  both(isPayment, done),
  'The client made another payment by itself.',
);
