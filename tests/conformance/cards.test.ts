// Card accounts over HTTP (CARD-01), in the bank's own shape and the Berlin Group's.
import { describe, expect, test } from '@jest/globals';
import { accountPath, cardPath, corporateConsentOf, pagesFrom } from '../support/account-reads.ts';
import { consentOf, PERSONS, type Psu } from '../support/bank.ts';
import { berlinGroupErrors } from '../support/berlin-group.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { schemaErrors } from '../support/sandbanks.ts';
import { eachBank, eachTest } from '../support/test-bank.ts';

const bank = await eachBank();
const psu = eachTest(() => consentOf(bank));

const MASKED = /^\d{6}\*{6}\d{4}$/;

/** The answer's body, once it has our shape and, where one is named, the Berlin Group's. */
async function answered(path: string, ours: string, theirs?: string) {
  const { status, body, text } = await psu.tpp.get(path);
  expect({ status, text }).toEqual({ status: 200, text });
  expect(await schemaErrors(`responses/${ours}.json`, body)).toEqual([]);
  if (theirs !== undefined) expect(berlinGroupErrors(theirs, body)).toEqual([]);
  return body;
}

describe('CARD-01: card accounts', () => {
  test('CARD-01: the list, with balances whether asked for or not', async () => {
    const body = await answered('/v1/card-accounts', 'card-accounts', 'cardAccountList');
    expect(body.cardAccounts).toHaveLength(1);
    const [card] = body.cardAccounts;
    const path = `/v1/card-accounts/${card.resourceId}`;
    expect(card).toEqual({
      resourceId: expect.stringMatching(/^enc!![A-Za-z0-9_-]{20,}$/),
      maskedPan: expect.stringMatching(MASKED),
      currency: 'NOK',
      name: 'Kredittkort',
      product: 'Kredittkort',
      creditLimit: { amount: '50000.00', currency: 'NOK' },
      balances: card.balances,
      _links: {
        self: { href: path, verbs: ['GET'] },
        balances: { href: `${path}/balances`, verbs: ['GET'] },
        transactions: { href: `${path}/transactions`, verbs: ['GET'] },
      },
    });
    const [available, booked] = card.balances;
    expect([available.balanceType, booked.balanceType]).toEqual([
      'forwardAvailable',
      'interimBooked',
    ]);
    expect(Number(booked.balanceAmount.amount)).toBeLessThan(0);
    expect(Number(available.balanceAmount.amount)).toBeGreaterThan(0);
  });

  test('CARD-01: one, by its id raw and percent-encoded', async () => {
    const path = await cardPath(psu);
    const { cardAccount } = await answered(path, 'card-account');
    expect(berlinGroupErrors('cardAccountDetails', cardAccount)).toEqual([]);
    const encoded = await psu.tpp.get(path.replaceAll('!', '%21'));
    expect(encoded.body.cardAccount).toEqual(cardAccount);
  });

  test('CARD-01: balances', async () => {
    const path = `${await cardPath(psu)}/balances`;
    const body = await answered(path, 'card-balances', 'readCardAccountBalanceResponse-200');
    expect(body.cardAccount).toEqual({
      maskedPan: expect.stringMatching(MASKED),
      currency: 'NOK',
    });
    const list = await psu.tpp.get('/v1/card-accounts');
    expect(body.balances).toEqual(list.body.cardAccounts[0].balances);
  });

  test('CARD-01: what is left falls with a purchase, what is booked when it is booked', async () => {
    const path = await cardPath(psu);
    const amounts = async (): Promise<number[]> => {
      const { body } = await psu.tpp.get(`${path}/balances`);
      return body.balances.map(({ balanceAmount }: { balanceAmount: { amount: string } }) =>
        Math.round(Number(balanceAmount.amount) * 100),
      );
    };
    const buy = async (pending: boolean) => {
      const transactionAmount = { amount: '-100.00', currency: 'NOK' };
      const mock = path.replace('/v1/', '/v1/sandbox/');
      const made = await bank.tpp.post(`${mock}/transactions`, { transactionAmount, pending });
      expect(made.status).toBe(201);
    };
    const [available = 0, booked = 0] = await amounts();
    await buy(true);
    expect(await amounts()).toEqual([available - 10_000, booked]);
    await buy(false);
    expect(await amounts()).toEqual([available - 20_000, booked - 10_000]);
  });
});

describe('CARD-01: card transactions', () => {
  const list = async (query: string) =>
    answered(
      `${await cardPath(psu)}/transactions?${query}`,
      'card-transactions',
      'cardAccountsTransactionsResponse-200',
    );

  test.each([
    ['booked', ['booked']],
    ['pending', ['pending']],
    ['both', ['booked', 'pending']],
  ])('CARD-01: bookingStatus=%s answers %j and nothing else', async (status, lists) => {
    const { cardTransactions } = await list(`bookingStatus=${status}`);
    const members = Object.keys(cardTransactions).filter((name) => name !== '_links');
    expect(members.sort()).toEqual(lists);
  });

  test.each([
    ['', 'QUERY_PARAMETER_REQUIRED', 'bookingStatus'],
    ['bookingStatus=all', 'FORMAT_ERROR', 'bookingStatus'],
  ])('CARD-01: ?%s is %s at %s', async (query, code, path) => {
    const answer = await psu.tpp.get(`${await cardPath(psu)}/transactions?${query}`);
    expectRefusal(answer, { code, path });
  });

  test('CARD-01: every page by its next link, each transaction once, newest first', async () => {
    const path = `${await cardPath(psu)}/transactions`;
    const start = '?bookingStatus=both&dateFrom=2000-01-01';
    const ids: string[] = [];
    const dates: string[] = [];
    for (const { body } of await pagesFrom(psu.tpp, `${path}${start}&limit=40`)) {
      expect(await schemaErrors('responses/card-transactions.json', body)).toEqual([]);
      const { pending, booked } = body.cardTransactions;
      for (const one of pending) expect(one.bookingDate).toMatch(/^\d{4}-\d\d-\d\d$/);
      for (const one of [...pending, ...booked]) ids.push(one.cardTransactionId);
      for (const one of booked) dates.push(one.bookingDate);
    }
    expect(ids.length).toBeGreaterThan(40);
    expect(new Set(ids).size).toBe(ids.length);
    expect(dates).toEqual([...dates].sort().reverse());
    const whole = await answered(`${path}${start}&limit=1000`, 'card-transactions');
    const { pending, booked } = whole.cardTransactions;
    expect(ids).toHaveLength(pending.length + booked.length);
  });

  test("CARD-01: transactionAmount is in the card's currency, originalAmount in the purchase's", async () => {
    const body = await list('bookingStatus=booked&dateFrom=2000-01-01&limit=1000');
    const { booked } = body.cardTransactions;
    const currencies = new Set<string>();
    for (const one of booked) {
      expect(one.transactionAmount.currency).toBe('NOK');
      expect(one.maskedPAN).toBe(body.cardAccount.maskedPan);
      // Paying the bill is no purchase.
      if (one.originalAmount !== undefined) currencies.add(one.originalAmount.currency);
    }
    expect([...currencies].sort()).toEqual(expect.arrayContaining(['EUR', 'NOK']));
    const abroad = booked.find(
      (one: { originalAmount?: { currency: string } }) => one.originalAmount?.currency === 'EUR',
    );
    const [exchange] = abroad.currencyExchange;
    expect([exchange.sourceCurrency, exchange.targetCurrency]).toEqual(['EUR', 'NOK']);
  });
});

describe('CARD-01: consent', () => {
  const sharing = (accounts: readonly string[]): Promise<Psu> =>
    consentOf(bank, PERSONS.jonas, bank.tpp, { accounts });

  test('CARD-01: a card that was not ticked is 404 and in no list', async () => {
    const path = await cardPath(psu);
    const { iban } = (await psu.tpp.get('/v1/accounts')).body.accounts[0];
    const only = await sharing([iban]);
    expect((await only.tpp.get('/v1/card-accounts')).body).toEqual({ cardAccounts: [] });
    for (const rest of ['', '/balances', '/transactions?bookingStatus=both']) {
      expectRefusal(await only.tpp.get(path + rest), { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
  });

  test('CARD-01: a card alone can be shared', async () => {
    const { maskedPan } = (await psu.tpp.get('/v1/card-accounts')).body.cardAccounts[0];
    const only = await sharing([maskedPan]);
    expect((await only.tpp.get(await cardPath(only))).status).toBe(200);
    expect((await only.tpp.get('/v1/accounts')).body).toEqual({ accounts: [] });
  });

  test('CARD-01: an account is no card, and a card no account', async () => {
    const account = await accountPath(psu);
    const card = await cardPath(psu);
    const crossed = [
      account.replace('accounts', 'card-accounts'),
      card.replace('card-accounts', 'accounts'),
    ];
    for (const path of crossed) {
      expectRefusal(await psu.tpp.get(path), { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
  });

  test('CARD-01: there are none in corporate context', async () => {
    const odd = await corporateConsentOf(bank, PERSONS.odd);
    expect((await odd.tpp.get('/v1/card-accounts')).body).toEqual({ cardAccounts: [] });
  });

  test('CARD-01: a certificate without PSP_AI is 403', async () => {
    const tpp = await bank.newTpp({ roles: ['PSP_PI'] });
    expectRefusal(await tpp.with(psu.tpp.defaults).get('/v1/card-accounts'), { code: 'FORBIDDEN' });
  });
});
