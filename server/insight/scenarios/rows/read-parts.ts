// What scenarios about reads share.
import type { Fault } from '../../../protocol/generated/schemas.ts';
import {
  both,
  calm,
  done,
  goesOnAfter,
  good,
  hasEffect,
  isList,
  isRead,
  stopsAt,
} from '../judgements.ts';
import type { Judgement, Setup } from '../scenario.ts';
import type { Seen, Sent } from '../seen.ts';

export const accountIn = ({ path }: Sent): string => decodeURIComponent(path.split('/')[3] ?? '');

/** Something happens at one read, once; by default at the first. */
export const atRead = (effect: Fault['effect'], operation = 'getTransactions', nth = 1): Setup => ({
  faults: [{ match: { operation, nth }, effect }],
});

/** The session is over: the client may ask the person, or stop. */
export const sessionEnds = {
  must: [stopsAt('SCA_EXPIRED', 'SES-02')],
  should: [calm(2, 'SES-02'), goesOnAfter('SCA_EXPIRED', 'SES-02')],
};

export const readsAll = good('reads transactions', 'ACC-03').sends(
  both(isList, done),
  'No transactions were read.',
);

/** For scenarios about what answers say: the client gets through all of it. */
export const getsThrough: readonly Judgement[] = [
  good('reads the transactions of every account in the list', 'ACC-03').unless((seen) => {
    const list = seen.requests.find(
      (one) => one.operation === 'getAccounts' && done(one, seen) && one.answer !== undefined,
    );
    const ids: string[] =
      list?.answer.accounts.map(({ resourceId }: { resourceId: string }) => resourceId) ?? [];
    const left = ids.find(
      (id) => !seen.requests.some((one) => isList(one, seen) && accountIn(one) === id),
    );
    if (list !== undefined && left === undefined) return undefined;
    return { at: list, text: 'The client stopped before it had read all of them.' };
  }),
];

export const readAgain = (effect: string): Judgement =>
  good('sends a read once more that got no proper answer', 'ERR-01').sends(
    (one, seen) => isRead(one, seen) && done(one, seen) && one.effect === undefined,
    'After this answer the client read nothing more.',
    hasEffect(effect),
  );

/** The transactions in the answers to the client: of one kind, in those runs. */
const answered = (seen: Seen, kind: 'booked' | 'pending', from = 1): readonly string[] => {
  const pages = seen.requests.filter((one) => isList(one, seen) && done(one, seen));
  const newest = new Map(
    pages.filter(({ run }) => run >= from).map((one) => [`${one.path}${one.query}`, one]),
  );
  return [...newest.values()].flatMap(({ answer }) =>
    (answer?.transactions?.[kind] ?? []).map(
      (one: { transactionId?: string }) => one.transactionId,
    ),
  );
};

/** Of a client that shows what it has stored. */
export const storesBooked: Judgement = {
  says: 'stores each booked transaction once: none twice, none lost',
  cites: 'ACC-04',
  needs: 'stored',
  wrong(seen) {
    const stored = seen.stored?.filter(({ bookingStatus }) => bookingStatus === 'booked');
    const ids = stored?.map(({ transactionId = 'one without transactionId' }) => transactionId);
    const booked = new Set(answered(seen, 'booked'));
    const twice = ids?.find((id, i) => ids.indexOf(id) < i || !booked.has(id));
    if (twice !== undefined) return { text: `The client has ${twice} too often.` };
    const lost = ids && [...booked].find((id) => !ids.includes(id));
    return lost === undefined ? undefined : { text: `The client has lost ${lost}.` };
  },
};

export const storesPending: Judgement = {
  says: 'stores as pending what is pending now, and nothing else',
  cites: 'ACC-04',
  needs: 'stored',
  wrong(seen) {
    const stored = seen.stored?.filter(({ bookingStatus }) => bookingStatus === 'pending').length;
    const now = answered(seen, 'pending', seen.requests.at(-1)?.run).length;
    if (stored === undefined || stored === now) return undefined;
    return { text: `The client has ${stored} as pending; the bank last answered ${now}.` };
  },
};
