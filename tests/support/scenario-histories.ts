// What a bank may have seen of a client, by chance: the same seed makes the same. It has more of what goes wrong than
// any client would send, so that every judgement has something to look at.
import type { Task } from '../../server/insight/scenarios/scenario.ts';
import type { Seen, SeenPayment, Sent } from '../../server/insight/scenarios/seen.ts';
import { type Dice, diceOf } from './dice.ts';

type Kind = readonly [operation: string, method: string, path: string];

const READS: readonly Kind[] = [
  ['getAccounts', 'GET', '/v1/accounts'],
  ['getAccount', 'GET', '/v1/accounts/a'],
  ['getBalances', 'GET', '/v1/accounts/a/balances'],
  ['getTransactions', 'GET', '/v1/accounts/a/transactions'],
  ['getTransactions', 'GET', '/v1/accounts/b/transactions'],
  ['getTransactions', 'GET', '/v1/accounts/b%20c/transactions'],
  ['getTransaction', 'GET', '/v1/accounts/a/transactions/t1'],
];
const CARDS: readonly Kind[] = [
  ['getCardAccounts', 'GET', '/v1/card-accounts'],
  ['getCardAccountTransactions', 'GET', '/v1/card-accounts/c/transactions'],
  ['getCardAccountTransactions', 'GET', '/v1/card-accounts/d/transactions'],
];
const CONSENTS: readonly Kind[] = [
  ['createBankOfferedConsent', 'POST', '/v1/bank-offered-consents'],
  ['createConsent', 'POST', '/v1/consents'],
];
const PAYMENT = '/v1/payments/sepa-credit-transfers';
const PAYMENTS: readonly Kind[] = [
  ['createSepaCreditTransfer', 'POST', PAYMENT],
  ['createPeriodicPayment', 'POST', '/v1/periodic-payments/domestic'],
  ['getPaymentStatus', 'GET', `${PAYMENT}/p1/status`],
  ['getPaymentStatus', 'GET', `${PAYMENT}/p1/status`],
  ['getPaymentStatus', 'GET', `${PAYMENT}/p2/status`],
  ['getPayment', 'GET', `${PAYMENT}/p1`],
  ['startAuthorisation', 'POST', `${PAYMENT}/p1/authorisations`],
  ['deletePayment', 'DELETE', `${PAYMENT}/p1`],
];
const BASKETS: readonly Kind[] = [
  ['createSigningBasket', 'POST', '/v1/signing-baskets'],
  ['getSigningBasketStatus', 'GET', '/v1/signing-baskets/s1/status'],
  ['getPaymentStatus', 'GET', '/v1/bulk-payments/domestic/p3/status'],
];
/** What comes near to the others, and is none of them. */
const OTHERS: readonly Kind[] = [
  ['getUser', 'GET', '/v1/user'],
  ['forgetAccounts', 'GET', '/v1/accounts'],
  ['recreateConsent', 'POST', '/v1/consents'],
  ['createConsents', 'POST', '/v1/consents'],
  ['createSepaCreditTransfer', 'PUT', PAYMENT],
  ['repeatPayment', 'POST', PAYMENT],
  ['createSepaCreditTransfer', 'POST', `/v2${PAYMENT}`],
  ['getPaymentStatus', 'GET', `/v2${PAYMENT}/p1/status`],
  ['getPaymentStatus', 'GET', `${PAYMENT}/p1/status/more`],
  ['getPaymentStatus', 'POST', `${PAYMENT}/p1/status`],
  ['startAuthorisation', 'GET', `${PAYMENT}/p1/authorisations`],
  ['getAuthorisation', 'POST', `${PAYMENT}/p1/authorisations/a1`],
  ['cancelPayment', 'POST', `${PAYMENT}/p1/cancellation-authorisations`],
];
const OF_TASK: Readonly<Record<Task, readonly Kind[]>> = {
  connect: [...CONSENTS, ...CONSENTS, ...READS],
  read: READS,
  refresh: READS,
  cards: [...CARDS, ...CARDS, ...READS],
  pay: PAYMENTS,
  cancel: PAYMENTS,
  basket: [...PAYMENTS, ...BASKETS],
};

const CODES = [
  ...['SCA_EXPIRED', 'CONSENT_EXPIRED', 'PSU_CREDENTIALS_INVALID', 'CONSENT_UNKNOWN', 'FORBIDDEN'],
  ...['CONSENT_INVALID', 'ACCESS_EXCEEDED', 'CONFLICT', 'RESOURCE_UNKNOWN', 'KID_INVALID'],
];
const EFFECTS = [
  ...[{ retryAfter: 20 }, { status: 503, retryAfter: 2 }, { status: 500 }, { loseReply: true }],
  ...[{ truncate: 40 }, { html: true }, { malformed: true }, { reset: true }, { delayMs: 15_000 }],
];
const QUERIES = [
  ...['', '', '', 'limit=100', 'offset=100', 'limit=100&offset=100', 'limit=200&offset=200'],
  ...['dateFrom=2026-01-01', 'dateTo=2026-01-01', 'bookingStatus=pending', 'bookingStatus=both'],
  ...['bookingStatus=all', 'bookingStatus=allOfThem', 'bookingStatus=unpending'],
  ...['allowLogicalDuplicate=true', 'allowLogicalDuplicate=TRUE', 'allowLogicalDuplicate=false'],
];
const EURO = { amount: '12.34', currency: 'EUR' };
const BODIES = [
  ...[undefined, { instructedAmount: EURO }, { instructedAmount: { ...EURO, currency: 'NOK' } }],
  { instructedAmount: EURO, creditorAddress: { townName: 'Berlin' } },
  ...[{ creditorAddress: {} }, { remittanceInformationStructured: {} }],
  { remittanceInformationStructuredArray: [] },
];
const HEADERS = [
  ...[['psu-ip-address', '192.0.2.7'] as const, ['psu-corporate-id', 'c'] as const],
  ...[['psu-id', 'i'] as const, ['tpp-session-id', 's'] as const, ['tpp-session-id', 't'] as const],
  ['tpp-redirect-uri', 'https://tpp.example/?state=1'] as const,
  ['tpp-redirect-uri', 'https://tpp.example/?a=1&state=1'] as const,
  ['tpp-redirect-uri', 'https://tpp.example/?estate=1'] as const,
];
const STATUSES = ['RCVD', 'PDNG', 'ACTC', 'ACWP', 'ACSC', 'ACCP', 'RJCT', 'CANC', 'PART'];
const PAUSES = [0, 0, 10, 900, 999, 1000, 1949, 1950, 2000, 19_999, 20_000, 30_000];

/** A client as it is in all of its requests. */
interface Habits {
  readonly dice: Dice;
  readonly task: Task;
  readonly code: string;
  readonly effect: (typeof EFFECTS)[number];
  readonly repeats: number;
  readonly refusals: number;
  readonly pause: number;
}

/** @returns `count` of them, for clients that do the task */
export function histories(task: Task, count: number): readonly Seen[] {
  const dice = diceOf([...task].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 9973);
  return Array.from({ length: count }, () => historyOf(dice, task));
}

function historyOf(dice: Dice, task: Task): Seen {
  const habits: Habits = {
    ...{ dice, task, code: dice.of(CODES), effect: dice.of(EFFECTS), pause: dice.of(PAUSES) },
    ...{ repeats: dice.of([0, 0.2, 0.6, 0.95]), refusals: dice.of([0, 0.2, 0.5, 1]) },
  };
  const requests: Sent[] = [];
  const length = dice.of([0, 1, 2, 3, 5, 8, 8, 13, 13, 20, 34, 70]);
  for (let i = 0; i < length; i++) requests.push(nextSent(habits, requests.at(-1)));
  const many = dice.of([0, 0, 1, 2]);
  const connected = { tpp: 't', psuId: 'i', sessionId: 's' };
  return {
    requests,
    payments: Array.from({ length: dice.upTo(4) }, (_, i): SeenPayment => {
      return { paymentId: `p${i + 1}`, status: dice.of(STATUSES), request: {} };
    }),
    ...{ opened: dice.upTo(4), links: dice.upTo(3), open: dice.upTo(2) },
    undone: Array.from({ length: many }, () => dice.of(EFFECTS)),
    ...(dice() < 0.7 ? { connected } : {}),
    ...(dice() < 0.7 ? { stored: storedBy(dice) } : {}),
  };
}

const storedBy = (dice: Dice): Exclude<Seen['stored'], undefined> =>
  Array.from({ length: dice.upTo(4) }, (_, i) => ({
    bookingStatus: dice.of(['booked', 'booked', 'pending'] as const),
    ...(dice() < 0.9 ? { transactionId: dice() < 0.8 ? `t${i + 1}` : 't1' } : {}),
  }));

function nextSent(habits: Habits, before: Sent | undefined): Sent {
  const { dice, task, pause } = habits;
  const again = before !== undefined && dice() < habits.repeats ? before : undefined;
  const [operation, method, path] = dice.of(dice() < 0.85 ? OF_TASK[task] : OTHERS);
  const headers = HEADERS.filter(() => dice() < 0.3);
  const what = { operation, method, path, headers: new Map(headers), body: dice.of(BODIES) };
  const query = new URLSearchParams(dice() < 0.5 ? '' : dice.of(QUERIES));
  const number = (before?.number ?? dice.upTo(2)) + 1;
  return {
    ...{ ...what, query, atLink: undefined, ended: undefined },
    ...(again && { ...again, query: dice() < 0.1 ? query : again.query }),
    ...{ id: `x${number}`, number, isCut: dice() < 0.1 },
    at: (before?.at ?? 0) + (dice() < 0.5 ? pause : dice.of(PAUSES)),
    run: (before?.run ?? 1) + (dice() < 0.08 ? 1 : 0),
    ...(dice() < habits.refusals ? refused(habits) : answered(dice, task)),
  };
}

function refused({ dice, code, effect }: Habits): Pick<Sent, Changing> {
  const status = dice.of([300, 400, 401, 403, 404, 409, 429, 499, 500, 503]);
  const own = dice() < 0.7 ? code : dice.of(CODES);
  const path = dice() < 0.3 ? 'Date' : 'Digest';
  const answer = dice() < 0.7 ? { tppMessages: [{ code: own, path, text: 'No.' }] } : undefined;
  const codes = dice() < 0.8 ? [own] : [];
  return { status, codes, effect: dice() < 0.3 ? effect : undefined, answer };
}

type Changing = 'status' | 'codes' | 'effect' | 'answer';

function answered(dice: Dice, task: Task): Pick<Sent, Changing> {
  const status = dice.of([200, 200, 201, 299]);
  const effect = dice() < 0.1 ? dice.of(EFFECTS) : undefined;
  return { status, codes: [], effect, answer: dice() < 0.05 ? undefined : answerOf(dice, task) };
}

/** It has what the answers of all operations have, so that each finds its own. */
function answerOf(dice: Dice, task: Task) {
  const next = { href: `/v1/accounts/a/transactions?${dice.of(['offset=100', 'limit=1', ''])}` };
  const some = () =>
    Array.from({ length: dice.upTo(3) }, (_, i) => ({ transactionId: `t${i + 1}` }));
  const transactions = {
    ...(dice() < 0.8 ? { booked: some() } : {}),
    ...(dice() < 0.8 ? { pending: some() } : {}),
    _links: dice() < 0.3 ? { next } : {},
  };
  return {
    accounts: ['a', 'b', 'b c'].slice(0, dice.upTo(4)).map((resourceId) => ({ resourceId })),
    ...(dice() < 0.1
      ? {}
      : { [task === 'cards' ? 'cardTransactions' : 'transactions']: transactions }),
    transactionStatus: dice.of(STATUSES),
  };
}
