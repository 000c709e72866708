// Cancellations and signing baskets.
import {
  atMost,
  both,
  done,
  hasCode,
  hasEffect,
  isPayment,
  isStatus,
  isStatusOfPayment,
  sometime,
  stopsWhenFinal,
} from '../judgements.ts';
import type { Scenario } from '../scenario.ts';
import { pays } from './pay-parts.ts';

export const CANCEL: readonly Scenario[] = [
  {
    name: 'cancel-needs-sca',
    task: 'cancel',
    title: 'A cancellation needs an SCA of its own',
    happens: 'The payment is approved for a day ahead. DELETE answers 202 with startAuthorisation.',
    why: '202 is no 204: until the person has approved the cancellation, the payment goes on.',
    right:
      'POST the startAuthorisation link, send the person to scaRedirect, then ask for the status.',
    setup: { payments: pays({ creditorName: 'Sandbox ACTC' }) },
    must: [
      {
        says: 'cancels the payment: its status is CANC',
        cites: 'PAY-17',
        wrong({ payments, requests }) {
          if (payments.some(({ status }) => status === 'CANC')) return undefined;
          const at = requests.findLast(({ method }) => method === 'DELETE');
          return { at, text: 'The payment goes on: it was approved, and it is not cancelled.' };
        },
      },
    ],
  },
  {
    name: 'cancelled-too-late',
    task: 'cancel',
    title: 'The cancellation comes too late',
    happens: 'When the DELETE arrives, the payment is settled: 409 CONFLICT with the status.',
    why: 'It is an answer. Booked money does not come back by asking again.',
    right: 'Ask for the status, and tell the person that it was paid.',
    setup: { faults: [{ match: { method: 'DELETE' }, effect: { advance: 'PT1M' } }] },
    must: [
      atMost(
        {
          says: 'takes the 409 for an answer',
          cites: 'PAY-17',
          is: hasCode('CONFLICT'),
          but: 'The client went on deleting what is final.',
        },
        2,
      ),
    ],
    should: [
      sometime({
        says: 'asks for the status after the refusal',
        cites: 'PAY-17',
        after: hasCode('CONFLICT'),
        is: isStatusOfPayment,
        but: 'After this refusal the client did not look what became of the payment.',
      }),
    ],
  },
  {
    name: 'cancel-answer-lost',
    task: 'cancel',
    title: 'The answer to the cancellation is lost',
    happens: 'The connection breaks before the answer to the DELETE.',
    why: 'DELETE can be sent again: nothing is cancelled twice.',
    right: 'Send the DELETE again, or ask for the status.',
    setup: { faults: [{ match: { method: 'DELETE' }, effect: { loseReply: true }, times: 1 }] },
    must: [
      sometime({
        says: 'finds out what became of the payment',
        cites: 'PAY-17',
        after: hasEffect('loseReply'),
        is: (one, seen) => one.method === 'DELETE' || isStatusOfPayment(one, seen),
        but: 'After this the client did not know whether the payment goes on.',
      }),
    ],
  },
];

const bothPayments = [
  ...pays(),
  ...pays({
    creditorName: 'Sandbox RJCT',
    instructedAmount: { amount: '75.00', currency: 'NOK' },
  }),
];

export const BASKET: readonly Scenario[] = [
  {
    name: 'basket-partly-rejected',
    task: 'basket',
    title: 'One payment of the basket is rejected',
    happens: 'The person approves both payments at once. One is settled, one is RJCT.',
    why: 'A basket is approved as a whole, and not executed as a whole. Its status is the worst.',
    right: 'Ask for the status of each payment in it.',
    setup: { payments: bothPayments },
    must: [
      {
        says: 'asks for the status of each payment of the basket',
        cites: 'BASK-03',
        wrong(seen) {
          const asked = new Set(
            seen.requests
              .filter((one) => isStatusOfPayment(one, seen) && done(one, seen))
              .map(({ path }) => path.split('/')[4]),
          );
          const left = seen.payments.find(({ paymentId }) => !asked.has(paymentId));
          return left && { text: `Nobody asked for the status of ${left.paymentId}.` };
        },
      },
    ],
    should: [stopsWhenFinal],
  },
  {
    name: 'basket-cancelled-by-person',
    task: 'basket',
    title: 'The person cancels the basket',
    happens: 'The callback says that the SCA failed. The payments stay RCVD.',
    why: 'Nothing is paid, and nothing is lost: the basket can be approved later.',
    right: 'Offer another try with POST …/authorisations of the basket, or delete it.',
    setup: { payments: bothPayments, sca: { outcome: 'cancel' } },
    must: [
      atMost(
        {
          says: 'makes each payment once',
          cites: 'BASK-02',
          is: both(isPayment, done),
          but: 'The client made the payments anew.',
        },
        2,
      ),
      atMost(
        {
          says: 'comes back later, instead of asking on and on',
          cites: 'PAY-14',
          is: isStatus,
          but: 'The status was asked for more than 60 times in one run.',
        },
        60,
      ),
    ],
  },
];
