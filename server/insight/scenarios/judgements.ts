// Judgements that scenarios share (SCEN-02). Each says what a good client does, and finds the request that shows that this
// one does not.
import type { RuleId } from '../../protocol/rules.ts';
import type { Judgement } from './scenario.ts';
import type { Seen, SeenPayment, Sent } from './seen.ts';

export type Of = (one: Sent, seen: Seen) => boolean;

export const isRead: Of = ({ operation }) =>
  /^get(?:Card)?Accounts?|^getBalances|^getTransactions?/.test(operation);
export const isList: Of = ({ operation }) =>
  operation === 'getTransactions' || operation === 'getCardAccountTransactions';
export const isConsent: Of = ({ operation }) =>
  operation === 'createBankOfferedConsent' || operation === 'createConsent';
export const isPayment: Of = ({ operation, method, path }) =>
  method === 'POST' && operation.startsWith('create') && /^\/v1\/[a-z]*-?payments\//.test(path);
export const isStatus: Of = ({ method, path }) =>
  method === 'GET' &&
  /^\/v1\/(?:[a-z]*-?payments\/[^/]+|signing-baskets)\/[^/]+(?:\/status)?$/.test(path);
export const isStatusOfPayment: Of = (one, seen) =>
  isStatus(one, seen) && !one.path.startsWith('/v1/signing-baskets');
export const isAuthorisation: Of = ({ method, path }) =>
  method === 'POST' && /\/(?:cancellation-)?authorisations$/.test(path);
export const hasCode =
  (code: string): Of =>
  ({ codes }) =>
    codes.includes(code);
export const hasEffect =
  (name: string): Of =>
  ({ effect }) =>
    effect?.[name] !== undefined;
export const both =
  (...all: readonly Of[]): Of =>
  (one, seen) =>
    all.every((is) => is(one, seen));
export const done: Of = ({ status }) => status < 300;

export const nextRun: Of = ({ run }) => run === 2;

const requestsOf = (seen: Seen, is: Of) => seen.requests.filter((one) => is(one, seen));
export const named = ({ method, path }: Sent): string => `${method} ${path}`;

/** The first of them before which there are that many of the same key. */
const beyond = (most: number, all: readonly Sent[], keyOf: (one: Sent) => string) => {
  const keys = all.map(keyOf);
  return all.find((_, i) => keys.slice(0, i).filter((key) => key === keys[i]).length >= most);
};

/** What a good client does, and how the requests show that this one does not. */
export const good = (says: string, cites: RuleId) => {
  const unless = (wrong: Judgement['wrong']): Judgement => ({ says, cites, wrong });
  return {
    unless,
    /** It sends no such request. */
    never: (is: Of, but: string) =>
      unless((seen) => {
        const [at] = requestsOf(seen, is);
        return at && { at, text: but };
      }),
    /** It sends such a request, after the first one of `after` if there is one. */
    sends: (is: Of, but: string, after?: Of) =>
      unless((seen) => {
        const begin = after === undefined ? undefined : requestsOf(seen, after)[0];
        if (after !== undefined && begin === undefined) return undefined;
        const isThere = requestsOf(seen, is).some(({ number }) => number > (begin?.number ?? 0));
        return isThere ? undefined : { text: but, at: begin };
      }),
    /** It sends at most so many of them in one run. */
    atMost: (most: number, is: Of, but: string) =>
      unless((seen) => {
        const at = beyond(most, requestsOf(seen, is), ({ run }) => `${run}`);
        return at && { at, text: but };
      }),
  };
};

export const oneSca = (cites: RuleId): Judgement =>
  good('sends the person to one SCA at most', cites).unless(({ opened }) =>
    opened > 1 ? { text: `The person was sent to ${opened} SCA pages.` } : undefined,
  );

/** Requests that were on their way when the refusal came. */
const ON_THE_WAY = 3;

/** After a refusal with that code the client does not go on asking. */
export const stopsAt = (code: string, cites: RuleId): Judgement =>
  good(`does not go on asking after ${code}`, cites).atMost(
    ON_THE_WAY + 1,
    hasCode(code),
    `The bank had answered ${code} before, and the client asked again and again.`,
  );

/** It may also stop there and say so. */
export const goesOnAfter = (code: string, cites: RuleId): Judgement =>
  good('goes on where it was, once the person has been at the link', cites).sends(
    both(isRead, done),
    'After this answer the client read nothing more.',
    hasCode(code),
  );

/** The same request, word for word, at most so often in one run. */
export const calm = (
  most: number,
  cites: RuleId,
  says = 'does not send a refused request again unchanged',
): Judgement =>
  good(says, cites).unless((seen) => {
    const asked = requestsOf(seen, (one) => !isStatus(one, seen));
    const keyOf = (one: Sent) =>
      `${one.run} ${named(one)}?${one.query} ${JSON.stringify(one.body)}`;
    const at = beyond(most, asked, keyOf);
    const often = most === 1 ? 'once' : `${most} times`;
    return at && { at, text: `The client sent it more than ${often}.` };
  });

/** After an answer with Retry-After, nothing of the kind is sent sooner. By the bank's clock. */
export const waits = (cites: RuleId): Judgement =>
  good('sends nothing again before the time in Retry-After is over', cites).unless((seen) => {
    for (const refused of requestsOf(seen, hasEffect('retryAfter'))) {
      const seconds = Number(refused.effect?.['retryAfter']);
      const at = seen.requests.find(
        (one) => one.number > refused.number && one.at < refused.at + seconds * 1000,
      );
      if (at === undefined) continue;
      const early = Math.floor((at.at - refused.at) / 1000);
      const text = `The bank answered ${refused.status} with Retry-After: ${seconds}; this came after ${early} s.`;
      return { at, text };
    }
    return undefined;
  });

/** Every page of every list of transactions. @param total how many there are, for answers that the log stores in part */
export const everyPage = (total = 0): Judgement =>
  good('follows every next link, until an answer has none', 'ACC-03').unless((seen) => {
    for (const at of requestsOf(seen, both(isList, done))) {
      const next = at.isCut ? nextOfCut(at, total) : nextOf(at);
      if (next === undefined) continue;
      const isAsked = requestsOf(seen, isList).some(
        (one) => one.number > at.number && one.path === at.path && offsetOf(one) === next,
      );
      const isRefused = seen.requests.some((one) => one.number > at.number && one.status >= 400);
      if (isAsked || isRefused) continue;
      return {
        at,
        text: `This answer has transactions._links.next (offset ${next}), which was not followed.`,
      };
    }
    return undefined;
  });

const offsetOf = ({ query }: Sent): number => Number(query.get('offset') ?? 0);

function nextOf({ answer }: Sent): number | undefined {
  const { transactions, cardTransactions } = answer ?? {};
  const href: unknown = (transactions ?? cardTransactions)?._links?.next?.href;
  if (typeof href !== 'string') return undefined;
  return Number(new URL(href, 'http://bank').searchParams.get('offset') ?? 0);
}

/** The link is at the end of the answer. Of a part of the period nobody can say where it ends. */
function nextOfCut(sent: Sent, total: number): number | undefined {
  const next = offsetOf(sent) + Number(sent.query.get('limit') ?? 100);
  return next < total && !sent.query.has('dateFrom') && !sent.query.has('dateTo')
    ? next
    : undefined;
}

const ENDED = new Set(['RJCT', 'CANC', 'ACCP']);
const FINAL: ReadonlySet<string> = new Set(['ACSC', 'ACCP', 'RJCT', 'CANC', 'PART']);

const living = ({ status }: SeenPayment): boolean => !ENDED.has(status);

/** Not two payments where one was meant; `least` 1: nor none. */
export const onePayment = (least: 0 | 1, counts: (one: SeenPayment) => boolean = living) =>
  good(
    least === 1 ? 'leaves one payment at the bank: not two, and not none' : 'pays once',
    'PAY-08',
  ).unless((seen) => {
    const count = seen.payments.filter(counts).length;
    if (count > 1) {
      const at = requestsOf(seen, both(isPayment, done))[1];
      return { at, text: `The bank has ${count} payments where one was meant.` };
    }
    if (count >= least) return undefined;
    const at = requestsOf(seen, isPayment)[0];
    return { at, text: 'The bank has no payment: this request was not done, nor sent again.' };
  }) satisfies Judgement;

/** The status that the client last got of a payment was final, and it asked again. */
export const stopsWhenFinal: Judgement = good(
  'stops asking once a status is final (ACSC, ACCP, RJCT, CANC, PART)',
  'MOVE-01',
).unless((seen) => {
  const ended = new Set<string>();
  for (const at of requestsOf(seen, isStatusOfPayment)) {
    const payment = at.path.replace(/\/status$/, '');
    if (ended.has(payment)) {
      return { at, text: 'The status was final before, and the client asked once more.' };
    }
    // Details may be read after the status.
    if (at.path !== payment && FINAL.has(String(at.answer?.transactionStatus))) {
      ended.add(payment);
    }
  }
  return undefined;
});

/** Seconds of bank time between two questions for the status of one payment. */
const LEAST_PAUSE = 2;

export const polls: Judgement = good(
  `asks for the status of a payment at most every ${LEAST_PAUSE} seconds`,
  'PAY-14',
).unless((seen) => {
  const last = new Map<string, Sent>();
  for (const at of requestsOf(seen, both(isStatusOfPayment, done))) {
    if (!at.path.endsWith('/status')) continue;
    const before = last.get(at.path);
    last.set(at.path, at);
    // A moment is lost by rounding.
    if (before !== undefined && at.at - before.at < LEAST_PAUSE * 1000 - 50) {
      return { at, text: `The client asked ${at.at - before.at} ms after it had asked before.` };
    }
  }
  return undefined;
});

export const giveUp = (most: number): Judgement =>
  good(`comes back later, instead of asking more than ${most} times in one run`, 'PAY-14').atMost(
    most,
    isStatusOfPayment,
    `The status was asked for more than ${most} times in one run.`,
  );

/** Not more requests than that in any second of bank time. */
export const slowly = (most: number): Judgement =>
  good(`sends at most ${most} requests a second`, 'SCEN-02').unless(({ requests }) => {
    const at = requests.find((one, i) => {
      const other = requests[i - most];
      return other !== undefined && one.at - other.at < 1000;
    });
    return at && { at, text: `This was request ${most + 1} within a second.` };
  });
