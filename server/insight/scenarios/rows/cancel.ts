// Cancellations and signing baskets.
import {
  both,
  done,
  good,
  hasCode,
  hasEffect,
  isPayment,
  isStatus,
  isStatusOfPayment,
  stopsWhenFinal,
} from '../judgements.ts';
import { scenariosOf } from '../scenario.ts';
import { pays } from './pay-parts.ts';

export const CANCEL = scenariosOf('cancel', [
  {
    name: 'cancel-needs-sca',
    title: 'A cancellation needs an SCA of its own',
    happens: 'The payment is approved for a day ahead. DELETE answers 202 with startAuthorisation.',
    why: '202 is no 204: until the person has approved the cancellation, the payment goes on.',
    right:
      'POST the startAuthorisation link, send the person to scaRedirect, then ask for the status.',
    setup: { payments: pays({ creditorName: 'Sandbox ACTC' }) },
    must: [
      good('cancels the payment: its status is CANC', 'PAY-17').unless(({ payments, requests }) => {
        if (payments.some(({ status }) => status === 'CANC')) return undefined;
        const at = requests.findLast(({ method }) => method === 'DELETE');
        return { at, text: 'The payment goes on: it was approved, and it is not cancelled.' };
      }),
    ],
  },
  {
    name: 'cancelled-too-late',
    title: 'The cancellation comes too late',
    happens: 'When the DELETE arrives, the payment is settled: 409 CONFLICT with the status.',
    why: 'It is an answer. Booked money does not come back by asking again.',
    right: 'Ask for the status, and tell the person that it was paid.',
    setup: { faults: [{ match: { method: 'DELETE' }, effect: { advance: 'PT1M' } }] },
    must: [
      good('takes the 409 for an answer', 'PAY-17').atMost(
        2,
        hasCode('CONFLICT'),
        'The client went on deleting what is final.',
      ),
    ],
    should: [
      good('asks for the status after the refusal', 'PAY-17').sends(
        isStatusOfPayment,
        'After this refusal the client did not look what became of the payment.',
        hasCode('CONFLICT'),
      ),
    ],
  },
  {
    name: 'cancel-answer-lost',
    title: 'The answer to the cancellation is lost',
    happens: 'The connection breaks before the answer to the DELETE.',
    why: 'DELETE can be sent again: nothing is cancelled twice.',
    right: 'Send the DELETE again, or ask for the status.',
    setup: { faults: [{ match: { method: 'DELETE' }, effect: { loseReply: true }, times: 1 }] },
    must: [
      good('finds out what became of the payment', 'PAY-17').sends(
        (one, seen) => one.method === 'DELETE' || isStatusOfPayment(one, seen),
        'After this the client did not know whether the payment goes on.',
        hasEffect('loseReply'),
      ),
    ],
  },
]);

const bothPayments = [
  ...pays(),
  ...pays({
    creditorName: 'Sandbox RJCT',
    instructedAmount: { amount: '75.00', currency: 'NOK' },
  }),
];

export const BASKET = scenariosOf('basket', [
  {
    name: 'basket-partly-rejected',
    title: 'One payment of the basket is rejected',
    happens: 'The person approves both payments at once. One is settled, one is RJCT.',
    why: 'A basket is approved as a whole, and not executed as a whole. Its status is the worst.',
    right: 'Ask for the status of each payment in it.',
    setup: { payments: bothPayments },
    must: [
      good('asks for the status of each payment of the basket', 'BASK-03').unless((seen) => {
        const asked = new Set(
          seen.requests
            .filter((one) => isStatusOfPayment(one, seen) && done(one, seen))
            .map(({ path }) => path.split('/')[4]),
        );
        const left = seen.payments.find(({ paymentId }) => !asked.has(paymentId));
        return left && { text: `Nobody asked for the status of ${left.paymentId}.` };
      }),
    ],
    should: [stopsWhenFinal],
  },
  {
    name: 'basket-cancelled-by-person',
    title: 'The person cancels the basket',
    happens: 'The callback says that the SCA failed. The payments stay RCVD.',
    why: 'Nothing is paid, and nothing is lost: the basket can be approved later.',
    right: 'Offer another try with POST …/authorisations of the basket, or delete it.',
    setup: { payments: bothPayments, sca: { outcome: 'cancel' } },
    must: [
      good('makes each payment once', 'BASK-02').atMost(
        2,
        both(isPayment, done),
        'The client made the payments anew.',
      ),
      good('comes back later, instead of asking on and on', 'PAY-14').atMost(
        60,
        isStatus,
        'The status was asked for more than 60 times in one run.',
      ),
    ],
  },
]);
