// A call of the interface as it comes to a handler of accounts: by one TPP, without its signature and checks.
import type { Call } from '../../../server/bank/banks/operation.ts';
import { dateAt } from '../../../server/kernel/dates.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import type { MapTx } from '../../support/map-tx.ts';

export const TPP = { id: 'tpp', name: 'TPP' };

let drawn = 0;
/** No two are alike. */
export const ids = createIds((size) => Buffer.alloc(size, `${++drawn}/`));

export const callOf = (
  tx: MapTx,
  now: number,
  { target = '/v1/accounts', headers = {} }: { target?: string; headers?: object } = {},
): Call => ({
  bank: { bank: 'default', idScope: 'default', tx, now, ids },
  today: dateAt(now),
  tpp: TPP,
  role: 'PSP_AI',
  headers: { requestId: '1', acceptFix: [], redirectPreferred: true, ...headers },
  params: {},
  query: {},
  body: undefined,
  target,
  baseUrl: 'http://127.0.0.1:8080',
  finding: () => undefined,
  exercises: () => undefined,
  isAbout: () => undefined,
});
