// What a client did, and whether that is held against it (SCEN-01): what no client of tests/process/scenarios does.
import { expect, test } from '@jest/globals';
import { onePayment, stopsWhenFinal } from '../../../server/insight/scenarios/judgements.ts';
import { sessionEnds } from '../../../server/insight/scenarios/rows/read-parts.ts';
import type { Seen, SeenPayment, Sent } from '../../../server/insight/scenarios/seen.ts';

const PAYMENT = '/v1/payments/sepa-credit-transfers/p1';

/** What the bank saw: these requests, and payments with these statuses. */
function seen(requests: readonly Partial<Sent>[], statuses: readonly string[] = []): Seen {
  const sent = (one: Partial<Sent>, i: number) =>
    ({ run: 1, number: i + 1, method: 'GET', status: 200, codes: [], ...one }) as Sent;
  const payments = statuses.map(
    (status): SeenPayment => ({ paymentId: status, status, request: {} }),
  );
  return { requests: requests.map(sent), payments } as Partial<Seen> as Seen;
}

const asked = (transactionStatus: string, payment = PAYMENT): Partial<Sent> => ({
  ...{ operation: 'getPaymentStatus', path: `${payment}/status` },
  answer: { transactionStatus },
});

test('MOVE-01: who asks for a status once more that was final is told so, and who stops is not', () => {
  const other = asked('RCVD', `${PAYMENT}2`);
  expect(stopsWhenFinal.wrong(seen([asked('PDNG'), asked('ACSC'), other]))).toBeUndefined();
  const wrong = stopsWhenFinal.wrong(seen([asked('PDNG'), asked('ACSC'), other, asked('ACSC')]));
  expect(wrong).toMatchObject({ at: { number: 4 }, text: expect.stringContaining('final before') });
});

test('PAY-08: a payment that came to nothing is not counted beside the one that was meant', () => {
  const paid = {
    operation: 'initiatePayment',
    method: 'POST',
    path: '/v1/payments/x',
    status: 201,
  };
  const of = (...statuses: string[]) => onePayment(1).wrong(seen([paid, paid], statuses))?.text;
  expect(of('RJCT', 'ACSC', 'CANC')).toBeUndefined();
  expect(of('RCVD', 'ACSC')).toBe('The bank has 2 payments where one was meant.');
  expect(of('RJCT')).toMatch(/^The bank has no payment/);
});

test('SES-02: who reads nothing more after the session is over has not gone on', () => {
  const over = { operation: 'getTransactions', path: '/v1/accounts/a/transactions', status: 401 };
  const refused = { ...over, codes: ['SCA_EXPIRED'] };
  const [, goesOn] = sessionEnds.should;
  expect(goesOn?.wrong(seen([refused]))?.text).toMatch(/read nothing more/);
  expect(goesOn?.wrong(seen([refused, { ...over, status: 200 }]))).toBeUndefined();
  // Another refusal is no end of a session.
  expect(goesOn?.wrong(seen([{ ...over, codes: ['CONSENT_INVALID'] }]))).toBeUndefined();
  const again = Array.from({ length: 5 }, () => refused);
  expect(sessionEnds.must[0]?.wrong(seen(again))).toMatchObject({ at: { number: 5 } });
});
