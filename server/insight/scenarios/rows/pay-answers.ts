// Payments: answers that are lost, late or refused, and what the person does.
import { giveUp, good, isAuthorisation, polls, waits } from '../judgements.ts';
import { scenariosOf } from '../scenario.ts';
import {
  asksStatus,
  badAnswer,
  forcesNothing,
  madeOnce,
  paysOnce,
  paysOnceAndForAll,
  resends,
} from './pay-parts.ts';
import { atTheLink, CALLBACK_TWICE } from './people.ts';

export const PAY_ANSWERS = scenariosOf('pay', [
  {
    name: 'payment-answer-lost',
    title: 'The answer to the payment is lost',
    happens: 'The bank makes the payment, and the connection breaks before the answer.',
    why: 'The client cannot know whether there is a payment. One that simply makes a new payment pays twice.',
    right:
      'Send the same body again, without allowLogicalDuplicate. If the bank has it, it answers 409 CONFLICT, and there is one.',
    setup: badAnswer({ loseReply: true }),
    must: [paysOnce, forcesNothing],
    should: [resends('loseReply')],
  },
  {
    name: 'payment-never-arrived',
    title: 'The connection breaks before the bank has read the payment',
    happens: 'The connection is reset. The bank has done nothing, and your client cannot see that.',
    why: 'To the client it looks like a lost answer. A client that gives up here has not paid.',
    right: 'Send the same body again, without allowLogicalDuplicate: it is safe in both cases.',
    setup: badAnswer({ reset: true }),
    must: [paysOnceAndForAll, forcesNothing],
  },
  {
    name: 'payment-500',
    title: '500 to the payment, then all is well',
    happens: 'The first POST is answered 500 SYSTEM_ERROR, and was not done.',
    why: 'From outside, a 500 says nothing about what was done.',
    right: 'Send the same body again, without allowLogicalDuplicate, once or twice.',
    setup: badAnswer({ status: 500 }),
    must: [forcesNothing],
    should: [resends('status')],
  },
  {
    name: 'payment-503',
    title: '503 to the payment, with Retry-After: 20',
    happens: 'The bank is busy for 20 seconds.',
    why: 'The bank says when to come back.',
    right: 'Wait as long as Retry-After says, then send the same body again.',
    setup: badAnswer({ status: 503, retryAfter: 20 }),
    must: [waits('SCEN-02')],
    should: [resends('retryAfter')],
  },
  {
    name: 'payment-answer-cut',
    title: 'The answer to the payment is cut in half',
    happens: 'The status is 201, and the body ends after 30 bytes: no paymentId, no link.',
    why: 'The payment is there. What is missing is only what the client knows of it.',
    right: 'Treat it as a lost answer: send the same body again, and take the 409 as a yes.',
    setup: badAnswer({ truncate: 30 }),
    must: [paysOnce, forcesNothing],
    should: [resends('truncate')],
  },
  {
    name: 'sca-answer-lost',
    title: "The callback of the payment's SCA never comes",
    happens: 'The person approves, and the connection breaks before the redirect.',
    why: 'People close the tab. The payment goes through, whatever the client thinks.',
    right: 'Ask for the status. It says what happened, with a callback or without.',
    setup: atTheLink({ loseReply: true }),
    must: [paysOnce, asksStatus],
  },
  {
    name: 'payment-cancelled-by-person',
    title: 'The person cancels the payment at the bank',
    happens: 'The callback has code=PAYMENT_FAILED. The payment stays RCVD.',
    why: 'A callback is no proof of a payment, and this one says the opposite.',
    right: 'Say so, delete the payment, or offer POST …/authorisations for another try.',
    setup: { sca: { outcome: 'cancel' } },
    must: [madeOnce, giveUp(30)],
  },
  {
    name: 'sca-in-app',
    title: 'The person approves in an app, after 40 seconds',
    happens:
      "The link shows a page that waits. 40 seconds later, by the bank's clock, the person approves in the bank's app.",
    why: 'The phone is in another room. A client that gives up leaves a payment that nobody follows; one that pays again makes two.',
    right: 'Go on asking for the status every few seconds, and give up after minutes, not seconds.',
    setup: { sca: { after: 'PT40S' } },
    must: [madeOnce],
    should: [
      polls,
      good('waits until the person has approved', 'SCA-09').unless(({ payments }) =>
        payments.some(({ status }) => status === 'RCVD')
          ? { text: 'The payment still waits for the person, and the client is gone.' }
          : undefined,
      ),
    ],
  },
  {
    name: 'payment-callback-twice',
    title: 'The callback of the payment comes twice',
    ...CALLBACK_TWICE,
    why: 'People reload a page, and browsers do it by themselves. A client that pays in its callback pays twice.',
    right: 'Find the payment by the state of the callback, and ask for its status. Make none.',
    must: [madeOnce, forcesNothing],
  },
  {
    name: 'payment-link-expires',
    title: 'The person approves after the link was refreshed',
    happens: 'The person opens the link after 16 minutes. The callback has code=SCA_EXPIRED.',
    why: 'The payment waits for ever, its link for 15 minutes.',
    right: 'POST …/authorisations gives a new link for the same payment. Do not make another one.',
    setup: atTheLink({ advance: 'PT16M' }),
    must: [madeOnce],
    should: [
      good('asks for a new link with POST …/authorisations', 'PAY-16').sends(
        isAuthorisation,
        'The payment waits, and nobody can approve it.',
      ),
    ],
  },
]);
