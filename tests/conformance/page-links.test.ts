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
const made = async (kind: string, body: object, given = lines) => {
  const { resourceId } = answered(await house.tpp.post(`/v1/sandbox/${kind}`, body), 201).body;
  const path = `${kind}/${resourceId}/transactions`;
  answered(await house.tpp.post(`/v1/sandbox/${path}`, given), 201);
  return path;
};
/** The ends of the paths of an account and a card, each with two pending transactions and four booked ones. */
const account = await made('accounts', { ...owner, accountName: 'Sider' });
const card = await made('card-accounts', { ...owner, creditLimit: NOK('100.00') });
const psu = await consentOf(house);
/** Of an account with the two pending ones alone. */
const none = { ...owner, accountName: 'Venter' };
const waiting = await made('accounts', none, lines.slice(0, 2));

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

const EDGES_OF_TWO: readonly Edge[] = [
  { offset: 0, limit: 2 },
  { offset: 0, limit: 1, next: 1 },
  { offset: 1, limit: 1, previous: 0 },
  { offset: 2, limit: 1, previous: 1 },
];

interface List {
  readonly tpp: Tpp;
  readonly path: string;
  readonly total: number;
}

/** Reads that page and looks at how much it shows and where its links lead. */
async function expectPage({ tpp, path, total }: List, edge: Edge): Promise<void> {
  const { offset, limit, ...others } = edge;
  const { body } = answered(await tpp.get(`${path}offset=${offset}&limit=${limit}`), 200);
  const { _links, ...lists } = body.cardTransactions ?? body.transactions;
  // The sandbox's own lists are arrays, with the links beside them.
  const links = _links ?? body._links;
  expect(Object.values(lists).flat()).toHaveLength(Math.max(0, Math.min(limit, total - offset)));
  const offsets = Object.entries(links as Record<string, { href: string }>).map(([name, to]) => {
    const query = new URL(to.href, house.url).searchParams;
    expect(query.get('limit')).toBe(String(limit));
    return [name, Number(query.get('offset'))];
  });
  expect(Object.fromEntries(offsets)).toEqual({ self: offset, ...others });
}

const seenByPsu = (path: string, bookingStatus: string, total: number): List => ({
  tpp: psu.tpp,
  path: `/v1/${path}?bookingStatus=${bookingStatus}&`,
  total,
});
const ofSandbox = (path: string, total: number): List => ({
  tpp: house.tpp,
  path: `/v1/sandbox/${path}?`,
  total,
});

test.each(EDGES)('ACC-03: an account’s page at $offset of $limit', (edge) =>
  expectPage(seenByPsu(account, 'both', 6), edge),
);
test.each(EDGES_OF_TWO)('ACC-03: its pending ones at $offset of $limit', (edge) =>
  expectPage(seenByPsu(account, 'pending', 2), edge),
);
test('ACC-03: its booked ones, all on a page', () =>
  expectPage(seenByPsu(account, 'booked', 4), { offset: 0, limit: 4 }));
test.each(EDGES)('CARD-01: a card’s page at $offset of $limit', (edge) =>
  expectPage(seenByPsu(card, 'both', 6), edge),
);
test.each(EDGES)('SBX-05: the sandbox’s page of an account at $offset of $limit', (edge) =>
  expectPage(ofSandbox(account, 6), edge),
);
test.each(EDGES_OF_TWO)('SBX-05: of one with pending ones alone at $offset of $limit', (edge) =>
  expectPage(ofSandbox(waiting, 2), edge),
);
test.each(EDGES)('SBX-05: the sandbox’s page of a card at $offset of $limit', (edge) =>
  expectPage(ofSandbox(card, 6), edge),
);
