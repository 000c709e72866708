// The limits without the PSU, over HTTP (ACC-06, ACC-07), crossed by moving the bank's clock.
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  absent,
  accountPath,
  advance,
  bankDay,
  cardPath,
  corporateConsentOf,
  freeze,
  pagesFrom,
} from '../support/account-reads.ts';
import { consentOf, PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import type { Answer } from '../support/http.ts';
import { schemaErrors } from '../support/sandbanks.ts';
import { eachBank, eachTest } from '../support/test-bank.ts';
import type { Tpp } from '../support/tpp.ts';

const bank = await eachBank();
beforeEach(() => freeze(bank));
const psu = eachTest(() => consentOf(bank));

const LIST = '/transactions?bookingStatus=both';
const EXCEEDED = { code: 'ACCESS_EXCEEDED' };

async function read(tpp: Tpp, path: string, times = 1): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) statuses.push((await tpp.get(path)).status);
  return statuses;
}

async function refused(tpp: Tpp, path: string): Promise<string | string[] | undefined> {
  const answer = await tpp.get(path);
  expectRefusal(answer, EXCEEDED);
  return answer.headers['retry-after'];
}

async function transactionPath(path: string): Promise<string> {
  const list = await psu.tpp.get(`${path}${LIST}`);
  return `${path}/transactions/${list.body.transactions.booked[0].transactionId}`;
}

const KINDS: readonly (readonly [string, () => Promise<string>])[] = [
  ['balances', async () => `${await accountPath(psu)}/balances`],
  ['transactions', async () => `${await accountPath(psu)}${LIST}`],
  ['details of a transaction', async () => transactionPath(await accountPath(psu))],
  ["a card's balances", async () => `${await cardPath(psu)}/balances`],
  ["a card's transactions", async () => `${await cardPath(psu)}${LIST}`],
];

describe('ACC-06: four reads in 24 hours', () => {
  test.each(KINDS)('ACC-06: %s: the fifth is 429 until the day is over', async (_, pathOf) => {
    const path = await pathOf();
    // With the PSU there is no limit, and none of it counts.
    expect(new Set(await read(psu.tpp, path, 6))).toEqual(new Set([200]));
    expect(await read(absent(psu), path, 4)).toEqual([200, 200, 200, 200]);
    expect(await refused(absent(psu), path)).toBe('86400');
    expect(await read(psu.tpp, path)).toEqual([200]);
    await advance(bank, 'PT23H59M59S');
    expect(await refused(absent(psu), path)).toBe('1');
    await advance(bank, 'PT1S');
    expect(await read(absent(psu), path, 4)).toEqual([200, 200, 200, 200]);
    await refused(absent(psu), path);
  });

  test('ACC-06: the window slides: each read makes room for one', async () => {
    const path = `${await accountPath(psu)}/balances`;
    for (let i = 0; i < 4; i += 1) {
      expect(await read(absent(psu), path)).toEqual([200]);
      await advance(bank, 'PT1H');
    }
    expect(await refused(absent(psu), path)).toBe(String(20 * 3600));
    await advance(bank, 'PT20H');
    expect(await read(absent(psu), path)).toEqual([200]);
    expect(await refused(absent(psu), path)).toBe('3600');
  });

  test('ACC-06: kinds, accounts, transactions, PSUs and TPPs are counted apart', async () => {
    const path = await accountPath(psu);
    const one = await transactionPath(path);
    const list = await psu.tpp.get(`${path}${LIST}`);
    const other = `${path}/transactions/${list.body.transactions.booked[1].transactionId}`;
    for (const read4 of [`${path}/balances`, `${path}${LIST}`, one]) {
      expect(await read(absent(psu), read4, 4)).toEqual([200, 200, 200, 200]);
      await refused(absent(psu), read4);
    }
    expect(await read(absent(psu), other)).toEqual([200]);
    const savings = await accountPath(psu, ['SVGS']);
    expect(await read(absent(psu), `${savings}/balances`)).toEqual([200]);
    expect(await read(absent(psu), '/v1/accounts?withBalance=true', 6)).not.toContain(429);
    const tpp = await bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    const theirs = await consentOf(bank, PERSONS.jonas, tpp);
    expect(await read(absent(theirs), `${await accountPath(theirs)}/balances`)).toEqual([200]);
    const odd = await consentOf(bank, PERSONS.odd);
    expect(await read(absent(odd), `${await accountPath(odd)}/balances`)).toEqual([200]);
  });

  test('ACC-06: two persons of one account are two PSUs', async () => {
    const mari = await corporateConsentOf(bank, PERSONS.mari);
    const odd = await corporateConsentOf(bank, PERSONS.odd);
    const path = `${await accountPath(mari)}/balances`;
    expect(`${await accountPath(odd)}/balances`).toBe(path);
    expect(await read(absent(mari), path, 4)).toEqual([200, 200, 200, 200]);
    await refused(absent(mari), path);
    expect(await read(absent(odd), path)).toEqual([200]);
  });

  test('ACC-06: what is refused does not count', async () => {
    const path = await accountPath(psu);
    const tpp = absent(psu);
    const old = await bankDay(bank, -91);
    for (let i = 0; i < 5; i += 1) {
      expect((await tpp.get(`${path}/transactions`)).status).toBe(400);
      expect((await tpp.get(`${path}${LIST}&dateFrom=${old}`)).status).toBe(401);
      expect((await tpp.get(`${path}/transactions/none`)).status).toBe(404);
    }
    expect(await read(tpp, `${path}${LIST}`, 4)).toEqual([200, 200, 200, 200]);
    await advance(bank, 'PT12H');
    for (let i = 0; i < 5; i += 1) await refused(tpp, `${path}${LIST}`);
    await advance(bank, 'PT12H');
    expect(await read(tpp, `${path}${LIST}`, 4)).toEqual([200, 200, 200, 200]);
  });

  test('ACC-06: of 50 at once four are served', async () => {
    const path = `${await accountPath(psu)}/balances`;
    const tpp = absent(psu);
    const answers = await Promise.all(Array.from({ length: 50 }, () => tpp.get(path)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(4).fill(200), ...Array(46).fill(429)]);
  });
});

describe('ACC-06: a next link is not a new request', () => {
  const nextOf = ({ body }: Answer): string => body.transactions._links.next.href;

  test('ACC-06: every page of a list that was let in, also when the four are spent', async () => {
    const list = `${await accountPath(psu)}${LIST}&limit=5`;
    const tpp = absent(psu);
    const first = await tpp.get(list);
    expect(await read(tpp, list, 3)).toEqual([200, 200, 200]);
    await refused(tpp, list);
    expect((await pagesFrom(tpp, nextOf(first))).length).toBeGreaterThan(3);
  });

  test('ACC-06: also with the account id percent-encoded', async () => {
    const list = `${await accountPath(psu)}${LIST}&limit=20`;
    const next = nextOf(await absent(psu).get(list));
    expect(await read(absent(psu), list, 3)).toEqual([200, 200, 200]);
    expect(await read(absent(psu), next.replaceAll('!', '%21'))).toEqual([200]);
  });

  test('ACC-06: a link that was changed, or another way, is a new request', async () => {
    const list = `${await accountPath(psu)}${LIST}&limit=20`;
    const next = nextOf(await absent(psu).get(list));
    expect(await read(absent(psu), list, 3)).toEqual([200, 200, 200]);
    await refused(absent(psu), next.replace('limit=20', 'limit=21'));
    await refused(absent(psu), next.replace('offset=20', 'offset=40'));
    await refused(absent(psu), next.replace('?', '?bookingStatus=both&unknown=?'));
    const savings = await accountPath(psu, ['SVGS']);
    expect(await read(absent(psu), `${savings}${LIST}`, 4)).toEqual([200, 200, 200, 200]);
    await refused(absent(psu), `${savings}/transactions${next.slice(next.indexOf('?'))}`);
  });

  test('ACC-06: for an hour, and to the TPP that was given it', async () => {
    const list = `${await accountPath(psu)}${LIST}&limit=20`;
    const next = nextOf(await absent(psu).get(list));
    expect(await read(absent(psu), list, 3)).toEqual([200, 200, 200]);
    await advance(bank, 'PT59M59S');
    expect(await read(absent(psu), next)).toEqual([200]);
    await advance(bank, 'PT1S');
    await refused(absent(psu), next);
  });

  test('ACC-06: one handed out with the PSU present is a first request without', async () => {
    const list = `${await accountPath(psu)}${LIST}&limit=20`;
    const next = nextOf(await psu.tpp.get(list.replace('limit=20', 'limit=30')));
    expect(await read(absent(psu), list, 4)).toEqual([200, 200, 200, 200]);
    await refused(absent(psu), next);
  });
});

describe('ACC-07: nothing older than 90 days', () => {
  const needsSca = (answer: Answer, path = '') => {
    expectRefusal(answer, { code: 'CONSENT_INVALID', path });
    expect(answer.body._links.scaRedirect.href).toMatch(/\/sca\//);
  };

  test.each([
    ['account', accountPath],
    ['card', cardPath],
  ])('ACC-07: %s: 90 days back is allowed, 91 is not', async (_, pathOf) => {
    const list = `${await pathOf(psu)}${LIST}`;
    const last = await bankDay(bank, -90);
    const older = await bankDay(bank, -91);
    expect(await read(absent(psu), `${list}&dateFrom=${last}`)).toEqual([200]);
    needsSca(await absent(psu).get(`${list}&dateFrom=${older}`), 'dateFrom');
    needsSca(await absent(psu).get(`${list}&dateTo=${older}`), 'dateTo');
    expect(await read(psu.tpp, `${list}&dateFrom=${older}`)).toEqual([200]);
    expect(await read(absent(psu), list)).toEqual([200]);
  });

  test('ACC-07: the SCA that it asks for opens a session, and the PSU is shown the rest', async () => {
    const list = `${await accountPath(psu)}${LIST}&dateFrom=${await bankDay(bank, -200)}`;
    await advance(bank, 'PT2H');
    const asked = await absent(psu).get(list);
    needsSca(asked, 'dateFrom');
    const id = asked.body._links.scaRedirect.href.split('/').at(-1);
    expect((await bank.control('POST', `/_sandbox/sca/${id}`, {})).status).toBe(200);
    expect(await read(psu.tpp, list)).toEqual([200]);
  });

  test('ACC-07: details of an older transaction likewise', async () => {
    const path = await accountPath(psu);
    const from = await bankDay(bank, -200);
    const edge = await bankDay(bank, -90);
    const { body } = await psu.tpp.get(`${path}${LIST}&dateFrom=${from}&limit=1000`);
    const booked: { transactionId: string; bookingDate: string }[] = body.transactions.booked;
    const old = booked.find((one) => one.bookingDate < edge);
    const young = booked.findLast((one) => one.bookingDate >= edge);
    expect([old, young]).not.toContain(undefined);
    needsSca(await absent(psu).get(`${path}/transactions/${old?.transactionId}`));
    expect(await read(psu.tpp, `${path}/transactions/${old?.transactionId}`)).toEqual([200]);
    expect(await read(absent(psu), `${path}/transactions/${young?.transactionId}`)).toEqual([200]);
  });

  test('ACC-07: the next page of a list stays open when midnight passes between', async () => {
    const list = `${await accountPath(psu)}${LIST}&limit=20`;
    const day = await bankDay(bank, 1);
    await bank.control('PUT', '/_sandbox/clock', { now: `${day}T22:30:00Z`, frozen: true });
    const first = await absent(psu).get(list);
    await advance(bank, 'PT35M');
    expect(await read(absent(psu), first.body.transactions._links.next.href)).toEqual([200]);
  });
});

test('ACC-06, CTRL-14: the limits of a person have what counts, each single transaction too', async () => {
  const account = await accountPath(psu);
  const list = (await psu.tpp.get(`${account}${LIST}`)).body.transactions.booked;
  const [one, other] = list.map(({ transactionId }: { transactionId: string }) => transactionId);
  const tpp = absent(psu);
  await read(tpp, `${account}/balances`);
  await read(tpp, `${account}/transactions/${one}`, 4);
  await advance(bank, 'PT1H');
  await read(tpp, `${account}/transactions/${other}`);
  const used = async () => {
    const person = await bank.control('GET', `/_sandbox/people/${PERSONS.jonas}`);
    expect(await schemaErrors('control/person.json', person.body)).toEqual([]);
    return person.body.limits.map(({ what, transactionId, used: times, most }: Limit) => [
      ...[what, transactionId ?? '', times, most],
    ]);
  };
  expect(await used()).toEqual([
    ['balances', '', 1, 4],
    ['transaction', one, 4, 4],
    ['transaction', other, 1, 4],
  ]);
  expect(await refused(tpp, `${account}/transactions/${one}`)).toBe('82800');
  await advance(bank, 'PT23H');
  expect(await used()).toEqual([['transaction', other, 1, 4]]);
});

interface Limit {
  readonly what: string;
  readonly transactionId?: string;
  readonly used: number;
  readonly most: number;
}
