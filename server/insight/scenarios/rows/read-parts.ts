// What scenarios about reads share.
import { done, hasEffect, isList, isRead, sometime } from '../judgements.ts';
import type { Judgement } from '../scenario.ts';
import type { Sent } from '../seen.ts';

export const accountIn = ({ path }: Sent): string => decodeURIComponent(path.split('/')[3] ?? '');

/** For scenarios about what answers say: the client gets through all of it. */
export const getsThrough: readonly Judgement[] = [
  {
    says: 'reads the transactions of every account in the list',
    cites: 'ACC-03',
    wrong(seen) {
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
    },
  },
];

export const readAgain = (effect: string): Judgement => ({
  ...sometime({
    says: 'sends a read once more that got no proper answer',
    cites: 'ERR-01',
    after: hasEffect(effect),
    is: (one, seen) => isRead(one, seen) && done(one, seen) && one.effect === undefined,
    but: 'After this answer the client read nothing more.',
  }),
});
