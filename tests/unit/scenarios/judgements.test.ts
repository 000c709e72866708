// What a client did, and whether that is held against it (SCEN-01): what no client of tests/process/scenarios does.
import { expect, test } from '@jest/globals';
import {
  everyPage,
  giveUp,
  onePayment,
  polls,
  stopsWhenFinal,
} from '../../../server/insight/scenarios/judgements.ts';
import { BASKET } from '../../../server/insight/scenarios/rows/cancel.ts';
import { READ } from '../../../server/insight/scenarios/rows/read.ts';
import { getsThrough, sessionEnds } from '../../../server/insight/scenarios/rows/read-parts.ts';
import type { Seen, SeenPayment, Sent } from '../../../server/insight/scenarios/seen.ts';
import { variablesOf } from '../../../server/insight/scenarios/turn-variables.ts';

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

test('SCEN-01: a command that plays gets the callback that comes once more', () => {
  const turn = { name: 'callback-twice', task: 'connect', person: '', payments: [] } as const;
  const callback = 'https://tpp.example/?state=1';
  const given = (more: object) =>
    variablesOf('http://bank', { ...turn, run: 2, runs: 2, ...more })['SANDBANK_CALLBACK'];
  expect([given({ callback }), given({})]).toEqual([callback, '']);
});

test('MOVE-01: who asks for a status once more that was final is told so, and who stops is not', () => {
  const other = asked('RCVD', `${PAYMENT}2`);
  expect(stopsWhenFinal.wrong(seen([asked('PDNG'), asked('ACSC'), other]))).toBeUndefined();
  const wrong = stopsWhenFinal.wrong(seen([asked('PDNG'), asked('ACSC'), other, asked('ACSC')]));
  expect(wrong).toMatchObject({ at: { number: 4 }, text: expect.stringContaining('final before') });
});

test('PAY-08: a payment that came to nothing is not counted beside the one that was meant', () => {
  const paid = {
    operation: 'createSepaCreditTransfer',
    method: 'POST',
    path: '/v1/payments/x',
    status: 201,
  };
  const of = (...statuses: string[]) => onePayment(1).wrong(seen([paid, paid, paid], statuses));
  expect(of('RJCT', 'ACSC', 'CANC')).toBeUndefined();
  const text = 'The bank has 2 payments where one was meant.';
  expect(of('RCVD', 'ACSC')).toMatchObject({ at: { number: 2 }, text });
  expect(of('RJCT')?.text).toMatch(/^The bank has no payment/);
});

test('BASK-03: of each payment of a basket the status is to be asked for, and answered', () => {
  const [asksAll] = BASKET[0]?.must ?? [];
  const left = (one: Partial<Sent>) => asksAll?.wrong(seen([one], ['p1']))?.text;
  expect(left(asked('ACSC'))).toBeUndefined();
  expect(left({ ...asked(''), status: 404 })).toMatch(/status of p1\.$/);
  expect(left({ method: 'POST', path: `${PAYMENT}/authorisations`, status: 201 })).toBeDefined();
});

test('PAY-14: what is sent to an address that is none asks for no status', () => {
  const misses = (path: string) => giveUp(1).wrong(seen([asked('', path), asked('', path)]));
  expect(misses(PAYMENT)?.at).toMatchObject({ number: 2 });
  expect(misses(`/v1${PAYMENT}`)).toBeUndefined();
});

test('PAY-14: two seconds between two questions may be a moment less', () => {
  const after = (millis: number) =>
    polls.wrong(seen([0, millis].map((at) => ({ ...asked('RCVD'), at }))))?.text;
  expect(after(1950)).toBeUndefined();
  expect(after(1949)).toBe('The client asked 1949 ms after it had asked before.');
});

test('HDR-10: PSU-Corporate-ID is asked of reads alone', () => {
  const [sendsId] = READ.find(({ name }) => name === 'corporate-context')?.must ?? [];
  const sent = (operation: string) => sendsId?.wrong(seen([{ operation, headers: new Map() }]));
  expect(sent('getUser')).toBeUndefined();
  expect(sent('getAccounts')?.at).toMatchObject({ number: 1 });
});

test('ACC-03: of an answer that the log has in part, the next page begins after its limit', () => {
  const page = (query: string): Partial<Sent> => ({
    ...{ operation: 'getTransactions', path: '/v1/accounts/a/transactions', isCut: true },
    query: new URLSearchParams(query),
  });
  const judged = (...queries: string[]) => everyPage(450).wrong(seen(queries.map(page)));
  expect(judged('limit=200', 'limit=200&offset=200', 'limit=200&offset=400')).toBeUndefined();
  expect(judged('limit=200')?.text).toContain('(offset 200)');
  expect(judged('', 'offset=100')?.at).toMatchObject({ number: 2 });
  // The page at that offset of another account, or of this one before, is another page.
  const other = { ...page('offset=100'), path: '/v1/accounts/b/transactions' };
  for (const requests of [
    [page(''), other],
    [page('offset=100'), page('')],
  ]) {
    expect(everyPage(150).wrong(seen(requests))?.text).toContain('(offset 100)');
  }
  // Who is refused has no next page.
  const refused = { ...page(''), status: 401 };
  expect(everyPage(450).wrong(seen([page(''), refused]))).toBeUndefined();
});

test('ACC-03: the accounts to read are those of the first list that the bank answered', () => {
  const list = { operation: 'getAccounts', path: '/v1/accounts' };
  const begin = [
    { operation: 'getUser', path: '/v1/user', answer: {} },
    { ...list, status: 503, answer: { tppMessages: [] } },
    { ...list, answer: { accounts: [{ resourceId: 'a' }] } },
  ];
  const read = { operation: 'getTransactions', path: '/v1/accounts/a/transactions' };
  const [through] = getsThrough;
  expect(through?.wrong(seen([...begin, read]))).toBeUndefined();
  expect(through?.wrong(seen(begin))?.at).toMatchObject({ number: 3 });
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
