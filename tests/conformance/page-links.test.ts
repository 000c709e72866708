// The links of a list of transactions at its edges (ACC-03, CARD-01, SBX-05): first page, last, full, beyond.
import { expect, test } from '@jest/globals';
import { freeze } from '../support/account-reads.ts';
import { consentOf, PERSONS } from '../support/bank.ts';
import { answered } from '../support/control-bank.ts';
import { testBank } from '../support/test-bank.ts';
import type { Tpp } from '../support/tpp.ts';

const house = await testBank();
await freeze(house);
const owner = { customerNumber: PERSONS.jonas, currency: 'NOK' };
const NOK = (amount: string) => ({ amount, currency: 'NOK' });
const line = (pending: boolean) => ({ transactionAmount: NOK('-1.00'), pending });
const lines = [true, true, false, false, false, false].map(line);
const made = async (kind: string, body: object) => {
  const { resourceId } = answered(await house.tpp.post(`/v1/sandbox/${kind}`, body), 201).body;
  const path = `${kind}/${resourceId}/transactions`;
  answered(await house.tpp.post(`/v1/sandbox/${path}`, lines), 201);
  return path;
};
/** The ends of the paths of an account and a card, each with two pending transactions and four booked ones. */
const account = await made('accounts', { ...owner, accountName: 'Sider' });
const card = await made('card-accounts', { ...owner, creditLimit: NOK('100.00') });
const psu = await consentOf(house);

interface Edge {
  readonly offset: number;
  readonly limit: number;
  /** Offsets of the other pages. */
  readonly next?: number;
  readonly previous?: number;
}

const EDGES: readonly Edge[] = [
  { offset: 0, limit: 100 },
  { offset: 0, limit: 6 },
  { offset: 0, limit: 5, next: 5 },
  { offset: 0, limit: 2, next: 2 },
  { offset: 0, limit: 1, next: 1 },
  { offset: 1, limit: 5, previous: 0 },
  { offset: 1, limit: 4, next: 5, previous: 0 },
  { offset: 3, limit: 2, next: 5, previous: 1 },
  { offset: 4, limit: 2, previous: 2 },
  { offset: 5, limit: 1, previous: 4 },
  { offset: 6, limit: 2, previous: 4 },
  { offset: 9, limit: 3, previous: 6 },
  { offset: 9, limit: 100, previous: 0 },
];

/** Reads that page of six and looks at how much it shows and where its links lead. */
async function expectPage(tpp: Tpp, path: string, { offset, limit, ...edge }: Edge): Promise<void> {
  const { body } = answered(await tpp.get(`${path}offset=${offset}&limit=${limit}`), 200);
  const { _links, ...lists } = body.cardTransactions ?? body.transactions;
  // The sandbox's own lists are arrays, with the links beside them.
  const links = _links ?? body._links;
  expect(Object.values(lists).flat()).toHaveLength(Math.max(0, Math.min(limit, 6 - offset)));
  const offsets = Object.entries(links as Record<string, { href: string }>).map(([name, to]) => {
    const query = new URL(to.href, house.url).searchParams;
    expect(query.get('limit')).toBe(String(limit));
    return [name, Number(query.get('offset'))];
  });
  expect(Object.fromEntries(offsets)).toEqual({ self: offset, ...edge });
}

test.each(EDGES)('ACC-03: an account’s page at $offset of $limit', (edge) =>
  expectPage(psu.tpp, `/v1/${account}?bookingStatus=both&`, edge),
);
test.each(EDGES)('CARD-01: a card’s page at $offset of $limit', (edge) =>
  expectPage(psu.tpp, `/v1/${card}?bookingStatus=both&`, edge),
);
test.each(EDGES)('SBX-05: the sandbox’s page of an account at $offset of $limit', (edge) =>
  expectPage(house.tpp, `/v1/sandbox/${account}?`, edge),
);
test.each(EDGES)('SBX-05: the sandbox’s page of a card at $offset of $limit', (edge) =>
  expectPage(house.tpp, `/v1/sandbox/${card}?`, edge),
);

test.each([
  ['pending', 2],
  ['booked', 4],
])('ACC-03: of %s ones alone, a page of all %i has neither', async (status, limit) => {
  const page = `/v1/${account}?bookingStatus=${status}&limit=${limit}`;
  const { _links } = answered(await psu.tpp.get(page), 200).body.transactions;
  expect(Object.keys(_links)).toEqual(['self']);
});
