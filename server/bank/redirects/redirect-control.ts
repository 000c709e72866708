// `{b}/_sandbox/redirects`: what arrived at the redirect catcher (CTRL-06).

import type { Soon } from '../../kernel/soon.ts';
import type { Waiting } from '../../kernel/waiting.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { WaitForEntry } from '../../storage/bank-log.ts';
import type { Tx } from '../../storage/store.ts';
import { numberOrder } from '../../storage/table.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Banks } from '../banks/banks.ts';
import type { ControlOperation } from '../banks/control-operation.ts';
import { type Filter, isGiven, recordedQuery } from '../banks/recorded-query.ts';
import { MOST_REDIRECTS, parametersOf, redirectView } from './catch-redirect.ts';
import { type RedirectRow, redirectCount, redirects } from './tables.ts';

export interface RedirectDeps {
  readonly banks: Pick<Banks, 'transactIfBegun'>;
  /** Clients that wait for a redirect. */
  readonly arrivals: Waiting;
}

const QUERY = recordedQuery('CTRL-06', 'redirect');

const FILTERS: readonly Filter<RedirectRow>[] = [
  {
    name: 'state',
    form: 'the value of the parameter state in the redirect',
    isValid: isGiven,
    matches: ({ url }, value) => parametersOf(url)['state'] === value,
  },
  {
    name: 'scaFlow',
    form: 'the last part of a scaRedirect link',
    isValid: isGiven,
    matches: ({ scaFlow }, value) => scaFlow === value,
  },
];
const FILTER_NAMES = FILTERS.map(({ name }) => name);

export function redirectOperations(deps: RedirectDeps): readonly ControlOperation[] {
  const log = waitingIn(deps);
  return [
    {
      id: 'getRedirects',
      method: 'GET',
      path: '/_sandbox/redirects',
      summary: 'The redirects that arrived at the catcher, newest first',
      rule: 'CTRL-06',
      success: { status: 200, schema: 'control/redirects.json' },
      query: [...FILTER_NAMES, 'after', 'limit'],
      async handle({ bank: { tx }, query }): Promise<Reply> {
        const matches = QUERY.filter(query, FILTERS);
        const limit = QUERY.limit(query, MOST_REDIRECTS);
        const rows = await rowsAfter(tx, QUERY.number(query, 'after'));
        const { last } = await redirectCount.read(tx);
        const shown = rows.filter(matches).reverse().slice(0, limit);
        return { status: 200, body: { redirects: shown.map(redirectView), last } };
      },
    },
    {
      id: 'deleteRedirects',
      method: 'DELETE',
      path: '/_sandbox/redirects',
      summary: 'Delete all caught redirects',
      rule: 'CTRL-06',
      success: { status: 204 },
      async handle({ bank: { tx } }): Promise<Reply> {
        for (const { id } of await rowsAfter(tx)) tx.remove(redirects, id);
        return { status: 204 };
      },
    },
    {
      id: 'getNextRedirect',
      method: 'GET',
      path: '/_sandbox/redirects/next',
      summary: 'Wait for the next redirect that matches',
      rule: 'CTRL-06',
      success: { status: 200, schema: 'control/redirect.json' },
      query: [...FILTER_NAMES, 'after', 'timeout'],
      async outside(call): Promise<Reply> {
        const matches = QUERY.filter(call.query, FILTERS);
        const redirect = await QUERY.next(call, matches, log);
        return { status: 200, body: redirectView(redirect) };
      },
    },
  ];
}

/** Oldest first. */
function rowsAfter(tx: Tx, number = 0): Soon<readonly RedirectRow[]> {
  return tx.listBy(redirects, 'all', 'all', { from: numberOrder(number + 1) });
}

/** As the log of a bank has it, for rows of the bank itself. */
const waitingIn = ({ banks, arrivals }: RedirectDeps) => ({
  next({ matches, ...wait }: WaitForEntry<RedirectRow>, after?: number) {
    const lastOf = async ({ tx }: Pick<BankTx, 'tx'>) => (await redirectCount.read(tx)).last;
    let from = after;
    const look = async () => {
      from ??= await banks.transactIfBegun(wait.bank, lastOf);
      return (await banks.transactIfBegun(wait.bank, ({ tx }) => rowsAfter(tx, from))).find(
        matches,
      );
    };
    return arrivals.wait({ ...wait, look });
  },
});
