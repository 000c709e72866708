// Payments: what becomes of them after the approval, and what is refused.
import {
  both,
  calm,
  done,
  giveUp,
  good,
  hasCode,
  isAuthorisation,
  isPayment,
  isStatusOfPayment,
  nextRun,
  polls,
  stopsWhenFinal,
} from '../judgements.ts';
import { scenariosOf } from '../scenario.ts';
import {
  asksStatus,
  forcesNothing,
  madeOnce,
  pays,
  paysNothingElse,
  paysOnce,
  paysOnceAndForAll,
  paysSepa,
} from './pay-parts.ts';

/** @param asked what the client did not do */
const comesBack = (asked: string) =>
  good('asks for the status of the same payment in its next run', 'PAY-17').sends(
    both(nextRun, isStatusOfPayment, done),
    asked,
  );

const ENDS_BADLY = { must: [asksStatus, paysNothingElse], should: [stopsWhenFinal] };

export const PAY_STATUS = scenariosOf('pay', [
  {
    name: 'payment-rejected',
    title: 'The bank rejects the payment after the approval',
    happens: 'The person has approved; then the status is RJCT. That is final.',
    why: 'Between approval and booking a bank checks more. Clients that take the callback for the end tell the person something wrong.',
    right: 'Follow the status to its end. Tell the person, who decides about another payment.',
    setup: { payments: pays({ creditorName: 'Sandbox RJCT' }) },
    ...ENDS_BADLY,
  },
  {
    name: 'lack-of-funds',
    title: 'There is no money at settlement',
    happens: 'The status goes from PDNG to ACCP, with fundsAvailable: false.',
    why: 'In this API ACCP means rejected for lack of funds. In ISO 20022 it means accepted.',
    right: 'Treat ACCP as failed and final. Look at fundsAvailable.',
    setup: { payments: pays({ instructedAmount: { amount: '9000000.00', currency: 'NOK' } }) },
    ...ENDS_BADLY,
  },
  {
    name: 'creditor-bank-slow',
    title: "The creditor's bank does not answer",
    happens: 'The status stays ACWP: booked here, and on its way.',
    why: 'The money has left the account. Another payment would be a second one.',
    right: 'Show it as on its way, stop asking for now, and come back in some hours.',
    setup: { payments: pays({ creditorName: 'Sandbox ACWP' }) },
    must: [madeOnce, giveUp(30)],
    should: [polls],
  },
  {
    name: 'accepted-and-waits',
    title: 'Approved, and nothing happens for three days',
    happens:
      'The status stays ACTC. Your client runs again after three days, over a weekend or a holiday.',
    why: 'Banks book on bank days. A payment of Friday evening is still there on Monday.',
    right: 'Store paymentId, come back later, and ask for its status then.',
    setup: { payments: pays({ creditorName: 'Sandbox ACTC' }), again: [{ advance: 'P3D' }] },
    must: [madeOnce, giveUp(30)],
    should: [comesBack('After three days the client did not ask what became of its payment.')],
  },
  {
    name: 'two-must-approve',
    title: 'Two must approve, one has',
    happens:
      'The person approves, and the status stays RCVD: the account needs a second person, who approves after two hours. Your client runs again after that.',
    why: 'Companies and joint accounts have this. The callback comes after the first approval, and the authorisation is finalised: only the status of the payment says that the bank waits.',
    right:
      'Take RCVD after the callback for "not approved by all yet". Tell the person, start no other SCA, pay nothing again, and ask for the status later.',
    setup: { sca: { secondApproval: 'PT2H' }, again: [{ advance: 'PT3H' }] },
    must: [
      madeOnce,
      good('starts no other SCA of a payment that one person has approved', 'PAY-16').never(
        isAuthorisation,
        'The person had approved the payment: it waits for somebody else.',
      ),
      giveUp(30),
    ],
    should: [
      polls,
      comesBack('After two hours the client did not ask what became of its payment.'),
    ],
  },
  {
    name: 'duplicate-refused',
    title: 'The same payment a second time is refused',
    happens: 'Your client runs twice with the same payment. The second is 409 CONFLICT.',
    why: 'Most duplicates are mistakes. allowLogicalDuplicate=true takes the protection away.',
    right: 'Ask the person. Only if they want to pay twice, send allowLogicalDuplicate=true.',
    setup: { again: [{}] },
    must: [forcesNothing, paysOnce],
    should: [
      good('takes the first 409 for an answer', 'PAY-08').atMost(
        1,
        hasCode('CONFLICT'),
        'The client asked again after the bank had said no.',
      ),
    ],
  },
  {
    name: 'fee-and-conversion',
    title: 'A payment in EUR from an account in NOK',
    happens: 'The bank converts, and charges the fee that the answer has in transactionFees.',
    why: 'A client that converts by itself pays another amount than the person was shown.',
    right: 'Send the amount in the currency of the payment, and show the fee before the approval.',
    setup: {
      payments: paysSepa('12.34', { creditorAddress: { townName: 'Berlin', country: 'DE' } }),
    },
    must: [
      good('sends the amount in EUR, as it was asked for', 'PAY-11').never(
        (one, seen) =>
          isPayment(one, seen) &&
          JSON.stringify(one.body?.instructedAmount) !== '{"amount":"12.34","currency":"EUR"}',
        'instructedAmount of this request is not 12.34 EUR.',
      ),
      paysOnceAndForAll,
    ],
  },
  {
    name: 'wrong-kid',
    title: 'The KID is wrong',
    happens: 'The creditor wants a KID, and the check digit of this one is wrong: KID_INVALID.',
    why: 'A payment without its KID arrives, and nobody knows what it is for.',
    right: 'Show the KID to the person, who has mistyped it. Do not leave it out, nor try again.',
    setup: {
      payments: pays({
        creditorName: 'Nordlys Snekkerverksted AS',
        creditorAccount: { bban: '99997058115', currency: 'NOK' },
        remittanceInformationStructured: { reference: '1234567', referenceType: 'SCOR' },
      }),
    },
    must: [
      good('does not pay without the KID', 'PAY-05').never(
        (one, seen) =>
          isPayment(one, seen) &&
          one.body?.remittanceInformationStructured === undefined &&
          one.body?.remittanceInformationStructuredArray === undefined,
        'The client left the KID out.',
      ),
    ],
    should: [calm(1, 'PAY-05')],
  },
  {
    name: 'fix-date-passes',
    title: 'The announced date of a fix passes',
    happens:
      'On the first run addresses of SEPA payments may be left out, with a WARNING. On the second run, a day later, they are required.',
    why: 'Breaking changes are announced with a date. x-accept-fix: structured-addresses tries them before.',
    right:
      'Read warnings in tppMessages. Send townName and country of the creditor now; if you do not know them, ask the person before you pay.',
    setup: {
      seed: { clock: { now: '2026-08-12T10:00:00Z' } },
      again: [{ advance: 'P1D' }],
      payments: paysSepa('5.00'),
    },
    must: [calm(2, 'PAY-10')],
    should: [
      good('sends the address of the creditor, before it is required', 'PAY-10').never(
        (one, seen) => isPayment(one, seen) && one.body?.creditorAddress?.townName === undefined,
        'This request has no creditorAddress.townName.',
      ),
    ],
  },
  {
    name: 'status-polling',
    title: 'The status of a payment is followed',
    happens: 'The payment is PDNG for a few seconds, then ACSC.',
    why: 'The bank does nothing sooner because it is asked more often.',
    right:
      'Ask every two seconds or less often, stop when the status is final, and give up some time.',
    must: [asksStatus, giveUp(30)],
    should: [polls, stopsWhenFinal],
  },
]);
